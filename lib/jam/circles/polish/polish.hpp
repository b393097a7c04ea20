// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Polish: from an approximate packing (float precision, overlaps up to about 1e-3 R) to a local minimum of
// the enclosing radius in double. Variables are all centres and R; constraints are |ci-cj| >= ri+rj and |ci|
// <= R-ri for all near pairs. An interior-point method finds the minimum and its contacts, Newton's method on
// the contacts closes them to rounding errors. The enclosing circle stays about the origin. A result that is
// stationary but no minimum (a row of circles) is perturbed. Lengths are in the unit of the radii.
//
// Time per call on one core of a present server, from relaxed random packings of radii 1..n: 0.1 ms (n = 24),
// 0.3 ms (50), 1.5 ms (128), 20 ms (500), 70 ms (1000); of large searches, 8 to 16 s (10 000).
#pragma once

#include "jam/circles/model/contact_graph.hpp"
#include "jam/circles/model/packing.hpp"
#include "jam/core/constants.hpp"
#include "jam/core/stop_query.hpp"

namespace jam::circles {

/// PolishOptions::circle_limit: where a polish has to be short, and where it may take a minute.
inline constexpr int polish_minimum_limit = 3000;
inline constexpr int polish_patient_limit = 20000;

struct PolishOptions {
  double gap_tolerance = polish_tolerance;  ///< Largest overlap at the end [R]; about 1e-15 is reached.
  /// Excess of R over the minimum to first order (sum of multiplier * gap) [R].
  double radius_tolerance = 1e-13;
  /// Largest number of iterations of an attempt; 5 to 20 are usual, 100 to 200 for 10 000 circles.
  int iteration_limit = 200;
  /// Largest number of circles for which a minimum is computed. Above it, overlaps are removed (legalise())
  /// and `converged` stays false.
  int circle_limit = polish_minimum_limit;
  StopQuery stop = {};  ///< When stopped, polish() ends within a few iterations; see PolishResult::cut.
};

struct PolishResult {
  Packing packing;         ///< Its radius is the smallest; overlaps up to gap_tolerance * R.
  bool converged = false;  ///< A local minimum: contact forces >= 0 hold it, balanced to 1e-8.
  int iterations = 0;      ///< Interior-point iterations used.
  bool cut = false;  ///< Stopped before the end: `packing` is the start; with more than many_circles the
                     ///< state so far of which spread_apart() makes the smallest legal packing.
};

/// Minimises R locally from `start` (whose enclosing_radius is ignored). Deterministic; never throws.
/// Rattlers end well inside their cages. If the first attempt fails (overlaps too deep, too far from a
/// minimum), a second one follows after overlaps are removed, unless there are more than many_circles. For
/// extremely_uneven() radii a third one with shorter steps follows. If that fails as well, the result is
/// legal to rounding errors but no minimum. This happens with lattices of thousands of equal circles, where
/// more pairs touch than can be closed at once. Input that is not finite, or a radius <= 0, is returned
/// unchanged.
[[nodiscard]] PolishResult polish(const Packing& start, const PolishOptions& options = {});

/// Removes the overlaps of a packing without minimising R: for packings too large to polish, and where
/// polishing fails. Pushes overlapping pairs apart (the smaller circle farther) and circles back into the
/// enclosing circle, sweep by sweep over the near pairs; when the worst relative overlap stops shrinking, the
/// enclosing circle grows. After at most 3000 sweeps, or below 1e-11, all centres are multiplied by one
/// factor that removes the remaining overlaps. The result is legal up to rounding errors of double (1e-15 R),
/// and its enclosing_radius is the smallest about the origin. Deterministic; O(n) per sweep: for n = 100 000
/// about 2 s from a relaxed packing, 30 s from random centres.
[[nodiscard]] Packing legalise(const Packing& start);

/// Multiplies all centres by the least factor that separates all pairs, to double precision; when stopped, by
/// less.
[[nodiscard]] Packing spread_apart(Packing packing, const StopQuery& stop = {});

}  // namespace jam::circles
