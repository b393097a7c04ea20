// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// When a search that still works is not worth waiting for (stalled), and when it seems not to work at all (late). Times are in seconds
// since the very beginning of the search.
//
// A search counts as stalled once it has had no gain for 10 min and for twice the time that the last gain took to come: two thirds of its
// whole time, at least. The measure is its own history because gains become rare by themselves: of equally good independent trials, the
// best of time t still is the best of time 3t with probability 1/3 (the place of the best one among them is uniform). So a stall is a hint
// that more of the same may be in vain, not a proof; each gain ends it, and the next one cannot come before three times that time.
#pragma once

#include <algorithm>

namespace jam::app {

inline constexpr double least_patience = 600;  ///< No search is stalled after less without gain [s].
inline constexpr double patience_factor = 2;   ///< Patience as part of the time of the last gain [-].

/// From when on a search is stalled whose last gain came at `last_gain` (0: none yet).
[[nodiscard]] constexpr double stalled_from(double last_gain) { return last_gain + std::max(least_patience, patience_factor * last_gain); }

/// Whether a round that has taken `age` is late, where the longest one that ended took `longest`; a first round is never late.
[[nodiscard]] constexpr bool round_late(double age, double longest) {
  constexpr double least = 60, factor = 10;
  return longest > 0 && age > std::max(least, factor * longest);
}

/// Tells each stall once.
class StallWatch {
 public:
  /// True where the search is stalled at `seconds`, and this was not told since `last_gain`.
  [[nodiscard]] bool tell(double seconds, double last_gain) {
    if (seconds < stalled_from(last_gain) || told_of_ == last_gain) return false;
    told_of_ = last_gain;
    return true;
  }

 private:
  double told_of_ = -1;  ///< Last gain before the stall that was told.
};

/// Watches the rounds of a search: when the last one ended, and how long the longest took.
class RoundClock {
 public:
  /// `rounds` have ended by `seconds`. What was there at the first call is the past of a search that goes on.
  void update(double seconds, long long rounds) {
    if (rounds_ < 0 || rounds < rounds_) {
      last_end_ = seconds;
    } else if (rounds > rounds_) {
      // Several rounds between two calls took their mean.
      longest_ = std::max(longest_, (seconds - last_end_) / static_cast<double>(rounds - rounds_));
      last_end_ = seconds;
    }
    rounds_ = rounds;
  }

  /// When the last round ended, or the watch began.
  [[nodiscard]] double last_end() const { return last_end_; }
  /// 0 before the first one has ended.
  [[nodiscard]] double longest() const { return longest_; }

 private:
  long long rounds_ = -1;
  double last_end_ = 0;
  double longest_ = 0;
};

}  // namespace jam::app
