// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The workers (jam/core/workers.hpp) of trials. A team, whose threads exchange values, proposes a trial or
// decides on some: a warp of a GPU, or one thread of a CPU. A crew relaxes several parts side by side, phase
// by phase: a block of a GPU, whose warps are its teams (cuda_crew.cuh), or one thread of a CPU with one
// part. An algorithm is a template over them. The loops of a team run over `rank(), rank() + size(), ...`,
// those of a crew over the items of all its parts; where they count or add together they do so in integers or
// in the order of the items, so that CPU and GPU do the same.
#pragma once

#include <concepts>
#include <cstdint>

#include "jam/core/simd.hpp"
#include "jam/core/workers.hpp"

#if defined(__CUDACC__)
/// CPU code is compiled once per instruction set (cpu_round.hpp): this namespace keeps the versions apart.
#define JAM_SIMD_NAMESPACE simd_device
#endif

namespace jam::trunk {

template <class C>
concept TrialCrew = Crew<C> && WarpWorkers<typename C::Team> &&
    requires(const C crew, bool flag, int value, int& shared, unsigned& bits, unsigned more) {
  { C::part_count } -> std::convertible_to<int>;  // Parts that it relaxes at once.
  { crew.team_count() } -> std::same_as<int>;
  { crew.any(flag) } -> std::same_as<bool>;  // True in all threads if true in one.
  {
    crew.add(shared, value)
    } -> std::same_as<int>;  // Adds to a number that threads share; returns the previous number.
  {
    crew.raise(shared, value)
    } -> std::same_as<int>;  // Stores the larger of both; returns the previous number.
  crew.set_bits(bits, more);
};

inline namespace JAM_SIMD_NAMESPACE {

/// One thread of a CPU. A type of its own for each instruction set, as templates over it are compiled for
/// all.
class SerialTrialTeam : public OneThread {};

/// One thread as a crew with one part.
class SerialTrialCrew : public OneThread {
 public:
  using Team = SerialTrialTeam;
  static constexpr int part_count = 1;

  [[nodiscard]] static JAM_HD_INLINE Team team() { return {}; }
  [[nodiscard]] static JAM_HD_INLINE int team_index() { return 0; }
  [[nodiscard]] static JAM_HD_INLINE int team_count() { return 1; }
  static JAM_HD_INLINE int add(int& shared, int value) {
    const int before = shared;
    shared = static_cast<int>(static_cast<unsigned>(shared) +
                              static_cast<unsigned>(value));  // May wrap around, as on a GPU.
    return before;
  }
  static JAM_HD_INLINE int raise(int& shared, int value) {
    const int before = shared;
    shared = value > before ? value : before;
    return before;
  }
  static JAM_HD_INLINE void set_bits(unsigned& bits, unsigned more) { bits |= more; }
};
static_assert(TrialCrew<SerialTrialCrew>);

}  // namespace JAM_SIMD_NAMESPACE

/// Deals the items of all parts out to the threads of a crew: `count(p)` is how many part p has, the same in
/// all threads, and `body(p, item)` is called for each.
template <TrialCrew Crew, class Count, class Body>
JAM_HD_INLINE void each_item(const Crew& crew, const Count& count, const Body& body) {
  int end[Crew::part_count];
  int total = 0;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int p = 0; p < Crew::part_count; ++p) end[p] = total += count(p);
  JAM_ROLLED
  for (int item = crew.rank(); item < total; item += crew.size()) {
    int part = 0;
    int begin = 0;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int p = 0; p + 1 < Crew::part_count; ++p) {
      if (item >= end[p]) part = p + 1, begin = end[p];
    }
    body(part, item - begin);
  }
}

}  // namespace jam::trunk
