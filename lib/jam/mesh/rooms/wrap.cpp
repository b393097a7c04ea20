// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/wrap.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include <CGAL/Polygon_mesh_processing/connected_components.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/alpha_wrap_3.h>

#include "jam/mesh/cgal_mesh.hpp"

namespace jam::mesh {
namespace {

namespace processing = CGAL::Polygon_mesh_processing;

trunk::TriangleMesh plain(const Surface& surface) {
  trunk::TriangleMesh mesh;
  for (const auto vertex : surface.vertices()) mesh.vertices.push_back(vector_of(surface.point(vertex)));
  for (const auto face : surface.faces()) {
    std::array<int, 3> corner{};
    std::size_t k = 0;
    for (const auto vertex : CGAL::vertices_around_face(surface.halfedge(face), surface))
      corner[k++] = static_cast<int>(vertex.idx());
    mesh.triangles.push_back(corner);
  }
  return mesh;
}

/// Keeps the part of the largest volume; returns the number of the others.
int keep_largest(Surface& surface) {
  auto part_of = surface.add_property_map<Surface::Face_index, std::size_t>("f:part", 0).first;
  const std::size_t count = processing::connected_components(surface, part_of);
  if (count < 2) return 0;
  std::vector<double> volumes(count);
  const auto origin = surface.point(*surface.vertices().begin());
  for (const auto face : surface.faces()) {
    std::array<Point, 3> corner;
    std::size_t k = 0;
    for (const auto vertex : CGAL::vertices_around_face(surface.halfedge(face), surface))
      corner[k++] = surface.point(vertex);
    volumes[part_of[face]] += CGAL::volume(origin, corner[0], corner[1], corner[2]);
  }
  const std::size_t largest = std::max_element(volumes.begin(), volumes.end()) - volumes.begin();
  processing::keep_connected_components(surface, std::vector<std::size_t>{largest}, part_of);
  surface.collect_garbage();
  return static_cast<int>(count) - 1;
}

}  // namespace

std::size_t wrap_memory_bytes(const trunk::TriangleMesh& mesh, double alpha) {
  constexpr double bytes_per_square = 1.5 * 1400;
  constexpr double largest = 1e18;
  return static_cast<std::size_t>(
      std::min(largest, bytes_per_square * trunk::area_of(mesh) / (alpha * alpha)));
}

Wrap wrap(const trunk::TriangleMesh& mesh, double alpha, double offset) {
  Surface surface;
  CGAL::alpha_wrap_3(points_of(mesh.vertices), indices_of(mesh), alpha, offset, surface);

  Wrap result;
  result.dropped_parts = keep_largest(surface);
  result.mesh = plain(surface);
  result.alpha = alpha;
  result.offset = offset;
  result.volume = trunk::volume_of(result.mesh);
  result.area = trunk::area_of(result.mesh);
  result.solid_volume = result.volume - offset * result.area;
  return result;
}

trunk::TriangleMesh wrap_from_inside(const trunk::TriangleMesh& mesh, const std::vector<Vec3d>& points,
                                     double alpha, double offset) {
  const std::vector<Point> seeds = points_of(points);
  Surface surface;
  CGAL::alpha_wrap_3(points_of(mesh.vertices), indices_of(mesh), alpha, offset, surface,
                     CGAL::parameters::default_values(), CGAL::parameters::seed_points(std::cref(seeds)));
  return plain(surface);
}

}  // namespace jam::mesh
