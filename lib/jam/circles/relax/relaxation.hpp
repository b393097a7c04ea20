// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contact simulation of circles in a fixed enclosing circle: from given centres to the nearest state of rest.
// One source for CPU and GPU, written over a Team (jam/core/team.hpp). Lengths are in units of the enclosing
// radius, which is therefore 1; energies in its square.
//
// Overlaps o_ij = max(0, r_i + r_j - |c_i - c_j|) of pairs and o_i = max(0, |c_i| + r_i - 1) of circles and
// rim, u the unit normals. Two laws:
//   energy    minimises E = sum o^2 by gradient descent with the two step lengths of J. Barzilai and J. M.
//             Borwein, Two-point step size gradient methods (1988), in turn: one evaluation, no line search
//             and two sums per step. It needs fewer evaluations than FIRE, a few more than L-BFGS, and no
//             history (docs/algorithms.md has the comparison).
//   contact   the reference of J.-F. Goetzmann, Massively Parallel Contact Simulation (2007), chapter 4: the
//             corrections that would separate each overlapping pair alone are summed, then applied. Equal
//             masses, or masses by area.
// Every circle sums its own contacts in ascending order, so the result does not depend on the team.
#pragma once

#include "jam/core/team.hpp"

namespace jam::circles {

/// Limits and accuracy of a relaxation.
struct RelaxationParameters {
  int step_limit = 200;  ///< Steps after which a packing is taken as it is.
  /// A packing is at rest when |dE/dc|^2 <= tolerance * E [-]; E is then within about 0.1 % of its minimum.
  float gradient_tolerance = 1e-4F;
  float energy_floor = 1e-13F;   ///< Legal to float precision: overlaps of about 1e-7.
  float give_up_energy = 1e30F;  ///< A packing whose energy is sure to end above this is not relaxed further.
  float give_up_slope = 40.0F;   ///< "Sure": E - slope * |dE/dc|^2 / 4 is above it [-].
  float skin = 0.06F;            ///< Largest gap of near circles; lists last until one has moved half of it.
  bool contact = false;          ///< The contact law instead of the energy law.
  bool mass_by_area = false;     ///< Contact law: masses r^2 instead of equal ones.
};

template <class Real>
using MaskOf = decltype(Real() < Real());

template <class Real>
struct RelaxationResult {
  Real energy;  ///< E at the last evaluation.
  Real steps;   ///< Evaluations made before the packing came to rest.
};

/// Separates circles whose centres coincide, for which neither law has a direction: each moves along x by a
/// thousandth of its radius for every circle before it at the same place, and along y by an amount that
/// depends on its number, because circles in one line would stay in it. Other circles are not changed.
/// O(n^2): for packings that come from outside the search; moves place circles at random. The caller's writes
/// must be synchronised before; synchronised on return.
template <Team T>
JAM_HD_INLINE void part_coinciding(const T& team, int n, typename T::Real* x, typename T::Real* y,
                                   const typename T::Real* r) {
  using Real = typename T::Real;
  auto before = team.local(0);
  team.for_each(n, [&](int i, int slot) {
    Real count(0.0F);
    for (int j = 0; j < i; ++j) {
      const Real dx = x[i] - x[j];
      const Real dy = y[i] - y[j];
      count += select(dx * dx + dy * dy < Real(1e-20F), Real(1.0F), Real(0.0F));
    }
    before[slot] = count;
  });
  team.sync();
  team.for_each(n, [&](int i, int slot) {
    const auto coincides = Real(0.0F) < before[slot];
    const Real step = Real(1e-3F) * r[i];
    x[i] = select(coincides, x[i] + step * before[slot], x[i]);
    y[i] = select(coincides, y[i] + step * Real(static_cast<float>(i % 5 - 2)), y[i]);
  });
  team.sync();
}

/// Relaxes the packing (one per lane) with centres x, y and radii r of n circles; the centres are updated in
/// place. Lanes in `idle` stay as they are. x, y, r are visible to the whole team; the caller's writes must
/// be synchronised before. Synchronised on return.
template <Team T>
JAM_HD_INLINE RelaxationResult<typename T::Real> relax(const T& team, int n, typename T::Real* x,
                                                       typename T::Real* y, const typename T::Real* r,
                                                       const RelaxationParameters& parameters,
                                                       MaskOf<typename T::Real> idle) {
  using Real = typename T::Real;
  const Real zero(0.0F);
  const Real one(1.0F);
  const Real tiny(1e-20F);
  auto gradient_x = team.local(0);  // Half the gradient of E, or minus the correction of the contact law.
  auto gradient_y = team.local(1);
  auto previous_x = team.local(2);
  auto previous_y = team.local(3);
  auto listed_x = team.local(4);  // Centres when the neighbour lists were built.
  auto listed_y = team.local(5);
  auto near = team.neighbours();

  const auto build_lists = [&] {
    team.for_each(n, [&](int i, int slot) {
      const Real xi = x[i];
      const Real yi = y[i];
      const Real reach = r[i] + Real(parameters.skin);
      near.build(i, slot, n, [&](int j) {
        const Real dx = xi - x[j];
        const Real dy = yi - y[j];
        const Real limit = reach + r[j];
        return dx * dx + dy * dy < limit * limit;
      });
      listed_x[slot] = xi;
      listed_y[slot] = yi;
    });
  };
  bool stale = true;

  MaskOf<Real> done = idle;
  Real energy = zero;
  Real steps = zero;
  Real length = parameters.contact
                    ? one
                    : Real(0.5F);  // Step length: 1/2 of half the gradient is Newton's step of one pair.
  Real previous_square = one;
  const Real moved_limit(0.25F * parameters.skin * parameters.skin);

  constexpr int steps_between_questions = 16;
  for (int step = 0; step < parameters.step_limit; ++step) {
    if (step % steps_between_questions == 0 && team.stopped()) break;
    if (stale) build_lists();

    // Forces: g = 1/2 dE/dc.
    Real sum_energy = zero;
    Real sum_square = zero;
    Real sum_product = zero;
    team.for_each(n, [&](int i, int slot) {
      const Real xi = x[i];
      const Real yi = y[i];
      const Real ri = r[i];
      Real gx = zero;
      Real gy = zero;
      Real e = zero;
      near.for_each(i, slot, [&](int j) {
        const Real dx = xi - x[j];
        const Real dy = yi - y[j];
        const Real reach = ri + r[j];
        const Real square = dx * dx + dy * dy;
        if (worth_doing(square < reach * reach)) {
          const Real inverse = reciprocal_sqrt(larger(square, tiny));
          const Real overlap = select(square < reach * reach, larger(reach - square * inverse, zero), zero);
          e += overlap * overlap;
          Real weight = overlap * inverse;
          if (parameters.contact)
            weight = weight * (parameters.mass_by_area ? r[j] * r[j] / (ri * ri + r[j] * r[j]) : Real(0.5F));
          gx -= weight * dx;
          gy -= weight * dy;
        }
      });
      e = e * Real(0.5F);
      const Real square = xi * xi + yi * yi;
      const Real clearance = one - ri;
      if (worth_doing(clearance * clearance < square)) {
        const Real inverse = reciprocal_sqrt(larger(square, tiny));
        const Real overlap =
            select(clearance * clearance < square, larger(square * inverse - clearance, zero), zero);
        e += overlap * overlap;
        const Real weight = overlap * inverse;
        gx += weight * xi;
        gy += weight * yi;
      }
      sum_energy += e;
      sum_square += gx * gx + gy * gy;
      if (step > 0) sum_product += gx * previous_x[slot] + gy * previous_y[slot];
      gradient_x[slot] = gx;
      gradient_y[slot] = gy;
    });
    sum_energy = team.sum(sum_energy);
    sum_square = team.sum(sum_square);
    sum_product = team.sum(sum_product);

    // At rest, legal, or hopeless?
    energy = select(done, energy, sum_energy);
    steps += select(done, zero, one);
    done = done | (sum_energy < Real(parameters.energy_floor)) |
           (sum_square < Real(0.25F * parameters.gradient_tolerance) * sum_energy) |
           (Real(parameters.give_up_energy) < sum_energy - Real(parameters.give_up_slope) * sum_square);
    if (!any_lane(!done)) break;

    // Step length from the last step s = -length * h and y = g - h: in turn s.s / s.y and s.y / y.y.
    if (!parameters.contact && step > 0) {
      const Real curvature = length * (previous_square - sum_product);
      const Real change = sum_square - Real(2.0F) * sum_product + previous_square;
      const Real safe = larger(curvature, tiny);
      const Real next =
          (step & 1) != 0 ? length * length * previous_square / safe : safe / larger(change, tiny);
      length = select(zero < curvature, smaller(next, Real(10.0F)), Real(0.5F));
    }
    previous_square = sum_square;

    // Move.
    team.sync();
    const Real move = select(done, zero, length);
    MaskOf<Real> far = zero < Real(-1.0F);
    team.for_each(n, [&](int i, int slot) {
      const Real xi = x[i] - move * gradient_x[slot];
      const Real yi = y[i] - move * gradient_y[slot];
      previous_x[slot] = gradient_x[slot];
      previous_y[slot] = gradient_y[slot];
      x[i] = xi;
      y[i] = yi;
      const Real dx = xi - listed_x[slot];
      const Real dy = yi - listed_y[slot];
      far = far | (moved_limit < dx * dx + dy * dy);
    });
    team.sync();
    stale = team.any(far);
  }
  team.sync();
  return {energy, steps};
}

}  // namespace jam::circles
