// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The legal packings that the annealing continues from: those of the largest rank, different from each other.
// Lengths in mm.
#pragma once

#include <functional>
#include <list>
#include <utility>

#include "jam/io/binary_state.hpp"
#include "jam/trunk/model/box_packing.hpp"

namespace jam::trunk {

class BoxElites {
 public:
  /// What packings are compared by.
  using Rank = std::function<long long(const BoxPacking&)>;

  /// Packings differ where a centre of one is farther than 10 mm times `scale` from all centres of the other.
  /// Without a rank, it is the number of boxes.
  explicit BoxElites(double scale = 1, Rank rank = {}) : scale_(scale), rank_(std::move(rank)) {}

  /// Adds a packing that is good enough and differs from those already there; those that then are worse
  /// are dropped. Beyond `limit` the oldest is dropped.
  void add(const BoxPacking& packing);

  /// Forgets all packings.
  void clear() {
    packings_.clear();
    best_ = {};
  }

  [[nodiscard]] bool empty() const { return packings_.empty(); }
  /// 0 for a packing without boxes.
  [[nodiscard]] long long rank(const BoxPacking& packing) const {
    return rank_ ? rank_(packing) : packing.count();
  }
  /// The first packing found of the largest rank; empty if there is none.
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
  Rank rank_;
  std::list<BoxPacking> packings_;
  BoxPacking best_;
};

}  // namespace jam::trunk
