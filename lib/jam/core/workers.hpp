// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Workers: threads that run one algorithm together. An algorithm that works on one instance (a packing, a
// scene, a contact) is a template over its workers, written once for CPU and GPU:
//   OneThread     (here)               a CPU thread
//   WarpThreads   (cuda/workers.cuh)   the 32 threads of a warp
//   BlockThreads  (cuda/workers.cuh)   the threads of a block
// Item i belongs to worker i mod size(). All workers call each function of a concept together, unless it says
// otherwise.
//
// Algorithms that need more of their workers add it to these concepts:
//   Team            circles/relax/team.hpp            relaxes packings of circles
//   SearchCrew      circles/tabu/instance_search.hpp  teams that search one instance
//   ReplicaThreads  circles/tempering/replica_sweep.hpp
//   TrialCrew       trunk/annealing/crew.hpp          relaxes several parts of trials
//   workers of small scenes and contacts              dynamics/batch/workers.hpp, elastic/batch/solver.hpp
// SweepLanes (circles/annealing/near_lists.hpp) are no Workers: one CPU thread plays all lanes of a warp,
// each with a value of its own, so that CPU and GPU draw the same numbers.
#pragma once

#include <concepts>
#include <cstdint>

#include "jam/core/macros.hpp"

namespace jam {

template <class W>
concept Workers = requires(const W workers) {
  { workers.rank() } -> std::same_as<int>;  // Index of this worker.
  { workers.size() } -> std::same_as<int>;  // Number of workers.
  workers.sync();                           // All see each other's writes.
};

/// f(i) for each i of [0, count) that belongs to this worker.
JAM_HD_UNCHECKED
template <Workers W, class F>
JAM_HD_INLINE void for_each(const W& workers, int count, const F& f) {
  for (int i = workers.rank(); i < count; i += workers.size()) f(i);
}

/// for_each(), and sync().
JAM_HD_UNCHECKED
template <Workers W, class F>
JAM_HD_INLINE void for_each_and_sync(const W& workers, int count, const F& f) {
  for_each(workers, count, f);
  workers.sync();
}

/// f() by one worker; all see what it wrote.
JAM_HD_UNCHECKED
template <Workers W, class F>
JAM_HD_INLINE void once(const W& workers, const F& f) {
  if (workers.rank() == 0) f();
  workers.sync();
}

/// Workers that exchange values through registers: one thread, or a warp.
template <class W>
concept WarpWorkers = Workers<W> && requires(const W workers, bool flag, int value, std::uint64_t key) {
  { workers.any(flag) } -> std::same_as<bool>;          // True for all workers if true for one.
  { workers.count(flag) } -> std::same_as<int>;         // Number of workers for which it is true.
  { workers.count_before(flag) } -> std::same_as<int>;  // The same of the workers of lower rank.
  { workers.sum(value) } -> std::same_as<int>;
  { workers.sum_before(value) } -> std::same_as<int>;  // Over the workers of lower rank.
  { workers.largest(value) } -> std::same_as<int>;
  { workers.least(key) } -> std::same_as<std::uint64_t>;
  { workers.value_at(value, value) } -> std::same_as<int>;  // The value of the worker with the given rank.
};

/// Workers that are divided into teams.
template <class C>
concept Crew = Workers<C> && Workers<typename C::Team> && requires(const C crew) {
  { crew.team() } -> std::convertible_to<const typename C::Team&>;  // The team of this worker.
  { crew.team_index() } -> std::same_as<int>;                       // Number of that team.
};

/// One CPU thread.
class OneThread {
 public:
  [[nodiscard]] static JAM_HD_INLINE int rank() { return 0; }
  [[nodiscard]] static JAM_HD_INLINE int size() { return 1; }
  static JAM_HD_INLINE void sync() {}
  [[nodiscard]] static JAM_HD_INLINE bool any(bool flag) { return flag; }
  [[nodiscard]] static JAM_HD_INLINE int count(bool flag) { return flag ? 1 : 0; }
  [[nodiscard]] static JAM_HD_INLINE int count_before(bool) { return 0; }
  [[nodiscard]] static JAM_HD_INLINE int sum(int value) { return value; }
  [[nodiscard]] static JAM_HD_INLINE int sum_before(int) { return 0; }
  [[nodiscard]] static JAM_HD_INLINE int largest(int value) { return value; }
  [[nodiscard]] static JAM_HD_INLINE std::uint64_t least(std::uint64_t key) { return key; }
  [[nodiscard]] static JAM_HD_INLINE int value_at(int value, int) { return value; }
};
static_assert(WarpWorkers<OneThread>);

}  // namespace jam
