// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/orientation_class.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace jam::trunk {
namespace {

constexpr double cosine_of_one_degree = 0.99984769515639;
constexpr std::size_t candidate_limit = 64;

Mat3<double> matrix_of(const BoxRow& box) { return {{box.first_axis, box.second_axis, box.third_axis()}}; }

/// The axis (0, 1, 2) of `frame` that `direction` is nearest to, if it is within a degree.
std::optional<int> nearest_axis(const Mat3<double>& frame, Vec3d direction) {
  for (int k = 0; k < 3; ++k) {
    if (std::abs(dot(frame.column[k], direction)) >= cosine_of_one_degree) return k;
  }
  return std::nullopt;
}

int class_of(const Mat3<double>& frame, const BoxRow& box) {
  // Axes of the box in descending order of edge length.
  const std::array<double, 3> edge = {box.edge.x, box.edge.y, box.edge.z};
  std::array<std::size_t, 3> order = {0, 1, 2};
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return edge[a] > edge[b]; });
  const Mat3<double> axes = matrix_of(box);
  const auto longest = nearest_axis(frame, axes.column[order[0]]);
  const auto middle = nearest_axis(frame, axes.column[order[1]]);
  if (!longest || !middle || *longest == *middle) return turned_class;
  const int first_other = *longest == 0 ? 1 : 0;
  return 2 * *longest + (*middle == first_other ? 0 : 1);
}

std::size_t aligned_count(const Mat3<double>& frame, const std::vector<BoxRow>& boxes) {
  return static_cast<std::size_t>(std::count_if(
      boxes.begin(), boxes.end(), [&](const BoxRow& box) { return class_of(frame, box) != turned_class; }));
}

}  // namespace

OrientationClasses classify_orientations(const std::vector<BoxRow>& boxes) {
  OrientationClasses classes;
  std::size_t most = aligned_count(classes.frame, boxes);
  const std::size_t stride = boxes.size() / candidate_limit + 1;
  for (std::size_t k = 0; k < boxes.size() && 2 * most < boxes.size(); k += stride) {
    const Mat3<double> frame = matrix_of(boxes[k]);
    const std::size_t count = aligned_count(frame, boxes);
    if (count > most) {
      most = count;
      classes.frame = frame;
    }
  }
  for (const BoxRow& box : boxes) classes.of_box.push_back(class_of(classes.frame, box));
  return classes;
}

std::string orientation_name(const OrientationClasses& classes, int orientation) {
  if (orientation == turned_class) return "turned";
  const bool world = classes.frame.column[0] == Vec3d{1, 0, 0} && classes.frame.column[1] == Vec3d{0, 1, 0};
  const char* mark = world ? "" : "'";
  const int longest = orientation / 2;
  const std::array<int, 2> others = {longest == 0 ? 1 : 0, longest == 2 ? 1 : 2};
  const int middle = others[orientation % 2];
  const auto axis = [mark](int k) { return std::string(1, "xyz"[k]) + mark; };
  return "long edge " + axis(longest) + ", middle edge " + axis(middle);
}

std::array<int, 3> orientation_colour(int orientation) {
  // Blues along x, oranges along y, greens along z: dark where the middle edge lies along the first of the
  // other axes; turned: magenta.
  static constexpr std::array<std::array<int, 3>, orientation_class_count> colours = {{{37, 99, 174},
                                                                                       {118, 180, 226},
                                                                                       {226, 120, 28},
                                                                                       {250, 190, 88},
                                                                                       {22, 128, 98},
                                                                                       {112, 196, 150},
                                                                                       {206, 66, 140}}};
  return colours[orientation];
}

}  // namespace jam::trunk
