// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A packing of boxes: the result of a search in a trunk. Lengths in mm, z up.
#pragma once

#include <cstdint>
#include <numbers>
#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/core/vec.hpp"

namespace jam::trunk {

/// A box with its place and rotation. Its axes are the columns of rotation_matrix(rotation), its extent along
/// axis i is edge[i].
struct PlacedBox {
  Vec3d centre;                  ///< [mm]
  Quaternion<double> rotation;   ///< Unit quaternion.
  Vec3d edge{200, 100, 50};      ///< Full edge lengths [mm].
  std::int32_t tag[2] = {0, 0};  ///< Free for the user; kept by the files.
  double corner_radius = 0;  ///< Radius of edges and corners [mm], at most half of the shortest edge; < 0:
                             ///< allowance.hpp. Not in a BoxRow.
};

/// Size of a box with these edges, relative to a litre box [-].
[[nodiscard]] inline double box_scale(const Vec3d& edge) {
  return length(edge) / length(Vec3d{200, 100, 50});
}

/// Volume of a box with edges and corners rounded by `radius`, at most half of its shortest edge [mm^3]:
/// that of the core, of its faces and edges swept by the ball, and of the ball (J. Steiner).
[[nodiscard]] inline double rounded_volume(Vec3d edge, double radius) {
  const Vec3d core = edge - Vec3d{2 * radius, 2 * radius, 2 * radius};
  const double faces = core.x * core.y + core.y * core.z + core.z * core.x;
  return core.x * core.y * core.z + 2 * faces * radius +
         std::numbers::pi * (core.x + core.y + core.z) * radius * radius +
         4 * std::numbers::pi / 3 * radius * radius * radius;
}

/// Boxes in the order of their numbers.
struct BoxPacking {
  std::vector<PlacedBox> boxes;

  [[nodiscard]] int count() const { return static_cast<int>(boxes.size()); }
};

}  // namespace jam::trunk
