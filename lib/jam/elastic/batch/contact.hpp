// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Many small contacts solved side by side: paraboloids on at most 32 x 32 cells, each by one thread of the
// CPU or by one block of a GPU that keeps everything in its shared memory (specification 3.5, D2). Results
// depend neither on the other contacts of a batch nor on the size of a block or the number of threads; CPU
// and GPU differ by rounding.
#pragma once

#include <memory>
#include <span>

#include "jam/core/batch_engine.hpp"
#include "jam/core/device.hpp"
#include "jam/elastic/model/grid.hpp"
#include "jam/elastic/model/hertz.hpp"
#include "jam/elastic/normal/bound_cg_steps.hpp"
#include "jam/elastic/normal/normal.hpp"

namespace jam::elastic {

inline constexpr int small_edge = 32;  ///< Largest number of cells along an axis.
inline constexpr int small_cells =
    small_edge * small_edge;  ///< Numbers that a contact has in a field of a batch.

struct SmallContact {
  Grid grid;            ///< Grid of at most small_edge cells along each axis.
  Curvature curvature;  ///< The gap is a x^2 + b y^2 [1/mm].
  MaterialPair pair;
  double liner = 0;  ///< Displacement by a unit pressure [mm/MPa].
  NormalLoad load;
};

struct SmallPressure {
  double approach = 0;  ///< [mm]
  double force = 0;     ///< [N]
  double peak = 0;      ///< [MPa]
  double residual = 0;  ///< See NormalSolution::residual.
  int contact_cells = 0;
  int iterations = 0;
  SolveEnd end = SolveEnd::none;
  bool at_border = false;  ///< The patch reaches the border of the grid.
};

struct SmallBatch {
  std::span<const SmallContact> contacts;
  std::span<SmallPressure> results;  ///< One per contact.
  /// small_cells numbers per contact, row after row of its cells [MPa]; empty: not wanted.
  std::span<double> pressures;
  double tolerance = 1e-6;
  int iteration_limit = 1000;

  [[nodiscard]] int count() const { return static_cast<int>(contacts.size()); }
};

using SmallEngine = BatchEngine<SmallBatch>;

/// A contact a thread, on at most `thread_count` threads (0: all).
[[nodiscard]] std::unique_ptr<SmallEngine> make_cpu_small_engine(int thread_count);

/// A contact a block, on a CUDA device by its ordinal. DeviceError where there is none.
[[nodiscard]] std::unique_ptr<SmallEngine> make_cuda_small_engine(int device);

/// The engine of a device, of several GPUs as of one.
[[nodiscard]] std::unique_ptr<SmallEngine> make_small_engine(const Device& device, int thread_count);

}  // namespace jam::elastic
