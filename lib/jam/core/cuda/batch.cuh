// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Parts of an engine on a CUDA device (jam/core/batch_engine.hpp) around its kernels: a device with a stream,
// arrays that are copied together, the word that tells a kernel to give up, occupancy, and times.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

#include "jam/core/cuda/buffer.cuh"
#include "jam/core/cuda/launch.cuh"
#include "jam/core/cuda/stream.cuh"
#include "jam/core/device.hpp"
#include "jam/core/memory_plan.hpp"

namespace jam {

/// A device with a stream of work. Member of an engine before everything that lies on the device: it makes
/// the device the current one.
class DeviceQueue {
 public:
  /// DeviceError where there is no such device.
  explicit DeviceQueue(int index) : index_(open_cuda_device(index).index) {
    JAM_CUDA(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, index));
  }

  /// Makes the device current, first in each call of an engine: each thread has a current device of its own.
  void make_current() const { JAM_CUDA(cudaSetDevice(index_)); }

  /// Waits for the work, whatever comes of it; for destructors, before the memory that it uses is freed.
  void drain() const noexcept {
    JAM_CUDA_NOTHROW(cudaSetDevice(index_));
    JAM_CUDA_NOTHROW(cudaStreamSynchronize(stream_.get()));
  }

  [[nodiscard]] int index() const { return index_; }
  [[nodiscard]] cudaStream_t stream() const { return stream_.get(); }
  [[nodiscard]] int multiprocessors() const { return multiprocessors_; }

 private:
  int index_;
  int multiprocessors_ = 0;
  Stream stream_;
};

/// The word in device memory that tells a running kernel to give up: not 0. It is written by a stream of its
/// own, as that of the kernel is busy until the kernel ends.
class StopFlag {
 public:
  StopFlag() : flag_("stop flag", 1), raised_value_(1) {
    raised_value_[0] = 1;
    lower();
  }

  [[nodiscard]] const int* data() const { return flag_.data(); }
  [[nodiscard]] std::size_t bytes() const { return flag_.bytes(); }
  [[nodiscard]] bool raised() const { return raised_; }

  void raise() noexcept {
    if (raised_) return;
    raised_ = true;
    JAM_CUDA_NOTHROW(cudaMemcpyAsync(flag_.data(), raised_value_.data(), sizeof(int), cudaMemcpyHostToDevice,
                                     stream_.get()));
    JAM_CUDA_NOTHROW(cudaStreamSynchronize(stream_.get()));
  }

  /// Only while no kernel reads it.
  void lower() {
    flag_.fill_zero(stream_.get());
    JAM_CUDA(cudaStreamSynchronize(stream_.get()));
    raised_ = false;
  }

 private:
  DeviceBuffer<int> flag_;
  PinnedBuffer<int> raised_value_;
  Stream stream_;
  bool raised_ = false;
};

/// The place of an array of T in StagedArrays.
template <class T>
struct StagedArray {
  std::size_t offset = 0;  ///< [bytes]
};

/// Arrays in one block of device memory and in one of pinned host memory with the same layout, so that one
/// copy carries all of them.
class StagedArrays {
 public:
  /// Each begins a line of the cache, so that none is shared by two arrays. All are added before allocate().
  template <class T>
  [[nodiscard]] StagedArray<T> add(const char* name, std::size_t count) {
    return {plan_.add(name, sizeof(T), count, 128)};
  }

  /// OverflowError, naming `name`, where the device has too little memory.
  void allocate(const char* name) {
    device_ = DeviceBuffer<std::byte>(name, plan_.total_bytes());
    host_ = PinnedBuffer<std::byte>(plan_.total_bytes());
  }

  template <class T>
  [[nodiscard]] T* on_device(StagedArray<T> array) {
    return reinterpret_cast<T*>(device_.data() + array.offset);
  }

  /// Copies `count` elements, those from element `first` of the array on, into the host's block; and from
  /// there.
  template <class T>
  void write(StagedArray<T> array, std::size_t first, const T* from, std::size_t count) {
    assert(array.offset + (first + count) * sizeof(T) <= host_.bytes());
    std::memcpy(host_.data() + array.offset + first * sizeof(T), from, count * sizeof(T));
  }
  template <class T>
  void read(StagedArray<T> array, std::size_t first, T* to, std::size_t count) const {
    assert(array.offset + (first + count) * sizeof(T) <= host_.bytes());
    std::memcpy(to, host_.data() + array.offset + first * sizeof(T), count * sizeof(T));
  }

  void upload(cudaStream_t stream) { device_.upload(host_.span(), stream); }
  /// Only the arrays before `end`.
  template <class T>
  void upload_before(StagedArray<T> end, cudaStream_t stream) {
    device_.upload(host_.span().first(end.offset), stream);
  }
  void download(cudaStream_t stream) { device_.download(host_.span(), stream); }

  [[nodiscard]] std::size_t device_bytes() const { return device_.bytes(); }

 private:
  MemoryPlan plan_;
  DeviceBuffer<std::byte> device_;
  PinnedBuffer<std::byte> host_;
};

/// Raises the capacity to at least `count` elements; if it grows, the present elements are lost. Returns
/// data().
template <class T>
T* grow(DeviceBuffer<T>& buffer, const char* name, std::size_t count) {
  if (buffer.count() < count) {
    buffer = {};
    buffer = DeviceBuffer<T>(name, count);
  }
  return buffer.data();
}

/// Number of blocks of `threads` threads and `shared_bytes` bytes of dynamic shared memory that a
/// multiprocessor of the current device runs at once; 0 if not even one block fits. Allows the kernel that
/// memory.
template <class... Parameters>
[[nodiscard]] int resident_blocks(void (*kernel)(Parameters...), int threads, std::size_t shared_bytes) {
  const auto* function = reinterpret_cast<const void*>(kernel);
  JAM_CUDA(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                static_cast<int>(shared_bytes)));
  int blocks = 0;
  JAM_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, shared_bytes));
  return blocks;
}

/// Warps per block that the environment variable JAM_CUDA_WARPS asks for, 1 to 16; 0 if it is not set. For
/// tests and measurements: no result depends on it.
[[nodiscard]] inline int wanted_warps() {
  const char* wanted = std::getenv("JAM_CUDA_WARPS");
  if (wanted == nullptr || *wanted == '\0') return 0;
  const int warps = std::atoi(wanted);
  if (warps < 1 || warps > 16) {
    throw InputError("JAM_CUDA_WARPS=" + std::string(wanted) +
                     ": give a number of warps per block from 1 to 16");
  }
  return warps;
}

/// Marks in a stream, and the time that its work took from one to another.
template <int mark_count>
class StreamTimer {
 public:
  StreamTimer() {
    for (cudaEvent_t& event : events_) JAM_CUDA(cudaEventCreate(&event));
  }
  ~StreamTimer() {
    for (cudaEvent_t event : events_) JAM_CUDA_NOTHROW(cudaEventDestroy(event));
  }
  StreamTimer(const StreamTimer&) = delete;
  StreamTimer& operator=(const StreamTimer&) = delete;

  void mark(int k, cudaStream_t stream) { JAM_CUDA(cudaEventRecord(events_[k], stream)); }

  /// [s]; the work up to the second mark must be done.
  [[nodiscard]] double seconds(int from, int to) const {
    float milliseconds = 0;
    JAM_CUDA(cudaEventElapsedTime(&milliseconds, events_[from], events_[to]));
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t events_[mark_count] = {};
};

}  // namespace jam
