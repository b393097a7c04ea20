// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// When apgd looks at the natural map, how its step length recovers, and its momentum at the start and where
// it does not settle; for host and device.
#pragma once

#include "jam/core/macros.hpp"

namespace jam::dynamics {

/// Whether the best impulses are chosen among those after `done` iterations too: each of the first five, as
/// warm starts often need few, then every third up to thirty, every fifth, and the last one.
[[nodiscard]] JAM_HD_INLINE bool apgd_looks(int done, int iteration_limit) {
  return done <= 5 || (done <= 30 && done % 3 == 0) || done % 5 == 0 || done >= iteration_limit;
}

/// Nesterov's theta at the start, which gives a momentum of 0.66 at once. From zero impulses all grow in the
/// first iterations, so that it pays: looked at after each iteration, `pile` at 0.3 s takes 17 to 1e-3 with
/// it and 22 without, at 0.2 s 17 and 31. The errors of a warm start have either sign, and a wall of bricks
/// took up to half as many iterations again.
inline constexpr double apgd_cold_theta = 0.25, apgd_warm_theta = 1;

/// The estimate of the curvature shrinks by this factor in every iteration, so that steps grow again: each
/// iteration whose estimate was too small is taken twice. 0.95 takes every fourth one twice, 0.98 every
/// tenth, for as many iterations.
inline constexpr double apgd_curvature_decay = 0.98;

/// The largest momentum where De Saxce's term follows the iterates and they did not settle with more. Walls
/// of boxes, which settle, need more; a silo of spheres settled in a quarter of the iterations that it takes
/// with the term held fixed.
inline constexpr double apgd_damped_momentum = 0.9;

}  // namespace jam::dynamics
