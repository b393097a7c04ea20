// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The events of a search, while it runs and when it ends, whatever it packs. A program translates its
// search's events into these. Files, console, log, statistics, archive and status listen to them. Times are
// in seconds since the search began, runs before a resume included.
#pragma once

#include <algorithm>
#include <any>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jam/io/run_summary.hpp"
#include "jam/search/events.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {

/// A number that a search reports, and its names. The texts live as long as the program.
struct Metric {
  const char* name;  ///< Name in --status.
  /// Name in --metrics, after `jampack_`: with a base unit, and `_total` if the number only grows.
  const char* metric;
  const char* column;    ///< Name of its column in --stats; null: no column.
  const char* help;      ///< A sentence.
  bool whole = false;    ///< A count, below 2^53.
  bool of_best = false;  ///< The number describes the best result; false: the work so far.
  double scale = 1;      ///< Factor from the unit of --status to that of --metrics [-].
  /// Computes the number from the values that the search reports; empty: it is one of these values.
  std::function<double(const std::vector<double>& values)> derived = {};
};

/// The numbers that a search reports: the work (trials or turns) first, derived ones last.
struct MetricTable {
  std::vector<Metric> rows;
  std::size_t result = 0;  ///< The row by which results are compared.
  bool smaller_is_better = true;

  [[nodiscard]] bool better(double a, double b) const { return smaller_is_better ? a < b : a > b; }
  /// Row k of a sample; not finite: unknown.
  [[nodiscard]] double value(std::size_t k, const std::vector<double>& values) const {
    return rows[k].derived ? rows[k].derived(values) : values[k];
  }
};

/// A verified result.
struct Result {
  std::any packing;                        ///< Only the functions of the program know its type.
  double value = 0;                        ///< Value by which results are compared: R, litres.
  long long count = 0;                     ///< Packed objects.
  std::optional<io::RunSummary> run = {};  ///< How the result was found; set when the search has ended.
};

/// The counters of a search at one moment, all since the very beginning.
struct RunProgress {
  double seconds = 0;
  long long rounds = 0;
  std::vector<double> values;  ///< Values of the metrics that are not derived; not finite: unknown. Empty:
                               ///< nothing is known yet.
  std::string phase;           ///< The present phase; empty if the search has one phase only.

  /// A line of progress without the time; `brief`: for the bar. Empty in the progress of an improvement.
  std::function<std::string(bool brief)> text;

  [[nodiscard]] double work() const { return values.empty() ? 0 : values.front(); }
};

/// A new best result.
struct RunImprovement {
  Result result;
  std::string row;       ///< Row in the table of improvements.
  RunProgress progress;  ///< Progress when the result was found.
};

/// Receives the events, from the thread that drives the search.
using RunListener = EventListener<RunImprovement, RunProgress>;

/// When the best result was found.
struct Gain {
  double seconds = 0;
  long long work = 0;  ///< Number of trials or turns until then.
  double value = 0;    ///< Value of the result.
};

/// When a search ends, counted from its very beginning; 0: no limit. A target radius, an optimum or Ctrl-C
/// may end it earlier.
struct RunLimits {
  double time = 0;  ///< [s]
  double work = 0;  ///< Trials or turns.
  /// The part of the time limit that passed before the time of the search began: its preparation [s].
  double time_used = 0;

  /// The share of the search that is over, from 0 to 1 [-]: by time or by work, whichever ends first; -1 if
  /// neither has a limit.
  [[nodiscard]] double done_part(double seconds, double work_done) const {
    if (time <= 0 && work <= 0) return -1;
    return std::clamp(std::max(time > 0 ? (seconds + time_used) / time : 0, work > 0 ? work_done / work : 0),
                      0.0, 1.0);
  }

  /// Time until the first limit [s], >= 0: for the limit on the work at the mean rate so far. Nothing without
  /// a limit, or before there is a rate.
  [[nodiscard]] std::optional<double> time_left(double seconds, double work_done) const {
    std::optional<double> left;
    if (time > 0) left = std::max(0.0, time - time_used - seconds);
    if (work > 0 && work_done > 0 && seconds > 0) {
      const double by_work = std::max(0.0, work - work_done) * (seconds / work_done);
      left = std::min(left.value_or(by_work), by_work);
    }
    return left;
  }

  /// The time so far and the time left, as a clock shows them: `0:12 ETA 9:48`; `0:12` where it is not known
  /// how much is left.
  [[nodiscard]] std::string clock(double seconds, double work_done) const {
    const std::optional<double> left = time_left(seconds, work_done);
    return clock_text(seconds) + (left ? " ETA " + clock_text(*left) : std::string());
  }
};

/// Messages for the user while files are read, passed on at once. A member that is not set prints nothing.
struct Notices {
  using Line = std::function<void(const std::string&)>;

  Line note = [](const std::string&) {};     ///< Tells what was found, repaired or assumed.
  Line warn = [](const std::string&) {};     ///< Warnings: shown in any case.
  Line present = [](const std::string&) {};  ///< Lines of facts, unchanged.
  Line busy = [](const std::string&) {};     ///< The present work; the next line replaces it.
};

}  // namespace jam::app
