// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "shell/figure_text.hpp"

namespace jam::app {

/// When a search ends, counted from its very beginning; 0: no limit. A target radius, an optimum or Ctrl-C may end it earlier.
struct RunLimits {
  double time = 0;  ///< [s]
  double work = 0;  ///< Trials or turns.
  /// The part of the time limit that passed before the time of the search began: its preparation [s].
  double time_used = 0;

  /// The part that is over [-], in [0, 1]: of the time or of the work, whichever ends first; -1 where neither has a limit.
  [[nodiscard]] double done_part(double seconds, double work_done) const {
    if (time <= 0 && work <= 0) return -1;
    return std::clamp(std::max(time > 0 ? (seconds + time_used) / time : 0, work > 0 ? work_done / work : 0), 0.0, 1.0);
  }

  /// Time until the first limit [s], >= 0: for the limit on the work at the mean rate so far. Nothing without a limit, or before there is a
  /// rate.
  [[nodiscard]] std::optional<double> time_left(double seconds, double work_done) const {
    std::optional<double> left;
    if (time > 0) left = std::max(0.0, time - time_used - seconds);
    if (work > 0 && work_done > 0 && seconds > 0) {
      const double by_work = std::max(0.0, work - work_done) * (seconds / work_done);
      left = std::min(left.value_or(by_work), by_work);
    }
    return left;
  }

  /// The time so far and the time left, as a clock shows them: `0:12 ETA 9:48`; `0:12` where it is not known how much is left.
  [[nodiscard]] std::string clock(double seconds, double work_done) const {
    const std::optional<double> left = time_left(seconds, work_done);
    return clock_text(seconds) + (left ? " ETA " + clock_text(*left) : std::string());
  }
};

}  // namespace jam::app
