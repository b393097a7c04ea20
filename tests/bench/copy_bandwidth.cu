// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "bench/copy_bandwidth.hpp"

#include "jam/core/cuda/batch.cuh"

namespace jam::test {

double copy_bandwidth(int device) {
  constexpr std::size_t bytes = std::size_t{2} << 30;
  constexpr int copies = 20;
  const DeviceQueue queue(device);
  DeviceBuffer<unsigned char> from("copies", bytes), to("copies", bytes);
  JAM_CUDA(cudaMemsetAsync(from.data(), 7, bytes, queue.stream()));
  StreamTimer<2> timer;
  for (int k = 0; k <= copies; ++k) {
    if (k == 1) timer.mark(0, queue.stream());  // The first one warms up.
    JAM_CUDA(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, queue.stream()));
  }
  timer.mark(1, queue.stream());
  JAM_CUDA(cudaStreamSynchronize(queue.stream()));
  return 2.0 * static_cast<double>(bytes) * copies / timer.seconds(0, 1);
}

}  // namespace jam::test
