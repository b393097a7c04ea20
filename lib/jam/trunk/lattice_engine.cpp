// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings dealt to CPU threads.
#include "jam/trunk/lattice_engine.hpp"

#include "jam/core/parallel.hpp"

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

}  // namespace

std::unique_ptr<LatticeEngine> make_cpu_lattice_engine(int thread_count) { return std::make_unique<CpuLatticeEngine>(thread_count); }

std::unique_ptr<LatticeEngine> make_lattice_engine(const Device& device, int thread_count) {
  return device.kind == DeviceKind::cuda ? make_cuda_lattice_engine(device.index) : make_cpu_lattice_engine(thread_count);
}

}  // namespace jam::trunk
