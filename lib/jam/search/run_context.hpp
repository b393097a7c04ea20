// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Surroundings of a search: everything that is given to it except problem and options. Only the kind of
// device affects the result; the rest decides how far the search gets and where its results are reported.
#pragma once

#include <string>
#include <utility>

#include "jam/core/device.hpp"
#include "jam/core/stop.hpp"
#include "jam/search/exchange.hpp"
#include "jam/search/inbox.hpp"

namespace jam {

/// Where a long search leaves its state, so that another process can go on from it. At every round boundary
/// the search asks whether its state is due and saves it if so. The sink decides what is written to a file,
/// and when.
class CheckpointSink {
 public:
  virtual ~CheckpointSink() = default;

  /// The state to go on from; empty: start a new search.
  [[nodiscard]] virtual const std::string& resume_state() const = 0;

  /// Whether the state at this boundary is wanted. Asked once at every boundary, before the state is made. A
  /// sink that wants the state of the last boundary has to ask for all of them, as no search knows in advance
  /// which one is the last.
  [[nodiscard]] virtual bool due(double /*seconds*/) { return true; }

  /// The state at a boundary, from which the rest of the search follows exactly; `seconds` as in the
  /// progress of the search.
  virtual void save(std::string state, double seconds) = 0;
};

/// Gives a state to go on from and saves none: for all ranks but rank 0.
class ResumeOnly : public CheckpointSink {
 public:
  explicit ResumeOnly(std::string state) : state_(std::move(state)) {}
  [[nodiscard]] const std::string& resume_state() const override { return state_; }
  [[nodiscard]] bool due(double /*seconds*/) override { return false; }
  void save(std::string /*state*/, double /*seconds*/) override {}

 private:
  std::string state_;
};

template <class Listener>
struct RunContext {
  Device device = {};    ///< Device of the search; default: the CPU.
  int thread_count = 0;  ///< CPU threads; 0: all.
  StopToken& stop;
  Listener& listener;
  CheckpointSink* checkpoint = nullptr;  ///< Null: no state is saved or resumed.
  ranks::Exchange* exchange = nullptr;   ///< Exchange with other ranks; null: there are none.
  Inbox* inbox = nullptr;                ///< Results that a user hands to the search; null: none.

  /// Whether the search goes on from a saved state.
  [[nodiscard]] bool resumes() const { return checkpoint != nullptr && !checkpoint->resume_state().empty(); }
  /// This context with another listener.
  template <class Other>
  [[nodiscard]] RunContext<Other> with(Other& other) const {
    return {device, thread_count, stop, other, checkpoint, exchange, inbox};
  }
  [[nodiscard]] int rank() const { return exchange != nullptr ? exchange->rank() : 0; }
  [[nodiscard]] int rank_count() const { return exchange != nullptr ? exchange->rank_count() : 1; }
};

}  // namespace jam
