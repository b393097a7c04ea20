// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compiled once per instruction set with JAM_CPU_SWEEP naming the function. Only templates over SIMD types and always-inlined functions are
// used here, so that no function compiled for one instruction set can be called from code for another.
#include "jam/circles/tempering/cpu_sweep.hpp"

namespace jam::circles {

void JAM_CPU_SWEEP(const SweepTables& tables, const LadderArrays& arrays, const SweepSteps& steps) {
  for (int first = 0; first < replica_count; first += register_lane_count) {
    const auto part = [&](const float* lanes) { return *reinterpret_cast<const RegisterFloats*>(lanes + first); };
    const ReplicaCentres<RegisterFloats> centres(arrays.x + first, arrays.y + first, replica_count);
    const ReplicaMotion<RegisterFloats> motion{part(arrays.cold), part(arrays.step), part(arrays.shift_x), part(arrays.shift_y),
                                               part(arrays.shift_accept)};
    SoleReplicaTeam<RegisterFloats> team(steps.seed, steps.ladder);
    *reinterpret_cast<RegisterFloats*>(arrays.accepted + first) = sweep_replicas(team, tables, centres, motion, steps.first, steps.count);
    *reinterpret_cast<RegisterFloats*>(arrays.energy + first) = replica_energies(team, tables, centres);
  }
}

}  // namespace jam::circles
