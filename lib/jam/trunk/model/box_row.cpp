// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/box_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "jam/core/quaternion_of_axes.hpp"

namespace jam::trunk {
namespace {

/// Replaces an entry of a rotation matrix by 0 or +-1 if it differs from that by rounding only.
double without_rounding(double entry) {
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  const double nearest = std::round(entry);
  return std::abs(entry - nearest) <= rounding ? nearest + 0.0 : entry;  // + 0.0: no negative zero in files.
}

Vec3d without_rounding(Vec3d axis) {
  return {without_rounding(axis.x), without_rounding(axis.y), without_rounding(axis.z)};
}

}  // namespace

BoxRow row_of(const PlacedBox& box) {
  // Dividing by |q|^2 at the end, instead of normalising q first, is exact if the components of q are
  // equal or zero.
  const Quaterniond& q = box.rotation;
  const double size = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
  BoxRow row;
  row.centre = box.centre;
  if (size > 0) {
    const Mat3<double> matrix = rotation_matrix(q);
    row.first_axis = without_rounding(matrix.column[0] / size);
    row.second_axis = without_rounding(matrix.column[1] / size);
  }
  row.edge = box.edge;
  std::copy_n(box.tag, 2, row.tag);
  return row;
}

std::vector<BoxRow> rows_of(const BoxPacking& packing) {
  std::vector<BoxRow> rows;
  rows.reserve(packing.boxes.size());
  for (const PlacedBox& box : packing.boxes) rows.push_back(row_of(box));
  return rows;
}

PlacedBox placed(const BoxRow& row, double corner_radius) {
  PlacedBox box;
  box.centre = row.centre;
  box.rotation = quaternion_of(row.first_axis, row.second_axis);
  box.edge = row.edge;
  std::copy_n(row.tag, 2, box.tag);
  box.corner_radius = corner_radius;
  return box;
}

BoxPacking packing_of(const std::vector<BoxRow>& rows, double corner_radius) {
  BoxPacking packing;
  packing.boxes.reserve(rows.size());
  for (const BoxRow& row : rows) packing.boxes.push_back(placed(row, corner_radius));
  return packing;
}

double orthonormal_defect(Vec3d first_axis, Vec3d second_axis) {
  return std::max({std::abs(length_squared(first_axis) - 1), std::abs(length_squared(second_axis) - 1),
                   std::abs(dot(first_axis, second_axis))});
}

void orthonormalise(Vec3d& first_axis, Vec3d& second_axis) {
  first_axis = first_axis / length(first_axis);
  second_axis -= dot(first_axis, second_axis) * first_axis;
  second_axis = second_axis / length(second_axis);
}

Quaterniond quaternion_of(Vec3d first_axis, Vec3d second_axis) {
  const Quaterniond q = quaternion_of_axes(first_axis, second_axis);
  return q.w < 0 ? Quaterniond{-q.w, -q.x, -q.y, -q.z} : q;
}

double litres_of(const BoxRow& box) {
  return box.edge.x * box.edge.y * box.edge.z / cubic_millimetres_per_litre;
}

double litres_of(const std::vector<BoxRow>& boxes) {
  double sum = 0;
  for (const BoxRow& box : boxes) sum += litres_of(box);
  return sum;
}

}  // namespace jam::trunk
