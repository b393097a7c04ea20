// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/lattice/engine.hpp"

#include <limits>

#include "jam/core/aligned_array.hpp"
#include "jam/core/multi_device.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/pool.hpp"
#include "jam/trunk/lattice/round_workers.hpp"

namespace jam::trunk {

JAM_ISA_TABLE(LatticeRounds, lattice_rounds);

std::size_t round_scratch_bytes() { return SerialRoundWorkers::scratch_bytes; }

namespace {

class CpuLatticeEngine final : public CpuBatchEngine<LatticeBatch> {
 public:
  explicit CpuLatticeEngine(int thread_count) : thread_count_(thread_count) {}

 private:
  void work(const LatticeBatch& batch, IndexRange range) override {
    parallel_for(range.count, thread_count_, [&](int k) {
      const auto scratch = scratch_.borrow();
      LatticeInstance& instance = *batch.instances[range.first + k];
      instance.run(run_, batch.parameters, batch.rounds, scratch->reserve(round_scratch_bytes()), batch.stop);
    });
  }

  int thread_count_;
  LatticeRounds* run_ = lattice_rounds.best();
  Pool<AlignedArray<std::byte>> scratch_;
};

}  // namespace

std::unique_ptr<LatticeEngine> make_cpu_lattice_engine(int thread_count) {
  return std::make_unique<CpuLatticeEngine>(thread_count);
}

std::unique_ptr<LatticeEngine> make_lattice_engine(const Device& device, int thread_count) {
  if (device.kind != DeviceKind::cuda) return make_cpu_lattice_engine(thread_count);
  return make_gpu_engine<LatticeBatch>(device, std::numeric_limits<int>::max(),
                                       [](int index, int) { return make_cuda_lattice_engine(index); });
}

}  // namespace jam::trunk
