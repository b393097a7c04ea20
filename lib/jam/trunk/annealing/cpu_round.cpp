// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compiled once per instruction set (jam/core/isa.hpp).
#include "jam/trunk/annealing/cpu_round.hpp"

#include "jam/trunk/annealing/point_wall.hpp"
#include "jam/trunk/annealing/proposal.hpp"
#include "jam/trunk/annealing/relaxation.hpp"
#include "jam/trunk/annealing/triangle_wall.hpp"

namespace jam::trunk {
inline namespace JAM_SIMD_NAMESPACE {

template <TrialWall Wall>
void relax_trial(CpuTrialMemory& memory, const TrialScene& scene, const InstancesView& instances,
                 TrialRecord* records, int trial_count, int trial) {
  TrialRelaxation<SerialTrialCrew, Wall> relaxation({}, &memory.part, memory.elements, scene, instances,
                                                    records, trial_count);
  int next = trial;
  relaxation.run([&next] {
    const int taken = next;
    next = -1;
    return taken;
  });
}

}  // namespace JAM_SIMD_NAMESPACE

void JAM_ISA_FUNCTION(cpu_trial)(CpuTrialMemory& memory, const TrialScene& scene,
                                 const InstancesView& instances, TrialRecord* records, int trial_count,
                                 int trial) {
  const auto propose =
      scene.is_set() ? propose_trial<SetMoves, SerialTrialTeam> : propose_trial<TrialMoves, SerialTrialTeam>;
  propose({}, memory.proposal, scene, instances, trial / trial_count, trial % trial_count, records[trial]);
  const auto relax =
      scene.wall_kind() == WallKind::points ? relax_trial<PointWall> : relax_trial<TriangleWall>;
  relax(memory, scene, instances, records, trial_count, trial);
}

}  // namespace jam::trunk
