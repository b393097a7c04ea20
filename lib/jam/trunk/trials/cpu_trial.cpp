// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compiled once per instruction set (jam/core/isa.hpp).
#include "jam/trunk/trials/cpu_trial.hpp"

#include "jam/trunk/trials/trial_proposal.hpp"
#include "jam/trunk/trials/trial_relaxation.hpp"

namespace jam::trunk {

void JAM_ISA_FUNCTION(cpu_trial)(CpuTrialMemory& memory, const TrialScene& scene, const InstancesView& instances, TrialRecord* records,
                                 int trial_count, int trial) {
  propose_trial(SerialTrialTeam(), memory.proposal, scene, instances, trial / trial_count, trial % trial_count, records[trial]);
  TrialRelaxation<SerialTrialCrew> relaxation({}, &memory.part, memory.triangles, scene, instances, records, trial_count);
  int next = trial;
  relaxation.run([&next] {
    const int taken = next;
    next = -1;
    return taken;
  });
}

}  // namespace jam::trunk
