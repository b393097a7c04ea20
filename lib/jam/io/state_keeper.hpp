// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Where a long search leaves its state, so that another process can go on from there. The search asks at every round boundary whether its
// whole state is wanted, hands it over if so, and knows nothing of files and intervals; whoever keeps it decides what is written when.
#pragma once

#include <string>

namespace jam::io {

class StateKeeper {
 public:
  virtual ~StateKeeper() = default;

  /// The state to go on from; empty: begin anew.
  [[nodiscard]] virtual const std::string& begun() const = 0;

  /// Whether the state at this boundary is wanted: asked once at every boundary, before the state is made. A keeper that wants to end with
  /// the state of the last boundary has to want each, as no search knows beforehand which one is the last.
  [[nodiscard]] virtual bool wants(double /*seconds*/) { return true; }

  /// The state at a boundary from which the rest of the search follows exactly; `seconds` as in the search's own progress.
  virtual void keep(std::string state, double seconds) = 0;
};

}  // namespace jam::io
