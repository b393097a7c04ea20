// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/tightness/moved_walls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "jam/trunk/model/wall_triangles.hpp"

namespace jam::tightness {
namespace {

using trunk::TriangleMesh;
using Triangle = std::array<Vec3d, 3>;

constexpr double parallel_cosine = 0.9397;  ///< Cosine of 20 degrees: such neighbours tilt.
constexpr double least_sine =
    0.34;  ///< Sine of 20 degrees: a vertex moves by at most three times the distance.
constexpr double accuracy = 1e-6;  ///< Penetrations below this are touches [mm].

Vec3d normal_of(const Triangle& triangle) {
  return normalised(cross(triangle[1] - triangle[0], triangle[2] - triangle[0]), Vec3d{});
}

/// The shortest motion by 1 along `outward` in the planes of `normals`, as far as these leave one.
Vec3d motion_along(const Vec3d& outward, const std::vector<Vec3d>& normals) {
  std::vector<Vec3d> basis;  // Orthonormal; spans the normals that are kept.
  Vec3d free = outward;      // The part of `outward` across all of them.
  for (Vec3d normal : normals) {
    if (dot(normal, outward) > parallel_cosine) continue;
    for (const Vec3d& axis : basis) normal -= axis * dot(axis, normal);
    if (length(normal) < 1e-3) continue;
    normal = normalised(normal, Vec3d{});
    const Vec3d left = free - normal * dot(normal, free);
    if (length(left) < least_sine) continue;
    basis.push_back(normal);
    free = left;
  }
  return free * (1 / dot(free, free));
}

/// A motion by 1 along `outward`, or less where walls leave no such motion, that moves none of `all` inwards:
/// as near as possible to the planes of `stiff`.
Vec3d outward_motion(const Vec3d& outward, const std::vector<Vec3d>& stiff, const std::vector<Vec3d>& all) {
  constexpr int rounds = 200;
  constexpr double longest = 1 / least_sine;
  Vec3d motion = motion_along(outward, stiff);
  const auto depth = [&](const Vec3d& normal) { return dot(normal, motion); };
  for (int round = 0; round < rounds; ++round) {  // Projections onto the wall that is worst.
    const Vec3d worst = *std::ranges::min_element(all, {}, depth);
    if (depth(worst) > -accuracy) break;
    motion -= worst * (depth(worst) - accuracy);
  }
  const double along = dot(motion, outward), size = length(motion);
  if (!(along > 0.1 * size) || std::ranges::any_of(all, [&](const Vec3d& n) { return depth(n) < 0; }))
    return {};
  return motion * std::min(1 / along, longest / size);
}

/// The shortest height of a triangle.
double least_altitude(const Triangle& triangle) {
  double longest = 0;
  for (std::size_t k = 0; k < 3; ++k)
    longest = std::max(longest, length(triangle[(k + 1) % 3] - triangle[k]));
  const double doubled_area = length(cross(triangle[1] - triangle[0], triangle[2] - triangle[0]));
  return longest > 0 ? doubled_area / longest : 0;
}

/// The length of the shortest way along edges from a region to each vertex; infinite beyond `reach`.
std::vector<double> ways_from(const WallRegion& region, const TriangleMesh& surface, double reach) {
  std::vector<double> way(surface.vertices.size(), std::numeric_limits<double>::infinity());
  std::vector<std::vector<int>> neighbours(surface.vertices.size());
  for (const std::array<int, 3>& t : surface.triangles) {
    for (std::size_t k = 0; k < 3; ++k) neighbours[t[k]].push_back(t[(k + 1) % 3]);
  }
  using Reached = std::pair<double, int>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> queue;
  for (const int t : region.triangles) {
    for (const int vertex : surface.triangles[t]) way[vertex] = 0, queue.emplace(0, vertex);
  }
  while (!queue.empty()) {
    const auto [so_far, vertex] = queue.top();
    queue.pop();
    if (so_far > way[vertex]) continue;
    for (const int next : neighbours[vertex]) {
      const double length_there = so_far + length(surface.vertex(next) - surface.vertex(vertex));
      if (length_there < std::min(way[next], reach))
        way[next] = length_there, queue.emplace(length_there, next);
    }
  }
  return way;
}

/// Whether the open edge from p to q crosses the inside of a triangle.
bool edge_crosses(const Vec3d& p, const Vec3d& q, const Triangle& triangle, const Vec3d& normal) {
  const double at_p = dot(normal, p - triangle[0]), at_q = dot(normal, q - triangle[0]);
  if (at_p * at_q >= 0 || std::min(std::abs(at_p), std::abs(at_q)) < accuracy) return false;
  const Vec3d point = p + (q - p) * (at_p / (at_p - at_q));
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3d along = triangle[(k + 1) % 3] - triangle[k];
    if (dot(cross(along, point - triangle[k]), normal) < accuracy * length(along)) return false;
  }
  return true;
}

bool crosses(const Triangle& a, const Triangle& b) {
  const Vec3d normal_a = normal_of(a), normal_b = normal_of(b);
  for (std::size_t k = 0; k < 3; ++k) {
    if (edge_crosses(a[k], a[(k + 1) % 3], b, normal_b) || edge_crosses(b[k], b[(k + 1) % 3], a, normal_a))
      return true;
  }
  return false;
}

/// Whether a triangle with a vertex that was moved is turned over, or crosses another one.
bool crosses_itself(const trunk::Container& container, const TriangleMesh& before,
                    const std::vector<char>& is_moved) {
  const TriangleMesh& surface = container.surface;
  const trunk::WallTriangles walls(container);
  const auto moved = [&](int vertex) { return is_moved[vertex] != 0; };
  std::vector<int> near;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const std::array<int, 3>& own = surface.triangles[t];
    if (std::ranges::none_of(own, moved)) continue;
    const Triangle corners = surface.corners(own);
    if (dot(normal_of(corners), normal_of(before.corners(own))) < 0) return true;
    trunk::Bounds bounds;
    for (const Vec3d& corner : corners) bounds.add(corner);
    walls.near(bounds, near);
    for (const int other : near) {
      if (other >= static_cast<int>(surface.triangles.size())) break;  // Sheets.
      const std::array<int, 3>& vertices = surface.triangles[other];
      const auto shared = [&](int vertex) { return std::ranges::find(own, vertex) != own.end(); };
      if (std::ranges::none_of(vertices, shared) && crosses(corners, surface.corners(vertices))) return true;
    }
  }
  return false;
}

/// Whether a sheet lies on a triangle: in its plane, and above some of it.
bool lies_on(const Triangle& sheet, const Triangle& triangle) {
  constexpr double same_plane = 0.05, same_direction = 0.999;  // [mm], cosine.
  const Vec3d normal = normal_of(triangle);
  if (std::abs(dot(normal, normal_of(sheet))) < same_direction) return false;
  trunk::Bounds own, other;
  for (const Vec3d& corner : triangle) own.add(corner);
  for (const Vec3d& corner : sheet) {
    if (std::abs(dot(normal, corner - triangle[0])) > same_plane) return false;
    other.add(corner);
  }
  own.low -= Vec3d{same_plane, same_plane, same_plane};
  own.high += Vec3d{same_plane, same_plane, same_plane};
  return own.meets(other);
}

/// The walls as read that go with a moved surface.
TriangleMesh moved_original(const trunk::Container& before, const TriangleMesh& surface,
                            const WallRegion& region) {
  TriangleMesh original = surface;
  TriangleMesh sheets = inner_walls(before);
  std::erase_if(sheets.triangles, [&](const std::array<int, 3>& sheet) {
    return std::ranges::any_of(region.triangles, [&](int t) {
      return lies_on(sheets.corners(sheet), before.surface.corners(before.surface.triangles[t]));
    });
  });
  const int shift = static_cast<int>(original.vertices.size());
  original.vertices.insert(original.vertices.end(), sheets.vertices.begin(), sheets.vertices.end());
  for (const auto& [a, b, c] : sheets.triangles)
    original.triangles.push_back({a + shift, b + shift, c + shift});
  return original;
}

/// Moves a region of a surface, and what lies beside it up to `reach`; returns which vertices.
std::vector<char> move_vertices(TriangleMesh& surface, const WallRegion& region, double distance,
                                double reach) {
  const std::vector<double> way = ways_from(region, surface, reach);
  std::vector<char> in_region(surface.triangles.size(), 0), is_moved(surface.vertices.size(), 0);
  for (const int t : region.triangles) in_region[t] = 1;
  // Normals of walls at a vertex: of those that stay in their planes, and of all.
  std::vector<std::vector<Vec3d>> stiff(surface.vertices.size()), all(surface.vertices.size());
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const Triangle corners = surface.corners(surface.triangles[t]);
    const Vec3d normal = normal_of(corners);
    if (normal == Vec3d{}) continue;
    const bool is_stiff = in_region[t] == 0 && least_altitude(corners) > reach;
    for (const int vertex : surface.triangles[t]) {
      if (!(way[vertex] < reach)) continue;
      all[vertex].push_back(normal);
      if (is_stiff) stiff[vertex].push_back(normal);
    }
  }
  for (std::size_t v = 0; v < surface.vertices.size(); ++v) {
    if (!(way[v] < reach)) continue;
    is_moved[v] = 1;
    surface.vertices[v] +=
        outward_motion(region.outward, stiff[v], all[v]) * (distance * (1 - way[v] / reach));
  }
  return is_moved;
}

}  // namespace

MovedContainer move_outwards(const trunk::Container& container, const WallRegion& region, double distance) {
  constexpr double blends[] = {4, 8, 16, 32, 2};  // Multiples of the distance: what is near may bend.
  if (container.wrap_alpha > 0) return {container, "an alpha wrap closes the mesh"};
  const TriangleMesh& surface = container.surface;
  const auto backwards = [&](int t) {
    return dot(normal_of(surface.corners(surface.triangles[t])), region.outward) < -accuracy;
  };
  if (region.outward == Vec3d{} || std::ranges::any_of(region.triangles, backwards))
    return {container, "its walls face opposite ways"};
  for (const double blend : blends) {
    MovedContainer moved{container, {}};
    const std::vector<char> is_moved =
        move_vertices(moved.container.surface, region, distance, blend * distance);
    if (crosses_itself(moved.container, surface, is_moved)) continue;
    moved.container.original = container.wrapped ? moved_original(container, moved.container.surface, region)
                                                 : moved.container.surface;
    moved.container.volume = volume_of(moved.container.surface);
    return moved;
  }
  return {container, "it would cross other walls"};
}

}  // namespace jam::tightness
