// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The legal packings from which annealings of an island begin, one after the other.
#pragma once

#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include "jam/io/binary_state.hpp"
#include "jam/trunk/model/box_bytes.hpp"

namespace jam::trunk {

class StartPool {
 public:
  struct Entry {
    std::vector<BoxRow> rows;
    int uses = 0;  ///< Number of annealings that count as begun from this packing.
  };

  [[nodiscard]] bool empty() const { return entries_.empty(); }

  /// What packings are compared by; default: the number of boxes.
  struct Measure {
    std::function<long long(const std::vector<BoxRow>&)> worth = [](const std::vector<BoxRow>& rows) {
      return std::ssize(rows);
    };
    long long box = 1;  ///< Worth of a box.
  };

  StartPool() = default;
  explicit StartPool(Measure measure) : measure_(std::move(measure)) {}

  [[nodiscard]] const Measure& measure() const { return measure_; }

  /// Adds a packing, if the pool does not have it; it counts as if `uses` annealings had begun from it.
  /// Beyond `limit`, the oldest of the packings whose turns come last is dropped.
  void add(std::vector<BoxRow> rows, int uses);

  /// The next packing, used once more: one of large worth from which few annealings have begun, of equal
  /// ones the oldest. There must be one.
  [[nodiscard]] const Entry& next();

  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

  static constexpr int limit = 64;

 private:
  /// One annealing more counts as much as two boxes less.
  [[nodiscard]] long long rank(const Entry& entry) const;
  [[nodiscard]] auto ranks() const {
    return [this](const Entry& entry) { return rank(entry); };
  }

  Measure measure_;
  std::vector<Entry> entries_;  ///< Oldest first.
};

}  // namespace jam::trunk
