// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Solvers as sequences of steps over the cells of a grid, for host and device (normal/bound_cg_steps.hpp,
// tangential/tang_cg_steps.hpp). A step does something with every cell, and may sum numbers over all of them;
// what follows from the sums is concluded in a control block, so that a device needs no host to go on. A
// solver has a struct of fields, pointers to one or two numbers per cell, and a control block with `end`,
// `iterations`, `tolerance`, finished() and relative_change(). Steps have
//   due(control)           whether there is anything to do
//   at(control, fields, i) for cell i; returns Sums, or nothing
//   conclude(control, sums)
// and machines run them: threads of the CPU (host_steps.hpp), one thread or one block for a small contact
// (batch/), a whole GPU (cuda/step_kernels.cuh). A machine has
//   sum<Step>()            Step::at() for every cell, then Step::conclude() with the joined sums
//   each<Step>()           Step::at() for every cell
//                          both do nothing unless Step::due()
// and the products that its solver names.
#pragma once

#include "jam/core/macros.hpp"

namespace jam::elastic {

enum class SolveEnd {
  none,  ///< The solve goes on.
  solved,
  limit,     ///< The limit of iterations came first.
  stagnated  ///< The changes no longer became smaller, and are above the tolerance.
};

/// Base of most steps, which are due until the solve has ended.
struct OpenStep {
  template <class Control>
  [[nodiscard]] JAM_HD_INLINE static bool due(const Control& control) {
    return !control.finished();
  }
};

/// Sums of several numbers over cells.
template <int count>
struct CellSums {
  double value[count] = {};

  JAM_HD_INLINE void join(const CellSums& other) {
    for (int k = 0; k < count; ++k) value[k] += other.value[k];
  }
  [[nodiscard]] JAM_HD_INLINE double operator[](int k) const { return value[k]; }
};

}  // namespace jam::elastic
