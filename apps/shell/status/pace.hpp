// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The pace of a search: its rate, whether it has stalled (runs, without gain for long), and whether its round
// is late (seems to hang). Times are in seconds since the very beginning of the search.
//
// A search has stalled once it has had no gain for 10 min and for twice the time that the last gain took to
// come: two thirds of its whole time, at least. The measure is its own history because gains become rare by
// themselves: of equally good independent trials, the best of time t still is the best of time 3t with
// probability 1/3 (the place of the best one among them is uniform). So a stall is a hint, not a proof; a
// gain ends it, and the next stall cannot come before three times the time of that gain.
#pragma once

#include <algorithm>

namespace jam::app {

inline constexpr double least_patience = 600;  ///< No search is stalled after less without gain [s].
inline constexpr double patience_factor = 2;   ///< Patience as part of the time of the last gain [-].

/// When a search stalls whose last gain came at `last_gain` (0: none yet).
[[nodiscard]] constexpr double stalled_from(double last_gain) {
  return last_gain + std::max(least_patience, patience_factor * last_gain);
}

/// Whether a round that has lasted `age` is late; the longest one before it took `longest` (0: it is the
/// first, which is never late).
[[nodiscard]] constexpr bool round_late(double age, double longest) {
  constexpr double least = 60, factor = 10;
  return longest > 0 && age > std::max(least, factor * longest);
}

/// Reports each stall once.
class StallWatch {
 public:
  /// True if the search has stalled at `seconds`, and that was not reported since `last_gain`.
  [[nodiscard]] bool begins(double seconds, double last_gain) {
    if (seconds < stalled_from(last_gain) || reported_ == last_gain) return false;
    reported_ = last_gain;
    return true;
  }

 private:
  double reported_ = -1;  ///< Last gain before the stall that was reported.
};

/// The end of the last round of a search, and the time of the longest round.
class RoundClock {
 public:
  /// `rounds` have ended by `seconds`. Those at the first call were made before this process.
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

  /// When the last round ended, or the first call of update().
  [[nodiscard]] double last_end() const { return last_end_; }
  /// 0 before a round has ended.
  [[nodiscard]] double longest() const { return longest_; }

 private:
  long long rounds_ = -1;
  double last_end_ = 0;
  double longest_ = 0;
};

/// Something per second over the last second or so, from its counter at two times.
class Rate {
 public:
  /// The rate [1/s] from time [s] and counter; during the first second the mean so far, and 0 in the first 50
  /// ms.
  double update(double seconds, double count) {
    constexpr double interval_wanted = 1.0, interval_least = 0.05;  // [s]
    const double interval = seconds - seconds_;
    if (seconds_ != 0 && interval < interval_wanted) return rate_;
    rate_ = interval >= interval_least ? (count - count_) / interval : 0;
    if (interval >= interval_wanted) {
      seconds_ = seconds;
      count_ = count;
    }
    return rate_;
  }

 private:
  double seconds_ = 0;
  double count_ = 0;
  double rate_ = 0;
};

}  // namespace jam::app
