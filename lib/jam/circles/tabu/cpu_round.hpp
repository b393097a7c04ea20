// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A round of one instance on one CPU thread, sixteen candidates at a time; compiled once per instruction set
// (jam/core/isa.hpp).
#pragma once

#include <cstddef>

#include "jam/circles/tabu/instance_search.hpp"
#include "jam/core/isa.hpp"

namespace jam::circles {

/// Bytes a thread needs for `count` circles: O(count^2) for the neighbour lists.
[[nodiscard]] inline std::size_t cpu_round_scratch_bytes(int count) {
  // Three packings and the per-circle arrays of sixteen lanes each, two packings of one lane, lists and
  // rows of near circles.
  const std::size_t n = count;
  return n * 64 * (3 + local_count) + 2 * n * 4 + n * n * 4 + n * 4 + 64 * 16;
}

/// Runs search_round for one instance with the memory of one thread: cpu_round_scratch_bytes(count) bytes,
/// aligned to 64. If `stop` ends it early, the instance must not be used.
using CpuRound = void(const InstanceView& view, const RoundParameters& parameters, std::byte* scratch,
                      const StopQuery& stop);
extern const IsaTable<CpuRound> cpu_round;

}  // namespace jam::circles
