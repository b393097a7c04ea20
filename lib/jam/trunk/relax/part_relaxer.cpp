// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/relax/part_relaxer.hpp"

#include <algorithm>

#include "jam/core/parallel.hpp"

namespace jam::trunk {
namespace {

constexpr std::size_t parts_of_thread = 16;
constexpr std::size_t parts_of_gpu = 4096;
constexpr double drift = 25;  ///< Two boxes this far apart may meet in a relaxation [mm].

/// One packing that holds a box of each size.
BoxPacking sizes_of(std::span<const BoxPart> parts, Vec3d origin) {
  BoxPacking sizes;
  for (const BoxPart& part : parts) {
    for (const PlacedBox& box : part.boxes.boxes) {
      const auto same = [&](const PlacedBox& other) { return other.edge == box.edge && other.corner_radius == box.corner_radius; };
      if (std::none_of(sizes.boxes.begin(), sizes.boxes.end(), same))
        sizes.boxes.push_back({origin, {}, box.edge, {0, 0}, box.corner_radius});
    }
  }
  return sizes;
}

}  // namespace

BoxPart part_of(std::span<const PlacedBox> whole, std::span<const std::uint8_t> movable) {
  BoxPart part;
  std::vector<int> moved;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (movable[i] != 0) moved.push_back(static_cast<int>(i));
  }
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const PlacedBox& box = whole[i];
    const bool near = movable[i] != 0 || std::any_of(moved.begin(), moved.end(), [&](int m) {
                        const PlacedBox& other = whole[static_cast<std::size_t>(m)];
                        const double reach = 0.5 * (length(box.edge) + length(other.edge)) + drift;
                        return length_squared(box.centre - other.centre) < reach * reach;
                      });
    if (!near) continue;
    part.numbers.push_back(static_cast<int>(i));
    part.fixed.push_back(movable[i] == 0 ? 1 : 0);
    part.boxes.boxes.push_back(box);
  }
  return part.boxes.count() > part_limit ? BoxPart{} : part;
}

PartRelaxer::PartRelaxer(const PointGrid& grid, const Device& device, int thread_count)
    : grid_(grid),
      engine_(make_relax_engine(grid, device, thread_count)),
      thread_count_(thread_count),
      at_once_(device.kind == DeviceKind::cuda
                   ? parts_of_gpu * gpus_of(device).size()
                   : parts_of_thread * static_cast<std::size_t>(thread_count > 0 ? thread_count : available_threads())) {}

void PartRelaxer::run(std::span<BoxPart> parts, const BoxRelaxation& parameters, StopToken& stop) {
  for (std::size_t first = 0; first < parts.size() && !stop.stop_requested(); first += at_once_) {
    relax(parts.subspan(first, std::min(at_once_, parts.size() - first)), parameters);
  }
}

void PartRelaxer::relax(std::span<BoxPart> parts, const BoxRelaxation& parameters) {
  int capacity = 1;
  for (const BoxPart& part : parts) capacity = std::max(capacity, part.boxes.count());
  const int count = static_cast<int>(parts.size());
  instances_.reset(count, capacity);
  // All sizes first: then loading in parallel does not change the shared table of sizes.
  for (const PlacedBox& box : sizes_of(parts, grid_.origin()).boxes) instances_.load(0, BoxPacking{{box}}, grid_.origin());
  parallel_for(count, thread_count_, [&](int k) {
    const BoxPart& part = parts[static_cast<std::size_t>(k)];
    instances_.load(k, part.boxes, grid_.origin(), part.fixed);
  });
  results_.assign(parts.size(), {});
  engine_->run({instances_, parameters, results_});
  for (const BoxRelaxationResult& result : results_) steps_ += result.steps;
  attempts_ += count;
  parallel_for(count, thread_count_, [&](int k) {
    BoxPart& part = parts[static_cast<std::size_t>(k)];
    part.result = results_[static_cast<std::size_t>(k)];
    if (!part.result.status.failed()) instances_.store(k, part.boxes, grid_.origin());
  });
}

}  // namespace jam::trunk
