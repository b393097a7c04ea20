// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Fresh packings, and the parameters of rounds from the options of a search. Lengths are in the unit of the
// radii.
#pragma once

#include <cstdint>
#include <vector>

#include "jam/circles/model/search.hpp"
#include "jam/circles/tabu/instance.hpp"

namespace jam::circles {

/// Centres for all circles of `problem` (ascending radii), for instance `instance` and its fresh start number
/// `number`. random_relax: uniform in the disc of radius `container`; random_scale: the same, then spread
/// until no pair overlaps; grid: a square grid of pitch twice the largest radius, places shuffled.
[[nodiscard]] std::vector<Circle> start_centres(const Problem& problem, Start start, std::uint64_t seed,
                                                int instance, long long number, double container);

/// Shares of the moves that are drawn: weights / `sum`; neighbour swaps take the rest.
void set_shares(RoundParameters& parameters, const MoveWeights& weights, double sum);

/// Candidates per neighbourhood, shares of the moves, tabu tenure and relaxation for these options. Throws
/// InputError when all weights are 0 or one is negative or not finite.
[[nodiscard]] RoundParameters make_round_parameters(const Problem& problem, const SearchOptions& options);

}  // namespace jam::circles
