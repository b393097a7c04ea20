// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How a packing of the large search begins. Lengths are in the search's unit; circles are in the order of the
// problem.
#pragma once

#include <cstdint>
#include <vector>

#include "jam/circles/large/engine.hpp"

namespace jam::circles::large {

/// Smallest radius any container of these circles can have: the largest circle, the two largest side by side,
/// or the area of all.
[[nodiscard]] double least_container_radius(const std::vector<double>& radii);

/// Container radius at which the circles fill `density` of it [-], but no smaller than
/// least_container_radius.
[[nodiscard]] double container_radius_at(const std::vector<double>& radii, double density);

/// Uniformly random centres such that every circle lies in the container; overlaps are likely. Same seed and
/// number of the island, same centres.
[[nodiscard]] Centres random_centres(const std::vector<double>& radii, double container_radius,
                                     std::uint64_t seed, int island);

/// The sites of a hexagonal lattice of pitch 2 r_max that are nearest to the origin, circles assigned at
/// random: a legal packing, and for equal circles a dense one. The lattice is placed so that the container is
/// smallest (about a site, an edge, or a triangle).
[[nodiscard]] Centres grid_centres(const std::vector<double>& radii, std::uint64_t seed, int island);

/// Distinguishes the shakes of all searches.
struct ShakeNumber {
  std::uint64_t seed = 0;   ///< Seed of the search.
  int island = 0;           ///< Number of the island.
  std::uint64_t round = 0;  ///< Number of the shake of this island.
};

/// Moves every centre by a random vector of at most `amplitude` radii and exchanges some circles of similar
/// size.
void shake(const std::vector<double>& radii, double amplitude, const ShakeNumber& number, Centres& centres);

}  // namespace jam::circles::large
