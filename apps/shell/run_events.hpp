// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a search reports while it runs, whatever it packs. A program translates the events of its search into these; files, console, log,
// statistics, archive and status listen to them. Times are in seconds since the very beginning of the search.
#pragma once

#include <any>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jam/io/run_summary.hpp"
#include "jam/search/events.hpp"

namespace jam::app {

/// A number that a search reports, and its names. The texts live as long as the program.
struct Metric {
  const char* name;      ///< In --status.
  const char* metric;    ///< In --metrics, after `jampack_`: with a base unit, and `_total` for what only grows.
  const char* column;    ///< In --stats; null: it has no column there.
  const char* help;      ///< A sentence.
  bool whole = false;    ///< A count, below 2^53.
  bool of_best = false;  ///< Of the best result; else of the work so far.
  double scale = 1;      ///< From the unit of --status to that of --metrics.
  /// From the values that the search gives; empty: this is one of them.
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
  double value = 0;                        ///< By which results are compared: R, litres.
  long long count = 0;                     ///< Packed objects.
  std::optional<io::RunSummary> run = {};  ///< How it came about; once the search has ended.
};

/// The counters of a search at one moment, all since the very beginning.
struct RunProgress {
  double seconds = 0;
  long long rounds = 0;
  std::vector<double> values;  ///< Of the metrics that are not derived; not finite: unknown. Empty: nothing is known yet.
  std::string phase;           ///< What is at work; empty where a search has one phase only.

  /// A line of progress without the time; `brief`: for the bar. Empty in what comes with an improvement.
  std::function<std::string(bool brief)> text;

  [[nodiscard]] double work() const { return values.empty() ? 0 : values.front(); }
};

/// A new best result.
struct RunImprovement {
  Result result;
  std::string row;       ///< Of the table of improvements.
  RunProgress progress;  ///< When it was found.
};

/// Receives the events, from the thread that drives the search.
using RunListener = EventListener<RunImprovement, RunProgress>;

/// When the best result was found.
struct Gain {
  double seconds = 0;
  long long work = 0;  ///< Trials or turns until then.
  double value = 0;    ///< Of the result.
};

}  // namespace jam::app
