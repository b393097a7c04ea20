// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The relaxation of one packing on one CPU thread: sixteen pairs of boxes, or sixteen points and a box, at a
// time; compiled once per instruction set (jam/core/isa.hpp).
#pragma once

#include <cstdint>

#include "jam/contact/point_grid.hpp"
#include "jam/core/isa.hpp"
#include "jam/trunk/relax/box_instances.hpp"
#include "jam/trunk/relax/box_physics.hpp"

namespace jam::trunk {

/// Numbers of a box in CpuBoxMemory::row: contact::Box<float>, that is centre, the three axes, half edges,
/// margin.
inline constexpr int box_row_size = 16;

/// Memory of one thread. Arrays of boxes hold box_capacity boxes (a multiple of 16), arrays of pairs and
/// points grow on demand. Aligned to 64 bytes.
struct CpuBoxMemory {
  int box_capacity = 0;
  float* row = nullptr;     ///< [box][box_row_size]
  float* sphere = nullptr;  ///< Centre x, y, z and radius, each an array over the boxes.
  /// Poses when the lists were made, as BoxView::pose with stride box_capacity.
  float* listed_pose = nullptr;
  /// Where the near points of each box begin, a multiple of 16; box_capacity + 1.
  std::int32_t* point_begin = nullptr;
  float* contact_count = nullptr;
  contact::Correction<float>* correction = nullptr;
  WallContact* wall = nullptr;  ///< [box][face]

  int pair_capacity = 0;
  std::int32_t* pair = nullptr;  ///< Near pairs a < b in ascending order: two arrays of pair_capacity.
  std::int32_t* contact_pair = nullptr;  ///< The overlapping ones: two arrays of pair_capacity.
  PairContact* contact = nullptr;        ///< [pair_capacity]

  int point_capacity = 0;
  float* point = nullptr;                ///< Near points of each box, three arrays of point_capacity.
  std::int32_t* point_number = nullptr;  ///< [point_capacity]

  RelaxPhaseTimes* times = nullptr;  ///< Receives the times of the phases; null: they are not timed.

  /// Grows the capacity to `pairs` pairs and `points` points; contents are preserved.
  void (*grow)(CpuBoxMemory& memory, int pairs, int points) = nullptr;
};

using CpuRelaxation = BoxRelaxationResult(const BoxView& boxes, const contact::PointGridView& grid,
                                          const BoxRelaxation& parameters, CpuBoxMemory& memory);
extern const IsaTable<CpuRelaxation> cpu_relaxation;

}  // namespace jam::trunk
