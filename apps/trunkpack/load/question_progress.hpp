// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Progress of what is asked of a finished load, on standard error, as a search shows its own.
#pragma once

#include <chrono>
#include <string>

#include "shell/console.hpp"
#include "trunkpack/options.hpp"

namespace jam::app {

class QuestionProgress {
 public:
  explicit QuestionProgress(const Options& options) : console_(options, limits_, "") {}
  ~QuestionProgress() { console_.finish(); }
  QuestionProgress(const QuestionProgress&) = delete;
  QuestionProgress& operator=(const QuestionProgress&) = delete;

  /// `done` of `all`, in the same unit of work.
  void show(double done, double all, const std::string& text) {
    limits_.work = all;
    RunProgress run;
    run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    run.values = {done};
    run.text = [&text](bool) { return text; };
    console_.progressed(run);
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  RunLimits limits_;
  Console console_;
};

}  // namespace jam::app
