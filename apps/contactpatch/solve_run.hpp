// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the user sees while a contact is solved, and how a limit on the time or a signal ends the solve.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "jam/core/error.hpp"
#include "jam/core/stop.hpp"
#include "jam/elastic/model/solve_watch.hpp"
#include "options.hpp"
#include "shell/console.hpp"

namespace jam::app {

class SolveProgress final : public elastic::SolveWatch {
 public:
  /// Time counts from here.
  explicit SolveProgress(const Options& options);

  bool stopped() override { return stop_.stop_requested(); }
  /// The time left follows from how fast the change has fallen so far.
  void progressed(const char* what, int iteration, double change, double tolerance) override;

  void counted(const char* what, int done, int count) override;

  /// Removes the bar; nothing is shown afterwards.
  void finish() { console_.finish(); }
  [[nodiscard]] double seconds() const { return stop_.elapsed(); }

  /// The exit code of a solve whose result was written: that of a signal. Throws UnverifiedError where it was
  /// not solved, with `advice`.
  [[nodiscard]] ExitCode end(bool solved, const std::string& advice) const;

 private:
  /// `part` of the phase is done, from 0 to 1.
  void show(double part, const std::string& text);

  const Options& options_;
  StopToken stop_;
  SignalGuard signals_;
  RunLimits limits_;
  Console console_;
  std::string phase_;
  double begun_ = 0, first_ = 0;  ///< When the phase began [s], and its first change [-].
};

/// What `solve` returns; its InputErrors, which know of no file, name this one.
template <class Solve>
auto named_file(const std::filesystem::path& file, const Solve& solve) {
  try {
    return solve();
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace jam::app
