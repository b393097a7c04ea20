// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/cuda/solver.cuh"

#include <algorithm>

namespace jam::dynamics {
namespace {

/// Rounds launched between two looks.
constexpr int rounds_per_look = 8;

constexpr std::size_t control_bytes = std::max(sizeof(ApgdControl), sizeof(JacobiControl));

template <class Control>
__global__ void forward_kernel(const __grid_constant__ SolverArrays arrays, const Control* control, ForwardTerms* terms) {
  __shared__ ForwardTerms shared[32];
  if (control->plan.kind == RoundKind::done) return;
  const int i = thread_index();
  ForwardTerms mine;
  if (i < arrays.problem.matrix.contacts) mine = forward(arrays, *control, i);
  mine = block_tree(mine, shared);
  if (threadIdx.x == 0) terms[blockIdx.x] = mine;
}

template <class Control>
__global__ void body_kernel(const __grid_constant__ OperatorArrays matrix, const Control* control) {
  const int k = thread_index();
  if (k >= matrix.bodies || control->plan.kind == RoundKind::done) return;
  sum_body(matrix, k);
}

template <class Control>
__global__ void backward_kernel(const __grid_constant__ SolverArrays arrays, Control* control, ForwardTerms* ahead,
                                ForwardTerms* ahead_scratch, BackwardTerms* terms, BackwardTerms* scratch, unsigned* arrived) {
  __shared__ BackwardTerms shared[32];
  if (control->plan.kind == RoundKind::done) return;
  const int i = thread_index();
  BackwardTerms mine;
  if (i < arrays.problem.matrix.contacts) mine = backward(arrays, *control, i);
  mine = block_tree(mine, shared);
  if (threadIdx.x == 0) terms[blockIdx.x] = mine;
  if (!is_last_block(arrived)) return;
  const ForwardTerms all_ahead = grid_tree(ahead, ahead_scratch, static_cast<int>(gridDim.x));
  const BackwardTerms all = grid_tree(terms, scratch, static_cast<int>(gridDim.x));
  if (threadIdx.x == 0) decide(*control, all_ahead, all);
}

}  // namespace

DeviceSolver::DeviceSolver(cudaStream_t stream)
    : stream_(stream), control_("solver", control_bytes), seen_(2 * control_bytes), arrived_("solver", 1) {
  arrived_.fill_zero(stream);
  for (cudaEvent_t& event : looked_) JAM_CUDA(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
}

DeviceSolver::~DeviceSolver() {
  for (cudaEvent_t event : looked_) JAM_CUDA_NOTHROW(cudaEventDestroy(event));
}

template <class Control>
RoundsReport DeviceSolver::run(const SolverArrays& arrays, const Control& start) {
  const OperatorArrays& matrix = arrays.problem.matrix;
  const LaunchShape contacts = shape_for_items(matrix.contacts, block_threads(), stream_);
  const LaunchShape bodies = shape_for_items(matrix.bodies, block_threads(), stream_);
  const std::size_t blocks = contacts.grid.x;
  reserve(ahead_, "sums of the solver", blocks);
  reserve(ahead_scratch_, "sums of the solver", blocks / 32 + 1);
  reserve(back_, "sums of the solver", blocks);
  reserve(back_scratch_, "sums of the solver", blocks / 32 + 1);
  auto* const control = reinterpret_cast<Control*>(control_.data());
  JAM_CUDA(cudaMemcpyAsync(control, &start, sizeof(Control), cudaMemcpyHostToDevice, stream_));
  const auto look = [&](int turn) {
    for (int round = 0; round < rounds_per_look; ++round) {
      launch("forward", contacts, forward_kernel<Control>, arrays, control, ahead_.data());
      launch("body", bodies, body_kernel<Control>, matrix, control);
      launch("backward", contacts, backward_kernel<Control>, arrays, control, ahead_.data(), ahead_scratch_.data(), back_.data(),
             back_scratch_.data(), arrived_.data());
    }
    JAM_CUDA(cudaMemcpyAsync(seen_.data() + turn % 2 * control_bytes, control, sizeof(Control), cudaMemcpyDeviceToHost, stream_));
    JAM_CUDA(cudaEventRecord(looked_[turn % 2], stream_));
  };
  look(0);
  for (int turn = 1;; ++turn) {
    look(turn);
    JAM_CUDA(cudaEventSynchronize(looked_[(turn - 1) % 2]));
    const auto& seen = *reinterpret_cast<const Control*>(seen_.data() + (turn - 1) % 2 * control_bytes);
    if (seen.plan.kind != RoundKind::done) continue;
    result_ = seen.plan.now;
    return seen.report;
  }
}

RoundsReport DeviceSolver::solve(const SolverArrays& arrays, const SolverSettings& settings) {
  return settings.kind == SolverKind::apgd ? run(arrays, begin_apgd(settings)) : run(arrays, begin_jacobi(settings));
}

}  // namespace jam::dynamics
