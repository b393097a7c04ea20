// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sweeps of a ladder of replicas on a CPU thread; compiled once per instruction set (jam/core/isa.hpp).
#pragma once

#include <cstdint>

#include "jam/circles/tempering/ladder.hpp"
#include "jam/core/isa.hpp"

namespace jam::circles {

/// The replicas of a ladder, element circle * replica_count + lane; arrays aligned to 64 bytes.
struct LadderArrays {
  float* x;
  float* y;
  const float* beta;          ///< [replica_count] as in ReplicaMotion.
  const float* step;          ///< [replica_count]
  const float* shift_x;       ///< [replica_count]
  const float* shift_y;       ///< [replica_count]
  const float* shift_accept;  ///< [replica_count]
  float* accepted;            ///< [replica_count] Result: accepted displacements.
  float* energy;              ///< [replica_count] Result: energy at the end.
};

/// The steps to be made, and their ladder.
struct SweepSteps {
  std::uint64_t seed;    ///< Seed of the search.
  std::uint32_t ladder;  ///< Number of the ladder.
  std::uint64_t first;   ///< Number of the first displacement, counted since the ladder began.
  int count;             ///< Displacements, >= 0.
};

using CpuSweep = void(const SweepTables& tables, const LadderArrays& arrays, const SweepSteps& steps);
extern const IsaTable<CpuSweep> cpu_sweep;

}  // namespace jam::circles
