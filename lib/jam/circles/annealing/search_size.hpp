// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How many replicas the search `anneal` has.
#pragma once

#include "jam/circles/model/problem.hpp"
#include "jam/core/device.hpp"

namespace jam::circles {

/// On a CPU one replica per core, on a GPU one per warp that fits with its centres in shared memory, up to 16
/// per multiprocessor of the largest GPUs.
[[nodiscard]] int default_replica_count(const Problem& problem, const Device& device);

/// Throws InputError for numbers of circles that the lists of replicas do not support.
void require_annealing(const Problem& problem);

/// Throws OverflowError if this number of replicas does not fit into the memory of this machine.
void require_memory(const Problem& problem, int replicas);

}  // namespace jam::circles
