// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/cap_plane.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Constrained_triangulation_face_base_2.h>
#include <CGAL/Triangulation_vertex_base_with_info_2.h>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/cgal_mesh.hpp"

namespace jam::mesh {
namespace {

using CapVertexBase = CGAL::Triangulation_vertex_base_with_info_2<std::optional<Vec3d>, Kernel>;
using CapStructure =
    CGAL::Triangulation_data_structure_2<CapVertexBase, CGAL::Constrained_triangulation_face_base_2<Kernel>>;
using CapTriangulation =
    CGAL::Constrained_Delaunay_triangulation_2<Kernel, CapStructure, CGAL::Exact_predicates_tag>;
using CapPoint = Kernel::Point_2;

constexpr const char* accepted =
    "AXIS<=VALUE or AXIS>=VALUE is accepted, as z<=650; or POINT:NORMAL, as 0,0,650:0,0,1; or three points, "
    "as "
    "0,0,650:1,0,650:0,1,650";

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<Vec3d> vector_in(std::string_view text) {
  const std::vector<std::string_view> words = split_at(text, ',');
  if (words.size() != 3) return {};
  std::array<double, 3> x{};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::optional<double> value = io::parse_number<double>(words[k]);
    if (!value || !std::isfinite(*value)) return {};
    x[k] = *value;
  }
  return Vec3d{x[0], x[1], x[2]};
}

std::optional<CapPlane> along_axis(std::string_view text) {
  if (text.size() < 4 || text[0] < 'x' || text[0] > 'z' || text[2] != '=' ||
      (text[1] != '<' && text[1] != '>'))
    return {};
  const std::optional<double> value = io::parse_number<double>(text.substr(3));
  if (!value || !std::isfinite(*value)) return {};
  CapPlane cap;
  const int axis = text[0] - 'x';
  trunk::component(cap.point, axis) = *value;
  trunk::component(cap.normal, axis) = text[1] == '<' ? 1 : -1;
  cap.one_sided = true;
  return cap;
}

}  // namespace

Vec3d parse_point(std::string_view text) {
  const std::optional<Vec3d> point = vector_in(text);
  if (!point) throw InputError("X,Y,Z is accepted, three numbers in the frame and unit of the mesh");
  return *point;
}

CapPlane parse_cap(std::string_view text) {
  if (std::optional<CapPlane> cap = along_axis(text)) {
    cap->text = text;
    return *cap;
  }
  std::vector<Vec3d> points;
  for (const std::string_view part : split_at(text, ':')) {
    const std::optional<Vec3d> point = vector_in(part);
    if (!point) throw InputError(accepted);
    points.push_back(*point);
  }
  CapPlane cap;
  if (points.size() == 2) cap = {points[0], points[1], std::string(text), true};
  else if (points.size() == 3)
    cap = {points[0], cross(points[1] - points[0], points[2] - points[0]), std::string(text), false};
  else throw InputError(accepted);
  if (!(length(cap.normal) > 0) || !std::isfinite(length(cap.normal)))
    throw InputError(points.size() == 2 ? "the normal of a plane must not be 0,0,0"
                                        : "three points of a plane must not lie on a line");
  return cap;
}

CapPlane from_file(CapPlane cap, LengthUnit unit, UpAxis up) {
  cap.point = from_file(cap.point, unit, up);
  cap.normal = from_file(cap.normal, LengthUnit::millimetre, up);
  return cap;
}

trunk::ClosingPlane closing_plane(const CapPlane& cap, Vec3d centre) {
  const Vec3d outward = (1 / length(cap.normal)) * cap.normal;
  const bool turn = !cap.one_sided && dot(outward, cap.point - centre) < 0;
  return {cap.point, turn ? -outward : outward, cap.text};
}

std::vector<std::array<Vec3d, 3>> cap_surface(const CapPlane& cap, const trunk::TriangleMesh& mesh,
                                              const trunk::Bounds& bounds) {
  const Vec3d normal = (1 / length(cap.normal)) * cap.normal;
  const double reach = length(bounds.high - bounds.low);
  // Directions along the axes keep coordinates exact if the plane is upright to one.
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(trunk::component(normal, k)) > std::abs(trunk::component(normal, axis))) axis = k;
  const auto on_plane = [&](double u, double v) {
    Vec3d p;
    trunk::component(p, (axis + 1) % 3) = u;
    trunk::component(p, (axis + 2) % 3) = v;
    trunk::component(p, axis) = trunk::component(cap.point, axis);
    trunk::component(p, axis) -= dot(normal, p - cap.point) / trunk::component(normal, axis);
    return p;
  };
  CapTriangulation plane;
  const auto insert = [&](const Vec3d& p) {
    const auto vertex =
        plane.insert(CapPoint(trunk::component(p, (axis + 1) % 3), trunk::component(p, (axis + 2) % 3)));
    vertex->info() = p;
    return vertex;
  };
  const double margin = 1 + 1e-3 * reach;
  const auto ends = [&](int k) {
    return std::array{trunk::component(bounds.low, k) - margin, trunk::component(bounds.high, k) + margin};
  };
  for (const double u : ends((axis + 1) % 3))
    for (const double v : ends((axis + 2) % 3)) insert(on_plane(u, v));
  constexpr double rounding = 1e-10;
  const auto near = [&](int vertex) {
    return std::abs(dot(normal, mesh.vertex(vertex) - cap.point)) <=
           rounding * (1 + reach + length(cap.point));
  };
  for (const auto& triangle : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = triangle[k], b = triangle[(k + 1) % 3];
      if (near(a) && near(b)) plane.insert_constraint(insert(mesh.vertex(a)), insert(mesh.vertex(b)));
      else if (near(a)) insert(mesh.vertex(a));
    }
  std::vector<std::array<Vec3d, 3>> triangles;
  for (const auto face : plane.finite_face_handles()) {
    std::array<Vec3d, 3> corners;
    for (int k = 0; k < 3; ++k) {
      const auto vertex = face->vertex(k);
      // Where edges of the mesh cross, the vertex is new.
      corners[static_cast<std::size_t>(k)] =
          vertex->info() ? *vertex->info() : on_plane(vertex->point().x(), vertex->point().y());
    }
    if (!CGAL::collinear(point_of(corners[0]), point_of(corners[1]), point_of(corners[2])))
      triangles.push_back(corners);
  }
  return triangles;
}

}  // namespace jam::mesh
