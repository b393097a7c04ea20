// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/relax/box_instances.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/core/multi_device.hpp"

namespace jam::trunk {
namespace {

/// Largest distance from the container at which a float resolves a tenth of a millimetre [mm].
constexpr double farthest_centre = 1e6;

}  // namespace

void BoxInstances::reset(int wanted_instances, int wanted_capacity) {
  instance_count = wanted_instances;
  capacity = wanted_capacity;
  if (capacity > box_count_limit) {
    throw OverflowError(
        fmt::format("{} boxes: the contact simulation takes at most {}", capacity, box_count_limit));
  }
  MemoryPlan plan;
  plan.add<float>("poses", static_cast<std::size_t>(capacity) * pose_array_count);
  plan.add<std::uint8_t>("kinds", capacity);
  if (const std::size_t memory = physical_memory_bytes(); memory > 0) {
    plan.require_fit(instance_count, memory, "the contact simulation", "take fewer --instances");
  }
  const std::size_t cells = static_cast<std::size_t>(instance_count) * capacity;
  sizes.clear();
  count.assign(instance_count, 0);
  pose.resize(cells * pose_array_count);
  kind.resize(cells);
}

BoxView BoxInstances::view(int k) {
  const std::size_t at = static_cast<std::size_t>(k) * capacity;
  return {pose.data() + at * pose_array_count, kind.data() + at, sizes.data(), capacity, count[k]};
}

void BoxInstances::load(int k, const BoxPacking& packing, Vec3d origin, std::span<const std::uint8_t> fixed) {
  if (packing.count() > capacity) {
    throw OverflowError(
        fmt::format("{} boxes are more than the capacity of a packing, {}", packing.count(), capacity));
  }
  if (!fixed.empty() && fixed.size() != packing.boxes.size())
    throw std::logic_error("BoxInstances: one mark of fixed boxes per box");
  count[k] = packing.count();
  const BoxView boxes = view(k);
  for (int i = 0; i < packing.count(); ++i) {
    const PlacedBox& box = packing.boxes[i];
    const auto name = [i] { return fmt::format("box {}: ", i + 1); };
    const Vec3d centre = box.centre - origin;
    const Quaterniond q = box.rotation;
    if (!(length(centre) < farthest_centre))
      throw InputError(name() + "its centre must be a finite place within 1 km of the container");
    if (!(std::abs(norm(q) - 1) < 1e-3))
      throw InputError(name() + "its rotation must be a unit quaternion, to 1e-3");
    if (!(std::min({box.edge.x, box.edge.y, box.edge.z}) > 0) ||
        !(std::max({box.edge.x, box.edge.y, box.edge.z}) < 1e5)) {
      throw InputError(name() + "edges must be longer than 0 and shorter than 100 m");
    }
    if (!(box.corner_radius >= 0 &&
          2 * box.corner_radius <= std::min({box.edge.x, box.edge.y, box.edge.z}))) {
      throw InputError(name() + "the radius of its edges must lie between 0 and half of its shortest edge");
    }
    const BoxSize wanted = make_box_size(to_float(0.5 * box.edge), static_cast<float>(box.corner_radius));
    const auto found = std::find_if(sizes.begin(), sizes.end(), [&](const BoxSize& size) {
      return size.half == wanted.half && size.margin == wanted.margin;
    });
    if (found == sizes.end() && sizes.size() == static_cast<std::size_t>(box_size_limit)) {
      throw OverflowError(
          name() +
          fmt::format("the contact simulation takes at most {} different sizes of boxes", box_size_limit));
    }
    const auto index = static_cast<std::uint8_t>(found - sizes.begin());
    if (found == sizes.end()) sizes.push_back(wanted);
    const bool is_fixed = !fixed.empty() && fixed[i] != 0;
    kind[static_cast<std::size_t>(k) * capacity + i] =
        static_cast<std::uint8_t>(index | (is_fixed ? fixed_box : 0));
    boxes.set(
        i, to_float(centre),
        {static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z)});
  }
}

void BoxInstances::store(int k, BoxPacking& packing, Vec3d origin) const {
  const BoxView boxes = const_cast<BoxInstances*>(this)->view(
      k);  // NOLINT(cppcoreguidelines-pro-type-const-cast): only read from here.
  if (packing.count() != boxes.count)
    throw std::logic_error("BoxInstances: the packing is not the one that was loaded");
  for (int i = 0; i < boxes.count; ++i) {
    if (boxes.fixed(i)) continue;
    PlacedBox& box = packing.boxes[i];
    const Vec3f centre = boxes.centre(i);
    const Quaternionf q = boxes.rotation(i);
    box.centre = origin + Vec3d{centre.x, centre.y, centre.z};
    box.rotation = normalised(Quaterniond{q.w, q.x, q.y, q.z});
  }
}

void require_finite(const BoxRelaxationResult& result) {
  if (!result.status.failed()) return;
  throw InputError(
      "the contact simulation ended in a position that is not finite; boxes that overlap or touch the wall "
      "must have edges "
      "between 0.001 mm and 100 m");
}

RelaxBatch::RelaxBatch(BoxInstances& packings, const BoxRelaxation& relaxation,
                       std::span<BoxRelaxationResult> result_of_each, bool phases_timed)
    : instances(packings), parameters(relaxation), results(result_of_each), time_phases(phases_timed) {
  if (results.size() < static_cast<std::size_t>(instances.instance_count))
    throw std::logic_error("RelaxBatch: one result per packing");
}

RelaxPhaseTimes phase_times(const RelaxEngine& engine) {
  RelaxPhaseTimes times;
  std::ranges::copy(engine.phase_seconds(), times.seconds);
  return times;
}

std::unique_ptr<RelaxEngine> make_relax_engine(const PointGrid& grid, const Device& device,
                                               int thread_count) {
  if (device.kind != DeviceKind::cuda) return make_cpu_relax_engine(grid, thread_count);
  return make_gpu_engine<RelaxBatch>(device, std::numeric_limits<int>::max(),
                                     [&](int index, int) { return make_cuda_relax_engine(grid, index); });
}

}  // namespace jam::trunk
