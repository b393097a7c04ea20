// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a run tells the user: lines while it runs, and the result.
#pragma once

#include <string>

#include "jam/core/stop.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "jam/io/binary_state.hpp"
#include "options.hpp"

namespace jam::app {

/// Totals over the steps of a run.
struct RunTotals {
  dynamics::StepReport last;
  double penetration = 0;  ///< Deepest of all steps [m].
  double residual = 0;     ///< Largest of all steps.
  double joint_error = 0;  ///< Largest of all steps [m].
  std::int64_t iterations = 0, limited = 0, diverged = 0;
  bool overlap_warned = false, growth_warned = false;

  /// Returns warnings of the first step that needs them.
  [[nodiscard]] std::vector<std::string> add(const dynamics::StepReport& report,
                                             const dynamics::Bodies& bodies);

  /// For checkpoints.
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);
};

/// Lines on standard error: one every second on a terminal, else every ten. Steps per second, and the time
/// that is left, follow from about the last five lines.
class Progress {
 public:
  /// For a run that begins after `first` of `steps` steps.
  Progress(bool quiet, long long first, long long steps);
  void show(const dynamics::StepReport& report);
  /// Time since the beginning [s].
  [[nodiscard]] double seconds() const { return clock_.elapsed(); }

 private:
  bool quiet_;
  long long shown_, steps_;         // The step shown last; all.
  double interval_;                 // [s]
  double shown_at_ = 0, next_ = 1;  // [s]
  double rate_ = 0;                 // Steps per second; 0: not known yet.
  StopToken clock_;
};

/// The deepest overlap of a step, over the size of the smaller of two bodies.
struct DeepOverlap {
  long long step = 0;
  double share = 0;
  int a = -1, b = -1;
};

/// Warns of an overlap above a tenth of the smaller body, and of energy that grew by more than a thousandth
/// of its scale [J]; empty: neither.
[[nodiscard]] std::string scene_warning(const dynamics::Bodies& bodies, const DeepOverlap& overlap,
                                        double growth, double energy_scale);

/// What is going to be done.
[[nodiscard]] std::string opening_text(const Options& options, const dynamics::Scene& scene,
                                       const dynamics::StepSettings& settings, long long steps);

/// The figures of a run that took `seconds`.
[[nodiscard]] std::string result_text(const Options& options, const dynamics::World& world,
                                      const RunTotals& totals, double seconds);

}  // namespace jam::app
