// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The events of a search: `improved` for a better result, `progressed` for the counters. Every kind of search
// extends the two event types by its own fields.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "jam/core/stop.hpp"

namespace jam {

/// The counters of every search, all totals since it began: in the first of the processes that went on from
/// each other.
struct CommonProgress {
  double seconds = 0;              ///< Time of the search [s].
  long long rounds = 0;            ///< Number of rounds that have ended.
  long long relaxation_steps = 0;  ///< Number of steps of the contact simulation over all candidates.
  std::size_t device_bytes = 0;    ///< Device memory held by the search.
};

/// Report of a better result, the same for every search.
template <class Progress>
struct CommonImprovement {
  double seconds = 0;  ///< Time since the search began [s].
  Progress progress;   ///< All counters when it was published.
};

/// How every search ends.
template <class Progress>
struct CommonResult {
  Progress totals;
  StopReason reason = StopReason::none;
  std::string error = {};  ///< Which rank was lost, in one sentence; empty: none.
};

/// Receives the events of a search, from the driving thread. The base class ignores them.
template <class ImprovementEvent, class ProgressEvent>
class EventListener {
 public:
  using Improvement = ImprovementEvent;
  using Progress = ProgressEvent;

  virtual ~EventListener() = default;
  virtual void improved(const Improvement&) {}
  virtual void progressed(const Progress&) {}
};

/// Passes events on to several listeners, in their order; the listeners must outlive the object.
template <class Listener>
class ListenerList : public Listener {
 public:
  explicit ListenerList(std::vector<Listener*> listeners) : listeners_(std::move(listeners)) {}

  void improved(const typename Listener::Improvement& improvement) override {
    for (Listener* listener : listeners_) listener->improved(improvement);
  }
  void progressed(const typename Listener::Progress& progress) override {
    for (Listener* listener : listeners_) listener->progressed(progress);
  }

 private:
  std::vector<Listener*> listeners_;
};

}  // namespace jam
