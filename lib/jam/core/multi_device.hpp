// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Uses several GPUs of a machine as one: each GPU has its own engine and an equal range of the instances. The
// results are the same as on one device.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "jam/core/batch_engine.hpp"
#include "jam/core/device.hpp"

namespace jam {

/// If parts throw, the exception of the first of them is rethrown once all parts have ended.
template <class B>
class MultiDeviceEngine final : public BatchEngine<B> {
 public:
  using Part = std::unique_ptr<BatchEngine<B>>;

  /// An engine for each GPU, at least one.
  explicit MultiDeviceEngine(std::vector<Part> parts) : parts_(std::move(parts)) {}

  /// Part k gets the k-th range of instances; a part without any is not asked.
  void begin(const B& batch, IndexRange range) override {
    for_parts([&](int k, BatchEngine<B>& part) {
      const IndexRange share = share_of(k, part_count(), range.count);
      if (share.count > 0) part.begin(batch, {range.first + share.first, share.count});
    });
  }
  void finish() override {
    for_parts([](int, BatchEngine<B>& part) { part.finish(); });
  }
  void abandon() override {
    for (const Part& part : parts_) part->abandon();
  }

  /// Sum over all GPUs [bytes].
  [[nodiscard]] std::size_t device_bytes() const override {
    std::size_t bytes = 0;
    for (const Part& part : parts_) bytes += part->device_bytes();
    return bytes;
  }
  /// Sums over all GPUs [s]: time that passes on two of them counts twice.
  [[nodiscard]] std::vector<double> phase_seconds() const override {
    std::vector<double> sum;
    for (const Part& part : parts_) {
      const std::vector<double> own = part->phase_seconds();
      sum.resize(own.size());
      std::transform(own.begin(), own.end(), sum.begin(), sum.begin(), std::plus<>());
    }
    return sum;
  }

 private:
  [[nodiscard]] int part_count() const { return static_cast<int>(parts_.size()); }

  /// Calls `body(k, part)` for all parts concurrently, each in a thread of its own that mostly waits for its
  /// device.
  template <class Body>
  void for_parts(const Body& body) {
    run_side_by_side(part_count(), [&](int k) { body(k, *parts_[k]); });
  }

  std::vector<Part> parts_;
};

/// One engine as it is, several as one.
template <class B>
[[nodiscard]] std::unique_ptr<BatchEngine<B>> join_engines(
    std::vector<std::unique_ptr<BatchEngine<B>>> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return std::make_unique<MultiDeviceEngine<B>>(std::move(parts));
}

/// The engine for a GPU, or for several: on_gpu(index, count) makes that of one, for its share `count` of
/// `instance_count` instances (at least 1). GPUs for which there is no instance are left out.
template <class B, class OnGpu>
[[nodiscard]] std::unique_ptr<BatchEngine<B>> make_gpu_engine(const Device& device, int instance_count,
                                                              const OnGpu& on_gpu) {
  const std::vector<int> gpus = gpus_of(device);
  const int part_count = std::clamp(instance_count, 1, static_cast<int>(gpus.size()));
  std::vector<std::unique_ptr<BatchEngine<B>>> parts;
  for (int k = 0; k < part_count; ++k) {
    parts.push_back(on_gpu(gpus[k], share_of(k, part_count, instance_count).count));
  }
  return join_engines(std::move(parts));
}

}  // namespace jam
