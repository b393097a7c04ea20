// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Runs the rounds of many packings on lattices side by side, on CPU threads or on a CUDA device. Both do the
// same integer arithmetic with the same random numbers: the same bits, however rounds are divided into calls
// and whatever runs beside a packing.
#pragma once

#include <memory>
#include <span>

#include "jam/core/batch_engine.hpp"
#include "jam/core/device.hpp"
#include "jam/trunk/lattice/instance.hpp"

namespace jam::trunk {

/// Up to `rounds` rounds of each packing; fewer on a stop. The random numbers are those of seed and
/// LatticeInstance::number().
struct LatticeBatch {
  std::span<LatticeInstance* const> instances;
  RoundParameters parameters;
  long long rounds = 0;
  StopToken& stop;

  [[nodiscard]] int count() const { return static_cast<int>(instances.size()); }
};

using LatticeEngine = BatchEngine<LatticeBatch>;

/// How a CUDA device is used; no result depends on it.
struct CudaLatticeShape {
  int warps = lattice_orientation_limit;  ///< Warps of a block, 1 .. lattice_orientation_limit.
  int shared_words = 1024;  ///< Windows of up to this number of words lie in shared memory. At 1024 they do
                            ///< in three rounds of four, and four blocks share 228 KiB.
};

[[nodiscard]] std::unique_ptr<LatticeEngine> make_cpu_lattice_engine(int thread_count);

/// DeviceError where there is no such device or no CUDA.
[[nodiscard]] std::unique_ptr<LatticeEngine> make_cuda_lattice_engine(int index,
                                                                      const CudaLatticeShape& shape = {});

/// The engine of a device; several GPUs share the packings. `thread_count` is for the CPU.
[[nodiscard]] std::unique_ptr<LatticeEngine> make_lattice_engine(const Device& device, int thread_count);

}  // namespace jam::trunk
