// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Solvers of contact problems on a CUDA device, in rounds (solvers/rounds/rounds.hpp). Small problems are one
// launch, whose blocks wait for each other three times a round. Large ones are three kernels a round, the
// last of which ends with decide(): the host launches rounds ahead of the device and reads the control block
// in between; rounds after the last one do nothing. Both give the same bits. sor takes sweeps (sweeps.cuh)
// between two checks of the natural map, each of which is a round.
#pragma once

#include "jam/dynamics/cuda/kernels.cuh"
#include "jam/dynamics/cuda/sweeps.cuh"
#include "jam/dynamics/solvers/rounds/apgd_rounds.hpp"
#include "jam/dynamics/solvers/rounds/jacobi_rounds.hpp"

namespace jam::dynamics {

class DeviceSolver {
 public:
  explicit DeviceSolver(const DeviceQueue& queue);
  ~DeviceSolver();
  DeviceSolver(const DeviceSolver&) = delete;
  DeviceSolver& operator=(const DeviceSolver&) = delete;

  /// Solves from the impulses in buffer 0; at least one contact. Afterwards the impulses of contacts in the
  /// world and the changes of velocity of bodies belong to the result, which is in the buffer result().
  RoundsReport solve(const SolverArrays& arrays, const SolverSettings& settings);

  /// The natural map of the impulses in buffer 0 (residual, absolute), which are the result then.
  RoundsReport look(const SolverArrays& arrays, ContactLaw law) { return run(arrays, begin_look(law)); }

  [[nodiscard]] int result() const { return result_; }

 private:
  /// All rounds of a control block.
  template <class Control>
  RoundsReport run(const SolverArrays& arrays, const Control& start);

  RoundsReport solve_by_sweeps(const SolverArrays& arrays, const SolverSettings& settings);
  template <class Control>
  void fetch(const Control* control, int place);
  template <class Control>
  void run_in_one_launch(const SolverArrays& arrays, Control* control);
  template <class Control>
  void run_in_many(const SolverArrays& arrays, Control* control);

  cudaStream_t stream_;
  int multiprocessors_;
  DeviceSweeps sweeps_;
  int last_look_ = 0;
  int result_ = 0;
  DeviceBuffer<unsigned char> control_;
  PinnedBuffer<unsigned char> seen_;
  DeviceBuffer<ForwardTerms> ahead_, ahead_scratch_;
  DeviceBuffer<BackwardTerms> back_, back_scratch_;
  DeviceBuffer<unsigned> arrived_;
  cudaEvent_t looked_[2] = {};
};

}  // namespace jam::dynamics
