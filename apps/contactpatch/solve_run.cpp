// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "progress.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "jam/core/duration.hpp"

namespace jam::app {

SolveProgress::SolveProgress(const Options& options)
    : options_(options), signals_(stop_), limits_{options.time_limit, 1, 0}, console_(options, limits_, {}) {
  if (options.time_limit > 0) stop_.set_time_limit(options.time_limit);
}

void SolveProgress::progressed(const char* what, int iteration, double change, double tolerance) {
  if (phase_ != what || iteration == 1) phase_ = what, begun_ = stop_.elapsed(), first_ = 0;
  // The first change that is one.
  if (!(first_ > 0) && change < HUGE_VAL) first_ = change;
  const double way = std::log(first_ / tolerance);
  const std::string done =
      fmt::format("{}: {}", what, jam::app::counted(iteration, "iteration", "iterations"));
  show(way > 0 && change < first_ ? std::min(1.0, std::log(first_ / change) / way) : 0,
       change < HUGE_VAL ? fmt::format("{}, change {:.2e} of {:.2e}", done, change, tolerance) : done);
}

void SolveProgress::counted(const char* what, int done, int count) {
  if (phase_ != what) phase_ = what, begun_ = stop_.elapsed();
  show(static_cast<double>(done) / count, fmt::format("{}: {} of {}", what, done, count));
}

void SolveProgress::show(double part, const std::string& text) {
  const double now = stop_.elapsed(), left = part > 0 ? (now - begun_) * (1 - part) / part : HUGE_VAL;
  RunProgress progress;
  progress.seconds = now;
  progress.values = {left < HUGE_VAL ? now / (now + left) : 0};
  progress.text = [&](bool) { return text; };
  console_.progressed(progress);
}

ExitCode SolveProgress::end(bool solved, const std::string& advice) const {
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
