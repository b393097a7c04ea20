// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The incumbent of the searches for boxes: the load of largest volume, with the fixed boxes.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "jam/io/binary_state.hpp"
#include "jam/search/archipelago.hpp"
#include "jam/search/incumbent.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::trunk {

/// Loads, as Incumbent knows them: the larger volume precedes; of equal volumes the one that was found in the earlier round, in a round
/// that of the island with the lower number.
class LoadKind {
 public:
  using Improvement = TrunkImprovement;
  using Progress = TrunkProgress;
  static constexpr const char* name = "load";
  static constexpr std::size_t counter_count = 4;

  /// A load of `complete_count` boxes, fixed ones included, is one than which none can be better.
  LoadKind(std::vector<BoxRow> fixed, VerifyRows verify, int complete_count)
      : fixed_(std::move(fixed)), verify_(std::move(verify)), complete_count_(complete_count) {}

  static std::array<long long*, counter_count> counters(Progress& progress) {
    return {&progress.turns, &progress.lattice_rounds, &progress.annealing_rounds, &progress.relaxation_steps};
  }

  [[nodiscard]] Improvement nothing() const;
  [[nodiscard]] bool is_nothing(const Improvement& improvement) const { return improvement.rows.size() == fixed_.size(); }
  [[nodiscard]] static bool precedes(const Improvement& a, const Improvement& b);
  [[nodiscard]] static bool gains(const Improvement& improvement, const Progress& progress);
  static void show(const Improvement& improvement, Progress& progress);
  [[nodiscard]] static StopReason reached(const Improvement& /*improvement*/) { return StopReason::none; }
  [[nodiscard]] bool complete(const Improvement& improvement) const { return std::ssize(improvement.rows) >= complete_count_; }
  [[nodiscard]] bool legal(const Improvement& improvement, std::string& /*why*/) const { return verify_(improvement.rows); }

  static void write(io::StateWriter& state, const Improvement& improvement);
  [[nodiscard]] Improvement read(io::StateReader& state) const;
  static void write_display(io::StateWriter& state, const Progress& progress);
  static void read_display(io::StateReader& state, Progress& progress);

  [[nodiscard]] const std::vector<BoxRow>& fixed() const { return fixed_; }
  [[nodiscard]] const VerifyRows& verify() const { return verify_; }

 private:
  std::vector<BoxRow> fixed_;
  VerifyRows verify_;
  int complete_count_;
};

class LoadIncumbent : public Incumbent<LoadKind> {
 public:
  static constexpr int never_complete = std::numeric_limits<int>::max();

  LoadIncumbent(const std::vector<BoxRow>& fixed, const VerifyRows& verify, int complete_count, const SearchRun& run)
      : Incumbent({fixed, verify, complete_count}, run.stop, run.listener) {}

  /// The legal part of `boxes` (without fixed ones) as rows; all of them where the load is legal. After a stop some of them: see
  /// legal_part.
  [[nodiscard]] std::vector<BoxRow> legal(std::vector<BoxRow> boxes) const;

  /// Offers legal rows (without fixed ones) that island `island` has found in its round `round`.
  void offer(const std::vector<BoxRow>& boxes, SearchPhase phase, long long round, int island);

  [[nodiscard]] const std::vector<BoxRow>& rows() const { return best().rows; }
  [[nodiscard]] int count() const { return static_cast<int>(rows().size()); }

  /// The end: last report, best load, counters, and the reason of the stop token.
  [[nodiscard]] TrunkResult result();
};

}  // namespace jam::trunk
