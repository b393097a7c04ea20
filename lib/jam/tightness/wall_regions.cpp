// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/tightness/wall_regions.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

namespace jam::tightness {
namespace {

constexpr double least_cosine = 0.9397;  ///< Cosine of 20 degrees.

/// For each triangle, those that share an edge with it.
std::vector<std::vector<int>> neighbours_of(const trunk::TriangleMesh& surface) {
  std::map<std::pair<int, int>, std::vector<int>> at_edge;
  const auto count = static_cast<int>(surface.triangles.size());
  for (int t = 0; t < count; ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = surface.triangles[t][k], b = surface.triangles[t][(k + 1) % 3];
      at_edge[std::minmax(a, b)].push_back(t);
    }
  }
  std::vector<std::vector<int>> neighbours(count);
  for (const auto& [edge, all] : at_edge) {
    for (const int t : all) {
      for (const int other : all) {
        if (other != t) neighbours[t].push_back(other);
      }
    }
  }
  return neighbours;
}

/// Normals of all triangles, as long as twice the area [mm^2].
std::vector<Vec3d> doubled_normals(const trunk::TriangleMesh& surface) {
  std::vector<Vec3d> normals;
  for (const std::array<int, 3>& triangle : surface.triangles) {
    const auto [a, b, c] = surface.corners(triangle);
    normals.push_back(cross(b - a, c - a));
  }
  return normals;
}

}  // namespace

std::vector<WallRegion> find_wall_regions(const trunk::TriangleMesh& surface, std::span<const int> labels) {
  const std::size_t count = surface.triangles.size();
  const auto label = [&](int t) { return labels.empty() ? 0 : labels[t]; };
  const std::vector<Vec3d> doubled = doubled_normals(surface);
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater<>(), [&](int t) { return length(doubled[t]); });
  const std::vector<std::vector<int>> neighbours = neighbours_of(surface);
  std::vector<char> taken(count, 0);
  std::vector<WallRegion> regions;
  for (const int first : order) {
    if (taken[first] != 0 || !(length(doubled[first]) > 0)) continue;
    const Vec3d normal = normalised(doubled[first], Vec3d{});
    WallRegion region{label(first), {first}, {}, 0};
    taken[first] = 1;
    Vec3d sum;
    for (std::size_t next = 0; next < region.triangles.size(); ++next) {
      const int t = region.triangles[next];
      sum += doubled[t];
      region.area += 0.5 * length(doubled[t]);
      for (const int other : neighbours[t]) {
        const Vec3d facing = normalised(doubled[other], Vec3d{});
        if (taken[other] != 0 || label(other) != region.label || dot(facing, normal) < least_cosine) continue;
        taken[other] = 1;
        region.triangles.push_back(other);
      }
    }
    region.outward = normalised(sum, normal);
    std::ranges::sort(region.triangles);
    regions.push_back(std::move(region));
  }
  return regions;
}

std::vector<WallRegion> find_part_regions(const trunk::TriangleMesh& surface, std::span<const int> labels) {
  const std::vector<Vec3d> doubled = doubled_normals(surface);
  std::map<int, WallRegion> regions;
  for (std::size_t t = 0; t < doubled.size(); ++t) {
    WallRegion& region = regions[labels[t]];
    region.label = labels[t];
    region.triangles.push_back(static_cast<int>(t));
    region.outward += doubled[t];
    region.area += 0.5 * length(doubled[t]);
  }
  std::vector<WallRegion> list;
  for (auto& [label, region] : regions) {
    region.outward = normalised(region.outward, Vec3d{});
    list.push_back(std::move(region));
  }
  return list;
}

}  // namespace jam::tightness
