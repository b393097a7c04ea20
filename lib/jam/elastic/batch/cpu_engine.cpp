// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <limits>

#include "jam/core/multi_device.hpp"
#include "jam/elastic/batch/rows.hpp"

namespace jam::elastic {

JAM_ISA_TABLE(SmallRow, small_row);

namespace {

class CpuSmallEngine final : public CpuBatchEngine<SmallBatch> {
 public:
  explicit CpuSmallEngine(int thread_count) : threads_(thread_count), solve_(small_row.best()) {}

 protected:
  void work(const SmallBatch& batch, IndexRange range) override {
    parallel_for(range.count, threads_, [&](int k) { solve_(batch, range.first + k); });
  }

 private:
  int threads_;
  SmallRow* solve_;
};

}  // namespace

std::unique_ptr<SmallEngine> make_cpu_small_engine(int thread_count) {
  return std::make_unique<CpuSmallEngine>(thread_count);
}

std::unique_ptr<SmallEngine> make_small_engine(const Device& device, int thread_count) {
  if (device.kind == DeviceKind::cpu) return make_cpu_small_engine(thread_count);
  return make_gpu_engine<SmallBatch>(device, std::numeric_limits<int>::max(),
                                     [](int gpu, int) { return make_cuda_small_engine(gpu); });
}

}  // namespace jam::elastic
