// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A packing for extremely uneven radii, made circle by circle: the largest first, each into a corner, which
// is a place where it touches two others, or one and the enclosing circle. The outermost corner is taken
// first. So the first circle lies at the rim, and all the remaining space is one crescent, which the small
// circles fill next to each other. A search that draws places uniformly spreads them over a ring of equal
// width and cannot move them together. Corners: W. Huang, Y. Li, H. Akeb, C. Li, J. Oper. Res. Soc. 56, 539,
// 2005. Lengths are in the unit of the radii.
#pragma once

#include <optional>
#include <vector>

#include "jam/circles/model/packing.hpp"
#include "jam/circles/model/problem.hpp"
#include "jam/core/stop_query.hpp"

namespace jam::circles {

/// Largest number of circles for a corner packing.
inline constexpr int corner_count_limit = 20'000;

/// Whether two neighbours among these ascending radii differ by a factor of 8, or the largest one is 16 times
/// the median or more.
[[nodiscard]] bool extremely_uneven(const std::vector<double>& radii);

/// The smallest corner packing found: enclosing radii are tried by bisection, then corners of equal distance
/// in other orders. It is legal to 1e-13 of its radius; a polish makes it a little smaller. Nothing if the
/// radii are not extremely_uneven(), for more than corner_count_limit circles, and when stopped.
/// Deterministic; 0.1 s for 200 circles, some seconds for 20 000.
[[nodiscard]] std::optional<Packing> corner_packing(const Problem& problem, const StopQuery& stop = {});

}  // namespace jam::circles
