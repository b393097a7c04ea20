// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Search for a set of boxes of several kinds (box_sets.hpp) with the largest volume. A load is made kind by kind: each is packed on
// lattices (lattice_search.hpp) beside what lies there already, and of the places found the ones farthest from the middle of the container
// are taken, at most as many as the set has. Kinds marked `last` follow when none of the others went in any more. The order of the others
// is what is searched: first that of the set, then by falling volume, then at random.
//
// One kind is one turn (trunk_search.hpp). That no larger piece fits before the last kind means: the lattices found no place for one.
#pragma once

#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::trunk {

/// `options.edge`, `start` and `instance_count` are not used. Ends by `stop`, after options.turn_limit turns, where a load holds all that
/// the set has, or where no piece of any kind fits: then with the fixed boxes alone. run.checkpoint as in search_trunk; run.device is not
/// used.
[[nodiscard]] TrunkResult search_set(const Container& container, const BoxSet& set, const TrunkSearchOptions& options,
                                     const VerifyRows& verify, const SearchRun& run);

}  // namespace jam::trunk
