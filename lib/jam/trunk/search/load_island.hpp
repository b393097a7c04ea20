// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Shared by both searches for boxes: the incumbent, the load of largest value, and the
// base class of islands.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "jam/io/binary_state.hpp"
#include "jam/search/archipelago.hpp"
#include "jam/search/incumbent.hpp"
#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/search/allowance.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::trunk {

/// The order of loads for Incumbent. The load that lacks fewer pieces (lacking_pieces) precedes; among equal
/// ones that of larger value (value_of); among equal values the load with
/// more boxes; then the load of the earlier round; in the same round that of the island with the lower
/// number.
class LoadKind {
 public:
  using Improvement = TrunkImprovement;
  using Progress = TrunkProgress;
  static constexpr const char* name = "load";
  static constexpr std::size_t counter_count = 4;

  /// The loads of this search are loads of allowance.packed(); `verify` gets loads of the problem. No load is
  /// better than one of `complete_count` boxes, fixed ones included. The allowance must outlive this.
  LoadKind(const Allowance& allowance, VerifyRows verify, int complete_count)
      : allowance_(&allowance), verify_(std::move(verify)), complete_count_(complete_count) {}

  static std::array<long long*, counter_count> counters(Progress& progress);

  [[nodiscard]] Improvement nothing() const { return load({}, SearchPhase::lattice, -1, 0); }
  [[nodiscard]] bool is_nothing(const Improvement& improvement) const;
  [[nodiscard]] static bool precedes(const Improvement& a, const Improvement& b);
  [[nodiscard]] static bool gains(const Improvement& improvement, const Progress& progress);
  static void show(const Improvement& improvement, Progress& progress);
  [[nodiscard]] static StopReason reached(const Improvement& /*improvement*/) { return StopReason::none; }
  [[nodiscard]] bool complete(const Improvement& improvement) const;
  [[nodiscard]] bool legal(const Improvement& improvement, std::string& /*why*/) const;

  static void write(io::StateWriter& state, const Improvement& improvement);
  [[nodiscard]] Improvement read(io::StateReader& state) const;
  void write_display(io::StateWriter& state, const Progress& p) const;
  void read_display(io::StateReader& state, Progress& p) const;

  /// The fixed boxes and `boxes` as an improvement.
  [[nodiscard]] Improvement load(const std::vector<BoxRow>& boxes, SearchPhase phase, long long round,
                                 int island) const;
  [[nodiscard]] const std::vector<BoxRow>& fixed() const { return allowance_->packed().fixed; }
  [[nodiscard]] bool verify(const std::vector<BoxRow>& rows) const;
  /// A load of this search as one of the problem; and the value of such a one.
  [[nodiscard]] std::vector<BoxRow> published(const std::vector<BoxRow>& rows) const {
    return allowance_->published(rows);
  }
  [[nodiscard]] double value(const std::vector<BoxRow>& published) const {
    return value_of(allowance_->problem().set, published);
  }

 private:
  /// Sets litres and value of its rows.
  void evaluate(Improvement& improvement) const;

  const Allowance* allowance_;
  VerifyRows verify_;
  int complete_count_;
};

class LoadIncumbent : public Incumbent<LoadKind> {
 public:
  static constexpr int never_complete = std::numeric_limits<int>::max();

  /// `beyond` may be empty (TrunkSearchOptions::boxes_beyond_rules).
  LoadIncumbent(const Allowance& allowance, const VerifyRows& verify, int complete_count,
                const SearchRun& run, std::function<std::vector<int>(const std::vector<BoxRow>&)> beyond = {})
      : Incumbent({allowance, verify, complete_count}, run.stop, run.listener), beyond_(std::move(beyond)) {}

  /// The legal part of `boxes` (without fixed boxes) as rows, in addition to a legal load `beside`; all boxes
  /// if the load is legal. After a stop it may be incomplete: see legal_part.
  [[nodiscard]] std::vector<BoxRow> legal(const std::vector<BoxRow>& boxes,
                                          const std::vector<BoxRow>& beside = {}) const;
  /// Whether all of `boxes` (without fixed ones) are legal, which takes one verification.
  [[nodiscard]] bool is_legal(const std::vector<BoxRow>& boxes) const;

  /// The boxes (without fixed ones) without those that break rules.
  [[nodiscard]] std::vector<BoxRow> within_rules(std::vector<BoxRow> boxes);

  /// Offers legal rows (without fixed ones) that island `island` has found in its round `round`, without
  /// those that break rules.
  void offer(const std::vector<BoxRow>& boxes, SearchPhase phase, long long round, int island);

  /// The end: last report, best load, counters, and the reason of the stop token.
  [[nodiscard]] TrunkResult result();

 private:
  std::function<std::vector<int>(const std::vector<BoxRow>&)> beyond_;

  [[nodiscard]] static std::vector<BoxRow> joined(std::vector<BoxRow> first,
                                                  const std::vector<BoxRow>& second);
};

/// Common data of the islands of a process; must outlive them.
struct TrunkScene {
  const Allowance& allowance;
  const TrunkProblem& problem;  ///< allowance.packed().
  const TriangleMesh& walls;    ///< The surface that the lattices fill (container_walls()).
  const TrunkSearchOptions& options;
  const SearchRun& run;
};

/// Base of both kinds of islands: the counters, and their part of the turns. A round is one turn.
class LoadIsland {
 public:
  using Best = LoadIncumbent;

  LoadIsland(const TrunkScene& scene, const IslandPlace& place, LoadIncumbent& best, SearchPhase phase)
      : scene_(scene), place_(place), stop_(scene.run.stop), best_(best), phase_(phase) {}

  void begin_round() {}
  void abandon() {}
  [[nodiscard]] Best::Counters counters() const;

  template <class I>
  static void summarise(const std::vector<const I*>& islands, TrunkProgress& progress) {
    progress.present_count = 0;
    progress.least_depth = -1;
    for (const LoadIsland* island : islands) {
      progress.phase = island->phase_;
      progress.present_count = std::max(progress.present_count, island->present_count_);
      if (island->least_depth_ < 0) continue;
      progress.least_depth = progress.least_depth < 0 ? island->least_depth_
                                                      : std::min(progress.least_depth, island->least_depth_);
    }
  }

 protected:
  [[nodiscard]] bool turns_used_up() const;
  /// Whether there is no load yet. If so, even the result of a turn that was stopped halfway is used.
  [[nodiscard]] bool has_nothing() const { return best_.empty(); }
  /// Whether the current turn was stopped halfway and its result is dropped.
  [[nodiscard]] bool dropped() const { return stop_.stop_requested() && !has_nothing(); }
  void count() { best_.add_counters(counters(), counted_); }
  void restore(const Best::Counters& counters);
  [[nodiscard]] int fixed_count() const { return static_cast<int>(scene_.problem.fixed.size()); }

  TrunkScene scene_;
  IslandPlace place_;
  StopToken& stop_;
  LoadIncumbent& best_;
  long long turns_ = 0;
  long long lattice_rounds_ = 0;
  long long annealing_rounds_ = 0;
  long long steps_ = 0;
  SearchPhase phase_;
  int present_count_ = 0;    ///< See TrunkProgress::present_count.
  double least_depth_ = -1;  ///< [mm]

 private:
  Best::Counters counted_{};  ///< The part of the counters that best_.progress contains.
};

}  // namespace jam::trunk
