// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sweeps of a ladder of replicas on a CPU thread; compiled once per instruction set (jam/core/isa.hpp).
#pragma once

#include <cstdint>

#include "jam/circles/tempering/ladder.hpp"
#include "jam/core/isa.hpp"

namespace jam::circles {

/// Motion of the replicas of a ladder (ReplicaMotion), and its results.
struct LadderLanes {
  Lanes beta, step, shift_x, shift_y, shift_accept;
  Lanes accepted;  ///< Result: accepted displacements.
  Lanes energy;    ///< Result: energy at the end.
};

/// The steps to be made, and their ladder.
struct SweepSteps {
  std::uint64_t seed;    ///< Seed of the search.
  std::uint32_t ladder;  ///< Number of the ladder.
  std::uint64_t first;   ///< Number of the first displacement, counted since the ladder began.
  int count;             ///< Number of displacements, >= 0.
};

/// `x`, `y`: the centres of the replicas [n].
using CpuSweep = void(const SweepTables& tables, Lanes* x, Lanes* y, LadderLanes& lanes,
                      const SweepSteps& steps);
extern const IsaTable<CpuSweep> cpu_sweep;

}  // namespace jam::circles
