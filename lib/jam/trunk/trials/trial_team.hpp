// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Who works on a trial: the 32 threads of a warp of a GPU (cuda_trial_team.cuh), or one thread of a CPU. An algorithm is a template over
// the team; its loops run over `lane(), lane() + lanes(), ...`, and where lanes count or add together they do so in integers or in the
// order of the items, so that both teams do the same.
#pragma once

#include <concepts>
#include <cstdint>

#include "jam/core/macros.hpp"

namespace jam::trunk {

/// Most lanes of a team.
inline constexpr int trial_lane_limit = 32;

template <class T>
concept TrialTeam = requires(const T team, bool flag, int value, int& shared, std::uint64_t key) {
  { team.lane() } -> std::same_as<int>;
  { team.lanes() } -> std::same_as<int>;
  team.sync();                                      // All lanes see each other's writes.
  { team.any(flag) } -> std::same_as<bool>;         // True in all lanes if true in one.
  { team.count(flag) } -> std::same_as<int>;        // How many lanes have it true,
  { team.count_below(flag) } -> std::same_as<int>;  // and how many lower ones.
  { team.sum(value) } -> std::same_as<int>;
  { team.sum_below(value) } -> std::same_as<int>;  // Of the lower lanes.
  { team.largest(value) } -> std::same_as<int>;
  { team.least(key) } -> std::same_as<std::uint64_t>;
  { team.add(shared, value) } -> std::same_as<int>;  // Adds to a number that lanes share; returns what was there.
  team.raise(shared, value);                         // The larger of both.
};

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
  static JAM_HD_INLINE int add(int& shared, int value) {
    const int before = shared;
    shared = static_cast<int>(static_cast<unsigned>(shared) + static_cast<unsigned>(value));  // May wrap around, as on a GPU.
    return before;
  }
  static JAM_HD_INLINE void raise(int& shared, int value) { shared = value > shared ? value : shared; }
};
static_assert(TrialTeam<SerialTrialTeam>);

}  // namespace jam::trunk
