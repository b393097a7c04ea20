// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

namespace jam::app {

/// Something per second over the last second or so, from its counter at two times.
class Rate {
 public:
  /// Takes time [s] and counter, and returns the rate [1/s]; during the first second the mean so far, and 0 before anything can be said.
  double update(double seconds, double count) {
    constexpr double interval_wanted = 1.0;  // Over which is counted [s].
    constexpr double interval_least = 0.05;  // The same at the beginning [s]; a few milliseconds say nothing yet.
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
