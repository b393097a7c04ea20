// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A search of a trunk that is one of several: of other containers or with other seeds, all of the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/stop_query.hpp"
#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::tightness {

/// Exact verification of complete loads of a problem, fixed boxes first.
using VerifyIn =
    std::function<bool(const trunk::TrunkProblem& problem, const std::vector<trunk::BoxRow>& rows)>;

struct ShortSearch {
  double seconds = 2;   ///< Time limit [s]; 0: none.
  long long turns = 0;  ///< Limit of turns; 0: none.
  std::uint64_t seed = 1;
  int instances = 0;  ///< Packings that are annealed side by side; 0: default of the device.
  Device device = {};
  int thread_count = 0;  ///< 0: all.
  /// Legal loads to begin from, without the fixed boxes, the best one first.
  std::vector<std::vector<trunk::BoxRow>> starts = {};
  /// As TrunkSearchOptions::boxes_beyond_rules of this problem; empty: no such rules.
  std::function<std::vector<int>(const std::vector<trunk::BoxRow>&)> boxes_beyond_rules = {};
  /// Told between turns how long the search has run [s], and the boxes of its best load; may be empty.
  std::function<void(double seconds, int boxes)> progress = {};
};

/// The best load that a search finds, verified, fixed boxes first; empty: none. `stop` ends the search before
/// its time, between two turns.
[[nodiscard]] std::vector<trunk::BoxRow> search_shortly(const trunk::TrunkProblem& problem,
                                                        const ShortSearch& search, const VerifyIn& verify,
                                                        const StopQuery& stop = {});

}  // namespace jam::tightness
