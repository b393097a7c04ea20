// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How far a search has come towards its limits, and how long it will still take. A target radius, an optimum or Ctrl-C may end it earlier:
// nobody knows when.
#pragma once

#include <optional>
#include <string>

namespace jam::app {

/// Time [s] and work (trials, turns) of a search so far, and their limits; a limit of 0 is none. All count from the very beginning.
struct Extent {
  double seconds = 0;
  double time_limit = 0;
  double work = 0;
  double work_limit = 0;
};

/// Part that is over [-], in [0, 1]: of the time or of the work, whichever ends first; -1 where neither has a limit.
[[nodiscard]] double done_part(const Extent& extent);

/// Time until the first limit [s], >= 0: for the limit on the work at the mean rate so far. Nothing where there is no limit, or no rate
/// yet.
[[nodiscard]] std::optional<double> time_left(const Extent& extent);

/// The time so far and the time left, as a clock shows them: `0:12 ETA 9:48`; `0:12` where it is not known how much is left.
[[nodiscard]] std::string progress_clock(const Extent& extent);

}  // namespace jam::app
