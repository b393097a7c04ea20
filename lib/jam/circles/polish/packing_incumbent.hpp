// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The incumbent of the circle searches: packings are rounded outwards, which verifies them exactly, and the
// search ends if the target is reached or nothing better can exist. Lengths are in the unit of the radii.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "jam/circles/model/packing.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/search/incumbent.hpp"

namespace jam::circles {

/// Smaller relative gains [-] are not reported: the packing is the same one, polished from a different start.
inline constexpr double least_gain = 1e-12;

/// Larger ratios of radii [-] are refused: the polish compares gaps with the enclosing radius, to 1e-13, and
/// would leave the smallest circles where the search has put them in single precision.
inline constexpr double largest_ratio = 1e10;

/// A packing as bytes. Reading gives an empty one, or one with the circles of the problem in any order;
/// InputError for other circles.
void write_packing(io::StateWriter& state, const Packing& packing);
[[nodiscard]] Packing read_packing(io::StateReader& state, const Problem& problem);

/// How Incumbent compares circle packings: the smaller radius precedes, of equal radii the first by its
/// centres.
class PackingKind {
 public:
  using Improvement = circles::Improvement;
  using Progress = circles::Progress;
  static constexpr const char* name = "packing";
  static constexpr std::size_t counter_count = 5;

  PackingKind(const Problem& problem, double target_radius)
      : problem_(&problem), target_radius_(target_radius) {}

  static std::array<long long*, counter_count> counters(Progress& progress) {
    return {&progress.trials, &progress.relaxation_steps, &progress.meta_stable_count,
            &progress.duplicate_count, &progress.stagnation_count};
  }

  [[nodiscard]] static Improvement nothing() { return {}; }
  [[nodiscard]] static bool is_nothing(const Improvement& improvement) {
    return improvement.packing.circles.empty();
  }
  [[nodiscard]] static bool precedes(const Improvement& a, const Improvement& b);
  [[nodiscard]] static bool gains(const Improvement& improvement, const Progress& progress) {
    return improvement.packing.enclosing_radius < progress.best_radius * (1 - least_gain);
  }
  static void show(const Improvement& improvement, Progress& progress) {
    if (!is_nothing(improvement)) progress.best_radius = improvement.packing.enclosing_radius;
  }
  [[nodiscard]] StopReason reached(const Improvement& improvement) const;
  [[nodiscard]] static bool complete(const Improvement& /*improvement*/) {
    return false;
  }  // reached() ends the search at once.
  [[nodiscard]] static bool legal(const Improvement& improvement, std::string& why);

  static void write(io::StateWriter& state, const Improvement& improvement);
  [[nodiscard]] Improvement read(io::StateReader& state) const;
  static void write_display(io::StateWriter& state, const Progress& progress);
  static void read_display(io::StateReader& state, Progress& progress);

 private:
  const Problem* problem_;
  double target_radius_;  ///< 0: none.
};

class PackingIncumbent : public Incumbent<PackingKind> {
 public:
  /// Time counts from here. The references must outlive the object. Throws InputError if the largest radius
  /// is more than largest_ratio times the smallest one.
  PackingIncumbent(const Problem& problem, const SearchOptions& options, const SearchRun& run);

  /// Rounds `packing`, which `instance` found by `move`, outwards; offers and returns the rounded packing.
  /// Returns nothing if its overlaps are more than rounding errors.
  std::optional<Packing> offer(const Packing& packing, int instance, MoveKind move);

  /// The two steps of offer(): rounded() is round_outwards(), which verifies exactly (nothing if that
  /// fails or is stopped); offer_rounded() offers its result.
  [[nodiscard]] static std::optional<Packing> rounded(const Packing& packing, const StopQuery& stop = {});
  void offer_rounded(Packing packing, int instance, MoveKind move) {
    Incumbent::offer({{}, instance, move, std::move(packing)});
  }

  /// polish(), then offer() if it is better; if the polished packing cannot be rounded, legalise() of
  /// `packing` is offered. Returns whether an improvement was reported. If the search is stopped meanwhile,
  /// nothing is offered; before the first packing, a time limit waits for the polish, and a signal leads to
  /// legalise() at once.
  bool polish_and_offer(const Packing& packing, int instance, MoveKind move);

  /// Before the first packing, of a search that must end at once: polishes `packing` for a second at most,
  /// half a second after a signal, and offers the result, or that of legalise().
  void offer_unfinished(const Packing& packing, int instance);

  /// Polishes and offers the corner packing of the problem, if it has one (corner_packing.hpp).
  void offer_corner_packing(const Problem& problem);

  /// Whether the last polish_and_offer() was stopped; if so, the search is not reproducible from here.
  [[nodiscard]] bool cut() const { return cut_; }

  /// The best verified packing; no circles before the first one.
  [[nodiscard]] const Packing& packing() const { return best().packing; }

  /// Its radius; infinity before the first one.
  [[nodiscard]] double radius() const {
    return empty() ? std::numeric_limits<double>::infinity() : packing().enclosing_radius;
  }

  /// The end: last report, best packing, counters, and the reason of the stop token (`finished` if there is
  /// none).
  [[nodiscard]] SearchResult result();

 private:
  bool cut_ = false;
};

}  // namespace jam::circles
