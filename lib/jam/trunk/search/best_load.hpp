// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The best verified load of a search: the only way by which loads leave search_trunk and search_set (set_search.hpp). Also the clock of a
// search, which goes on where a kept state left it.
#pragma once

#include <vector>

#include "jam/io/binary_state.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::trunk {

/// Keeps the best verified load of a search and tells the listener of it.
class BestLoad {
 public:
  BestLoad(const std::vector<BoxRow>& fixed, VerifyRows verify, const SearchRun& run);

  /// The legal part of `boxes` (without fixed ones) as rows; all of them where the load is legal. After a stop some of them: see
  /// legal_part.
  [[nodiscard]] std::vector<BoxRow> legal(std::vector<BoxRow> boxes) const;

  /// Makes legal rows (without fixed ones) the best load where their volume is larger.
  void offer(const std::vector<BoxRow>& boxes, SearchPhase phase);

  /// Passes the counters on, completed by time and best load.
  void progressed(TrunkProgress& progress);

  [[nodiscard]] const std::vector<BoxRow>& rows() const { return rows_; }
  [[nodiscard]] int count() const { return static_cast<int>(rows_.size()); }

  /// Since the search began, in the first of the processes that went on from each other [s].
  [[nodiscard]] double seconds() const { return stop_.elapsed() - begin_; }

  /// The load, how it was found, and the time. Reading verifies it and tells the listener; InputError for a load that is not legal or
  /// that does not hold the fixed boxes.
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

 private:
  std::vector<BoxRow> fixed_;
  VerifyRows verify_;
  StopToken& stop_;
  TrunkListener& listener_;
  std::vector<BoxRow> rows_;
  double litres_ = 0;
  double begin_ = 0;  ///< Of the search, in the time of stop_ [s].
  double found_ = 0;  ///< When the load was found [s].
  SearchPhase phase_ = SearchPhase::start;
};

/// The counters, without time and best load, which belong to BestLoad, and without the bound, which follows from the problem.
void write_counters(io::StateWriter& state, const TrunkProgress& progress);
void read_counters(io::StateReader& state, TrunkProgress& progress);

}  // namespace jam::trunk
