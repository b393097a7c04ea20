// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Where and for whom a search runs: everything that is given to it beside problem and options. Of this only the kind of device enters the
// result; the rest decides how far the search gets and who learns of it.
#pragma once

#include "jam/core/device.hpp"
#include "jam/core/stop.hpp"
#include "jam/search/checkpoint_sink.hpp"
#include "jam/search/exchange.hpp"

namespace jam {

template <class Listener>
struct RunContext {
  Device device = {};    ///< By default the CPU.
  int thread_count = 0;  ///< CPU threads; 0: all.
  StopToken& stop;
  Listener& listener;
  CheckpointSink* checkpoint = nullptr;  ///< Null: no state is saved, and the search starts anew.
  ranks::Exchange* exchange = nullptr;   ///< With the other ranks of the search; null: this process is alone.

  /// Whether the search goes on from a saved state.
  [[nodiscard]] bool resumes() const { return checkpoint != nullptr && !checkpoint->resume_state().empty(); }
  [[nodiscard]] int rank() const { return exchange != nullptr ? exchange->rank() : 0; }
  [[nodiscard]] int rank_count() const { return exchange != nullptr ? exchange->rank_count() : 1; }
};

}  // namespace jam
