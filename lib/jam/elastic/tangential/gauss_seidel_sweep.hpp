// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A sweep of the two Gauss-Seidel solvers (Kalker 1990; specification 2.7.2, 2.8), for host and device: cells
// with pressure in their order, each of which sees all changes before. Who knows the slips has
//   at(i)      s of cell i; all workers call it
//   once(f)    f() by one of the workers; then all see what it wrote
//   add(k, d)  what moves in cell k, its traction or, of rolling, the difference of rolled_difference(), has
//              changed by d; within f
// On a CPU slips are kept up to date, on a GPU each is an inner product when it is asked for
// (gauss_seidel.cpp, cuda/gauss_seidel.cuh).
#pragma once

#include "jam/elastic/tangential/friction_cell.hpp"

namespace jam::elastic {

struct SweepProblem {
  int nx = 0, ny = 0;
  double tolerance = 1e-8;
  const double* bound = nullptr;  ///< Bound g of the tractions [MPa].

  [[nodiscard]] JAM_HD_INLINE int cells() const { return nx * ny; }
};

/// One sweep over all cells for a shift. Traction has operator[] and set().
JAM_HD_UNCHECKED
template <class Slips, class Traction>
JAM_HD_INLINE void sweep_shift(const SweepProblem& problem, const SelfBlock& self, Slips& slips,
                               Traction& traction, CellState* state) {
  for (int i = 0; i < problem.cells(); ++i) {
    if (state[i] == CellState::exterior) continue;
    const Tangent s = slips.at(i);
    slips.once([&] {
      const Tangent before = traction[i],
                    next = solve_cell(self, problem.bound[i], s, before, problem.tolerance, state[i]);
      traction.set(i, next);
      slips.add(i, next - before);
    });
  }
}

/// One sweep for steady rolling along x. Cells with adhesion keep their difference d_J = p_J - p_{J+1} when
/// p_I changes: all of them change with it. The run ends before j, the next cell behind that slips or has no
/// pressure. The change of p_I enters the slip of I as a new traction at I and the opposite one at j.
/// `block(k)` is the displacement by a traction k cells before.
JAM_HD_UNCHECKED
template <class Slips, class Traction, class Blocks>
JAM_HD_INLINE void sweep_rolling(const SweepProblem& problem, const Blocks& block, Slips& slips,
                                 Traction& traction, CellState* state) {
  for (int i = 0; i < problem.cells(); ++i) {
    if (state[i] == CellState::exterior) continue;
    const Tangent s = slips.at(i);
    slips.once([&] {
      const int row = i / problem.nx * problem.nx;
      int behind = i - 1;
      while (behind >= row && state[behind] == CellState::adhesion) --behind;
      const SelfBlock here = block(0), there = block(i - behind);
      const SelfBlock self{here.xx - there.xx, here.xy - there.xy, here.yy - there.yy};
      const Tangent next = solve_cell(self, problem.bound[i], s, traction[i], problem.tolerance, state[i]);
      const Tangent change = next - traction[i];
      for (int k = behind > row ? behind : row; k <= i; ++k) {
        Tangent now = traction[k];
        if (k == i) {
          now = next;
        } else if (k != behind) {
          now = now + change;
          if (const double size = length(now); size > problem.bound[k]) now = (problem.bound[k] / size) * now;
        }
        const Tangent d = now - traction[k];
        traction.set(k, now);
        // d_k and d_{k-1} contain p_k.
        if (k > row) slips.add(k - 1, Tangent{} - d);
        slips.add(k, d);
      }
    });
  }
}

}  // namespace jam::elastic
