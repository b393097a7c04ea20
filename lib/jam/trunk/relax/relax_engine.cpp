// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The engine for a device.
#include <algorithm>
#include <limits>

#include "jam/core/multi_device.hpp"
#include "jam/trunk/relax/box_instances.hpp"

namespace jam::trunk {

RelaxPhaseTimes phase_times(const RelaxEngine& engine) {
  RelaxPhaseTimes times;
  std::ranges::copy(engine.phase_seconds(), times.seconds);
  return times;
}

std::unique_ptr<RelaxEngine> make_relax_engine(const PointGrid& grid, const Device& device, int thread_count) {
  if (device.kind != DeviceKind::cuda) return make_cpu_relax_engine(grid, thread_count);
  return make_gpu_engine<RelaxBatch>(device, std::numeric_limits<int>::max(),
                                     [&](int index, int) { return make_cuda_relax_engine(grid, index); });
}

}  // namespace jam::trunk
