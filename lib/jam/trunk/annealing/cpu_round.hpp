// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A trial on one CPU thread, compiled once per instruction set (jam/core/isa.hpp).
#pragma once

#include "jam/core/isa.hpp"
#include "jam/trunk/annealing/memory.hpp"

namespace jam::trunk {

/// Memory of one thread.
struct CpuTrialMemory {
  ProposalMemory proposal{};
  PartMemory part{};
  std::uint32_t elements[element_scratch]{};
};

/// Proposes and relaxes trial number `trial` of the round: its record is records[trial].
using CpuTrial = void(CpuTrialMemory& memory, const TrialScene& scene, const InstancesView& instances,
                      TrialRecord* records, int trial_count, int trial);
extern const IsaTable<CpuTrial> cpu_trial;

}  // namespace jam::trunk
