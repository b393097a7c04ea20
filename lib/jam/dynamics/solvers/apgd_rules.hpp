// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The constants and decisions of apgd, for host and device: both implementations, apgd.cpp and
// rounds/apgd_rounds.hpp, follow these rules. For the law ccp De Saxce's term s is 0. Coulomb's law has s =
// mu |u_T| (G. De Saxce, Z.-Q. Feng, Math. Comput. Modelling 28, 1998), which is found in three stages:
//   1 follow  s follows each extrapolated iterate
//   2 damp    as 1, with less momentum, from the best impulses on. It begins when stage 1 stalls
//   3 hold    s is held fixed while a convex problem is solved; then s is taken from the new velocities.
//             If that does not lower the residual, only a part of the change is taken. The stage begins, with
//             the best impulses, when stage 2 stalls.
#pragma once

#include <cmath>

#include "jam/core/macros.hpp"

namespace jam::dynamics {

/// Whether the impulses after `done` iterations are tested: after each of the first five, as warm starts
/// often need few, then after every third up to thirty, after every fifth, and after the last one. The
/// natural map takes a quarter of an iteration. In apgd.cpp this is the whole test; rounds test
/// the residual in every iteration and choose only the best impulses here.
[[nodiscard]] JAM_HD_INLINE bool apgd_checks(int done, int iteration_limit) {
  return done <= 5 || (done <= 30 && done % 3 == 0) || done % 5 == 0 || done >= iteration_limit;
}

/// Nesterov's theta at the start, which gives a momentum of 0.66 at once. From zero impulses all grow in the
/// first iterations, so that it pays: with a test after each iteration, `pile` at 0.3 s takes 17 to 1e-3 with
/// it and 22 without, at 0.2 s 17 and 31. The errors of a warm start have either sign, and a wall of bricks
/// took up to half as many iterations again.
inline constexpr double apgd_cold_theta = 0.25, apgd_warm_theta = 1;

/// The estimate of the curvature shrinks by this factor in every iteration, so that steps grow again: each
/// iteration whose estimate was too small is taken twice. 0.95 takes every fourth one twice, 0.98 every
/// tenth, for as many iterations.
inline constexpr double apgd_curvature_decay = 0.98;

/// Backtracking raises an estimate that is too small to the curvature along the step, but by these factors at
/// least and at most: the curvature along one step is a lower bound only, and one step may be an outlier.
inline constexpr double apgd_least_growth = 1.2, apgd_most_growth = 2;

/// Largest error of a curvature by rounding of the products of W, relative to the sizes of step and product:
/// 45 units in the last place of a double.
inline constexpr double apgd_rounding = 1e-14;

/// The largest momentum in stage 2. Walls of boxes, which settle in stage 1, need more; a silo of spheres
/// settled in a quarter of the iterations that it takes with the term held fixed.
inline constexpr double apgd_damped_momentum = 0.9;

/// Stages 1 and 2 stall if the best residual after apgd_patience more iterations is above apgd_stalled_share
/// times the best residual before them. A silo of spheres takes 366 iterations to 1e-3 with stage 2, and 1326
/// without it.
inline constexpr int apgd_patience = 100;
inline constexpr double apgd_stalled_share = 0.9;

/// Stage 3 solves a convex problem to apgd_inner_share of the previous residual of Coulomb's law, or to
/// apgd_tolerance_share of the tolerance of the whole solve, whichever is larger: more digits are lost when s
/// changes.
inline constexpr double apgd_inner_share = 0.1, apgd_tolerance_share = 0.3;

/// Stage 3: the fraction of the change of s that is taken [-]. It shrinks while the residual of Coulomb's law
/// stays above apgd_stalled_share times its value after the previous convex problem, and grows otherwise.
inline constexpr double apgd_share_shrink = 0.5, apgd_share_growth = 1.5, apgd_least_share = 0.1;

/// Progress of a solve.
struct ApgdProgress {
  bool follows = false;  ///< Stages 1 and 2: De Saxce's term follows every iterate.
  bool damped = false;   ///< Stages 2 and 3: stage 1 has stalled.
  double theta = apgd_warm_theta;
  double curvature = 1;   ///< Estimate of the largest eigenvalue of W in the metric [-].
  double best = 0;        ///< The least residual so far [m/s].
  double mark = 0;        ///< The least residual when stalling was last judged [m/s].
  int marked = 0;         ///< Iteration in which that was.
  double outer = 0;       ///< Residual of Coulomb's law when s was last set [m/s].
  double inner_goal = 0;  ///< Residual at which a convex problem is solved [m/s].
  double share = 1;       ///< Fraction of the next change of s that is taken [-].

  /// Begins with impulses of this residual; `cold`: they are zero.
  JAM_HD_INLINE void start(double residual, bool cold) {
    best = mark = residual;
    set_outer(residual);
    theta = cold ? apgd_cold_theta : apgd_warm_theta;
  }

  JAM_HD_INLINE void set_outer(double residual) {
    outer = residual;
    inner_goal = apgd_inner_share * residual;
  }

  /// Backtracking: whether the step was too long, as the curvature along it is more than that of the metric;
  /// the estimate is raised then. `size` and `product` are squares of the step and of its product in the
  /// metric.
  [[nodiscard]] JAM_HD_INLINE bool raise_curvature(double curve, double size, double product) {
    if (!(curve > curvature * size + apgd_rounding * std::sqrt(product * size))) return false;
    const double most = apgd_most_growth * curvature, least = apgd_least_growth * curvature;
    const double wanted = curve / size, grown = wanted < most ? wanted : most;
    curvature = grown > least ? grown : least;
    return true;
  }

  /// After a step of the right length: the momentum of the next one. `slope`: product of gradient and step;
  /// above 0 the momentum restarts (adaptive restart).
  [[nodiscard]] JAM_HD_INLINE double next_momentum(double slope) {
    const double next = 0.5 * theta * (std::sqrt(theta * theta + 4) - theta);
    double momentum = slope > 0 ? 0 : theta * (1 - theta) / (theta * theta + next);
    if (follows && damped && momentum > apgd_damped_momentum) momentum = apgd_damped_momentum;
    theta = slope > 0 ? 1 : next;
    curvature *= apgd_curvature_decay;
    return momentum;
  }

  /// Whether this residual is the least so far; then it is kept as `best`.
  [[nodiscard]] JAM_HD_INLINE bool take_if_best(double residual) {
    if (!(residual < best)) return false;
    best = residual;
    return true;
  }

  /// Whether stage 1 or 2 has stalled; then the next one begins.
  [[nodiscard]] JAM_HD_INLINE bool advance_if_stalled(int iteration) {
    if (!follows || iteration - marked < apgd_patience) return false;
    const bool stalled = best > apgd_stalled_share * mark;
    mark = best;
    marked = iteration;
    if (!stalled) return false;
    follows = !damped;
    damped = true;
    return true;
  }

  /// Stage 3: whether the convex problem, whose residual is `inner` [m/s], is solved. The tolerance of the
  /// whole solve is relative to `scale` [m/s].
  [[nodiscard]] JAM_HD_INLINE bool inner_is_solved(double inner, double tolerance, double scale) const {
    const double enough = apgd_tolerance_share * tolerance * scale;
    return inner <= (inner_goal > enough ? inner_goal : enough);
  }

  /// Stage 3: the fraction of the change of s to take after a convex problem; `residual` is that of
  /// Coulomb's law.
  JAM_HD_INLINE double next_share(double residual) {
    const double less = apgd_share_shrink * share, more = apgd_share_growth * share;
    share = residual > apgd_stalled_share * outer ? (less > apgd_least_share ? less : apgd_least_share)
                                                  : (more < 1 ? more : 1);
    set_outer(residual);
    return share;
  }
};

}  // namespace jam::dynamics
