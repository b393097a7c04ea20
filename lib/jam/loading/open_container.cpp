// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/loading/open_container.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/loading/sweep.hpp"

namespace jam::loading {
namespace {

using trunk::TriangleMesh;

/// Adds a triangle with corners of its own.
void add(TriangleMesh& mesh, const Triangle& corners) {
  const int first = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), corners.begin(), corners.end());
  mesh.triangles.push_back({first, first + 1, first + 2});
}

/// The walls as a container of their own, which nothing hides.
trunk::WallTriangles walls_of(TriangleMesh mesh) {
  trunk::Container container;
  container.surface = std::move(mesh);
  return trunk::WallTriangles(container);
}

/// Whether the ray from the middle of wall `number` along `outward` meets no other wall.
bool is_outermost(const trunk::WallTriangles& walls, int number, Vec3d outward, double length,
                  std::vector<int>& near) {
  constexpr double thickness = 1e-3;  // [mm]
  const Triangle& own = walls.corners(number);
  const Vec3d middle = (own[0] + own[1] + own[2]) / 3;
  trunk::Bounds ray;
  ray.add(middle);
  ray.add(middle + length * outward);
  walls.near(ray, near);
  const contact::Box<double> point{
      middle, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {thickness, thickness, thickness}};
  const auto is_beyond = [&](int other) {
    const Times times = overlap_times(zonotope_of(point), outward, walls.corners(other), 0);
    // Neighbours meet the point, if at all, near its start.
    return other != number && !times.none() && times.to > 1 && times.from < length;
  };
  return std::ranges::none_of(near, is_beyond);
}

/// Divides a triangle by a plane.
void divide(const Triangle& corners, const trunk::ClosingPlane& plane, TriangleMesh& walls,
            TriangleMesh& lid) {
  constexpr double near = 0.01;  // Corners nearer to the plane lie on it [mm].
  std::array<double, 3> beyond{};
  for (int k = 0; k < 3; ++k) {
    beyond[k] = dot(plane.outward, corners[k] - plane.point);
    if (std::fabs(beyond[k]) <= near) beyond[k] = 0;
  }
  if (*std::ranges::min_element(beyond) >= 0) return add(lid, corners);
  if (*std::ranges::max_element(beyond) <= 0) return add(walls, corners);
  for (const double side : {-1.0, 1.0}) {
    std::vector<Vec3d> part;
    for (int k = 0; k < 3; ++k) {
      const int next = (k + 1) % 3;
      const double here = side * beyond[k], there = side * beyond[next];
      if (here >= 0) part.push_back(corners[k]);
      if (here * there < 0) part.push_back(corners[k] + here / (here - there) * (corners[next] - corners[k]));
    }
    for (std::size_t k = 2; k < part.size(); ++k)
      add(side > 0 ? lid : walls, {part[0], part[k - 1], part[k]});
  }
}

}  // namespace

LoadingOpening top_opening() { return {"top", {0, 0, 1}, {}}; }
LoadingOpening rear_opening() { return {"rear", {1, 0, 0}, {}}; }

OpenContainer open_container(const trunk::Container& container, const LoadingOpening& opening) {
  constexpr double least_cosine = 0.5;
  const TriangleMesh all = trunk::container_walls(container);
  TriangleMesh real;  // Without a wrap behind the walls.
  real.vertices = all.vertices;
  real.triangles.assign(all.walls().begin(), all.walls().end());
  const std::size_t closed = real.triangles.size() - all.sheets;
  double outside = -1e300;
  for (const Vec3d& vertex : container.surface.vertices)
    outside = std::max(outside, dot(opening.outward, vertex));
  TriangleMesh walls, lid;
  if (!opening.planes.empty()) {
    walls = real;
    for (const trunk::ClosingPlane& plane : opening.planes) {
      TriangleMesh left;
      for (const auto& triangle : walls.triangles) divide(walls.corners(triangle), plane, left, lid);
      walls = std::move(left);
    }
  } else {
    const trunk::WallTriangles closed_walls = walls_of(real);
    const trunk::Bounds& bounds = closed_walls.bounds();
    const double reach = length(bounds.high - bounds.low);
    std::vector<int> near;
    for (int k = 0; k < closed_walls.count(); ++k) {
      const bool faces = dot(closed_walls.normal(k), opening.outward) >= least_cosine;
      const bool is_lid = faces && static_cast<std::size_t>(k) < closed &&
                          is_outermost(closed_walls, k, opening.outward, reach, near);
      add(is_lid ? lid : walls, closed_walls.corners(k));
    }
  }
  if (lid.triangles.empty())
    throw InputError("no wall of the container is open at " + opening.name +
                     ": a plane is accepted that lies within the container, or top or rear");
  if (walls.triangles.empty())
    throw InputError("all of the container lies beyond the opening " + opening.name +
                     ": a plane is accepted that lies within the container, or top or rear");
  return {opening, walls_of(std::move(walls)), outside};
}

}  // namespace jam::loading
