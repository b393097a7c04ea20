// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A box as the doubles that are published: one line of a BOX file. The search represents a box by a
// quaternion (PlacedBox), files and exact verification by a BoxRow. Only row_of() computes the row from the
// quaternion. Verify the rows and write the same rows, so that a reader of the file gets the doubles that
// were verified, bit for bit.
//
// The axes of a row's box are a = first_axis, b = second_axis and a x b, exactly as stored. Rounding leaves
// them orthonormal to 1e-15 only, which moves a corner by less than 1e-12 mm; exact verification has to use
// the stored axes, not ideal ones.
#pragma once

#include <cstdint>
#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/core/vec.hpp"
#include "jam/trunk/model/box_packing.hpp"

namespace jam::trunk {

/// Rotations further than this from orthonormal (in any product of two axes) are refused as input.
inline constexpr double rotation_tolerance = 1e-4;

/// Rotations with a smaller error are taken unchanged: rounding to doubles alone leaves up to 1.2e-15.
inline constexpr double rotation_rounding = 16 * 2.220446049250313e-16;

/// A line of a BOX file.
struct BoxRow {
  Vec3d centre;  ///< [mm]
  Vec3d first_axis{1, 0,
                   0};  ///< First column of the rotation matrix [-]; the box extends along it by edge.x.
  Vec3d second_axis{0, 1, 0};    ///< Second column [-]; the third is third_axis().
  Vec3d edge{200, 100, 50};      ///< Full edge lengths [mm].
  std::int32_t tag[2] = {0, 0};  ///< Free for the user.

  /// a x b, in double: rounded. Exact arithmetic takes the cross product itself.
  [[nodiscard]] Vec3d third_axis() const { return cross(first_axis, second_axis); }

  friend bool operator==(const BoxRow& a, const BoxRow& b) {
    return a.centre == b.centre && a.first_axis == b.first_axis && a.second_axis == b.second_axis &&
           a.edge == b.edge && a.tag[0] == b.tag[0] && a.tag[1] == b.tag[1];
  }
};

inline constexpr double cubic_millimetres_per_litre = 1e6;

/// Volume of a box, and of all boxes [litres].
[[nodiscard]] double litres_of(const BoxRow& box);
[[nodiscard]] double litres_of(const std::vector<BoxRow>& boxes);

/// The row of a box. Its quaternion is normalised on the way; the 24 rotations that map axes to axes, also
/// when off by a few 1e-16, give exactly 0 and +-1, so that boxes of a lattice touch without overlapping in
/// the last digit.
[[nodiscard]] BoxRow row_of(const PlacedBox& box);
[[nodiscard]] std::vector<BoxRow> rows_of(const BoxPacking& packing);

/// The box of a row, for the search. row_of(placed(row)) equals the row for the 24 rotations above; for
/// others the axes agree within rotation_rounding, so a program that publishes rows it has read has to keep
/// the rows. A row does not contain the radius of edges and corners: it is the same for all boxes of a load.
[[nodiscard]] PlacedBox placed(const BoxRow& row, double corner_radius = 0);
[[nodiscard]] BoxPacking packing_of(const std::vector<BoxRow>& rows, double corner_radius = 0);

/// Distance from orthonormal: the largest of | |a|^2 - 1 |, | |b|^2 - 1 |, | a.b | [-].
[[nodiscard]] double orthonormal_defect(Vec3d first_axis, Vec3d second_axis);

/// Scales a to length 1, then makes b perpendicular to a and of length 1 (Gram-Schmidt). Needs a defect below
/// rotation_tolerance.
void orthonormalise(Vec3d& first_axis, Vec3d& second_axis);

/// The unit quaternion, w >= 0, of the rotation with the columns a, b, a x b.
[[nodiscard]] Quaterniond quaternion_of(Vec3d first_axis, Vec3d second_axis);

}  // namespace jam::trunk
