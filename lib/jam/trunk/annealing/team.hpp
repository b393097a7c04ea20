// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The workers of trials. A team proposes a trial or decides on some: the 32 threads of a warp of a GPU, or
// one thread of a CPU. A crew relaxes several parts side by side, phase by phase: a block of a GPU, whose
// warps are its teams, or one thread of a CPU with one part (cuda_team.cuh has those of a GPU). An algorithm
// is a template over them. The loops of a team run over `lane(), lane() + lanes(), ...`, those of a crew over
// the items of all its parts; where they count or add together they do so in integers or in the order of the
// items, so that CPU and GPU do the same.
#pragma once

#include <concepts>
#include <cstdint>

#include "jam/core/simd.hpp"

#if defined(__CUDACC__)
/// CPU code is compiled once per instruction set (cpu_round.hpp): this namespace keeps the versions apart.
#define JAM_SIMD_NAMESPACE simd_device
#endif

namespace jam::trunk {

template <class T>
concept TrialTeam = requires(const T team, bool flag, int value, std::uint64_t key) {
  { team.lane() } -> std::same_as<int>;
  { team.lanes() } -> std::same_as<int>;
  team.sync();                                      // All lanes see each other's writes.
  { team.any(flag) } -> std::same_as<bool>;         // True in all lanes if true in one.
  { team.count(flag) } -> std::same_as<int>;        // Number of lanes in which it is true.
  { team.count_below(flag) } -> std::same_as<int>;  // Number of lower lanes in which it is true.
  { team.sum(value) } -> std::same_as<int>;
  { team.sum_below(value) } -> std::same_as<int>;  // Sum over the lower lanes.
  { team.largest(value) } -> std::same_as<int>;
  { team.least(key) } -> std::same_as<std::uint64_t>;
  { team.of_lane(value, value) } -> std::same_as<int>;  // The value that another lane has.
};

template <class C>
concept TrialCrew = requires(const C crew, bool flag, int value, int& shared, unsigned& bits, unsigned more) {
  requires TrialTeam<typename C::Team>;
  { C::part_count } -> std::convertible_to<int>;  // Parts that it relaxes at once.
  { crew.team() } -> std::same_as<typename C::Team>;
  { crew.team_index() } -> std::same_as<int>;
  { crew.team_count() } -> std::same_as<int>;
  { crew.thread() } -> std::same_as<int>;
  { crew.threads() } -> std::same_as<int>;
  crew.sync();                               // All threads see each other's writes.
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

/// One thread of a CPU.
class SerialTrialTeam {
 public:
  [[nodiscard]] static JAM_HD_INLINE int lane() { return 0; }
  [[nodiscard]] static JAM_HD_INLINE int lanes() { return 1; }
  static JAM_HD_INLINE void sync() {}
  [[nodiscard]] static JAM_HD_INLINE bool any(bool flag) { return flag; }
  [[nodiscard]] static JAM_HD_INLINE int count(bool flag) { return flag ? 1 : 0; }
  [[nodiscard]] static JAM_HD_INLINE int count_below(bool) { return 0; }
  [[nodiscard]] static JAM_HD_INLINE int sum(int value) { return value; }
  [[nodiscard]] static JAM_HD_INLINE int sum_below(int) { return 0; }
  [[nodiscard]] static JAM_HD_INLINE int largest(int value) { return value; }
  [[nodiscard]] static JAM_HD_INLINE std::uint64_t least(std::uint64_t key) { return key; }
  [[nodiscard]] static JAM_HD_INLINE int of_lane(int value, int) { return value; }
};
static_assert(TrialTeam<SerialTrialTeam>);

/// One thread as a crew with one part.
class SerialTrialCrew {
 public:
  using Team = SerialTrialTeam;
  static constexpr int part_count = 1;

  [[nodiscard]] static JAM_HD_INLINE Team team() { return {}; }
  [[nodiscard]] static JAM_HD_INLINE int team_index() { return 0; }
  [[nodiscard]] static JAM_HD_INLINE int team_count() { return 1; }
  [[nodiscard]] static JAM_HD_INLINE int thread() { return 0; }
  [[nodiscard]] static JAM_HD_INLINE int threads() { return 1; }
  static JAM_HD_INLINE void sync() {}
  [[nodiscard]] static JAM_HD_INLINE bool any(bool flag) { return flag; }
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
  for (int item = crew.thread(); item < total; item += crew.threads()) {
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
