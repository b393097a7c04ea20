// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The kernel that runs a round: one block of threads per instance, whose state stays in shared memory from
// the first neighbourhood to the last. The teams of the block (jam/circles/relax/cuda_team.cuh) draw
// candidates from one counter, so that a team with short relaxations takes more of them; the choice among
// candidates is by (energy, number), hence neither the number of teams nor their speed changes any result.
#pragma once

#include <cstddef>

#include "jam/circles/relax/cuda_team.cuh"
#include "jam/circles/tabu/instance_search.hpp"

namespace jam::circles {

/// The result of a team for its part of a neighbourhood.
struct TeamChoice {
  Choice choice;
  long long steps;
};

/// Offsets of the arrays in the shared memory of a block [bytes from its start]. `stride` is
/// Team::item_limit, a constant, so that one address serves x, y and r.
struct RoundLayout {
  unsigned choices;    ///< TeamChoice [teams]
  unsigned next_pack;  ///< int
  unsigned partial;    ///< float [96], what a BlockTeam needs.
  unsigned state;      ///< InstanceState
  unsigned instance;   ///< float [7][stride]: radius, x, y, best_x, best_y, tabu_swap, tabu_place.
  unsigned teams;      ///< float [teams][5][stride]: x, y, r, choice_x, choice_y.
};
inline constexpr int instance_array_count = 7;
inline constexpr int team_array_count = 5;

/// Arguments of the kernel. Arrays are in device memory, element instance * count + circle; radius [count],
/// state [instances].
struct RoundArguments {
  RoundParameters parameters;
  RoundLayout layout;
  int first;        ///< Block b runs instance first + b of all; the arrays here begin with that of block 0.
  const int* stop;  ///< Flag in device memory: not 0 if the round must end early.
  const float* radius;
  float* x;
  float* y;
  float* best_x;
  float* best_y;
  std::int32_t* tabu_swap;
  std::int32_t* tabu_place;
  InstanceState* state;
};

/// The teams of a block: its warps, or the block as one team.
template <Team T>
class BlockCrew : public BlockThreads<> {
 public:
  using Team = T;

  __device__ __forceinline__ BlockCrew(void* partial, const int* stop, TeamChoice* choices, int* next_pack)
      : team_(partial, stop), choices_(choices), next_pack_(next_pack) {}

  [[nodiscard]] __device__ __forceinline__ const Team& team() const { return team_; }
  [[nodiscard]] __device__ __forceinline__ int team_index() const {
    return static_cast<int>(threadIdx.x) / Team::thread_count;
  }
  [[nodiscard]] __device__ __forceinline__ int team_count() const {
    return static_cast<int>(blockDim.x) / Team::thread_count;
  }

  /// The next candidate that no team has taken; `previous` is the last one of this team (-1 at the
  /// beginning of a neighbourhood).
  [[nodiscard]] __device__ __forceinline__ int next_pack(int previous) const {
    if constexpr (Team::thread_count == 32) {
      int pack = 0;
      if (team_.rank() == 0) pack = atomicAdd(next_pack_, 1);
      return __shfl_sync(0xffffffffU, pack, 0);
    } else {
      return previous + 1;
    }
  }

  /// The first choice by (energy, number); `steps` becomes the sum over the teams. To be called between two
  /// barriers of the block: before it all teams have finished the neighbourhood, and none begins another
  /// before the caller's barrier after it.
  [[nodiscard]] __device__ __forceinline__ Choice first(const Choice& choice, long long& steps) const {
    if (team_.rank() == 0) choices_[team_index()] = {choice, steps};
    if (rank() == 0) *next_pack_ = 0;
    __syncthreads();
    Choice best = choices_[0].choice;
    steps = choices_[0].steps;
    for (int k = 1; k < team_count(); ++k) {
      if (precedes(choices_[k].choice.energy, choices_[k].choice.number, best)) best = choices_[k].choice;
      steps += choices_[k].steps;
    }
    return best;
  }

  [[nodiscard]] __device__ __forceinline__ float sum_lanes(float value) const { return value; }

 private:
  Team team_;
  TeamChoice* choices_;
  int* next_pack_;
};

/// Blocks of `threads` threads per multiprocessor: `wanted`, or on Turing the number that fits into the 1024
/// threads of a multiprocessor if that is less.
template <int threads, int wanted>
constexpr int resident_block_count() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  return wanted * threads <= 1024 ? wanted : 1024 / threads;
#else
  return wanted;
#endif
}

/// Block b runs one instance.
template <Team T, int thread_limit, int resident_blocks>
__global__ void __launch_bounds__(thread_limit, resident_block_count<thread_limit, resident_blocks>())
    round_kernel(const __grid_constant__ RoundArguments arguments) {
  extern __shared__ __align__(16) std::byte memory[];
  const RoundLayout& layout = arguments.layout;
  constexpr int stride = T::item_limit;
  const int n = arguments.parameters.count;
  const int instance = static_cast<int>(blockIdx.x);
  const std::size_t at = static_cast<std::size_t>(instance) * static_cast<std::size_t>(n);
  auto* choices = reinterpret_cast<TeamChoice*>(memory + layout.choices);
  auto* next_pack = reinterpret_cast<int*>(memory + layout.next_pack);
  auto* state = reinterpret_cast<InstanceState*>(memory + layout.state);
  auto* radius = reinterpret_cast<float*>(memory + layout.instance);
  float* x = radius + stride;
  float* y = x + stride;
  float* best_x = y + stride;
  float* best_y = best_x + stride;
  auto* tabu_swap = reinterpret_cast<std::int32_t*>(best_y + stride);
  std::int32_t* tabu_place = tabu_swap + stride;

  for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x)) {
    radius[i] = arguments.radius[i];
    x[i] = arguments.x[at + i];
    y[i] = arguments.y[at + i];
    best_x[i] = arguments.best_x[at + i];
    best_y[i] = arguments.best_y[at + i];
    tabu_swap[i] = arguments.tabu_swap[at + i];
    tabu_place[i] = arguments.tabu_place[at + i];
  }
  if (threadIdx.x == 0) {
    *state = arguments.state[instance];
    *next_pack = 0;
  }
  __syncthreads();

  const BlockCrew<T> crew(memory + layout.partial, arguments.stop, choices, next_pack);
  const InstanceView view{
      state,     radius,     x,
      y,         best_x,     best_y,
      tabu_swap, tabu_place, instance_number(arguments.parameters, arguments.first + instance)};
  float* own =
      reinterpret_cast<float*>(memory + layout.teams) + crew.team_index() * team_array_count * stride;
  search_round(crew, view,
               TeamView<float>{own, own + stride, own + 2 * stride, own + 3 * stride, own + 4 * stride},
               arguments.parameters);

  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x)) {
    arguments.x[at + i] = x[i];
    arguments.y[at + i] = y[i];
    arguments.best_x[at + i] = best_x[i];
    arguments.best_y[at + i] = best_y[i];
    arguments.tabu_swap[at + i] = tabu_swap[i];
    arguments.tabu_place[at + i] = tabu_place[i];
  }
  if (threadIdx.x == 0) arguments.state[instance] = *state;
}

}  // namespace jam::circles
