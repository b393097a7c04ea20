// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A stream of work on a CUDA device, and how the host waits for it: without holding a core, so that a thread
// per GPU may wait while other threads compute.
#pragma once

#include <chrono>
#include <thread>

#include "jam/core/cuda/launch.cuh"

namespace jam {

/// A stream that ends itself; belongs to the device that is current when it is made. It never waits for the
/// default stream.
class Stream {
 public:
  Stream() { JAM_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Stream() { JAM_CUDA_NOTHROW(cudaStreamDestroy(stream_)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  [[nodiscard]] cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

/// Waits until all work of the stream is done; `name` is for messages. Tests for the end continually for the
/// first millisecond, then every 200 us, and calls `each_look` after each test. Throws DeviceError if the
/// work failed.
template <class EachLook>
void wait_for(cudaStream_t stream, const char* name, EachLook each_look) {
  using Clock = std::chrono::steady_clock;
  constexpr auto busy_wait = std::chrono::milliseconds(1);
  constexpr auto longest_nap = std::chrono::microseconds(200);
  const Clock::time_point begin = Clock::now();
  for (;;) {
    const cudaError_t status = cudaStreamQuery(stream);
    if (status != cudaErrorNotReady) {
      check_cuda(status, name, "kernel", 0);
      return;
    }
    each_look();
    if (Clock::now() - begin < busy_wait) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(longest_nap);
    }
  }
}

inline void wait_for(cudaStream_t stream, const char* name) {
  wait_for(stream, name, [] {});
}

}  // namespace jam
