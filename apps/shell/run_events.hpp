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
#include <utility>
#include <vector>

#include "jam/io/run_summary.hpp"
#include "shell/status/run_report.hpp"

namespace jam::app {

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
  long long work = 0;  ///< Trials or turns.
  long long rounds = 0;
  std::vector<Metric> best;      ///< The best result; empty before the first.
  std::vector<Metric> counters;  ///< What was done so far, the work first.
  std::string phase;             ///< What is at work; empty where a search has one phase only.
  std::vector<double> row;       ///< For --stats: the stored columns (stats.hpp).

  /// A line of progress without the time; `brief`: for the bar. Empty in what comes with an improvement.
  std::function<std::string(bool brief)> text;
};

/// A new best result.
struct RunImprovement {
  Result result;
  std::string row;       ///< Of the table of improvements.
  RunProgress progress;  ///< When it was found.
};

/// Receives the events, from the thread that drives the search.
class RunListener {
 public:
  virtual ~RunListener() = default;
  virtual void improved(const RunImprovement&) {}
  virtual void progressed(const RunProgress&) {}
};

/// Passes the events on, in the order of the listeners.
class RunListeners : public RunListener {
 public:
  explicit RunListeners(std::vector<RunListener*> listeners) : listeners_(std::move(listeners)) {}

  void improved(const RunImprovement& improvement) override {
    for (RunListener* listener : listeners_) listener->improved(improvement);
  }
  void progressed(const RunProgress& progress) override {
    for (RunListener* listener : listeners_) listener->progressed(progress);
  }

 private:
  std::vector<RunListener*> listeners_;
};

/// When a search ends; 0: no limit.
struct RunLimits {
  double time = 0;  ///< [s]
  double work = 0;  ///< Trials or turns.
};

}  // namespace jam::app
