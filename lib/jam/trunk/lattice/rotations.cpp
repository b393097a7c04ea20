// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/lattice/rotations.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace jam::trunk {
namespace {

constexpr double degree = std::numbers::pi / 180;
/// Number of triangles around which walls are searched: the largest ones.
constexpr std::size_t seed_limit = 200;

}  // namespace

Quaterniond rotation_with_axes(Vec3d z, Vec3d x) {
  const Vec3d c = normalised(z, Vec3d{0, 0, 1});
  const Vec3d a = normalised(x - c * dot(x, c), Vec3d{1, 0, 0});
  const Vec3d b = cross(c, a);
  // From the largest of the four components, which loses no digits.
  const double trace[4] = {a.x + b.y + c.z, a.x - b.y - c.z, b.y - a.x - c.z, c.z - a.x - b.y};
  const auto largest = std::max_element(std::begin(trace), std::end(trace)) - std::begin(trace);
  const double s = std::sqrt(1 + trace[largest]) / 2;
  const double d = 1 / (4 * s);
  Quaterniond q;
  if (largest == 0) q = {s, (b.z - c.y) * d, (c.x - a.z) * d, (a.y - b.x) * d};
  if (largest == 1) q = {(b.z - c.y) * d, s, (b.x + a.y) * d, (c.x + a.z) * d};
  if (largest == 2) q = {(c.x - a.z) * d, (b.x + a.y) * d, s, (c.y + b.z) * d};
  if (largest == 3) q = {(a.y - b.x) * d, (c.x + a.z) * d, (c.y + b.z) * d, s};
  return normalised(q);
}

std::vector<WallDirection> wall_directions(const TriangleMesh& mesh, int limit, StopQuery stop) {
  struct Facet {
    Vec3d normal;
    double area;
  };
  std::vector<Facet> facets;
  for (const std::array<int, 3>& t : mesh.walls()) {
    const auto [a, b, c] = mesh.corners(t);
    const Vec3d normal = cross(b - a, c - a);
    const double size = length(normal);
    if (size > 0) facets.push_back({normal / size, size / 2});
  }
  std::stable_sort(facets.begin(), facets.end(),
                   [](const Facet& a, const Facet& b) { return a.area > b.area; });

  // The mean of the facets within `angle` of a direction, and their area.
  const auto around = [&](Vec3d direction, double angle) {
    WallDirection wall{{0, 0, 0}, 0};
    const double limit_cosine = std::cos(angle * degree);
    for (const Facet& facet : facets) {
      const double cosine = dot(facet.normal, direction);
      if (std::abs(cosine) < limit_cosine) continue;
      wall.normal += facet.normal * (cosine < 0 ? -facet.area : facet.area);
      wall.area += facet.area;
    }
    wall.normal = normalised(wall.normal, direction);
    return wall;
  };
  std::vector<WallDirection> walls;
  while (static_cast<int>(walls.size()) < limit && !facets.empty() && (walls.empty() || !stop.stopped())) {
    WallDirection best;
    for (std::size_t i = 0; i < std::min(seed_limit, facets.size()) && (i == 0 || !stop.stopped()); ++i) {
      const WallDirection wall = around(facets[i].normal, 1);
      if (wall.area > best.area) best = {facets[i].normal, wall.area};
    }
    const Vec3d seed = best.normal;
    best.normal = around(seed, 0.2).normal;
    walls.push_back(best);
    const double cosine = std::cos(2 * degree);
    std::erase_if(facets, [&](const Facet& facet) { return std::abs(dot(facet.normal, seed)) > cosine; });
  }
  return walls;
}

double frame_angle(const Quaterniond& a, const Quaterniond& b) {
  const Mat3<double> m = rotation_matrix(conjugate(a) * b);
  constexpr int permutation[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  double best = -1;
  for (int p = 0; p < 6; ++p) {
    for (int signs = 0; signs < 8; ++signs) {
      const int minus = (signs & 1) + (signs >> 1 & 1) + (signs >> 2 & 1);
      if ((minus + (p >= 3 ? 1 : 0)) % 2 != 0) continue;
      double trace = 0;
      for (int i = 0; i < 3; ++i)
        trace += ((signs >> i & 1) != 0 ? -1 : 1) * component(m.column[permutation[p][i]], i);
      best = std::max(best, trace);
    }
  }
  return std::acos(std::clamp((best - 1) / 2, -1.0, 1.0));
}

std::vector<Quaterniond> candidate_rotations(const TriangleMesh& mesh, int pair_limit, double yaw_step,
                                             StopQuery stop) {
  const std::vector<WallDirection> walls = wall_directions(mesh, 12, stop);
  struct Pair {
    double score;
    std::size_t first;
    std::size_t second;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < walls.size(); ++i) {
    for (std::size_t k = 0; k < walls.size(); ++k) {
      // The wall that is matched exactly counts twice, so that of two orders the better comes first.
      const double score = walls[i].area * walls[i].area * walls[k].area;
      if (std::abs(dot(walls[i].normal, walls[k].normal)) < std::cos(20 * degree))
        pairs.push_back({score, i, k});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.score > b.score; });

  std::vector<Quaterniond> rotations;
  const auto add = [&](const Quaterniond& rotation) {
    const auto near = [&](const Quaterniond& other) { return frame_angle(rotation, other) < 0.25 * degree; };
    if (std::none_of(rotations.begin(), rotations.end(), near)) rotations.push_back(rotation);
  };
  for (const Pair& pair : pairs) {
    if (static_cast<int>(rotations.size()) >= pair_limit) break;
    add(rotation_with_axes(walls[pair.first].normal, walls[pair.second].normal));
  }
  std::vector<Quaterniond> bases;
  for (const Pair& pair : pairs) {
    if (pair.first > 1 || static_cast<int>(bases.size()) > 1) continue;
    const Quaterniond base = rotation_with_axes(walls[pair.first].normal, walls[pair.second].normal);
    const auto same_axis = [&](const Quaterniond& other) {
      return std::abs(dot(rotation_matrix(base).column[2], rotation_matrix(other).column[2])) > 0.9999;
    };
    if (std::none_of(bases.begin(), bases.end(), same_axis)) bases.push_back(base);
  }
  bases.push_back({});
  for (const Quaterniond& base : bases) {
    // A rotation by 90 degrees maps the lattice onto itself.
    for (double yaw = 0; yaw < 89.9; yaw += yaw_step)
      add(base * from_axis_angle(Vec3d{0, 0, 1}, yaw * degree));
  }
  return rotations;
}

}  // namespace jam::trunk
