// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings as bytes, for the state of a search (io/binary_state.hpp). Lengths are in the unit of the radii.
#pragma once

#include "jam/circles/model/packing.hpp"
#include "jam/circles/model/problem.hpp"
#include "jam/io/binary_state.hpp"

namespace jam::circles {

/// Reading gives an empty packing, or one with the circles of the problem in any order; InputError for other circles.
void write_packing(io::StateWriter& state, const Packing& packing);
[[nodiscard]] Packing read_packing(io::StateReader& state, const Problem& problem);

}  // namespace jam::circles
