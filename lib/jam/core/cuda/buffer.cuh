// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Memory that frees itself: arrays on the device, and pinned arrays on the host, which copies to and from the
// device need to run concurrently with kernels. Both belong to the device that is current when they are made.
// Contents start undefined. Sizes are in elements unless bytes are named.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "jam/core/cuda/launch.cuh"
#include "jam/core/memory_plan.hpp"

namespace jam {

/// Bytes held now by all DeviceBuffers of this process. An engine that reports its own memory sums bytes() of
/// its buffers instead.
inline std::atomic<std::size_t> device_bytes_held{0};

/// Base class of owners of `count` elements. The derived class allocates and frees the memory. Movable.
template <class T>
requires std::is_trivially_copyable_v<T>
class OwnedElements {
 public:
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t bytes() const { return count_ * sizeof(T); }

 protected:
  OwnedElements() = default;
  explicit OwnedElements(std::size_t count) : count_(count) {}
  ~OwnedElements() = default;
  OwnedElements(OwnedElements&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  OwnedElements& operator=(OwnedElements&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }

  T* data_ = nullptr;
  std::size_t count_ = 0;
};

/// Owns `count` elements on the device.
template <class T>
class DeviceBuffer : public OwnedElements<T> {
 public:
  using OwnedElements<T>::bytes;

  DeviceBuffer() = default;

  /// Throws OverflowError, naming `name` and the memory that is free, where the device has too little.
  DeviceBuffer(const char* name, std::size_t count) : OwnedElements<T>(count) {
    if (count == 0) return;
    const cudaError_t status = cudaMalloc(reinterpret_cast<void**>(&data_), bytes());
    if (status == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      std::size_t free_bytes = 0;
      std::size_t total_bytes = 0;
      JAM_CUDA(cudaMemGetInfo(&free_bytes, &total_bytes));
      throw OverflowError("device memory: '" + std::string(name) + "' needs " + format_bytes(bytes()) + ", " +
                          format_bytes(free_bytes) + " of " + format_bytes(total_bytes) +
                          " are free: use fewer instances or a smaller problem");
    }
    check_cuda(status, name, "cudaMalloc", 0);
    device_bytes_held += bytes();
  }

  ~DeviceBuffer() {
    if (data_ == nullptr) return;
    device_bytes_held -= bytes();
    JAM_CUDA_NOTHROW(cudaFree(data_));
  }

  DeviceBuffer(DeviceBuffer&&) noexcept = default;
  DeviceBuffer& operator=(DeviceBuffer&&) noexcept = default;

  /// Copies `values` (at most count() of them) to the device, after the work already in `stream`. The host
  /// memory must stay until the stream got there; unpinned memory may be changed on return.
  void upload(std::span<const T> values, cudaStream_t stream = nullptr) {
    require(values.size());
    JAM_CUDA(cudaMemcpyAsync(data_, values.data(), values.size_bytes(), cudaMemcpyHostToDevice, stream));
  }

  /// Copies the first values.size() elements to the host, after the work already in `stream`. Read them after
  /// the stream was synchronised.
  void download(std::span<T> values, cudaStream_t stream = nullptr) const {
    require(values.size());
    JAM_CUDA(cudaMemcpyAsync(values.data(), data_, values.size_bytes(), cudaMemcpyDeviceToHost, stream));
  }

  /// All elements, after waiting for `stream`.
  [[nodiscard]] std::vector<T> to_host(cudaStream_t stream = nullptr) const {
    std::vector<T> values(count_);
    download(values, stream);
    JAM_CUDA(cudaStreamSynchronize(stream));
    return values;
  }

  /// Sets all bytes to zero, after the work already in `stream`.
  void fill_zero(cudaStream_t stream = nullptr) {
    if (count_ > 0) JAM_CUDA(cudaMemsetAsync(data_, 0, bytes(), stream));
  }

 private:
  using OwnedElements<T>::data_, OwnedElements<T>::count_;

  void require(std::size_t wanted) const {
    if (wanted > count_)
      throw std::logic_error("DeviceBuffer: " + std::to_string(wanted) + " elements copied, holds " +
                             std::to_string(count_));
  }
};

/// Owns `count` elements of pinned host memory.
template <class T>
class PinnedBuffer : public OwnedElements<T> {
 public:
  PinnedBuffer() = default;
  explicit PinnedBuffer(std::size_t count) : OwnedElements<T>(count) {
    if (count > 0) JAM_CUDA(cudaMallocHost(reinterpret_cast<void**>(&data_), count * sizeof(T)));
  }
  ~PinnedBuffer() {
    if (data_ != nullptr) JAM_CUDA_NOTHROW(cudaFreeHost(data_));
  }
  PinnedBuffer(PinnedBuffer&&) noexcept = default;
  PinnedBuffer& operator=(PinnedBuffer&&) noexcept = default;

  [[nodiscard]] std::span<T> span() { return {data_, count_}; }
  [[nodiscard]] T& operator[](std::size_t i) { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  using OwnedElements<T>::data_, OwnedElements<T>::count_;
};

}  // namespace jam
