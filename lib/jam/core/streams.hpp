// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The streams of random numbers, one per purpose, so that a search that draws more for one purpose changes
// nothing in another. The numbers are part of what "same seed, same result" means: never give one a second
// meaning, add at the end of a block.
#pragma once

#include <cstdint>

namespace jam {

/// Second half of a key (philox.hpp); the comment of each says what instance and trial of the counter mean.
enum class StreamId : std::uint32_t {
  // Every search. Instance: index among the packings searched side by side.
  start = 1,         ///< Centres of a fresh packing; trial: how many fresh packings this instance had before.
  move = 2,          ///< Which move, and of which circles; trial: of this instance, over all its packings.
  accept = 3,        ///< Whether a worse packing is taken; trial as for `move`.
  perturb = 4,       ///< What a restart relocates; trial: how many restarts this instance had before.
  select_elite = 5,  ///< Which elite a stagnated instance continues from; trial as for `perturb`.
  tenure = 6,        ///< How long a move stays tabu; trial as for `move`.
  shuffle = 7,       ///< Order in which circles or moves are tried; trial as for `move`.
  vacancy = 8,       ///< Sample points among which vacancies are sought; trial as for `move`.
  jitter = 9,        ///< Small displacements that part coinciding circles; trial as for `move`.

  // Replica exchange. Instance: number of the ladder.
  replica_start = 10,     ///< Centres of the replicas; trial: lane.
  replica_step = 11,      ///< Moves; trial: number of the displacement.
  replica_shift = 12,     ///< Offsets between the lanes; trial: number of the block of sweeps.
  replica_exchange = 13,  ///< Whether neighbours exchange; trial: number of the block or batch.

  // Annealing. Instance: number of the replica.
  near_step = 15,     ///< Moves by near lists; trial: number of the block of sweeps.
  anneal_start = 16,  ///< Centres of the replicas; trial: 0.

  // Searches for boxes. Instance: number of the island; 0 for squeezed packings.
  island_seed = 14,    ///< Seed of an island other than the first; trial: 0.
  squeezed_seed = 17,  ///< Seed of a lattice search for squeezed packings after the first; trial: its number.

  // Basin hopping of boxes. Instance: number of the packing.
  basin_hop = 18,  ///< Which boxes change or move, and seeds of rounds; trial: hops of this packing before.

  // Loads with a box more (tightness/tight_loads.hpp). Instance: 0.
  added_box = 19,  ///< Where the box is put, and how it lies; trial: number of the load.

  // Not part of any search.
  test = 1000,  ///< Tests and benchmarks.
};

}  // namespace jam
