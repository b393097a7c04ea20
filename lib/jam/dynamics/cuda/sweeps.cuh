// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// sor on a CUDA device. A launch takes all sweeps between two checks of the natural map; its blocks wait for
// each other after each colour (solvers/rounds/colour_sweeps.hpp).
#pragma once

#include "jam/dynamics/cuda/colours.cuh"
#include "jam/dynamics/solvers/rounds/colour_sweeps.hpp"

namespace jam::dynamics {

class DeviceSweeps {
 public:
  explicit DeviceSweeps(const DeviceQueue& queue)
      : stream_(queue.stream()), multiprocessors_(queue.multiprocessors()) {}

  /// Takes over a problem: its colours and its contacts.
  void load(const SolverArrays& arrays, ContactLaw law);
  /// Makes `sweeps` sweeps over the impulses in swept_buffer, in place. Before the call, the changes of
  /// velocity of the bodies must match these impulses; the sweeps update both.
  void run(const SolverArrays& arrays, double alpha, int sweeps);
  /// Copies the impulses from one buffer to another.
  void copy(const SolverArrays& arrays, int from, int to);

  [[nodiscard]] int colour_count() const { return found_.count(); }

 private:
  cudaStream_t stream_;
  int multiprocessors_;
  ContactLaw law_ = ContactLaw::coulomb;
  DeviceColours found_;
  ColourArrays colours_;
  DeviceBuffer<BodyIndices> body_;
  DeviceBuffer<double> friction_, normal_;
};

}  // namespace jam::dynamics
