// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A solve from its first fact to its files: shows its progress, and ends it on a signal or a time limit.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/core/stop.hpp"
#include "jam/elastic/model/solve_watch.hpp"
#include "options.hpp"
#include "shell/run_view.hpp"

namespace jam::app {

/// A file of a result besides its JSON; an empty name: it was not asked for.
struct ResultFile {
  const char* option;
  const std::filesystem::path& name;
  std::function<std::string()> text;
};

class SolveRun final : public elastic::SolveWatch, public RunView {
 public:
  /// Time counts from here.
  explicit SolveRun(const Options& options);

  bool stopped() override { return stop_.stop_requested(); }
  /// The time left follows from how fast the change has fallen so far.
  void progressed(const char* what, int iteration, double change, double tolerance) override;
  void counted(const char* what, int done, int count) override;

  [[nodiscard]] double seconds() const { return stop_.elapsed(); }

  /// Writes the files, --out and --json, and prints the facts. Throws InputError if a file cannot be written;
  /// all other files are written first.
  void report(std::string facts, const std::function<std::string()>& json,
              const std::vector<ResultFile>& files);

  /// The exit code of a solve that was reported: that of the signal, if one came. Else throws
  /// UnverifiedError, with `advice`, unless `solved`.
  [[nodiscard]] ExitCode end(bool solved, const std::string& advice) const;

 private:
  /// `part` of the phase is done, from 0 to 1.
  void show(double part, const std::string& text);

  const Options& options_;
  StopToken stop_;
  SignalGuard signals_;
  std::string phase_;
  double begun_ = 0, first_ = 0;  ///< When the phase began [s], and its first change [-].
};

/// Calls `solve` and returns its result. Adds the name of the file to its InputErrors.
template <class Solve>
auto named_file(const std::filesystem::path& file, const Solve& solve) {
  try {
    return solve();
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace jam::app
