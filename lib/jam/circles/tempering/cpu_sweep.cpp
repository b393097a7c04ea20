// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compiled once per instruction set (jam/core/isa.hpp).
#include "jam/circles/tempering/cpu_sweep.hpp"

namespace jam::circles {

void JAM_ISA_FUNCTION(cpu_sweep)(const SweepTables& tables, const LadderArrays& arrays,
                                 const SweepSteps& steps) {
  for (int first = 0; first < replica_count; first += register_lane_count) {
    const auto part = [&](const float* lanes) {
      return *reinterpret_cast<const RegisterFloats*>(lanes + first);
    };
    const ReplicaCentres<RegisterFloats> centres(arrays.x + first, arrays.y + first, replica_count);
    const ReplicaMotion<RegisterFloats> motion{part(arrays.beta), part(arrays.step), part(arrays.shift_x),
                                               part(arrays.shift_y), part(arrays.shift_accept)};
    SingleReplicaThread<RegisterFloats> thread(steps.seed, steps.ladder);
    *reinterpret_cast<RegisterFloats*>(arrays.accepted + first) =
        sweep_replicas(thread, tables, centres, motion, steps.first, steps.count);
    *reinterpret_cast<RegisterFloats*>(arrays.energy + first) = replica_energies(thread, tables, centres);
  }
}

}  // namespace jam::circles
