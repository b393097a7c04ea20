// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The tolerances that more than one file relies on: value, unit, why, and what breaks if it is changed. A
// constant of one algorithm is in the file of that algorithm. None of them decides whether a packing is
// legal: that is exact (circles/verify.hpp).
#pragma once

namespace jam {

/// Relative overlap [-] at which a packing found in float counts as legal: the overlap of a pair over the
/// sum of its radii. A float distance carries about 1e-7, so smaller values are never met by some packings;
/// larger ones let the polish start outside the basin of the contact graph, and packings are lost there.
inline constexpr double search_tolerance = 1e-6;

/// Relative gap [-] to which the polish drives active contacts. Records differ in the fifth to eighth digit,
/// ten thousand times coarser; below 1e-14, Newton's step is lost in the rounding of the residual and the
/// polish does not end.
inline constexpr double polish_tolerance = 1e-13;

/// Largest relative growth [-] with which rounding outwards may still make a polished packing legal. Polished
/// packings need about 1e-15; more than this means that the polish failed, and publishing would hide it.
inline constexpr double rounding_growth_limit = 1e-9;

/// Relative distance [-] from a target radius at which it counts as reached: published radii have 8 to 12
/// decimals. Tighter, a packing that equals the best known one is not recognised; wider than 1e-8, a
/// different packing is taken for it.
inline constexpr double target_tolerance = 1e-9;

}  // namespace jam
