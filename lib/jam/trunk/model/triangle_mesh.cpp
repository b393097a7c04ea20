// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

Bounds bounds_of(const TriangleMesh& mesh) {
  Bounds bounds;
  for (const Vec3d& vertex : mesh.vertices) bounds.add(vertex);
  return bounds;
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
  // Tetrahedra against the first vertex, so that a mesh far from the origin loses nothing.
  double six_volumes = 0;
  if (mesh.vertices.empty()) return 0;
  const Vec3d apex = mesh.vertices.front();
  for (const auto& triangle : mesh.triangles) {
    const auto [a, b, c] = mesh.corners(triangle);
    six_volumes += dot(a - apex, cross(b - apex, c - apex));
  }
  return six_volumes / 6;
}

}  // namespace jam::trunk
