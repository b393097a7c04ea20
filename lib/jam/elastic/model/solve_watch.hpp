// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How a solve tells its caller how it gets on, and learns that it is to end.
#pragma once

namespace jam::elastic {

class SolveWatch {
 public:
  SolveWatch() = default;
  virtual ~SolveWatch() = default;
  SolveWatch(const SolveWatch&) = delete;
  SolveWatch& operator=(const SolveWatch&) = delete;

  /// Whether the solve must end now with the result reached, which then says that it is not solved. Any
  /// thread may call it.
  [[nodiscard]] virtual bool stopped() = 0;

  /// `what` is iterated, `pressures`: the change of the last iteration, relative as the tolerance at which
  /// they end. The thread that drives the solve calls it.
  virtual void progressed(const char* what, int iteration, double change, double tolerance) = 0;

  /// `done` of `count` of `what` are computed: `faces`. The same thread.
  virtual void counted(const char* what, int done, int count) = 0;
};

/// Tells `watch`, which may be null, and asks it.
[[nodiscard]] inline bool ends(SolveWatch* watch, const char* what, int iteration, double change,
                               double tolerance) {
  if (watch == nullptr) return false;
  watch->progressed(what, iteration, change, tolerance);
  return watch->stopped();
}

[[nodiscard]] inline bool ends(SolveWatch* watch) { return watch != nullptr && watch->stopped(); }

}  // namespace jam::elastic
