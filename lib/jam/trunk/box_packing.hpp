// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A packing of boxes: what the search of trunks makes and everything else reads. Lengths in mm, z up.
#pragma once

#include <cstdint>
#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/core/vec.hpp"

namespace jam::trunk {

/// A box where it lies. Its axes are the columns of rotation_matrix(rotation), its extent along axis i is edge[i].
struct PlacedBox {
  Vec3d centre;                  ///< [mm]
  Quaternion<double> rotation;   ///< Unit.
  Vec3d edge{200, 100, 50};      ///< Full edge lengths [mm].
  std::int32_t tag[2] = {0, 0};  ///< Free for the user; kept by the files.
};

/// Boxes in the order of their numbers.
struct BoxPacking {
  std::vector<PlacedBox> boxes;

  [[nodiscard]] int count() const { return static_cast<int>(boxes.size()); }
};

/// Volume of all boxes [mm^3].
[[nodiscard]] inline double volume_of(const BoxPacking& packing) {
  double sum = 0;
  for (const PlacedBox& box : packing.boxes) sum += box.edge.x * box.edge.y * box.edge.z;
  return sum;
}

}  // namespace jam::trunk
