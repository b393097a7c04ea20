// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounded boxes by other means than the library's: their true distance, and cavities that fit around them.
// Lengths in mm.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

#include "jam/contact/box.hpp"
#include "jam/trunk/model/container.hpp"

namespace jam::trunk::test {

/// The point of the core of `box` that is nearest to `point`.
inline Vec3d nearest_in_core(const contact::Box<double>& box, Vec3d point) {
  Vec3d nearest = box.centre;
  for (int k = 0; k < 3; ++k) {
    const double half = contact::component(box.half, k);
    nearest += std::clamp(dot(box.axis[k], point - box.centre), -half, half) * box.axis[k];
  }
  return nearest;
}

/// Distance of two cores, to 1e-6 mm from above: alternating projections, which converge to the nearest
/// points of convex sets.
inline double core_distance(const contact::Box<double>& a, const contact::Box<double>& b) {
  Vec3d p = a.centre;
  double distance = 1e300;
  for (int step = 0; step < 20000; ++step) {
    const Vec3d q = nearest_in_core(b, p);
    p = nearest_in_core(a, q);
    const double now = length(q - p);
    if (step % 100 == 99) {
      if (distance - now < 1e-10) return now;
      distance = now;
    }
  }
  return distance;
}

/// A cuboid around the origin with fillets of `radius` along all edges and at all corners. A fillet has
/// `parts` facets per 90 degrees, whose corners lie on the fillet. Oriented outwards.
inline TriangleMesh filleted_cuboid(Vec3d size, double radius, int parts) {
  const Vec3d core = 0.5 * size - Vec3d{radius, radius, radius};
  TriangleMesh mesh;
  std::map<std::tuple<double, double, double>, int> known;
  const auto vertex = [&](int longitude, int latitude) {
    const int quarter = longitude / (parts + 1);
    const double turn =
        (quarter + (longitude % (parts + 1)) / static_cast<double>(parts)) * std::numbers::pi / 2;
    const bool upper = latitude > parts;
    const int step = upper ? latitude - parts - 1 : latitude - parts;
    const double tilt = step * std::numbers::pi / 2 / parts;
    const double flat = std::abs(step) == parts ? 0 : std::cos(tilt);
    const Vec3d p{(quarter == 0 || quarter == 3 ? core.x : -core.x) + radius * flat * std::cos(turn),
                  (quarter < 2 ? core.y : -core.y) + radius * flat * std::sin(turn),
                  (upper ? core.z : -core.z) + radius * std::sin(tilt)};
    const auto [entry, is_new] = known.try_emplace({p.x, p.y, p.z}, static_cast<int>(mesh.vertices.size()));
    if (is_new) mesh.vertices.push_back(p);
    return entry->second;
  };
  const auto triangle = [&](int a, int b, int c) {
    if (a != b && b != c && c != a) mesh.triangles.push_back({a, b, c});
  };
  const int around = 4 * (parts + 1);
  const int up = 2 * parts + 1;
  for (int i = 0; i < around; ++i) {
    const int j = (i + 1) % around;
    for (int k = 0; k < up; ++k) {
      triangle(vertex(i, k), vertex(j, k), vertex(j, k + 1));
      triangle(vertex(i, k), vertex(j, k + 1), vertex(i, k + 1));
    }
  }
  // The lid and the floor, between what the poles of the ball become.
  std::array<int, 4> floor{};
  std::array<int, 4> lid{};
  for (std::size_t quarter = 0; quarter < 4; ++quarter) {
    floor[quarter] = vertex(static_cast<int>(quarter) * (parts + 1), 0);
    lid[quarter] = vertex(static_cast<int>(quarter) * (parts + 1), up);
  }
  triangle(lid[0], lid[1], lid[2]);
  triangle(lid[0], lid[2], lid[3]);
  triangle(floor[0], floor[2], floor[1]);
  triangle(floor[0], floor[3], floor[2]);
  return mesh;
}

inline Container filleted_container(Vec3d size, double radius, int parts) {
  Container container;
  container.surface = filleted_cuboid(size, radius, parts);
  container.original = container.surface;
  container.volume = volume_of(container.surface);
  return container;
}

}  // namespace jam::trunk::test
