// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The engine for a device, and several engines that share out the instances.
#include <utility>
#include <vector>

#include "jam/circles/tabu/cpu_engine.hpp"

namespace jam::circles {
namespace {

/// Engines with a range of the instances each, at work at the same time.
class SharedEngine final : public RoundEngine {
 public:
  explicit SharedEngine(std::vector<std::unique_ptr<RoundEngine>> parts) : parts_(std::move(parts)) {}

  void begin(InstanceArrays& arrays, const RoundParameters& parameters) override {
    for (const auto& part : parts_) part->begin(arrays, parameters);
  }

  void finish() override {
    for (const auto& part : parts_) part->finish();
  }

  void abandon() override {
    for (const auto& part : parts_) part->abandon();
  }

  [[nodiscard]] std::size_t device_bytes() const override {
    std::size_t bytes = 0;
    for (const auto& part : parts_) bytes += part->device_bytes();
    return bytes;
  }

 private:
  std::vector<std::unique_ptr<RoundEngine>> parts_;
};

}  // namespace

std::unique_ptr<RoundEngine> make_engine(const Device& device, int thread_count, int instance_count, int count, StopToken& stop) {
  if (device.kind != DeviceKind::cuda) return make_cpu_engine(thread_count, stop);
  const std::vector<int> indices = gpus_of(device);
  const auto device_count = static_cast<long long>(indices.size());
  std::vector<std::unique_ptr<RoundEngine>> parts;
  for (long long d = 0; d < device_count; ++d) {
    const int first = static_cast<int>(d * instance_count / device_count);
    const int next = static_cast<int>((d + 1) * instance_count / device_count);
    if (next == first) continue;
    parts.push_back(make_cuda_engine(indices[static_cast<std::size_t>(d)], {first, next - first}, count, stop));
  }
  if (parts.size() == 1) return std::move(parts.front());
  return std::make_unique<SharedEngine>(std::move(parts));
}

}  // namespace jam::circles
