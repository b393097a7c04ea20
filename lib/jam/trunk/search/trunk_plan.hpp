// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the searches for boxes share around the archipelago: the incumbent, which is the load of largest volume with the fixed boxes, and
// the plan, which the ranks agree on and which runs the islands.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
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

  /// No load is better than one of `complete_count` boxes, fixed ones included.
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

/// Reads the head of a state, which holds the tag and the number of islands. Returns the number of islands.
[[nodiscard]] int read_trunk_head(io::StateReader& state, std::string_view tag);

/// What all ranks of a search agree on, and the search itself.
class TrunkPlan {
 public:
  /// `tag` marks the states of this kind of search. InputError for fewer islands than ranks, and for another number of islands than that of
  /// the saved state.
  TrunkPlan(const TrunkSearchOptions& options, const SearchRun& run, std::string_view tag);

  /// The caller's, with the number of islands of the saved state and the seed of rank 0.
  [[nodiscard]] const TrunkSearchOptions& options() const { return options_; }

  /// Searches with islands of type I, made by `make(place)`. Unless the search is resumed, `begin(islands)` comes first; where it returns
  /// false, nothing follows.
  template <class I, class Make, class Begin>
  [[nodiscard]] TrunkResult run(LoadIncumbent& best, const Make& make, const Begin& begin) {
    Archipelago<I> archipelago(archipelago_plan(), run_, best, link_ ? &*link_ : nullptr, make);
    bool begun = true;
    if (run_.resumes()) {
      io::StateReader state(run_.checkpoint->resume_state());
      static_cast<void>(read_trunk_head(state, tag_));
      archipelago.read(state);
    } else {
      begun = begin(archipelago.islands());
    }
    best.report(true);
    if (begun) archipelago.run();
    TrunkResult result = best.result();
    if (link_) result.error = link_->error();
    return result;
  }

 private:
  [[nodiscard]] ArchipelagoPlan archipelago_plan() const;

  TrunkSearchOptions options_;
  const SearchRun& run_;
  std::string_view tag_;
  std::optional<ranks::RankLink> link_;  ///< Where there are several ranks.
};

}  // namespace jam::trunk
