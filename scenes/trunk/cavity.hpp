// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Cuboid cavities as points, and boxes in them, for tests and benchmarks of the contact simulation. Lengths
// in mm.
#pragma once

#include <cmath>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/trunk/model/box_packing.hpp"

namespace jam::test {

/// Points on the six walls of the cuboid from the origin to `edge`, at most `spacing` apart along each
/// direction.
[[nodiscard]] inline std::vector<Vec3d> cavity_points(Vec3d edge, double spacing) {
  std::vector<Vec3d> points;
  const auto wall = [&](Vec3d origin, Vec3d u, Vec3d v) {
    const int nu = static_cast<int>(std::ceil(length(u) / spacing));
    const int nv = static_cast<int>(std::ceil(length(v) / spacing));
    for (int i = 0; i <= nu; ++i) {
      for (int j = 0; j <= nv; ++j)
        points.push_back(origin + (static_cast<double>(i) / nu) * u + (static_cast<double>(j) / nv) * v);
    }
  };
  const Vec3d x{edge.x, 0, 0};
  const Vec3d y{0, edge.y, 0};
  const Vec3d z{0, 0, edge.z};
  for (const double side : {0.0, 1.0}) {
    wall(side * x, y, z);
    wall(side * y, x, z);
    wall(side * z, x, y);
  }
  return points;
}

/// nx x ny x nz litre boxes side by side from the origin, `pitch` times their edges apart.
[[nodiscard]] inline trunk::BoxPacking lattice_packing(int nx, int ny, int nz, double pitch = 1) {
  trunk::BoxPacking packing;
  for (int i = 0; i < nx; ++i) {
    for (int j = 0; j < ny; ++j) {
      for (int k = 0; k < nz; ++k) {
        trunk::PlacedBox box;
        box.centre = {pitch * (100 + 200 * i), pitch * (50 + 100 * j), pitch * (25 + 50 * k)};
        packing.boxes.push_back(box);
      }
    }
  }
  return packing;
}

/// Moves each coordinate by up to `shift` [mm] and rotates each box by up to about `turn` [rad].
inline void perturb(trunk::BoxPacking& packing, double shift, double turn, std::uint64_t seed) {
  RandomStream random(seed, StreamId::test, 0, 0);
  const auto any = [&] { return 2 * random.uniform_double() - 1; };
  for (trunk::PlacedBox& box : packing.boxes) {
    box.centre.x += shift * any();
    box.centre.y += shift * any();
    box.centre.z += shift * any();
    const double x = any();
    const double y = any();
    box.rotation = turned(box.rotation, turn * Vec3d{x, y, any()});
  }
}

}  // namespace jam::test
