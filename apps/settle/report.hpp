// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The results of a run: totals over its steps, warnings, and the result as text and as JSON.
#pragma once

#include <string>

#include "jam/core/device.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/run_summary.hpp"
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

/// The deepest overlap of a step, over the size of the smaller of two bodies.
struct DeepOverlap {
  long long step = 0;
  double share = 0;
  int a = -1, b = -1;
};

/// A warning if an overlap exceeds a tenth of the smaller body, or if `growth` [J] exceeds a thousandth of
/// `energy_scale` [J]; otherwise empty.
[[nodiscard]] std::string scene_warning(const dynamics::Bodies& bodies, const DeepOverlap& overlap,
                                        double growth, double energy_scale);

/// The figures of a step for the line of progress.
[[nodiscard]] std::string step_text(const dynamics::StepReport& report);

/// The origin of the result of a run that took `seconds`; `reason`: why it ended.
[[nodiscard]] io::RunSummary run_summary(const Options& options, const std::string& scene,
                                         const Device& device, double seconds, const std::string& reason);

/// The task: scene, seed, method.
[[nodiscard]] std::string opening_text(const Options& options, const dynamics::Scene& scene,
                                       const dynamics::StepSettings& settings, long long steps);

/// The figures of a run that took `seconds`.
[[nodiscard]] std::string result_text(const Options& options, const dynamics::World& world,
                                      const RunTotals& totals, double seconds);

/// The result as JSON (docs/formats.md, schema jampack/settle-run/1); `blown_up`: why the run blew up, or
/// empty.
[[nodiscard]] std::string result_json(const Options& options, const dynamics::World& world,
                                      const dynamics::StepSettings& settings, const RunTotals& totals,
                                      const io::RunSummary& run, const std::string& blown_up);

}  // namespace jam::app
