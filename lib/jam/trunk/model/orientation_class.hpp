// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Colours for pictures of a load: boxes of the same orientation have the same colour. In most loads, most
// boxes are aligned with one frame: the frame of the world, or one that follows a sloped wall. A box aligned
// with the frame has one of six orientations; all others form a seventh class.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/trunk/model/box_row.hpp"

namespace jam::trunk {

inline constexpr int orientation_class_count = 7;
inline constexpr int turned_class = 6;

/// The orientation class of each box.
struct OrientationClasses {
  /// The axes that most boxes are aligned with, as columns; the world's unless others are shared by more
  /// boxes.
  Mat3<double> frame{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

  /// Class of each box: 2 * (axis of the longest edge) + (0 or 1: the middle edge lies along the first or the
  /// second of the other two axes), or turned_class.
  std::vector<int> of_box;
};

/// Sorts boxes into classes. A box is aligned where each of its axes is within one degree of an axis of the
/// frame. Among equal edges, the first in the row counts as the longer. The frame is that of the world or of
/// one of at most 64 boxes, spread evenly over their numbers.
[[nodiscard]] OrientationClasses classify_orientations(const std::vector<BoxRow>& boxes);

/// Text for legends: "long edge x, middle edge y" (with x', y', z' in a frame other than the world's), or
/// "turned".
[[nodiscard]] std::string orientation_name(const OrientationClasses& classes, int orientation);

/// Red, green, blue in 0..255 (sRGB), also distinguishable for most colour-blind people.
[[nodiscard]] std::array<int, 3> orientation_colour(int orientation);

}  // namespace jam::trunk
