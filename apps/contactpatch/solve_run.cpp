// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "solve_run.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "jam/core/duration.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {

SolveRun::SolveRun(const Options& options)
    : RunView(options, {options.time_limit, 1, 0}, false), options_(options), signals_(stop_) {
  if (options.time_limit > 0) stop_.set_time_limit(options.time_limit);
}

void SolveRun::progressed(const char* what, int iteration, double change, double tolerance) {
  if (phase_ != what || iteration == 1) phase_ = what, begun_ = stop_.elapsed(), first_ = 0;
  // The first change that is one.
  if (!(first_ > 0) && change < HUGE_VAL) first_ = change;
  const double way = std::log(first_ / tolerance);
  const std::string done =
      fmt::format("{}: {}", what, jam::app::counted(iteration, "iteration", "iterations"));
  show(way > 0 && change < first_ ? std::min(1.0, std::log(first_ / change) / way) : 0,
       change < HUGE_VAL ? fmt::format("{}, change {:.2e} of {:.2e}", done, change, tolerance) : done);
}

void SolveRun::counted(const char* what, int done, int count) {
  if (phase_ != what) phase_ = what, begun_ = stop_.elapsed();
  show(static_cast<double>(done) / count, fmt::format("{}: {} of {}", what, done, count));
}

void SolveRun::show(double part, const std::string& text) {
  const double now = stop_.elapsed(), left = part > 0 ? (now - begun_) * (1 - part) / part : HUGE_VAL;
  RunProgress progress;
  progress.seconds = now;
  progress.values = {left < HUGE_VAL ? now / (now + left) : 0};
  progress.text = [&](bool) { return text; };
  RunView::progressed(progress);
}

void SolveRun::report(std::string facts, const std::function<std::string()>& json,
                      const std::vector<ResultFile>& files) {
  OutputFaults faults([this](const std::string& text) { warn(text); });
  const auto write = [&](const char* option, const std::filesystem::path& name, const std::string& text) {
    if (faults.write(option, name, text)) facts += fact("written", name.string());
  };
  const std::string text = options_.out.empty() && options_.json.empty() ? "" : json();
  if (!options_.out.empty()) write("--out", options_.out, text);
  if (!options_.json.empty() && options_.json != "-") write("--json", options_.json, text);
  for (const ResultFile& file : files) {
    if (!file.name.empty()) write(file.option, file.name, file.text());
  }
  RunView::finish(facts, faults);
  print_result(options_, facts, text);
  faults.require_none();
}

ExitCode SolveRun::end(bool solved, const std::string& advice) const {
  if (stop_.signalled() && !solved)
    std::cerr << fmt::format("warning: {}: ended by a signal before the tolerance was reached",
                             options_.file.string())
              << std::endl;
  if (stop_.reason() == StopReason::interrupt) return ExitCode::interrupted;
  if (stop_.reason() == StopReason::terminate) return ExitCode::terminated;
  if (solved) return ExitCode::ok;
  if (stop_.reason() == StopReason::time_limit) {
    throw UnverifiedError(
        fmt::format("{}: not solved to the tolerance within --time {}: a longer time may help",
                    options_.file.string(), format_duration(options_.time_limit)));
  }
  throw UnverifiedError(fmt::format("{}: not solved to the tolerance: {}", options_.file.string(), advice));
}

}  // namespace jam::app
