// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/tightness/nearest_part.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "jam/trunk/model/wall_triangles.hpp"

namespace jam::tightness {
namespace {

/// Distance of a point from the line from a to b [mm].
double distance_to_edge(const Vec3d& point, const Vec3d& a, const Vec3d& b) {
  const Vec3d along = b - a;
  const double square = length_squared(along);
  const double share = square > 0 ? std::clamp(dot(point - a, along) / square, 0.0, 1.0) : 0;
  return length(point - a - along * share);
}

double distance_to_triangle(const Vec3d& point, const std::array<Vec3d, 3>& corner) {
  const Vec3d normal = normalised(cross(corner[1] - corner[0], corner[2] - corner[0]), Vec3d{});
  bool above = normal != Vec3d{};
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3d &a = corner[k], &b = corner[(k + 1) % 3];
    above = above && dot(cross(b - a, point - a), normal) >= 0;
    least = std::min(least, distance_to_edge(point, a, b));
  }
  return above ? std::abs(dot(normal, point - corner[0])) : least;
}

}  // namespace

std::vector<int> nearest_parts(const trunk::TriangleMesh& surface, const trunk::TriangleMesh& mesh,
                               std::span<const int> counts) {
  std::vector<int> part_of_mesh;
  for (std::size_t part = 0; part < counts.size(); ++part)
    part_of_mesh.insert(part_of_mesh.end(), counts[part], static_cast<int>(part));
  trunk::Container walls_of_mesh;
  walls_of_mesh.surface = mesh;
  const trunk::WallTriangles walls(walls_of_mesh);
  std::vector<int> parts, near;
  for (const std::array<int, 3>& triangle : surface.triangles) {
    const auto [a, b, c] = surface.corners(triangle);
    const Vec3d middle = (a + b + c) * (1.0 / 3);
    int nearest = -1;
    double least = std::numeric_limits<double>::infinity();
    for (double reach = 1; least > reach; reach *= 4) {  // [mm]
      walls.near({middle - Vec3d{reach, reach, reach}, middle + Vec3d{reach, reach, reach}}, near);
      for (const int t : near) {
        const double distance = distance_to_triangle(middle, walls.corners(t));
        if (distance < least) least = distance, nearest = t;
      }
    }
    parts.push_back(part_of_mesh[nearest]);
  }
  return parts;
}

}  // namespace jam::tightness
