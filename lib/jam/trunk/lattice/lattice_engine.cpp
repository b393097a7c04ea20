// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings dealt to CPU threads, and to several engines.
#include "jam/trunk/lattice/lattice_engine.hpp"

#include <utility>

#include "jam/core/parallel.hpp"
#include "jam/core/side_by_side.hpp"

namespace jam::trunk {
namespace {

class CpuLatticeEngine final : public LatticeEngine {
 public:
  explicit CpuLatticeEngine(int thread_count) : thread_count_(thread_count) {}

  void run(std::span<LatticeInstance* const> instances, const RoundParameters& parameters, long long rounds, StopToken& stop) override {
    parallel_for(static_cast<int>(instances.size()), thread_count_,
                 [&](int i) { instances[static_cast<std::size_t>(i)]->run(parameters, rounds, stop); });
  }

 private:
  int thread_count_;
};

class SharedLatticeEngine final : public LatticeEngine {
 public:
  explicit SharedLatticeEngine(std::vector<std::unique_ptr<LatticeEngine>> parts) : parts_(std::move(parts)) {}

  void run(std::span<LatticeInstance* const> instances, const RoundParameters& parameters, long long rounds, StopToken& stop) override {
    const int part_count = static_cast<int>(parts_.size());
    run_side_by_side(part_count, [&](int part) {
      const IndexRange share = share_of(part, part_count, static_cast<int>(instances.size()));
      parts_[static_cast<std::size_t>(part)]->run(
          instances.subspan(static_cast<std::size_t>(share.first), static_cast<std::size_t>(share.count)), parameters, rounds, stop);
    });
  }

 private:
  std::vector<std::unique_ptr<LatticeEngine>> parts_;
};

}  // namespace

std::unique_ptr<LatticeEngine> make_cpu_lattice_engine(int thread_count) { return std::make_unique<CpuLatticeEngine>(thread_count); }

std::unique_ptr<LatticeEngine> make_shared_lattice_engine(std::vector<std::unique_ptr<LatticeEngine>> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return std::make_unique<SharedLatticeEngine>(std::move(parts));
}

std::unique_ptr<LatticeEngine> make_lattice_engine(const Device& device, int thread_count) {
  if (device.kind != DeviceKind::cuda) return make_cpu_lattice_engine(thread_count);
  std::vector<std::unique_ptr<LatticeEngine>> parts;
  for (const int index : gpus_of(device)) parts.push_back(make_cuda_lattice_engine(index));
  return make_shared_lattice_engine(std::move(parts));
}

}  // namespace jam::trunk
