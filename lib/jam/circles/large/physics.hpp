// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The step of one circle in the large search, one source for CPU and GPU. Gather form: every circle sums the
// contributions of its own neighbours in a fixed order, so no two threads add to the same number and the
// result does not depend on how many threads there are. Centres are double, differences of centres and
// everything derived from them float: an overlap is then known to 1e-7 of the radii of its own pair, even for
// circles of radius 1 in a container of radius 1e7. Lengths are in the search's unit (the problem's lengths
// times a power of two, so that the largest radius lies in [1, 2)).
#pragma once

#include <cmath>

#include "jam/core/macros.hpp"

namespace jam::circles::large {

/// A circle as the neighbour loops read it: 32 bytes, one memory sector.
struct Site {
  double x = 0;  ///< Centre (x, y).
  double y = 0;
  float radius = 0;
  float skin = 0;  ///< Distance that a circle may move before the neighbour lists are stale.
  int id = 0;      ///< Index in the problem; sites are stored in the order of their cells.
  int level = 0;   ///< Size class, see grid.hpp.
};

struct Vector {
  float x = 0;
  float y = 0;
};

/// How the corrections of a pair are shared.
enum class Law : int {
  energy,        ///< Force of E = sum overlap^2 / 2: both get the whole overlap as a force.
  contact,       ///< The correction of Goetzmann 2007, equal masses: each moves by half the overlap.
  contact_mass,  ///< The law `contact` with masses proportional to r^2.
};

/// Sum over a part of a circle's neighbours.
struct Sum {
  float x = 0;  ///< Force (energy) or displacement (contact).
  float y = 0;
  float energy = 0;  ///< This circle's half of overlap^2 / 2.
  float worst = 0;   ///< Largest growth of the distance to a neighbour that is needed [-].

  JAM_HD void add(const Sum& part) {
    x += part.x;
    y += part.y;
    energy += part.energy;
    worst = part.worst > worst ? part.worst : worst;
  }
};

/// Entries of a neighbour list that one thread sums: lists of large circles with thousands of neighbours are
/// shared by many threads.
inline constexpr int slice_length = 16;

/// Circles whose sums are combined into one partial sum; fixed, whatever the number of threads.
inline constexpr int block_length = 256;

/// Adds to `sum` what `other` does to `self`.
JAM_HD inline void add_pair(const Site& self, const Site& other, Law law, Sum& sum) {
  const float dx = static_cast<float>(self.x - other.x);
  const float dy = static_cast<float>(self.y - other.y);
  const float touch = self.radius + other.radius;
  const float square = dx * dx + dy * dy;
  if (square >= touch * touch) return;
  const float distance = sqrtf(square);
  const float overlap = touch - distance;
  float weight = 1.0F;
  if (law == Law::contact) weight = 0.5F;
  if (law == Law::contact_mass) {
    const float ratio = self.radius / other.radius;
    weight = 1.0F / (1.0F + ratio * ratio);
  }
  // Concentric circles separate along x, the one with the smaller index to the right.
  const float inverse = distance > 0.0F ? 1.0F / distance : 0.0F;
  const float nx = distance > 0.0F ? dx * inverse : (self.id < other.id ? 1.0F : -1.0F);
  const float ny = dy * inverse;
  sum.x += weight * overlap * nx;
  sum.y += weight * overlap * ny;
  sum.energy += 0.25F * overlap * overlap;
  const float growth = distance > 1e-6F * touch ? overlap * inverse : 1e6F;
  sum.worst = growth > sum.worst ? growth : sum.worst;
}

/// Sums the neighbours near[first .. last) of `self` in list order.
JAM_HD inline Sum sum_slice(const Site* sites, const int* near, int first, int last, const Site& self,
                            Law law) {
  Sum sum;
  for (int k = first; k < last; ++k) add_pair(self, sites[near[k]], law, sum);
  return sum;
}

/// Adds the container's push on `self` and returns how far the circle sticks out of it, max(0, |c| + r - R).
/// In the contact laws the container has infinite mass, so that the whole overlap is corrected.
JAM_HD inline float add_wall(const Site& self, double container_radius, Sum& sum) {
  const double square = self.x * self.x + self.y * self.y;
  const double clearance = container_radius - static_cast<double>(self.radius);
  if (square <= clearance * clearance && clearance >= 0.0) return 0.0F;
  const double distance = sqrt(square);
  const float reach = static_cast<float>(distance - clearance);
  if (distance > 0.0) {
    sum.x -= reach * static_cast<float>(self.x / distance);
    sum.y -= reach * static_cast<float>(self.y / distance);
  }
  sum.energy += 0.5F * reach * reach;
  return reach;
}

/// Inverse mass of a circle with `neighbour_count` list entries. With unit stiffness per contact the largest
/// eigenvalue of M^-1 K is then at most 2, whatever the mixture of sizes, so that one time step (below sqrt
/// 2) is stable for all circles.
JAM_HD inline float inverse_mass(int neighbour_count) {
  return 1.0F / static_cast<float>(neighbour_count + 1);
}

/// Sums over all circles that decide about a step.
struct Totals {
  double energy = 0;
  double power = 0;         ///< F . v
  double force_square = 0;  ///< F . M^-1 F
  double speed_square = 0;  ///< v . M v
  float worst = 0;          ///< Largest Sum::worst [-].
  float reach = 0;          ///< Largest max(0, |c| + r - R).

  JAM_HD void add(const Sum& force, float circle_reach, const Vector& velocity, float mass_inverse) {
    energy += static_cast<double>(force.energy);
    power += static_cast<double>(force.x * velocity.x + force.y * velocity.y);
    force_square += static_cast<double>(mass_inverse * (force.x * force.x + force.y * force.y));
    speed_square += static_cast<double>((velocity.x * velocity.x + velocity.y * velocity.y) / mass_inverse);
    worst = force.worst > worst ? force.worst : worst;
    reach = circle_reach > reach ? circle_reach : reach;
  }

  JAM_HD void add(const Totals& other) {
    energy += other.energy;
    power += other.power;
    force_square += other.force_square;
    speed_square += other.speed_square;
    worst = other.worst > worst ? other.worst : worst;
    reach = other.reach > reach ? other.reach : reach;
  }
};

/// State of a relaxation.
enum class Status : int {
  running,
  legal,
  stalled,
  step_limit,
  non_finite,  ///< A centre became inf or nan; no centre may be used.
};

/// FIRE, E. Bitzek et al., Phys. Rev. Lett. 97 (2006) 170201, with the half step back of J. Guénolé et al.
/// (2020). Times are in units of sqrt(mass / stiffness) of a circle without neighbours.
inline constexpr double fire_time_step = 0.2;
/// Largest time step; the stability limit is sqrt 2 for inverse_mass.
inline constexpr double fire_time_step_limit = 1.1;
inline constexpr double fire_time_step_least = 0.02;
inline constexpr double fire_mixing = 0.15;
inline constexpr int fire_delay = 5;  ///< Downhill steps before the time step grows.

/// A relaxation to be done.
struct RelaxTask {
  double container_radius = 0;
  double tolerance = 1e-6;  ///< Legal when distances and R need not grow by more than this [-].
  int step_limit = 10000;
  int stall_interval = 200;  ///< Number of steps between two checks of the energy.
  /// The relaxation has stalled if the energy over that of the last check is above this ratio [-].
  double stall_ratio = 0.8;
  Law law = Law::energy;
};

/// A relaxation and its state, which all circles share, at first at rest; lives on the device for the whole
/// relaxation, so that steps need no round trip.
struct Control : RelaxTask {
  Status status = Status::running;
  int stale = 0;  ///< 1: a circle has left its skin, the lists must be rebuilt before the next step.
  int go = 0;     ///< 1: the circles move in this step.
  int step = 0;
  int downhill_steps = 0;
  double time_step = fire_time_step;
  double mixing = fire_mixing;
  double energy_mark = 1e300;  ///< Energy at the last check.
  Totals totals = {};          ///< Totals of the last step.
  // Coefficients of the update of the circles.
  float damping = 0;  ///< v <- damping v + push M^-1 F
  float push = 0;
  float move = 0;  ///< x <- x + move v_new - back v_old
  float back = 0;
};

/// Decides, once the forces of a step are known, whether the relaxation ends, and otherwise how the circles
/// move.
JAM_HD inline void decide_step(Control& control, const Totals& totals) {
  control.totals = totals;
  control.go = 0;
  // Comparisons with nan are false: without this, such circles would look legal.
  if (!(totals.energy < 1e300)) {
    control.status = Status::non_finite;
    return;
  }
  const bool legal = static_cast<double>(totals.worst) <= control.tolerance &&
                     static_cast<double>(totals.reach) <= control.tolerance * control.container_radius;
  if (legal) {
    control.status = Status::legal;
    return;
  }
  if (control.step >= control.step_limit) {
    control.status = Status::step_limit;
    return;
  }
  if (control.step > 0 && control.step % control.stall_interval == 0) {
    if (totals.energy > control.stall_ratio * control.energy_mark) {
      control.status = Status::stalled;
      return;
    }
    control.energy_mark = totals.energy;
  }
  ++control.step;
  control.go = 1;
  if (control.law != Law::energy) {
    control.damping = 0.0F;
    control.push = 1.0F;
    control.move = 1.0F;
    control.back = 0.0F;
    return;
  }
  control.back = 0.0F;
  if (totals.power > 0.0) {
    if (++control.downhill_steps > fire_delay) {
      control.time_step = fmin(control.time_step * 1.1, fire_time_step_limit);
      control.mixing *= 0.99;
    }
    const double ratio = totals.force_square > 0.0 ? sqrt(totals.speed_square / totals.force_square) : 0.0;
    control.damping = static_cast<float>(1.0 - control.mixing);
    control.push = static_cast<float>(control.mixing * ratio + control.time_step);
  } else {
    if (control.downhill_steps > 0) control.time_step = fmax(control.time_step * 0.5, fire_time_step_least);
    control.downhill_steps = 0;
    control.mixing = fire_mixing;
    control.damping = 0.0F;
    control.push = static_cast<float>(control.time_step);
    control.back = static_cast<float>(0.5 * control.time_step);
  }
  control.move = static_cast<float>(control.time_step);
}

/// Moves one circle; returns true when it has left its skin since the lists were built at `anchor`.
JAM_HD inline bool move_circle(const Control& control, const Sum& force, float mass_inverse, double anchor_x,
                               double anchor_y, Site& site, Vector& velocity) {
  const float mobility = control.law == Law::energy ? mass_inverse : 1.0F;
  const float vx = control.damping * velocity.x + control.push * mobility * force.x;
  const float vy = control.damping * velocity.y + control.push * mobility * force.y;
  site.x += static_cast<double>(control.move * vx - control.back * velocity.x);
  site.y += static_cast<double>(control.move * vy - control.back * velocity.y);
  velocity.x = vx;
  velocity.y = vy;
  const float dx = static_cast<float>(site.x - anchor_x);
  const float dy = static_cast<float>(site.y - anchor_y);
  return dx * dx + dy * dy > site.skin * site.skin;
}

}  // namespace jam::circles::large
