// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The engine for a device, and several engines that share out the packings.
#include <utility>

#include "jam/trunk/relax/box_instances.hpp"

namespace jam::trunk {
namespace {

class SharedRelaxEngine final : public RelaxEngine {
 public:
  explicit SharedRelaxEngine(std::vector<std::unique_ptr<RelaxEngine>> parts) : parts_(std::move(parts)) {}

  void run(BoxInstances& instances, IndexRange range, const BoxRelaxation& parameters, std::span<BoxRelaxationResult> results) override {
    const int part_count = static_cast<int>(parts_.size());
    run_side_by_side(part_count, [&](int part) {
      const IndexRange share = share_of(part, part_count, range.count);
      parts_[static_cast<std::size_t>(part)]->run(instances, {range.first + share.first, share.count}, parameters, results);
    });
  }

  [[nodiscard]] RelaxPhaseTimes phase_times() const override {
    RelaxPhaseTimes sum;
    for (const auto& part : parts_) {
      const RelaxPhaseTimes times = part->phase_times();
      for (int phase = 0; phase < relax_phase_count; ++phase) sum.seconds[phase] += times.seconds[phase];
    }
    return sum;
  }

 private:
  std::vector<std::unique_ptr<RelaxEngine>> parts_;
};

}  // namespace

std::unique_ptr<RelaxEngine> make_shared_relax_engine(std::vector<std::unique_ptr<RelaxEngine>> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return std::make_unique<SharedRelaxEngine>(std::move(parts));
}

std::unique_ptr<RelaxEngine> make_relax_engine(const PointGrid& grid, const Device& device, int thread_count) {
  if (device.kind != DeviceKind::cuda) return make_cpu_relax_engine(grid, thread_count);
  std::vector<std::unique_ptr<RelaxEngine>> parts;
  for (const int index : gpus_of(device)) parts.push_back(make_cuda_relax_engine(grid, index));
  return make_shared_relax_engine(std::move(parts));
}

}  // namespace jam::trunk
