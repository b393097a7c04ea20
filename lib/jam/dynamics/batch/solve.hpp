// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The solver of a small scene, a template over Workers (workers.hpp): rounds of apgd, jor, ccp and pe-jacobi
// (solvers/rounds/rounds.hpp), or sweeps of sor by colours between two tests of the natural map, each a round
// (solvers/rounds/sweep_control.hpp).
#pragma once

#include "jam/dynamics/batch/scene.hpp"
#include "jam/dynamics/batch/workers.hpp"
#include "jam/dynamics/solvers/rounds/jacobi_rounds.hpp"
#include "jam/dynamics/solvers/rounds/sweep_control.hpp"

namespace jam::dynamics {

/// Rounds until the last one; all workers see the report.
template <Workers W, class Control>
JAM_HD_INLINE void run_rounds(const W& workers, const SolverArrays& arrays, Control& control) {
  const int contacts = arrays.problem.matrix.contacts;
  while (control.plan.kind != RoundKind::done) {
    auto ahead =
        workers.template lanes<ForwardTerms>(contacts, [&](int i) { return forward(arrays, control, i); });
    workers.sync();
    workers.sum_bodies(arrays.problem.matrix);
    workers.sync();
    auto back =
        workers.template lanes<BackwardTerms>(contacts, [&](int i) { return backward(arrays, control, i); });
    workers.conclude(ahead, back,
                     [&](const ForwardTerms& a, const BackwardTerms& b) { decide(control, a, b); });
  }
}

/// Sweeps and their control.
struct SmallSweeps : SweepControl {
  JacobiControl look;
};

[[nodiscard]] inline SmallSweeps begin_small_sweeps(const SolverSettings& settings) {
  return {begin_sweeps(settings), {}};
}

/// The buffer that holds the impulses of the result.
template <class Control>
[[nodiscard]] JAM_HD_INLINE int result_of(const Control& control) {
  return control.plan.now;
}
[[nodiscard]] JAM_HD_INLINE int result_of(const SmallSweeps&) { return swept_buffer; }

/// Whether a solver needs memory for sweeps.
template <class Control>
inline constexpr bool sweeps_by_colours = false;
template <>
inline constexpr bool sweeps_by_colours<SmallSweeps> = true;

template <Workers W, class Control>
JAM_HD_INLINE void solve_small(const W& workers, SmallWork& work, Control& control) {
  run_rounds(workers, work.solver, control);
}

/// Sweeps over the groups of each colour, from the impulses in one buffer to the same.
template <ContactLaw law, Workers W>
JAM_HD_INLINE void sweep_small(const W& workers, const SmallWork& work, double alpha, int sweeps) {
  const SmallColours& colours = work.colours;
  const int contacts = work.solver.problem.matrix.contacts;
  const Vec3Array& r = work.solver.r[swept_buffer];
  for_each(workers, contacts, [&](int place) { work.swept.r.set(place, r[colours.contact[place]]); });
  workers.sync();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int colour = 0; colour < colours.count; ++colour) {
      const int first = colours.first[colour];
      for_each(workers, colours.first[colour + 1] - first, [&](int k) {
        sweep_group<law>(work.swept, colours.group[first + k], colours.group[first + k + 1], alpha);
      });
      workers.sync();
    }
  }
  for_each(workers, contacts, [&](int place) { r.set(colours.contact[place], work.swept.r[place]); });
  workers.sync();
}

template <Workers W>
JAM_HD_INLINE void sweep_small(const W& workers, const SmallWork& work, ContactLaw law, double alpha,
                               int sweeps) {
  switch (law) {
    case ContactLaw::coulomb: return sweep_small<ContactLaw::coulomb>(workers, work, alpha, sweeps);
    case ContactLaw::ccp: return sweep_small<ContactLaw::ccp>(workers, work, alpha, sweeps);
    case ContactLaw::pyramid: return sweep_small<ContactLaw::pyramid>(workers, work, alpha, sweeps);
  }
}

template <Workers W>
JAM_HD_INLINE void solve_small(const W& workers, SmallWork& work, SmallSweeps& control) {
  const SolverArrays& arrays = work.solver;
  const int contacts = arrays.problem.matrix.contacts;
  const auto copy = [&](int from, int to) {
    for_each(workers, contacts, [&](int i) { arrays.r[to].set(i, arrays.r[from][i]); });
    workers.sync();
  };
  once(workers, [&] { find_colours(arrays.problem.matrix.body, contacts, work.colours); });
  for_each(workers, contacts,
           [&](int place) { pack_contact(work.swept, arrays.problem, control.law, place); });
  workers.sync();
  for (bool restored = false;;) {
    once(workers, [&] { control.look = begin_look(control.law); });
    run_rounds(workers, arrays, control.look);
    once(workers, [&] {
      take_look(control, control.look.report);
      if (!restored) order_sweeps(control);
      control.report.colour_count = work.colours.count;
    });
    const SweepOrders orders = control.orders;
    if (!restored && orders.keep) copy(swept_buffer, best_buffer);
    if (!restored && orders.restore) {
      copy(best_buffer, swept_buffer);
      restored = true;
      continue;
    }
    restored = false;
    if (orders.sweeps == 0) return;
    sweep_small(workers, work, control.law, control.relaxation.alpha(), orders.sweeps);
  }
}

}  // namespace jam::dynamics
