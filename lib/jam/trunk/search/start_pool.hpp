// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The legal packings from which annealings of an island begin, one after the other.
#pragma once

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "jam/io/binary_state.hpp"
#include "jam/trunk/model/box_bytes.hpp"

namespace jam::trunk {

class StartPool {
 public:
  struct Entry {
    std::vector<BoxRow> rows;
    int uses = 0;  ///< Number of annealings that count as begun from it.
  };

  [[nodiscard]] bool empty() const { return entries_.empty(); }

  /// Adds a packing, if it is not there, that counts as if `uses` annealings had begun from it. Beyond
  /// `limit`, the oldest of those whose turns would come last is dropped.
  void add(std::vector<BoxRow> rows, int uses) {
    // By centres: rotations may have gone through quaternions and differ in their last bits.
    const auto same = [&rows](const Entry& other) {
      return std::ranges::equal(rows, other.rows, {}, &BoxRow::centre, &BoxRow::centre);
    };
    if (std::ranges::any_of(entries_, same)) return;
    entries_.push_back({std::move(rows), uses});
    if (std::ssize(entries_) > limit) entries_.erase(std::ranges::min_element(entries_, {}, rank));
  }

  /// The next packing, used once more: one with many boxes from which few annealings have begun, of equal
  /// ones the oldest. There must be one.
  [[nodiscard]] const Entry& next() {
    assert(!empty());
    Entry& entry = *std::ranges::max_element(entries_, {}, rank);
    ++entry.uses;
    return entry;
  }

  void write(io::StateWriter& state) const {
    state.write(static_cast<int>(entries_.size()));
    for (const Entry& entry : entries_) io::write_all(state, entry.rows, entry.uses);
  }
  void read(io::StateReader& state) {
    const int count = state.read<int>();
    if (count < 0 || count > limit) io::fail_state("its number of starts is impossible");
    entries_.clear();
    for (int i = 0; i < count; ++i) {
      Entry entry;
      io::read_all(state, entry.rows, entry.uses);
      require_boxes(entry.rows);
      if (entry.rows.empty() || entry.uses < 0 || entry.uses > most_uses)
        io::fail_state("a start is impossible");
      entries_.push_back(std::move(entry));
    }
  }

  static constexpr int limit = 64;

 private:
  static constexpr int most_uses = 100'000'000;

  /// One annealing more counts as much as two boxes less.
  [[nodiscard]] static int rank(const Entry& entry) {
    return static_cast<int>(entry.rows.size()) - 2 * entry.uses;
  }

  std::vector<Entry> entries_;  ///< Oldest first.
};

}  // namespace jam::trunk
