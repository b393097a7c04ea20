// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/inset_container.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace jam::trunk {
namespace {

/// Longest way of a vertex, in distances.
constexpr double longest_way = 10;

Vec3d unit_normal(const TriangleMesh& mesh, const std::array<int, 3>& triangle) {
  const auto [a, b, c] = mesh.corners(triangle);
  const Vec3d across = cross(b - a, c - a);
  const double size = length(across);
  return size > 0 ? across / size : Vec3d{};
}

/// The shortest vector d with dot(normal, d) <= -distance for all of the unit normals: Hildreth's method,
/// which corrects one constraint after the other and never takes back more than it gave.
Vec3d way_behind(const std::vector<Vec3d>& normals, double distance) {
  constexpr int sweeps = 500;
  constexpr double enough = 1e-10;  // In distances.
  Vec3d way;
  std::vector<double> given(normals.size(), 0);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    double most = 0;
    for (std::size_t k = 0; k < normals.size(); ++k) {
      const double next = std::max(0.0, given[k] + dot(normals[k], way) + distance);
      way = way - (next - given[k]) * normals[k];
      most = std::max(most, std::abs(next - given[k]));
      given[k] = next;
    }
    if (most <= enough * distance) break;
  }
  const double size = length(way), limit = longest_way * distance;
  return size > limit ? (limit / size) * way : way;
}

/// The mesh with its vertices moved behind their triangles.
TriangleMesh moved_inwards(TriangleMesh mesh, double distance) {
  std::vector<std::vector<Vec3d>> normals(mesh.vertices.size());
  for (const auto& triangle : mesh.triangles) {
    const Vec3d normal = unit_normal(mesh, triangle);
    if (dot(normal, normal) == 0) continue;
    for (const int vertex : triangle) {
      const auto same = [&](const Vec3d& other) { return dot(other, normal) > 1 - 1e-14; };
      if (std::ranges::none_of(normals[vertex], same)) normals[vertex].push_back(normal);
    }
  }
  for (std::size_t vertex = 0; vertex < mesh.vertices.size(); ++vertex)
    mesh.vertices[vertex] = mesh.vertices[vertex] + way_behind(normals[vertex], distance);
  return mesh;
}

}  // namespace

Container inset_container(const Container& container, double distance) {
  const TriangleMesh sheets = inner_walls(container);
  Container result = container;
  result.surface = moved_inwards(container.surface, distance);
  result.original = container.wrap_offset > 0 ? TriangleMesh{} : result.surface;
  for (const auto& triangle : sheets.triangles) {
    const Vec3d shift = distance * unit_normal(sheets, triangle);
    for (const Vec3d& way : {shift, -shift}) {
      const int first = static_cast<int>(result.original.vertices.size());
      for (const Vec3d& corner : sheets.corners(triangle)) result.original.vertices.push_back(corner + way);
      result.original.triangles.push_back({first, first + 1, first + 2});
    }
  }
  return result;
}

}  // namespace jam::trunk
