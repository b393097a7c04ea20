// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The legal packings that the annealing continues from: those with most boxes, different from each other.
// Lengths in mm.
#pragma once

#include <list>

#include "jam/io/binary_state.hpp"
#include "jam/trunk/model/box_packing.hpp"

namespace jam::trunk {

class BoxElites {
 public:
  /// Packings differ where a centre of one is farther than 10 mm times `scale` from all centres of the other.
  explicit BoxElites(double scale = 1) : scale_(scale) {}

  /// Adds a packing that has enough boxes and differs from those already there; those that then have too few
  /// are dropped. Beyond `limit` the oldest is dropped.
  void add(const BoxPacking& packing);

  /// Forgets all packings.
  void clear() {
    packings_.clear();
    best_ = {};
  }

  [[nodiscard]] bool empty() const { return packings_.empty(); }
  /// The first packing found with the largest number of boxes; empty if there is none.
  [[nodiscard]] const BoxPacking& best() const { return best_; }
  [[nodiscard]] int count() const { return static_cast<int>(packings_.size()); }

  /// The oldest first.
  [[nodiscard]] const std::list<BoxPacking>& packings() const { return packings_; }

  /// All packings.
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

  static constexpr int limit = 32;

 private:
  double scale_;
  std::list<BoxPacking> packings_;
  BoxPacking best_;
};

}  // namespace jam::trunk
