// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings of boxes side by side, and the engines that relax them. Arrays on the host; lengths in mm relative to the origin of the grid.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/side_by_side.hpp"
#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/point_grid.hpp"
#include "jam/trunk/relax/box_relaxation.hpp"
#include "jam/trunk/relax/box_state.hpp"

namespace jam::trunk {

/// Largest number of boxes in one packing.
inline constexpr int box_count_limit = 4096;

/// `instance_count` packings of at most `capacity` boxes each.
struct BoxInstances {
  /// Room for so many; all packings empty. Throws OverflowError beyond box_count_limit or memory.
  BoxInstances(int wanted_instances, int wanted_capacity);

  int instance_count;
  int capacity;
  std::vector<BoxSize> sizes;       ///< At most box_size_limit, shared by all packings.
  std::vector<std::int32_t> count;  ///< Boxes of each packing.
  std::vector<float> pose;          ///< [instance][pose_array_count][capacity]
  std::vector<std::uint8_t> kind;   ///< [instance][capacity]: index of the size, | fixed_box.

  /// The boxes of packing k.
  [[nodiscard]] BoxView view(int k);

  /// Puts `packing` into place k, its boxes relative to `origin`; `fixed` tells which boxes never move (empty: none). Throws InputError
  /// for poses that are not finite, edges that are not positive and corners that do not fit them, OverflowError for too many boxes or
  /// sizes.
  void load(int k, const BoxPacking& packing, Vec3d origin, std::span<const std::uint8_t> fixed = {});

  /// Writes the poses of place k into `packing`, which must have its boxes. Fixed boxes stay as they are, to the bit.
  void store(int k, BoxPacking& packing, Vec3d origin) const;
};

/// Throws std::logic_error where there are fewer results than packings.
void check_results(const BoxInstances& instances, std::size_t result_count);

/// The six phases whose times the seed reports.
enum class RelaxPhase { copy, box_pairs, box_box, candidates, box_point, application };
inline constexpr int relax_phase_count = 6;
inline constexpr std::array<const char*, relax_phase_count> relax_phase_names = {"copy",       "box pairs", "box/box",
                                                                                 "candidates", "box/point", "application"};

/// Seconds spent in each phase, summed over steps.
struct RelaxPhaseTimes {
  double seconds[relax_phase_count] = {};
  double& operator[](RelaxPhase phase) { return seconds[static_cast<int>(phase)]; }
};

/// Relaxes all packings, each on its own: neither their number nor their order nor the number of threads enters a result.
class RelaxEngine {
 public:
  virtual ~RelaxEngine() = default;

  /// Relaxes every packing of `instances` in place; results[k] tells about packing k.
  void run(BoxInstances& instances, const BoxRelaxation& parameters, std::span<BoxRelaxationResult> results) {
    run(instances, {0, instances.instance_count}, parameters, results);
  }

  /// The same for the packings of `range` alone. Engines of their own may work on other packings of `instances` meanwhile.
  virtual void run(BoxInstances& instances, IndexRange range, const BoxRelaxation& parameters, std::span<BoxRelaxationResult> results) = 0;

  /// Times of the phases of all runs so far, summed over threads; on a GPU all but `copy` lie in one launch and count as box/box.
  [[nodiscard]] virtual RelaxPhaseTimes phase_times() const = 0;
};

/// On `thread_count` CPU threads (0 = all). The grid must outlive the engine.
[[nodiscard]] std::unique_ptr<RelaxEngine> make_cpu_relax_engine(const PointGrid& grid, int thread_count);

/// On CUDA device `index`, one block of threads per packing. Throws DeviceError in a build without CUDA.
[[nodiscard]] std::unique_ptr<RelaxEngine> make_cuda_relax_engine(const PointGrid& grid, int index);

/// Engines with an equal range of the packings each, at work at the same time.
[[nodiscard]] std::unique_ptr<RelaxEngine> make_shared_relax_engine(std::vector<std::unique_ptr<RelaxEngine>> parts);

/// By the kind of device; several GPUs share the packings.
[[nodiscard]] std::unique_ptr<RelaxEngine> make_relax_engine(const PointGrid& grid, const Device& device, int thread_count);

}  // namespace jam::trunk
