// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/clouds/reconstruct_points.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/exceptions.h>
#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "jam/mesh/cgal_mesh.hpp"
#include "jam/mesh/clouds/enclose_points.hpp"
#include "jam/mesh/clouds/fit_planes.hpp"
#include "jam/mesh/guarded_call.hpp"
#include "jam/mesh/inside_test.hpp"
#include "jam/mesh/thin_surface.hpp"

namespace jam::mesh {
namespace {

constexpr std::size_t least_points = 20;
/// Time of all stages [s], and shares of the first two of them: measured with 37 521 to 80 904 points.
constexpr double seconds_per_point = 3e-5, fitting_share = 0.18, enclosing_share = 0.57;
constexpr double rounding = 1e-9;              ///< [mm]
constexpr std::size_t bytes_per_point = 2000;  ///< Neighbours and tetrahedra, measured.

constexpr double least_thinning = 0.05;  ///< [mm]
constexpr double noise_thinning = 0.5;   ///< Error of a curved wall with fewer triangles, over the noise.

/// Moves points that lie inside the surface by at most `reach` onto it, and returns those that lie deeper.
std::vector<Vec3d> obstacles_among(std::vector<Vec3d>& points, const trunk::TriangleMesh& surface,
                                   double reach) {
  using Primitive = CGAL::AABB_face_graph_triangle_primitive<Surface>;
  Surface mesh;
  std::vector<Surface::Vertex_index> vertices;
  for (const Vec3d& v : surface.vertices) vertices.push_back(mesh.add_vertex(point_of(v)));
  for (const auto& [a, b, c] : surface.triangles) mesh.add_face(vertices[a], vertices[b], vertices[c]);
  const CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>> tree(faces(mesh).first, faces(mesh).second,
                                                                   mesh);
  const InsideTest inside(surface);
  std::vector<Vec3d> deep;
  for (Vec3d& point : points) {
    const Vec3d on_wall = vector_of(tree.closest_point(point_of(point)));
    const double depth = length(on_wall - point);
    if (depth < rounding || !inside.contains(point)) continue;
    if (depth <= reach) point = on_wall;
    else deep.push_back(point);
  }
  return deep;
}

std::string millimetres(double value) { return fmt::format("{:.3g} mm", value); }

/// Sets what follows from the surface and the vertices of `original`, the points inside.
void complete(trunk::Container& container) {
  container.volume = trunk::volume_of(container.surface);
  const int inner = static_cast<int>(container.original.vertices.size());
  for (int i = 0; i < inner; ++i) container.original.triangles.push_back({i, i, i});
  container.wrapped = inner > 0;
  if (!container.wrapped) container.original = container.surface;
}

PointContainer make_container(std::vector<Vec3d> points, std::optional<double> noise, const Report& report) {
  const auto order = [](const Vec3d& p) { return std::tuple(p.x, p.y, p.z); };
  std::ranges::sort(points, {}, order);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < least_points)
    throw InputError(
        fmt::format("the points enclose no volume: there are {} different ones; at least {} are needed",
                    points.size(), least_points));
  if (const std::size_t free = available_memory_bytes(), needed = bytes_per_point * points.size();
      free > 0 && needed > free)
    throw OverflowError(fmt::format("{} points need about {}, but only {} are free: give fewer points",
                                    points.size(), format_bytes(needed), format_bytes(free)));
  const double expected = seconds_per_point * static_cast<double>(points.size());
  report({"fitting planes", fitting_share * expected, (1 - fitting_share) * expected});
  const PlanarCloud cloud = fit_planes(points, noise);
  report(
      {"enclosing the points", enclosing_share * expected, (1 - fitting_share - enclosing_share) * expected});
  const Enclosure closed = enclose_points(cloud);
  report({"thinning the surface", (1 - fitting_share - enclosing_share) * expected});

  PointContainer result;
  trunk::Container& container = result.container;
  const double allowed = std::max(noise_thinning * cloud.noise, least_thinning);
  container.surface = thinned(closed.surface, closed.plane_of, allowed);
  container.wrap_alpha = closed.alpha;
  result.spacing = cloud.spacing;
  for (std::size_t i = 0; i < cloud.given; ++i) result.points.push_back(cloud.points[i].place);
  container.original.vertices = obstacles_among(result.points, container.surface, cloud.reach + allowed);
  double moved = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    moved = std::max(moved, length(result.points[i] - points[i]));
  const std::size_t inner = container.original.vertices.size();
  complete(container);

  container.notes.push_back(
      fmt::format("{} points, about {} apart: {} l inside a surface of {} triangles through them; {} planes",
                  points.size(), millimetres(cloud.spacing), io::fixed_text(container.volume / 1e6, 2),
                  container.surface.triangles.size(), cloud.planes.size()));
  container.notes.push_back(
      fmt::format("the noise of the points is {}{}; they were moved onto their walls by up to {}",
                  millimetres(cloud.noise), noise ? "" : " as estimated (--noise)", millimetres(moved)));
  container.notes.push_back(fmt::format(
      "openings between the points are closed up to a width of {}{}", millimetres(2 * closed.alpha),
      inner > 0 ? fmt::format("; obstacles inside have {} points", inner) : ""));
  return result;
}

}  // namespace

PointContainer reconstruct_points(const std::vector<Vec3d>& points, std::optional<double> noise,
                                  const std::string& name, const Watch& watch) {
  const std::string bytes = call_guarded(name, watch, [&](const Report& report) {
    try {
      const PointContainer made = make_container(points, noise, report);
      io::StateWriter writer;
      writer.write(made.points);
      writer.write(made.spacing);
      const trunk::Container& container = made.container;
      writer.write(container.surface.vertices);
      writer.write(container.surface.triangles);
      writer.write(container.wrapped ? container.original.vertices : std::vector<Vec3d>());
      writer.write(container.wrap_alpha);
      writer.write(container.notes.size());
      for (const std::string& note : container.notes) writer.write(note);
      return writer.finish();
    } catch (const InputError& error) {
      throw InputError(name + ": " + error.what());
    } catch (const OverflowError& error) {
      throw OverflowError(name + ": " + error.what());
    } catch (const CGAL::Failure_exception& error) {
      throw InputError(fmt::format("{}: no surface can be laid through the points ({}); give a mesh", name,
                                   io::printable(error.expression())));
    }
  });
  io::StateReader reader(bytes);
  PointContainer result;
  result.points = reader.read_vector<Vec3d>();
  result.spacing = reader.read<double>();
  trunk::Container& container = result.container;
  container.surface.vertices = reader.read_vector<Vec3d>();
  container.surface.triangles = reader.read_vector<std::array<int, 3>>();
  container.original.vertices = reader.read_vector<Vec3d>();
  container.wrap_alpha = reader.read<double>();
  for (auto count = reader.read<std::size_t>(); count > 0; --count)
    container.notes.push_back(reader.read_text());
  reader.finish();
  complete(container);
  return result;
}

}  // namespace jam::mesh
