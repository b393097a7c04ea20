// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Chooses the instruction set of the rounds.
#include <cstdlib>
#include <string>

#include "jam/core/error.hpp"
#include "jam/trunk/lattice/lattice_round_team.hpp"
#include "jam/trunk/lattice/lattice_rounds.hpp"

namespace jam::trunk {

void lattice_rounds_avx512(const RoundProblem& problem, const RoundParameters& parameters, RoundState& state, long long rounds,
                           std::byte* scratch);
void lattice_rounds_avx2(const RoundProblem& problem, const RoundParameters& parameters, RoundState& state, long long rounds,
                         std::byte* scratch);
void lattice_rounds_plain(const RoundProblem& problem, const RoundParameters& parameters, RoundState& state, long long rounds,
                          std::byte* scratch);

std::size_t round_scratch_bytes() { return SerialRoundTeam::scratch_bytes; }

const RoundsVariant* rounds_variants(int& variant_count) {
  static const RoundsVariant variants[] = {
#ifdef JAM_WITH_AVX512
      {"avx512", lattice_rounds_avx512,
       __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("bmi2")},
#endif
#ifdef JAM_WITH_AVX2
      {"avx2", lattice_rounds_avx2, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")},
#endif
      {"plain", lattice_rounds_plain, true},
  };
  variant_count = static_cast<int>(sizeof variants / sizeof variants[0]);
  return variants;
}

RunRounds best_rounds() {
  int count = 0;
  const RoundsVariant* variants = rounds_variants(count);
  const char* wanted = std::getenv("JAM_SIMD");
  for (int i = 0; i < count; ++i) {
    if (!variants[i].supported) continue;
    if (wanted == nullptr || *wanted == '\0' || variants[i].name == wanted) return variants[i].run;
  }
  throw InputError(std::string("JAM_SIMD=") + wanted + ": this processor or build has no such instruction set; take avx512, avx2 or plain");
}

}  // namespace jam::trunk
