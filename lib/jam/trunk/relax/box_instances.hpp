// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings of boxes side by side, and the engines that relax them. Arrays on the host; lengths in mm relative
// to the origin of the grid.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "jam/core/batch_engine.hpp"
#include "jam/core/device.hpp"
#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/point_grid.hpp"
#include "jam/trunk/relax/box_relaxation.hpp"
#include "jam/trunk/relax/box_state.hpp"

namespace jam::trunk {

/// Largest number of boxes in one packing.
inline constexpr int box_count_limit = 4096;

/// `instance_count` packings of at most `capacity` boxes each.
struct BoxInstances {
  BoxInstances() = default;
  BoxInstances(int wanted_instances, int wanted_capacity) { reset(wanted_instances, wanted_capacity); }

  /// Empties all packings and forgets the sizes; memory is reused. Throws OverflowError beyond
  /// box_count_limit or memory.
  void reset(int wanted_instances, int wanted_capacity);

  int instance_count = 0;
  int capacity = 0;
  std::vector<BoxSize> sizes;       ///< Sizes of all packings, at most box_size_limit.
  std::vector<std::int32_t> count;  ///< Boxes of each packing.
  std::vector<float> pose;          ///< [instance][pose_array_count][capacity]
  std::vector<std::uint8_t> kind;   ///< [instance][capacity]: index of the size, | fixed_box.

  /// The boxes of packing k.
  [[nodiscard]] BoxView view(int k);

  /// Puts `packing` into place k, its boxes relative to `origin`; `fixed` marks the boxes that never move
  /// (empty: none). Throws InputError for poses that are not finite, edges that are not positive and corners
  /// that do not fit them, OverflowError for too many boxes or sizes.
  void load(int k, const BoxPacking& packing, Vec3d origin, std::span<const std::uint8_t> fixed = {});

  /// Writes the poses of place k into `packing`, which must have its boxes. Poses of fixed boxes are not
  /// changed.
  void store(int k, BoxPacking& packing, Vec3d origin) const;
};

/// A relaxation of all packings in place; results[k] is that of packing k.
struct RelaxBatch {
  /// Throws std::logic_error if there are fewer results than packings.
  RelaxBatch(BoxInstances& packings, const BoxRelaxation& relaxation,
             std::span<BoxRelaxationResult> result_of_each, bool phases_timed = false);

  BoxInstances& instances;
  BoxRelaxation parameters;
  std::span<BoxRelaxationResult> results;
  bool time_phases;  ///< Whether a GPU times each phase, which takes some time itself; no result depends on
                     ///< it. A CPU always does.

  [[nodiscard]] int count() const { return instances.instance_count; }
};

/// Relaxes packings independently: no result depends on their number, their order or the number of threads.
using RelaxEngine = BatchEngine<RelaxBatch>;

/// Throws InputError if the simulation ended in a pose that is not finite, which boxes of extreme sizes
/// can cause.
void require_finite(const BoxRelaxationResult& result);

inline constexpr std::array<const char*, relax_phase_count> relax_phase_names = {
    "copy", "box pairs", "box/box", "candidates", "box/point", "application"};

/// Seconds spent in each phase, summed over steps.
struct RelaxPhaseTimes {
  double seconds[relax_phase_count] = {};
  double& operator[](RelaxPhase phase) { return seconds[static_cast<int>(phase)]; }
};

/// Times of all runs of the engine so far, summed over threads. On a GPU all phases but `copy` are in one
/// launch: its time is divided among the phases if RelaxBatch::time_phases is set, else it counts as
/// box/box.
[[nodiscard]] RelaxPhaseTimes phase_times(const RelaxEngine& engine);

/// On `thread_count` CPU threads (0 = all). The grid must outlive the engine.
[[nodiscard]] std::unique_ptr<RelaxEngine> make_cpu_relax_engine(const PointGrid& grid, int thread_count);

/// On CUDA device `index`, one block of threads per packing. Throws DeviceError in a build without CUDA.
[[nodiscard]] std::unique_ptr<RelaxEngine> make_cuda_relax_engine(const PointGrid& grid, int index);

/// The engine for a kind of device; several GPUs share the packings.
[[nodiscard]] std::unique_ptr<RelaxEngine> make_relax_engine(const PointGrid& grid, const Device& device,
                                                             int thread_count);

}  // namespace jam::trunk
