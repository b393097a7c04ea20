// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/cuda/solver.cuh"

#include <cooperative_groups.h>

#include <algorithm>

#include "jam/dynamics/solvers/rounds/sweep_control.hpp"

namespace jam::dynamics {
namespace {

/// Number of rounds launched between two reads of the control block.
constexpr int rounds_per_look = 8;

/// Up to this number of blocks of contacts, all rounds are one launch, whose blocks wait for each other.
constexpr int one_launch_limit = 1024;

/// Blocks of the backward half that a multiprocessor is to hold at once: five of 256 threads, but four if
/// it holds 1024 threads (Turing).
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
constexpr int backward_blocks = 4;
#else
constexpr int backward_blocks = 5;
#endif

constexpr std::size_t control_bytes = std::max(sizeof(ApgdControl), sizeof(JacobiControl));

/// The forward half of a round for one block of contacts: its sum, in thread 0.
template <class Control>
__device__ ForwardTerms forward_block(const SolverArrays& arrays, const Control& control, int i,
                                      ForwardTerms* shared) {
  ForwardTerms mine;
  if (i < arrays.problem.matrix.contacts) mine = forward(arrays, control, i);
  return block_tree(mine, shared);
}

template <class Control>
__device__ BackwardTerms backward_block(const SolverArrays& arrays, const Control& control, int i,
                                        BackwardTerms* shared) {
  BackwardTerms mine;
  if (i < arrays.problem.matrix.contacts) mine = backward(arrays, control, i);
  return block_tree(mine, shared);
}

template <class Control>
__global__ void __launch_bounds__(most_threads, 4)
    forward_kernel(const __grid_constant__ SolverArrays arrays, const Control* control, ForwardTerms* terms) {
  __shared__ ForwardTerms shared[32];
  if (control->plan.kind == RoundKind::done) return;
  const ForwardTerms all = forward_block(arrays, *control, thread_index(), shared);
  if (threadIdx.x == 0) terms[blockIdx.x] = all;
}

template <class Control>
__global__ void __launch_bounds__(most_threads)
    body_kernel(const __grid_constant__ OperatorArrays matrix, const Control* control) {
  if (control->plan.kind != RoundKind::done) sum_body_lanes(matrix, thread_index());
}

template <class Control>
__global__ void __launch_bounds__(most_threads, backward_blocks)
    backward_kernel(const __grid_constant__ SolverArrays arrays, Control* control, ForwardTerms* ahead,
                    ForwardTerms* ahead_scratch, BackwardTerms* terms, BackwardTerms* scratch,
                    unsigned* arrived) {
  __shared__ BackwardTerms shared[32];
  if (control->plan.kind == RoundKind::done) return;
  const BackwardTerms mine = backward_block(arrays, *control, thread_index(), shared);
  if (threadIdx.x == 0) terms[blockIdx.x] = mine;
  if (!is_last_block(arrived)) return;
  const ForwardTerms all_ahead = grid_tree(ahead, ahead_scratch, static_cast<int>(gridDim.x));
  const BackwardTerms all = grid_tree(terms, scratch, static_cast<int>(gridDim.x));
  if (threadIdx.x == 0) decide(*control, all_ahead, all);
}

/// Joins up to 1024 values of all blocks, as grid_tree does; every block does so for itself. The result is
/// that of thread 0.
template <class T>
__device__ T own_tree(const T* values, int count, T* shared) {
  const int lane = static_cast<int>(threadIdx.x) & 31, warp = static_cast<int>(threadIdx.x) / 32,
            warps = static_cast<int>(blockDim.x) / 32;
  for (int group = warp; group < 32; group += warps) {
    const int i = 32 * group + lane;
    T value{};
    if (32 * group < count) value = warp_tree(i < count ? load_shared_result(values + i) : T{});
    if (lane == 0) shared[group] = value;
  }
  __syncthreads();
  T value{};
  if (warp == 0) value = warp_tree(shared[lane]);
  return value;
}

/// All rounds of a small problem. Blocks take contacts in turn, so that the sum of a block of contacts is
/// that of the other kernels; each block has a control block of its own, and all decide the same.
template <class Control>
__global__ void __launch_bounds__(most_threads)
    rounds_kernel(const __grid_constant__ SolverArrays arrays, Control* control_memory, ForwardTerms* ahead,
                  BackwardTerms* back) {
  __shared__ Control control;
  __shared__ ForwardTerms shared_ahead[32];
  __shared__ BackwardTerms shared_back[32];
  const auto grid = cooperative_groups::this_grid();
  const int threads = static_cast<int>(blockDim.x), blocks = static_cast<int>(gridDim.x),
            thread = static_cast<int>(threadIdx.x);
  const int contact_blocks = (arrays.problem.matrix.contacts - 1) / threads + 1;
  const int body_blocks = (body_lanes * arrays.problem.matrix.bodies - 1) / threads + 1;
  if (thread == 0) control = *control_memory;
  __syncthreads();
  for (int round = 0; control.plan.kind != RoundKind::done; ++round) {
    // Another block may still read the sums of the previous round.
    ForwardTerms* const sums_ahead = ahead + round % 2 * one_launch_limit;
    BackwardTerms* const sums_back = back + round % 2 * one_launch_limit;
    for (int block = static_cast<int>(blockIdx.x); block < contact_blocks; block += blocks) {
      const ForwardTerms sum = forward_block(arrays, control, block * threads + thread, shared_ahead);
      if (thread == 0) sums_ahead[block] = sum;
      __syncthreads();
    }
    grid.sync();
    for (int block = static_cast<int>(blockIdx.x); block < body_blocks; block += blocks) {
      sum_body_lanes(arrays.problem.matrix, block * threads + thread);
    }
    grid.sync();
    for (int block = static_cast<int>(blockIdx.x); block < contact_blocks; block += blocks) {
      const BackwardTerms sum = backward_block(arrays, control, block * threads + thread, shared_back);
      if (thread == 0) sums_back[block] = sum;
      __syncthreads();
    }
    grid.sync();
    const ForwardTerms all_ahead = own_tree(sums_ahead, contact_blocks, shared_ahead);
    const BackwardTerms all_back = own_tree(sums_back, contact_blocks, shared_back);
    if (thread == 0) decide(control, all_ahead, all_back);
    __syncthreads();
  }
  if (blockIdx.x == 0 && thread == 0) *control_memory = control;
}

}  // namespace

DeviceSolver::DeviceSolver(const DeviceQueue& queue)
    : stream_(queue.stream()),
      multiprocessors_(queue.multiprocessors()),
      sweeps_(queue),
      control_("solver", control_bytes),
      seen_(2 * control_bytes),
      arrived_("solver", 1) {
  arrived_.fill_zero(stream_);
  for (cudaEvent_t& event : looked_) JAM_CUDA(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
}

DeviceSolver::~DeviceSolver() {
  for (cudaEvent_t event : looked_) JAM_CUDA_NOTHROW(cudaEventDestroy(event));
}

template <class Control>
RoundsReport DeviceSolver::run(const SolverArrays& arrays, const Control& start) {
  auto* const control = reinterpret_cast<Control*>(control_.data());
  JAM_CUDA(cudaMemcpyAsync(control, &start, sizeof(Control), cudaMemcpyHostToDevice, stream_));
  const std::size_t blocks = shape_for_items(arrays.problem.matrix.contacts, block_threads()).grid.x;
  const std::size_t sums = blocks <= one_launch_limit ? 2 * one_launch_limit : blocks;
  reserve(ahead_, "sums of the solver", sums);
  reserve(back_, "sums of the solver", sums);
  if (blocks <= one_launch_limit) {
    run_in_one_launch(arrays, control);
  } else {
    reserve(ahead_scratch_, "sums of the solver", blocks / 32 + 1);
    reserve(back_scratch_, "sums of the solver", blocks / 32 + 1);
    run_in_many(arrays, control);
  }
  const auto& seen = *reinterpret_cast<const Control*>(seen_.data() + last_look_ * control_bytes);
  result_ = seen.plan.now;
  return seen.report;
}

/// Copies the control block to one of the two places where the host reads it.
template <class Control>
void DeviceSolver::fetch(const Control* control, int place) {
  JAM_CUDA(cudaMemcpyAsync(seen_.data() + place * control_bytes, control, sizeof(Control),
                           cudaMemcpyDeviceToHost, stream_));
  JAM_CUDA(cudaEventRecord(looked_[place], stream_));
}

template <class Control>
void DeviceSolver::run_in_one_launch(const SolverArrays& arrays, Control* control) {
  const OperatorArrays& matrix = arrays.problem.matrix;
  const int threads = block_threads();
  const int wanted =
      std::max((matrix.contacts - 1) / threads, (body_lanes * matrix.bodies - 1) / threads) + 1;
  const int resident = resident_blocks(rounds_kernel<Control>, threads, 0) * multiprocessors_;
  ForwardTerms* ahead = ahead_.data();
  BackwardTerms* back = back_.data();
  SolverArrays copy = arrays;
  void* arguments[] = {&copy, &control, &ahead, &back};
  JAM_CUDA(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(rounds_kernel<Control>),
                                       dim3(static_cast<unsigned>(std::min(wanted, resident))),
                                       dim3(static_cast<unsigned>(threads)), arguments, 0, stream_));
  last_look_ = 0;
  fetch(control, 0);
  JAM_CUDA(cudaEventSynchronize(looked_[0]));
}

template <class Control>
void DeviceSolver::run_in_many(const SolverArrays& arrays, Control* control) {
  const OperatorArrays& matrix = arrays.problem.matrix;
  const LaunchShape contacts = shape_for_items(matrix.contacts, block_threads(), stream_);
  const LaunchShape bodies = shape_for_items(body_lanes * matrix.bodies, block_threads(), stream_);
  const auto some_rounds = [&](int place) {
    for (int round = 0; round < rounds_per_look; ++round) {
      launch("forward", contacts, forward_kernel<Control>, arrays, control, ahead_.data());
      launch("body", bodies, body_kernel<Control>, matrix, control);
      launch("backward", contacts, backward_kernel<Control>, arrays, control, ahead_.data(),
             ahead_scratch_.data(), back_.data(), back_scratch_.data(), arrived_.data());
    }
    fetch(control, place);
  };
  some_rounds(0);
  for (int turn = 1;; ++turn) {
    some_rounds(turn % 2);
    last_look_ = (turn - 1) % 2;
    JAM_CUDA(cudaEventSynchronize(looked_[last_look_]));
    if (reinterpret_cast<const Control*>(seen_.data() + last_look_ * control_bytes)->plan.kind ==
        RoundKind::done)
      return;
  }
}

RoundsReport DeviceSolver::solve_by_sweeps(const SolverArrays& arrays, const SolverSettings& settings) {
  SweepControl control = begin_sweeps(settings);
  sweeps_.load(arrays, settings.law);
  control.report.colour_count = sweeps_.colour_count();
  take_look(control, look(arrays, settings.law));
  for (;;) {
    order_sweeps(control);
    const SweepOrders orders = control.orders;
    if (orders.keep) sweeps_.copy(arrays, swept_buffer, best_buffer);
    if (orders.restore) {
      sweeps_.copy(arrays, best_buffer, swept_buffer);
      take_look(control, look(arrays, settings.law));
    }
    if (orders.sweeps == 0) return control.report;
    sweeps_.run(arrays, control.relaxation.alpha(), orders.sweeps);
    take_look(control, look(arrays, settings.law));
  }
}

RoundsReport DeviceSolver::solve(const SolverArrays& arrays, const SolverSettings& settings) {
  if (settings.kind == SolverKind::sor) return solve_by_sweeps(arrays, settings);
  return settings.kind == SolverKind::apgd ? run(arrays, begin_apgd(settings))
                                           : run(arrays, begin_jacobi(settings));
}

}  // namespace jam::dynamics
