// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/tolerance_hint.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace jam::mesh {
namespace {

constexpr double breadth = 0.01;   ///< What a wall may lack [mm].
constexpr double rounding = 1e-6;  ///< What verification allows in any case [mm].

/// How many boxes lie along an edge of a room: floor(length / edge).
int count_along(double length, double edge) { return static_cast<int>(std::floor(length / edge)); }

/// Boxes that all lie the same way in a cuboid.
int grid_count(Vec3d size, Vec3d edge) {
  std::array<double, 3> e = {edge.x, edge.y, edge.z};
  std::sort(e.begin(), e.end());
  int most = 0;
  do {
    most = std::max(most, count_along(size.x, e[0]) * count_along(size.y, e[1]) * count_along(size.z, e[2]));
  } while (std::next_permutation(e.begin(), e.end()));
  return most;
}

std::string cuboid_hint(Vec3d size, Vec3d edge) {
  const int now = grid_count(size, edge), then = grid_count(size + Vec3d{breadth, breadth, breadth}, edge);
  if (then <= now) return {};
  return fmt::format(
      "the room measures {:.10g} x {:.10g} x {:.10g} mm, up to {:.6g} mm less than a multiple of the "
      "boxes: --tolerance {:.6g} lets {} boxes lie in rows, in place of {}",
      size.x, size.y, size.z, breadth, breadth, then, now);
}

/// A plane wall.
struct PlaneWall {
  Vec3d outward;  ///< Unit normal, out of the room.
  Vec3d middle;   ///< Centre of its area.
  double area = 0;
};

/// The plane walls of a closed surface that have at least a fiftieth of its area.
std::vector<PlaneWall> plane_walls(const trunk::TriangleMesh& surface) {
  constexpr std::size_t wall_limit = 64;
  constexpr double least_share = 0.02, parallel = 1e-4;
  std::vector<PlaneWall> triangles, walls;
  double area = 0;
  for (const auto& triangle : surface.triangles) {
    const auto [a, b, c] = surface.corners(triangle);
    const Vec3d normal = cross(b - a, c - a);
    const double size = length(normal);
    if (!(size > 0)) continue;
    triangles.push_back({(1 / size) * normal, (1.0 / 3) * (a + b + c), size / 2});
    area += size / 2;
  }
  std::stable_sort(triangles.begin(), triangles.end(),
                   [](const PlaneWall& a, const PlaneWall& b) { return a.area > b.area; });
  for (const PlaneWall& t : triangles) {
    const auto wall = std::find_if(walls.begin(), walls.end(), [&](const PlaneWall& w) {
      return dot(w.outward, t.outward) > 0 && length(cross(w.outward, t.outward)) < parallel &&
             std::abs(dot(w.outward, t.middle - w.middle)) < breadth;
    });
    if (wall != walls.end()) {
      const double share = t.area / (wall->area + t.area);
      wall->middle = wall->middle + share * (t.middle - wall->middle);
      wall->area += t.area;
    } else if (walls.size() < wall_limit) {
      walls.push_back(t);
    }
  }
  std::erase_if(walls, [&](const PlaneWall& wall) { return wall.area < least_share * area; });
  return walls;
}

std::string walls_hint(const trunk::TriangleMesh& surface, Vec3d edge) {
  constexpr double opposite = -1 + 1e-9;
  constexpr std::size_t listed = 3;
  const std::vector<PlaneWall> walls = plane_walls(surface);
  std::vector<double> distances;
  for (std::size_t i = 0; i < walls.size(); ++i)
    for (std::size_t j = i + 1; j < walls.size(); ++j) {
      if (dot(walls[i].outward, walls[j].outward) > opposite) continue;
      const double distance = dot(walls[i].outward, walls[i].middle - walls[j].middle);
      for (const double size : {edge.x, edge.y, edge.z})
        if (distance > 0 && count_along(distance + breadth, size) > count_along(distance + rounding, size)) {
          distances.push_back(distance);
          break;
        }
    }
  if (distances.empty()) return {};
  std::sort(distances.begin(), distances.end(), std::greater<>());
  std::string text;
  for (std::size_t k = 0; k < std::min(distances.size(), listed); ++k)
    text += fmt::format("{}{:.10g}", k == 0 ? "" : ", ", distances[k]);
  return fmt::format(
      "walls that face each other lie {}{} mm apart, up to {:.6g} mm less than a multiple of the "
      "boxes: --tolerance {:.6g} may bring boxes",
      text, distances.size() > listed ? ", ..." : "", breadth, breadth);
}

}  // namespace

std::string tolerance_hint(const trunk::TrunkProblem& problem) {
  constexpr double cuboid_share = 0.999;  // Least share of its bounds that a cuboid fills.
  if (problem.tolerance > 0 || !problem.set.uniform() || problem.container.wrap_alpha > 0) return {};
  const Vec3d edge = problem.set.pieces.front().edge;
  const trunk::Bounds bounds = trunk::bounds_of(problem.container.surface);
  const Vec3d size = bounds.high - bounds.low;
  if (problem.container.volume >= cuboid_share * size.x * size.y * size.z) return cuboid_hint(size, edge);
  return walls_hint(problem.container.surface, edge);
}

}  // namespace jam::mesh
