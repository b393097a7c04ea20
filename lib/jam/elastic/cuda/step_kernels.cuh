// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Steps over cells (product/cell_steps.hpp) as kernels of a whole GPU, a thread a cell. Sums are binary trees
// over the cells, joined by the last block of a kernel, which also concludes what the next one does: the same
// bits for any size of a block.
#pragma once

#include <algorithm>

#include "jam/core/cuda/batch.cuh"
#include "jam/core/cuda/sums.cuh"
#include "jam/elastic/cuda/guard.cuh"
#include "jam/elastic/model/solve_watch.hpp"

namespace jam::elastic {

inline constexpr int most_cell_threads = 256;

/// Threads of a block of cells: a power of two.
[[nodiscard]] inline int cell_threads() {
  const int warps = wanted_warps();
  int threads = 32;
  while (threads < most_cell_threads && (warps == 0 || 2 * threads <= 32 * warps)) threads *= 2;
  return threads;
}

[[nodiscard]] __device__ inline int cell_index() {
  return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}

template <class Step, class Control, class Fields>
__global__ void __launch_bounds__(most_cell_threads)
    sum_step(Control* control, Fields fields, int cells, double* parts, double* scratch, unsigned* arrived) {
  using Sums = typename Step::Sums;
  __shared__ double block_parts[32 * sizeof(Sums) / sizeof(double)];
  if (!Step::due(*control)) return;
  const int i = cell_index();
  const Sums own =
      block_tree(i < cells ? Step::at(*control, fields, i) : Sums{}, reinterpret_cast<Sums*>(block_parts));
  if (threadIdx.x == 0) reinterpret_cast<Sums*>(parts)[blockIdx.x] = own;
  if (!is_last_block(arrived)) return;
  const Sums total = grid_tree(reinterpret_cast<Sums*>(parts), reinterpret_cast<Sums*>(scratch),
                               static_cast<int>(gridDim.x));
  if (threadIdx.x == 0) Step::conclude(*control, total);
}

template <class Step, class Control, class Fields>
__global__ void each_step(const Control* control, Fields fields, int cells) {
  const int i = cell_index();
  if (i < cells && Step::due(*control)) Step::at(*control, fields, i);
}

/// The part of a machine on a device that solvers have in common, with the queue that they launch on. A step
/// sums at most `most_sums` numbers. Derived classes drain the queue in their destructors.
template <class Control, class Fields>
class DeviceSteps {
 public:
  static constexpr int most_sums = 7;

  template <class Step>
  void sum() {
    static_assert(sizeof(typename Step::Sums) <= most_sums * sizeof(double));
    launch("sum_step", shape(step_cells_), sum_step<Step, Control, Fields>, control_.data(), fields_,
           step_cells_, parts_.data(), scratch_.data(), arrived_.data());
  }
  template <class Step>
  void each() {
    launch("each_step", shape(step_cells_), each_step<Step, Control, Fields>, control_.data(), fields_,
           step_cells_);
  }

 protected:
  /// For grids of at most `most_cells` cells; DeviceError if there is no such device.
  DeviceSteps(int device, int most_cells)
      : queue_(device),
        step_cells_(most_cells),
        threads_(cell_threads()),
        control_("control block", 1),
        parts_("sums", most_sums * (static_cast<std::size_t>(most_cells) / 32 + 1)),
        scratch_("sums", most_sums * (static_cast<std::size_t>(most_cells) / 1024 + 2)),
        arrived_("blocks that arrived", 1),
        looked_(1) {
    arrived_.fill_zero(stream());
  }

  [[nodiscard]] cudaStream_t stream() const { return queue_.stream(); }

  /// Launch shape with one thread for each of `cells` cells.
  [[nodiscard]] LaunchShape shape(int cells) const { return shape_for_items(cells, threads_, stream()); }

  void set(const Control& control) {
    looked_[0] = control;
    control_.upload(looked_.span(), stream());
  }
  /// Waits, and reads the control block.
  const Control& look() {
    control_.download(looked_.span(), stream());
    wait_for(stream(), "a contact problem");
    return looked_[0];
  }
  /// Launches iterate() until the solve of `what` has ended, `ahead` times between two reads of the control
  /// block, which is returned; `watch`, which may be null, may end it at its limit.
  template <class Iterate>
  const Control& run_ahead(SolveWatch* watch, const char* what, int ahead, const Iterate& iterate) {
    do {
      for (int k = 0; k < ahead; ++k) iterate();
      const Control& found = look();
      if (!found.finished() &&
          ends(watch, what, found.iterations, found.relative_change(), found.tolerance)) {
        looked_[0].end = SolveEnd::limit;
        control_.upload(looked_.span(), stream());
      }
    } while (!looked_[0].finished());
    return looked_[0];
  }
  /// For kernels that run until the solve has ended, or only while a part of the control block holds.
  [[nodiscard]] Guard guard(bool Control::*wanted = nullptr) const {
    const Control* const control = control_.data();
    return {&control->end, wanted != nullptr ? &(control->*wanted) : nullptr};
  }

  DeviceQueue queue_;
  Fields fields_;
  int step_cells_;  ///< Number of cells that steps visit.

 private:
  int threads_;
  DeviceBuffer<Control> control_;
  DeviceBuffer<double> parts_, scratch_;
  DeviceBuffer<unsigned> arrived_;
  PinnedBuffer<Control> looked_;
};

}  // namespace jam::elastic
