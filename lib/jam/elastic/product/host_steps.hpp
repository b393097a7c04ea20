// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Runs steps over cells (cell_steps.hpp) on threads of the CPU. The same bits for any number of threads.
#pragma once

#include "jam/elastic/model/solve_watch.hpp"
#include "jam/elastic/product/cell_steps.hpp"
#include "jam/elastic/product/cells.hpp"

namespace jam::elastic {

/// The part of a machine that solvers have in common.
template <class Control, class Fields>
class HostSteps {
 public:
  template <class Step>
  void sum() {
    if (!Step::due(control_)) return;
    using Sums = typename Step::Sums;
    Step::conclude(control_,
                   cells_.template joined<Sums>([&](int i) { return Step::at(control_, fields_, i); }));
  }
  template <class Step>
  void each() {
    if (!Step::due(control_)) return;
    cells_.each([&](int i) { Step::at(control_, fields_, i); });
  }

 protected:
  HostSteps(int cells, int thread_count) : cells_(cells, thread_count) {}

  /// Runs iterate() until the solve of `what` has ended; `watch`, which may be null, may end it at its limit.
  template <class Iterate>
  void run(SolveWatch* watch, const char* what, const Iterate& iterate) {
    while (!control_.finished()) {
      iterate();
      if (!control_.finished() &&
          ends(watch, what, control_.iterations, control_.relative_change(), control_.tolerance))
        control_.end = SolveEnd::limit;
    }
  }

  Cells cells_;
  Fields fields_;
  Control control_;
};

}  // namespace jam::elastic
