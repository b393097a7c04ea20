// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Instruction sets. An inner loop that gains from wide registers is compiled once for each of them
// (cmake/JamIsa.cmake); the best one that the processor has runs. All versions of a function give the same
// bits.
//
// Three places make such a function:
//   its header         using CpuRound = void(int count);  extern const IsaTable<CpuRound> cpu_round;
//   its source         void JAM_ISA_FUNCTION(cpu_round)(int count) { ... }
//                      compiled several times, with JAM_ISA = plain, avx2, avx512
//   one other source   JAM_ISA_TABLE(CpuRound, cpu_round);
//                      named TABLE_IN in jam_add_isa_variants
// The first source may use nothing but templates over SIMD types and always-inlined functions: any other
// function would exist once for all versions, compiled for whichever instruction set the linker happens to
// take.
#pragma once

#include <array>
#include <cstddef>

namespace jam {

/// Ascending: a processor that has one has those before it.
enum class Isa { plain, avx2, avx512 };
inline constexpr std::array all_isas = {Isa::plain, Isa::avx2, Isa::avx512};

/// The name in JAM_SIMD: "plain", "avx2", "avx512".
[[nodiscard]] const char* isa_name(Isa isa);

/// The best instruction set of this processor.
[[nodiscard]] Isa processor_isa();

/// The best instruction set of this processor among `built` (by Isa; plain is always built), or the one that
/// the environment variable JAM_SIMD names. Throws InputError if that one is missing.
[[nodiscard]] Isa choose_isa(const std::array<bool, all_isas.size()>& built);

/// The versions of a function, by Isa; null if this build has none.
template <class Function>
struct IsaTable {
  std::array<Function*, all_isas.size()> versions;

  /// The version for `isa`; null if this build or this processor does not have it.
  [[nodiscard]] Function* version(Isa isa) const {
    return isa <= processor_isa() ? versions[static_cast<std::size_t>(isa)] : nullptr;
  }

  /// See choose_isa().
  [[nodiscard]] Function* best() const {
    return versions[static_cast<std::size_t>(
        choose_isa({true, versions[1] != nullptr, versions[2] != nullptr}))];
  }
};

}  // namespace jam

#define JAM_ISA_JOIN(name, isa) name##_##isa
#define JAM_ISA_JOIN_EXPANDED(name, isa) JAM_ISA_JOIN(name, isa)
#define JAM_ISA_FUNCTION(name) JAM_ISA_JOIN_EXPANDED(name, JAM_ISA)

#if defined(JAM_WITH_AVX2)
#define JAM_ISA_AVX2(name) name##_avx2
#else
#define JAM_ISA_AVX2(name) nullptr
#endif
#if defined(JAM_WITH_AVX512)
#define JAM_ISA_AVX512(name) name##_avx512
#else
#define JAM_ISA_AVX512(name) nullptr
#endif

// NOLINTBEGIN(bugprone-macro-parentheses): a type in parentheses is none.
#define JAM_ISA_TABLE(Function, name)                \
  Function name##_plain, name##_avx2, name##_avx512; \
  const IsaTable<Function> name { name##_plain, JAM_ISA_AVX2(name), JAM_ISA_AVX512(name) }
// NOLINTEND(bugprone-macro-parentheses)
