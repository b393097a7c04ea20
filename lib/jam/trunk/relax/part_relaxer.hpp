// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Parts of packings, relaxed by thousands side by side in the contact simulation (box_relaxation.hpp): some boxes are movable, the
// boxes that they may touch are fixed, all others are left out. Lengths in mm.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/relax/box_instances.hpp"

namespace jam::trunk {

struct BoxPart {
  std::vector<int> numbers;         ///< In the whole packing, ascending.
  std::vector<std::uint8_t> fixed;  ///< Of each box: 1 where it does not move.
  BoxPacking boxes;                 ///< Their poses.
  BoxRelaxationResult result;
};

/// The boxes of `whole` that are `movable`, and those so near that they may be touched. Empty where these are more than part_limit,
/// or where no box is movable.
[[nodiscard]] BoxPart part_of(std::span<const PlacedBox> whole, std::span<const std::uint8_t> movable);

inline constexpr int part_limit = 2000;

class PartRelaxer {
 public:
  /// `grid` must outlive the relaxer. DeviceError for a GPU that is not there.
  PartRelaxer(const PointGrid& grid, const Device& device, int thread_count);

  /// Relaxes each part independently; empty ones stay empty. After a stop the remaining parts are not changed.
  void run(std::span<BoxPart> parts, const BoxRelaxation& parameters, StopToken& stop);

  /// Sets the counters to those of an earlier run.
  void restore_counters(long long steps, long long attempts) {
    steps_ = steps;
    attempts_ = attempts;
  }

  /// Of all runs.
  [[nodiscard]] long long steps() const { return steps_; }
  [[nodiscard]] long long attempts() const { return attempts_; }

 private:
  void relax(std::span<BoxPart> parts, const BoxRelaxation& parameters);

  const PointGrid& grid_;
  std::unique_ptr<RelaxEngine> engine_;
  int thread_count_;
  std::size_t at_once_;     ///< Parts between two checks of the stop token.
  BoxInstances instances_;  ///< Of the run; members, so that large arrays are not allocated for each run.
  std::vector<BoxRelaxationResult> results_;
  long long steps_ = 0;
  long long attempts_ = 0;
};

}  // namespace jam::trunk
