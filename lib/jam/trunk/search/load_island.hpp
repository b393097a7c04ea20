// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Shared by both searches for boxes: the incumbent, the load of largest volume including fixed boxes, and the
// base class of islands.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "jam/io/binary_state.hpp"
#include "jam/search/archipelago.hpp"
#include "jam/search/incumbent.hpp"
#include "jam/trunk/model/box_bytes.hpp"
#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/search/allowance.hpp"
#include "jam/trunk/search/trunk_search.hpp"
#include "jam/trunk/search/trunk_start.hpp"

namespace jam::trunk {

/// How Incumbent compares loads. The larger volume precedes; of equal volumes, the one found in the earlier
/// round; in the same round, the one of the island with the lower number.
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

  static std::array<long long*, counter_count> counters(Progress& progress) {
    return {&progress.turns, &progress.lattice_rounds, &progress.annealing_rounds,
            &progress.relaxation_steps};
  }

  [[nodiscard]] Improvement nothing() const { return load({}, SearchPhase::lattice, -1, 0); }
  [[nodiscard]] bool is_nothing(const Improvement& improvement) const {
    return improvement.rows.size() == fixed().size();
  }
  [[nodiscard]] static bool precedes(const Improvement& a, const Improvement& b) {
    if (a.litres > b.litres * (1 + volume_rounding)) return true;
    if (b.litres > a.litres * (1 + volume_rounding)) return false;
    return std::tie(a.round, a.island) < std::tie(b.round, b.island);
  }
  [[nodiscard]] static bool gains(const Improvement& improvement, const Progress& progress) {
    return improvement.litres > progress.best_litres * (1 + volume_rounding);
  }
  static void show(const Improvement& improvement, Progress& progress) {
    progress.best_count = static_cast<int>(improvement.rows.size());
    progress.best_litres = improvement.litres;
  }
  [[nodiscard]] static StopReason reached(const Improvement& /*improvement*/) { return StopReason::none; }
  [[nodiscard]] bool complete(const Improvement& improvement) const {
    return std::ssize(improvement.rows) >= complete_count_;
  }
  [[nodiscard]] bool legal(const Improvement& improvement, std::string& /*why*/) const {
    return verify(improvement.rows);
  }

  static void write(io::StateWriter& state, const Improvement& improvement) {
    io::write_all(state, improvement.phase, improvement.round, improvement.island, improvement.rows);
  }
  [[nodiscard]] Improvement read(io::StateReader& state) const {
    Improvement improvement;
    io::read_all(state, improvement.phase, improvement.round, improvement.island, improvement.rows);
    const std::vector<BoxRow>& rows = improvement.rows;
    if (improvement.phase < SearchPhase::start || improvement.phase > last_phase || improvement.round < -1 ||
        improvement.island < 0)
      io::fail_state("its best load was found nowhere");
    require_boxes(rows);
    if (rows.size() < fixed().size() || !std::equal(fixed().begin(), fixed().end(), rows.begin()))
      io::fail_state("its fixed boxes are different");
    improvement.litres = litres_of(allowance_->larger(rows));
    return improvement;
  }
  static void write_display(io::StateWriter& state, const Progress& p) {
    io::write_all(state, p.phase, p.present_count, p.least_depth, p.best_count, p.best_litres);
  }
  static void read_display(io::StateReader& state, Progress& p) {
    io::read_all(state, p.phase, p.present_count, p.least_depth, p.best_count, p.best_litres);
    if (p.phase < SearchPhase::start || p.phase > SearchPhase::pose) io::fail_state("it has no phase");
  }

  /// The fixed boxes and `boxes` as an improvement.
  [[nodiscard]] Improvement load(const std::vector<BoxRow>& boxes, SearchPhase phase, long long round,
                                 int island) const {
    Improvement improvement;
    improvement.phase = phase;
    improvement.rows = fixed();
    improvement.rows.insert(improvement.rows.end(), boxes.begin(), boxes.end());
    improvement.litres = litres_of(allowance_->larger(improvement.rows));
    improvement.round = round;
    improvement.island = island;
    return improvement;
  }
  [[nodiscard]] const std::vector<BoxRow>& fixed() const { return allowance_->packed().fixed; }
  [[nodiscard]] bool verify(const std::vector<BoxRow>& rows) const {
    return allowance_->any() ? verify_(allowance_->larger(rows)) : verify_(rows);
  }

 private:
  static constexpr double volume_rounding =
      1e-12;  ///< A relative difference of volumes that is rounding of their sums.

  const Allowance* allowance_;
  VerifyRows verify_;
  int complete_count_;
};

class LoadIncumbent : public Incumbent<LoadKind> {
 public:
  static constexpr int never_complete = std::numeric_limits<int>::max();

  LoadIncumbent(const Allowance& allowance, const VerifyRows& verify, int complete_count,
                const SearchRun& run)
      : Incumbent({allowance, verify, complete_count}, run.stop, run.listener) {}

  /// The legal part of `boxes` (without fixed ones) as rows, beside a legal load `beside` that is no part of
  /// it; all of them where the load is legal. After a stop it may be incomplete: see legal_part.
  [[nodiscard]] std::vector<BoxRow> legal(const std::vector<BoxRow>& boxes,
                                          const std::vector<BoxRow>& beside = {}) const {
    return legal_part(joined(kind().fixed(), beside), boxes, std::bind_front(&LoadKind::verify, &kind()),
                      &stop());
  }
  /// Whether all of `boxes` (without fixed ones) are legal, which takes one verification.
  [[nodiscard]] bool is_legal(const std::vector<BoxRow>& boxes) const {
    return kind().verify(joined(kind().fixed(), boxes));
  }

  /// Offers legal rows (without fixed ones) that island `island` has found in its round `round`.
  void offer(const std::vector<BoxRow>& boxes, SearchPhase phase, long long round, int island) {
    Incumbent::offer(kind().load(boxes, phase, round, island));
  }

  /// The end: last report, best load, counters, and the reason of the stop token.
  [[nodiscard]] TrunkResult result() {
    report_end();
    return {{progress, stop().reason()}, best().rows, {}};
  }

 private:
  [[nodiscard]] static std::vector<BoxRow> joined(std::vector<BoxRow> first,
                                                  const std::vector<BoxRow>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
  }
};

/// What the islands of a process share; must outlive them.
struct TrunkScene {
  const Allowance& allowance;
  const TrunkProblem& problem;  ///< allowance.packed().
  const TriangleMesh& walls;    ///< The surface that the lattices fill (container_walls()).
  const TrunkSearchOptions& options;
  const SearchRun& run;
};

/// What both kinds of islands have: the counters, and their share of the turns. A round is one turn.
class LoadIsland {
 public:
  using Best = LoadIncumbent;

  LoadIsland(const TrunkScene& scene, const IslandPlace& place, LoadIncumbent& best, SearchPhase phase)
      : scene_(scene), place_(place), stop_(scene.run.stop), best_(best), phase_(phase) {}

  void begin_round() {}
  void abandon() {}
  [[nodiscard]] Best::Counters counters() const {
    return {turns_, lattice_rounds_, annealing_rounds_, steps_};
  }

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
  [[nodiscard]] bool turns_used_up() const {
    const long long limit = scene_.options.turn_limit;
    return limit > 0 && turns_ >= place_.share(limit);
  }
  /// Whether there is no load yet: then even the result of a turn that was stopped halfway is used.
  [[nodiscard]] bool has_nothing() const { return best_.empty(); }
  /// Whether the current turn was stopped halfway and its result is dropped.
  [[nodiscard]] bool dropped() const { return stop_.stop_requested() && !has_nothing(); }
  void count() { best_.add_counters(counters(), counted_); }
  void restore(const Best::Counters& counters) {
    std::tie(turns_, lattice_rounds_, annealing_rounds_, steps_) = std::tuple_cat(counters);
    counted_ = counters;
  }
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
  int present_count_ = 0;    ///< As in TrunkProgress.
  double least_depth_ = -1;  ///< [mm]

 private:
  Best::Counters counted_{};  ///< The part of the counters that best_.progress contains.
};

}  // namespace jam::trunk
