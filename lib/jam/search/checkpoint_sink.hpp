// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Where a long search leaves its state, so that another process can go on from it. At every round boundary the search asks whether its
// state is due and saves it if so. It knows nothing of files and intervals: the sink decides what is written and when.
#pragma once

#include <string>
#include <utility>

namespace jam {

class CheckpointSink {
 public:
  virtual ~CheckpointSink() = default;

  /// The state to go on from; empty: start a new search.
  [[nodiscard]] virtual const std::string& resume_state() const = 0;

  /// Whether the state at this boundary is wanted. Asked once at every boundary, before the state is made. A sink that wants the state of
  /// the last boundary has to ask for all of them, as no search knows in advance which one is the last.
  [[nodiscard]] virtual bool due(double /*seconds*/) { return true; }

  /// The state at a boundary, from which the rest of the search follows exactly; `seconds` as in the progress of the search.
  virtual void save(std::string state, double seconds) = 0;
};

/// Gives a state to go on from and saves none: for the ranks beside rank 0.
class ResumeOnly : public CheckpointSink {
 public:
  explicit ResumeOnly(std::string state) : state_(std::move(state)) {}
  [[nodiscard]] const std::string& resume_state() const override { return state_; }
  [[nodiscard]] bool due(double /*seconds*/) override { return false; }
  void save(std::string /*state*/, double /*seconds*/) override {}

 private:
  std::string state_;
};

}  // namespace jam
