// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Random moves of a packing in double precision, for trials by compression. Lengths are in the unit of the
// radii.
#pragma once

#include "jam/circles/model/move_rows.hpp"
#include "jam/circles/model/packing.hpp"
#include "jam/circles/tabu/instance.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {

/// Makes one random move of `packing`, whose circles are sorted by radius, and says which. Overlaps remain,
/// and enclosing_radius stays as it is. A gradual swap is a plain swap here, because compression relaxes
/// anyway.
MoveKind move_at_random(Packing& packing, const RoundParameters& parameters, const RandomStream& random);

}  // namespace jam::circles
