// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The views of pictures: one set of names and directions for all of them. x points to the rear of the car, z
// up. Projections are parallel, so lengths along the axes of a picture can be measured.
#pragma once

#include <array>
#include <cmath>

#include "jam/core/vec.hpp"
#include "jam/io/pictures/drawing.hpp"

namespace jam::trunk {

/// A direction of view: unit vectors of the picture's axes and towards the eye.
struct View {
  const char* name;
  const char* caption;  ///< The axes, for people.
  Vec3d right, up, eye;

  /// A point of the load in the picture [mm], y downwards.
  [[nodiscard]] io::DrawnPoint flat(const Vec3d& point) const { return {dot(right, point), -dot(up, point)}; }
};

/// All views, in the order in which they are shown. `iso` looks from behind, from the right-hand side of the
/// rear view and from above: all three axes are shortened alike.
[[nodiscard]] inline const std::array<View, 4>& views() {
  static const std::array<View, 4> all = [] {
    const double half = std::sqrt(0.5), third = std::sqrt(1.0 / 3), sixth = std::sqrt(1.0 / 6);
    return std::array<View, 4>{{{"iso",
                                 "from the rear, the side and above",
                                 {half, half, 0},
                                 {-sixth, sixth, 2 * sixth},
                                 {third, -third, third}},
                                {"top", "x to the right, y up", {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                {"side", "x to the right, z up", {1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
                                {"rear", "y to the right, z up", {0, 1, 0}, {0, 0, 1}, {1, 0, 0}}}};
  }();
  return all;
}

}  // namespace jam::trunk
