// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compiled once per instruction set (jam/core/isa.hpp).
#include "jam/circles/tempering/cpu_sweep.hpp"

namespace jam::circles {

void JAM_ISA_FUNCTION(cpu_sweep)(const SweepTables& tables, Lanes* x, Lanes* y, LadderLanes& lanes,
                                 const SweepSteps& steps) {
  for (int first = 0; first < replica_count; first += register_lane_count) {
    const auto part = [&](Lanes& values) -> RegisterFloats& {
      return *reinterpret_cast<RegisterFloats*>(values.value.data() + first);
    };
    const ReplicaCentres<RegisterFloats> centres(x->value.data() + first, y->value.data() + first,
                                                 replica_count);
    const ReplicaMotion<RegisterFloats> motion{part(lanes.beta), part(lanes.step), part(lanes.shift_x),
                                               part(lanes.shift_y), part(lanes.shift_accept)};
    SingleReplicaThread<RegisterFloats> thread(steps.seed, steps.ladder);
    part(lanes.accepted) = sweep_replicas(thread, tables, centres, motion, steps.first, steps.count);
    part(lanes.energy) = replica_energies(thread, tables, centres);
  }
}

}  // namespace jam::circles
