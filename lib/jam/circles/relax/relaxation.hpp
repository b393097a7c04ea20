// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contact simulation of circles in a fixed enclosing circle: from given centres to the nearest state of rest.
// One source for CPU and GPU, written over a Team (team.hpp). Lengths are in units of the enclosing
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
//
// How to read the arithmetic (jam/core/simd.hpp): a Real holds the same number of several packings, one in
// each lane; on a GPU and in a SerialTeam it is one float. All lanes do the same operations:
//   a < b               a mask: one truth value for each lane; | and ! combine masks
//   select(mask, a, b)  a in the lanes where the mask is true, b in the others: the `if` of each lane
//   larger, smaller     maximum and minimum, lane by lane
//   any_lane(mask)      whether the mask is true in some lane: the one way from lanes to a branch
//   worth_doing(mask)   any_lane() on a CPU; always true on a GPU, where the branch would cost more. Code
//                       after it must change nothing in the lanes where the mask is false
// Packings of different lanes come to rest after different numbers of steps: a lane that is `done` stays in
// the loop with a step length of 0.
#pragma once

#include "jam/circles/relax/team.hpp"

namespace jam::circles {

/// Limits and accuracy of a relaxation.
struct RelaxationParameters {
  int step_limit = 200;  ///< Number of steps after which a packing is taken as it is.
  /// A packing is at rest when |dE/dc|^2 <= tolerance * E [-]; E is then within about 0.1 % of its minimum.
  float gradient_tolerance = 1e-4F;
  float energy_floor = 1e-13F;   ///< Legal to float precision: overlaps of about 1e-7.
  float give_up_energy = 1e30F;  ///< A packing whose energy is sure to end above this is not relaxed further.
  float give_up_slope = 40.0F;   ///< "Sure": E - slope * |dE/dc|^2 / 4 is above it [-].
  float skin = 0.06F;            ///< Largest gap of near circles; lists last until one has moved half of it.
  bool contact = false;          ///< The contact law instead of the energy law.
  bool mass_by_area = false;     ///< Contact law: masses r^2 instead of equal ones.
};

/// Squares of lengths, and their products, are raised to this before they divide.
inline constexpr float tiny_square = 1e-20F;

/// Centres whose squared distance is below this coincide.
inline constexpr float coinciding_square = 1e-20F;

/// First step length of the energy law: 1/2 of half the gradient is Newton's step of one pair.
inline constexpr float newton_length = 0.5F;

template <class Real>
using MaskOf = decltype(Real() < Real());

template <class Real>
struct RelaxationResult {
  Real energy;  ///< E at the last evaluation; at the step limit, before the last move.
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
  team.for_owned(n, [&](int i, int slot) {
    Real count(0.0F);
    for (int j = 0; j < i; ++j) {
      const Real dx = x[i] - x[j];
      const Real dy = y[i] - y[j];
      count += select(dx * dx + dy * dy < Real(coinciding_square), Real(1.0F), Real(0.0F));
    }
    before[slot] = count;
  });
  team.sync();
  team.for_owned(n, [&](int i, int slot) {
    const auto coincides = Real(0.0F) < before[slot];
    const Real step = Real(1e-3F) * r[i];
    x[i] = select(coincides, x[i] + step * before[slot], x[i]);
    y[i] = select(coincides, y[i] + step * Real(static_cast<float>(i % 5 - 2)), y[i]);
  });
  team.sync();
}

/// The packings that are relaxed, one per lane: centres x, y and radii r of `count` circles.
template <class Real>
struct CircleView {
  int count;
  Real* x;
  Real* y;
  const Real* r;
};

/// Values that a thread keeps for each of its circles during a relaxation.
template <Team T>
struct RelaxationMemory {
  explicit JAM_HD_INLINE RelaxationMemory(const T& team)
      : gradient_x(team.local(0)),
        gradient_y(team.local(1)),
        previous_x(team.local(2)),
        previous_y(team.local(3)),
        listed_x(team.local(4)),
        listed_y(team.local(5)),
        near(team.neighbours()) {}

  typename T::Local gradient_x;  ///< Half the gradient of E, or minus the correction of the contact law.
  typename T::Local gradient_y;
  typename T::Local previous_x;  ///< Gradient or correction of the previous step.
  typename T::Local previous_y;
  typename T::Local listed_x;  ///< Centres when the neighbour lists were built.
  typename T::Local listed_y;
  typename T::Neighbours near;
};

/// Lists the circles whose gap is below `skin`.
template <Team T>
JAM_HD_INLINE void list_near(const T& team, const CircleView<typename T::Real>& circles, float skin,
                             RelaxationMemory<T>& memory) {
  using Real = typename T::Real;
  team.for_owned(circles.count, [&](int i, int slot) {
    const Real xi = circles.x[i];
    const Real yi = circles.y[i];
    const Real reach = circles.r[i] + Real(skin);
    memory.near.build(i, slot, circles.count, [&](int j) {
      const Real dx = xi - circles.x[j];
      const Real dy = yi - circles.y[j];
      const Real limit = reach + circles.r[j];
      return dx * dx + dy * dy < limit * limit;
    });
    memory.listed_x[slot] = xi;
    memory.listed_y[slot] = yi;
  });
}

/// The part of one circle in g = 1/2 dE/dc (contact law: minus its correction) and in E.
template <class Real>
struct CirclePull {
  Real x{0.0F};
  Real y{0.0F};
  Real energy{0.0F};
};

/// Adds what circle j does to circle i: o_ij along the line of the centres. Its energy counts at both
/// circles.
template <class Real>
JAM_HD_INLINE void add_pair(const CircleView<Real>& circles, const RelaxationParameters& parameters,
                            const Real& xi, const Real& yi, const Real& ri, int j, CirclePull<Real>& pull) {
  const Real dx = xi - circles.x[j];
  const Real dy = yi - circles.y[j];
  const Real rj = circles.r[j];
  const Real reach = ri + rj;
  const Real square = dx * dx + dy * dy;
  if (!worth_doing(square < reach * reach)) return;
  const Real inverse = reciprocal_sqrt(larger(square, Real(tiny_square)));
  const Real overlap =
      select(square < reach * reach, larger(reach - square * inverse, Real(0.0F)), Real(0.0F));
  pull.energy += overlap * overlap;
  Real weight = overlap * inverse;
  if (parameters.contact)
    weight = weight * (parameters.mass_by_area ? rj * rj / (ri * ri + rj * rj) : Real(0.5F));
  pull.x -= weight * dx;
  pull.y -= weight * dy;
}

/// Adds what the rim does to a circle at (xi, yi): o_i towards the origin.
template <class Real>
JAM_HD_INLINE void add_rim(const Real& xi, const Real& yi, const Real& ri, CirclePull<Real>& pull) {
  const Real square = xi * xi + yi * yi;
  const Real clearance = Real(1.0F) - ri;
  if (!worth_doing(clearance * clearance < square)) return;
  const Real inverse = reciprocal_sqrt(larger(square, Real(tiny_square)));
  const Real overlap =
      select(clearance * clearance < square, larger(square * inverse - clearance, Real(0.0F)), Real(0.0F));
  pull.energy += overlap * overlap;
  const Real weight = overlap * inverse;
  pull.x += weight * xi;
  pull.y += weight * yi;
}

/// Sums over all circles: E, g.g, and g.h with the gradient h of the previous step.
template <class Real>
struct RelaxationSums {
  Real energy;
  Real gradient_square;
  Real gradient_product;
};

/// Computes the gradients of all circles.
template <Team T>
JAM_HD_INLINE RelaxationSums<typename T::Real> sum_forces(const T& team,
                                                          const CircleView<typename T::Real>& circles,
                                                          const RelaxationParameters& parameters,
                                                          bool first_step, RelaxationMemory<T>& memory) {
  using Real = typename T::Real;
  RelaxationSums<Real> sums{Real(0.0F), Real(0.0F), Real(0.0F)};
  team.for_owned(circles.count, [&](int i, int slot) {
    const Real xi = circles.x[i];
    const Real yi = circles.y[i];
    const Real ri = circles.r[i];
    CirclePull<Real> pull;
    memory.near.for_each(i, slot, [&](int j) { add_pair(circles, parameters, xi, yi, ri, j, pull); });
    pull.energy = pull.energy * Real(0.5F);
    add_rim(xi, yi, ri, pull);
    sums.energy += pull.energy;
    sums.gradient_square += pull.x * pull.x + pull.y * pull.y;
    if (!first_step)
      sums.gradient_product += pull.x * memory.previous_x[slot] + pull.y * memory.previous_y[slot];
    memory.gradient_x[slot] = pull.x;
    memory.gradient_y[slot] = pull.y;
  });
  return {team.sum(sums.energy), team.sum(sums.gradient_square), team.sum(sums.gradient_product)};
}

/// The packings that need no further step: legal, at rest, or hopeless.
template <class Real>
JAM_HD_INLINE MaskOf<Real> settled(const RelaxationSums<Real>& sums, const RelaxationParameters& parameters) {
  return (sums.energy < Real(parameters.energy_floor)) |
         (sums.gradient_square < Real(0.25F * parameters.gradient_tolerance) * sums.energy) |
         (Real(parameters.give_up_energy) <
          sums.energy - Real(parameters.give_up_slope) * sums.gradient_square);
}

/// The next step length of Barzilai and Borwein, from the last step s = -length * h and y = g - h:
/// s.s / s.y after odd steps, s.y / y.y after even ones. `previous_square` is h.h.
template <class Real>
JAM_HD_INLINE Real next_length(const RelaxationSums<Real>& sums, const Real& length,
                               const Real& previous_square, bool odd) {
  const Real curvature = length * (previous_square - sums.gradient_product);
  const Real change_square = sums.gradient_square - Real(2.0F) * sums.gradient_product + previous_square;
  const Real safe = larger(curvature, Real(tiny_square));
  const Real next =
      odd ? length * length * previous_square / safe : safe / larger(change_square, Real(tiny_square));
  return select(Real(0.0F) < curvature, smaller(next, Real(10.0F)), Real(newton_length));
}

/// Moves all circles by -length * g; true for all threads if one left half of its skin, so that the lists are
/// stale. Synchronised before and on return.
template <Team T>
JAM_HD_INLINE bool move_circles(const T& team, const CircleView<typename T::Real>& circles, float skin,
                                const typename T::Real& length, RelaxationMemory<T>& memory) {
  using Real = typename T::Real;
  const Real moved_limit(0.25F * skin * skin);
  MaskOf<Real> far = Real(0.0F) < Real(-1.0F);
  team.sync();
  team.for_owned(circles.count, [&](int i, int slot) {
    const Real xi = circles.x[i] - length * memory.gradient_x[slot];
    const Real yi = circles.y[i] - length * memory.gradient_y[slot];
    memory.previous_x[slot] = memory.gradient_x[slot];
    memory.previous_y[slot] = memory.gradient_y[slot];
    circles.x[i] = xi;
    circles.y[i] = yi;
    const Real dx = xi - memory.listed_x[slot];
    const Real dy = yi - memory.listed_y[slot];
    far = far | (moved_limit < dx * dx + dy * dy);
  });
  team.sync();
  return team.any(far);
}

/// Relaxes the packings; the centres are updated in place. Lanes in `idle` stay as they are. The arrays are
/// visible to the whole team; the caller's writes must be synchronised before. Synchronised on return.
template <Team T>
JAM_HD_INLINE RelaxationResult<typename T::Real> relax(const T& team,
                                                       const CircleView<typename T::Real>& circles,
                                                       const RelaxationParameters& parameters,
                                                       MaskOf<typename T::Real> idle) {
  using Real = typename T::Real;
  constexpr int steps_between_questions = 16;
  RelaxationMemory<T> memory(team);
  MaskOf<Real> done = idle;
  Real energy(0.0F);
  Real steps(0.0F);
  Real length(parameters.contact ? 1.0F : newton_length);
  Real previous_square(1.0F);
  bool stale = true;
  for (int step = 0; step < parameters.step_limit; ++step) {
    if (step % steps_between_questions == 0 && team.stopped()) break;
    if (stale) list_near(team, circles, parameters.skin, memory);
    const RelaxationSums<Real> sums = sum_forces(team, circles, parameters, step == 0, memory);
    energy = select(done, energy, sums.energy);
    steps += select(done, Real(0.0F), Real(1.0F));
    done = done | settled(sums, parameters);
    if (!any_lane(!done)) break;
    if (!parameters.contact && step > 0) length = next_length(sums, length, previous_square, (step & 1) != 0);
    previous_square = sums.gradient_square;
    stale = move_circles(team, circles, parameters.skin, select(done, Real(0.0F), length), memory);
  }
  team.sync();
  return {energy, steps};
}

}  // namespace jam::circles
