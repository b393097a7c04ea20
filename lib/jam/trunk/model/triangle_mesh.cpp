// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/triangle_mesh.hpp"

#include <algorithm>

namespace jam::trunk {

Bounds bounds_of(const TriangleMesh& mesh) {
  Bounds bounds;
  for (const Vec3d& vertex : mesh.vertices) {
    bounds.low = {std::min(bounds.low.x, vertex.x), std::min(bounds.low.y, vertex.y), std::min(bounds.low.z, vertex.z)};
    bounds.high = {std::max(bounds.high.x, vertex.x), std::max(bounds.high.y, vertex.y), std::max(bounds.high.z, vertex.z)};
  }
  return bounds;
}

double area_of(const TriangleMesh& mesh) {
  double area = 0;
  for (const auto& corner : mesh.triangles) {
    const Vec3d a = mesh.vertices[static_cast<std::size_t>(corner[0])];
    const Vec3d b = mesh.vertices[static_cast<std::size_t>(corner[1])];
    const Vec3d c = mesh.vertices[static_cast<std::size_t>(corner[2])];
    area += length(cross(b - a, c - a)) / 2;
  }
  return area;
}

double volume_of(const TriangleMesh& mesh) {
  // Tetrahedra against the first vertex, so that a mesh far from the origin loses nothing.
  double six_volumes = 0;
  if (mesh.vertices.empty()) return 0;
  const Vec3d apex = mesh.vertices.front();
  for (const auto& corner : mesh.triangles) {
    const Vec3d a = mesh.vertices[static_cast<std::size_t>(corner[0])] - apex;
    const Vec3d b = mesh.vertices[static_cast<std::size_t>(corner[1])] - apex;
    const Vec3d c = mesh.vertices[static_cast<std::size_t>(corner[2])] - apex;
    six_volumes += dot(a, cross(b, c));
  }
  return six_volumes / 6;
}

}  // namespace jam::trunk
