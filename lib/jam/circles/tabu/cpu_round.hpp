// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A round of one instance on one CPU thread, sixteen candidates at a time. cpu_round.cpp is compiled once per instruction set; the best one
// this processor has is chosen at run time. All give the same bits.
#pragma once

#include <cstddef>
#include <string_view>

#include "jam/circles/tabu/instance_search.hpp"
#include "jam/circles/tempering/cpu_sweep.hpp"

namespace jam::circles {

/// Runs search_round for one instance with the memory of one thread: scratch_bytes(count) bytes, aligned to 64. Ends early when `stop` says
/// so; then the instance is not to be used.
using CpuRound = void (*)(const InstanceView& view, const RoundParameters& parameters, std::byte* scratch, const StopQuery& stop);

/// Bytes a thread needs for `count` circles: O(count^2) for the neighbour lists.
[[nodiscard]] std::size_t cpu_round_scratch_bytes(int count);

/// The instruction sets, best first: "avx512", "avx2", "plain".
struct CpuRoundVariant {
  std::string_view name;
  CpuRound run;
  bool supported;  ///< By this processor.
  CpuSweep sweep;
};

/// All variants of this build (at most three), best first.
[[nodiscard]] const CpuRoundVariant* cpu_round_variants(int& variant_count);

/// The best supported variant; the environment variable JAM_SIMD (avx512, avx2, plain) chooses another supported one, for tests and
/// comparisons.
[[nodiscard]] const CpuRoundVariant& best_cpu_variant();

}  // namespace jam::circles
