// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

Bounds bounds_of(const TriangleMesh& mesh) {
  Bounds bounds;
  for (const Vec3d& vertex : mesh.vertices) bounds.add(vertex);
  return bounds;
}

TriangleMesh without_unused(const TriangleMesh& mesh) {
  std::vector<int> number(mesh.vertices.size(), -1);
  TriangleMesh result;
  for (const auto& triangle : mesh.triangles) {
    std::array<int, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      int& vertex = number[triangle[k]];
      if (vertex < 0) {
        vertex = static_cast<int>(result.vertices.size());
        result.vertices.push_back(mesh.vertex(triangle[k]));
      }
      corners[k] = vertex;
    }
    result.triangles.push_back(corners);
  }
  return result;
}

TriangleMesh unit_cube() {
  TriangleMesh mesh;
  for (int k = 0; k < 8; ++k)
    mesh.vertices.push_back({(k & 1) - 0.5, ((k >> 1) & 1) - 0.5, ((k >> 2) & 1) - 0.5});
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

double area_of(const TriangleMesh& mesh) {
  double area = 0;
  for (const auto& triangle : mesh.triangles) {
    const auto [a, b, c] = mesh.corners(triangle);
    area += length(cross(b - a, c - a)) / 2;
  }
  return area;
}

double volume_of(const TriangleMesh& mesh) {
  // Sums the tetrahedra with the first vertex as apex, so that a mesh far from the origin loses no accuracy.
  double six_volumes = 0;
  if (mesh.vertices.empty()) return 0;
  const Vec3d apex = mesh.vertices.front();
  for (const auto& triangle : mesh.closed()) {
    const auto [a, b, c] = mesh.corners(triangle);
    six_volumes += dot(a - apex, cross(b - apex, c - apex));
  }
  return six_volumes / 6;
}

}  // namespace jam::trunk
