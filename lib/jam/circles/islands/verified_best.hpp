// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The best verified packing of a search, and the only way a packing leaves one: rounded outwards, verified exactly, told to the listener;
// then the search ends if the target is reached or nothing better can exist. Also counts time, and passes the counters on. Used from the
// driving thread. Lengths are in the unit of the radii, times in seconds.
#pragma once

#include <limits>

#include "jam/circles/model/packing.hpp"
#include "jam/circles/model/search.hpp"

namespace jam::circles {

/// Relative gain [-] below which a packing is the same one again, polished from elsewhere: no news.
inline constexpr double least_gain = 1e-12;

class VerifiedBest {
 public:
  /// Time counts from here. The references must outlive this.
  VerifiedBest(const Problem& problem, const SearchOptions& options, const SearchRun& run);

  /// Publishes `packing` if it is better than the best one: rounds it outwards, verifies it, tells the listener that `instance` found it by
  /// `move`. What gains less than least_gain takes the place of the best one without being told of, and of equal radii the first by its
  /// centres stays: so the best of some packings is the same one in whatever order they are offered. Overlaps must be rounding errors (as
  /// after polish(), or in a file that was legal to its digits). Returns true if it was told of; false if it gains less, or overlaps by
  /// more. Requests StopReason::target_reached where options.target_radius is reached, and StopReason::finished where the radius is that of
  /// the two largest circles side by side, than which none is smaller.
  /// Throws UnverifiedError if exact verification refuses what rounding made, a defect of this program.
  bool offer(const Packing& packing, int instance, MoveKind move);

  /// polish(), then offer(); where the polished packing cannot be published although it seems better, the overlaps of `packing` itself are
  /// ended (legalise()) and that is offered. Where the search is told to stop meanwhile, nothing is offered; before the first packing,
  /// a time limit waits for the polish, and a signal leads to legalise() at once.
  bool polish_and_offer(const Packing& packing, int instance, MoveKind move);

  /// Whether the last polish_and_offer() was told to stop meanwhile: what a search does then would not be repeated.
  [[nodiscard]] bool cut() const { return cut_; }

  /// The best verified packing; no circles before the first one.
  [[nodiscard]] const Packing& packing() const { return last_.packing; }

  /// The best packing and who found it; without circles before the first one.
  [[nodiscard]] const Improvement& last_improvement() const { return last_; }

  /// The radius of the packing that the listener was told of last; infinity before the first one.
  [[nodiscard]] double told_radius() const { return progress.best_radius; }

  /// How often the best packing was replaced, told of or not.
  [[nodiscard]] long long change_count() const { return change_count_; }

  /// Goes on where an earlier search was after `seconds`: its best packing is verified exactly and told to the listener (where there is
  /// one; the last one told had `told_radius`), and time and counters go on. Requests the end as offer() does. Throws InputError for a
  /// packing that is not legal.
  void restore(Improvement best, double seconds, double told_radius);

  /// Since the search began, with the time of the searches that it goes on from.
  [[nodiscard]] double seconds() const { return stop_.elapsed() - begin_; }

  /// Its radius; infinity before the first one.
  [[nodiscard]] double radius() const {
    return last_.packing.circles.empty() ? std::numeric_limits<double>::infinity() : last_.packing.enclosing_radius;
  }

  /// Hands `progress` to the listener, but only a few times a second unless `now`.
  void report(bool now = false);

  /// The end: last report, best packing, counters, and the reason of the stop token (`finished` where nobody asked for the end).
  [[nodiscard]] SearchResult result();

  Progress
      progress;  ///< Counted by the search, except for seconds and best_radius, which is that of the packing told of last until the end.

 private:
  /// Requests the end where the target is reached or nothing better can exist.
  void end_when_reached();

  const Problem& problem_;
  const SearchOptions& options_;
  StopToken& stop_;
  SearchListener& listener_;
  double begin_;             ///< Token time at which the search began; negative for one that goes on.
  double last_report_ = -1;  ///< Token time.
  Improvement last_;
  long long change_count_ = 0;
  bool cut_ = false;
};

}  // namespace jam::circles
