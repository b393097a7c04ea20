// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Bodies that enter a scene and leave it while it runs: fillings that are poured, silos that discharge
// (Strobl A17, A18; Negrut S1, S6). A body that is not in the scene is `BodyKind::inactive`: it keeps its
// index, collides with nothing and does not move. At regular times, called looks, bodies below the drain
// leave, and bodies that wait enter at free places of the inlet. SI units.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "jam/core/vec.hpp"

namespace jam::dynamics {

struct World;

/// Places at which bodies enter: the points of a square grid in a horizontal disc.
struct Inlet {
  Vec3d centre;            ///< Centre of the disc [m].
  double radius = 0;       ///< Radius of the disc; centres of bodies, jitter aside, lie in it [m].
  double pitch = 0;        ///< Pitch of the grid, > 0 [m].
  double jitter = 0;       ///< A body enters up to this far from its place, along x and along y [m].
  int batch = 0;           ///< Largest number of bodies that enter at a look; 0: one for each free place.
  Vec3d velocity;          ///< Velocity of bodies that enter [m/s]; they do not spin.
  std::uint64_t seed = 0;  ///< Seed for the choice of places and for the jitter.
};

struct Flow {
  double interval = 0;  ///< Time between two looks [s], rounded up to whole steps; 0: no looks.
  /// A body whose centre of mass is lower leaves [m].
  double drain = -std::numeric_limits<double>::infinity();
  /// Bodies that left wait to enter again, after all that wait; otherwise they stay away.
  bool returns = false;
  Inlet inlet;
  std::vector<int> waiting;  ///< Bodies that wait, in the order in which they enter.

  long long looks = 0;    ///< Number of looks so far; the random numbers of a look follow from its number.
  long long left = 0;     ///< Number of times that a body left.
  long long entered = 0;  ///< Number of times that a body entered.
};

/// A wall that vanishes at a time and so opens an outlet.
struct Gate {
  int wall = 0;
  double until = 0;  ///< [s]

  [[nodiscard]] bool is_over(double time) const { return time >= until - 1e-9 * std::fabs(until); }
};

/// Throws InputError for an interval, inlet or gate that cannot be: a pitch at which bodies that enter side
/// by side would overlap, jitter included, names the pitch that is needed.
void check_flow(const World& world);

/// One look (see above). `batch` of its free places are chosen at random and filled in the order of the
/// queue. A place is free if no body in the scene would touch any waiting body there.
void run_flow(World& world);

/// Whether bodies enter and leave after step number `steps` of this length [s].
[[nodiscard]] bool look_follows(const Flow& flow, double step, long long steps);

}  // namespace jam::dynamics
