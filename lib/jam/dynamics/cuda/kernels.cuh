// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the kernels of the dynamics share: block sizes, buffers that grow, the sort and the scan of CUB, and sums whose bits do not depend
// on the size of a block.
//
// A sum over items is a perfect binary tree over their indices: items 2k and 2k + 1 are joined first, then pairs of these, and so on;
// missing items are a default value. A block of 2^m threads takes a whole subtree, so that any power of two gives the same tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "jam/core/cuda/batch.cuh"
#include "jam/dynamics/cuda/arrays.hpp"

namespace jam::dynamics {

/// At most so many threads has a block.
inline constexpr int most_threads = 256;

/// Threads of a block: 256, or what JAM_CUDA_WARPS asks for (1, 2, 4 or 8 warps; others are rounded down to these).
[[nodiscard]] inline int block_threads() {
  const int warps = wanted_warps();
  if (warps == 0) return most_threads;
  int threads = 32;
  while (threads < most_threads && 2 * threads <= 32 * warps) threads *= 2;
  return threads;
}

[[nodiscard]] __device__ inline int thread_index() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

/// Launches `kernel` with a thread for each of `count` items; nothing for none.
template <class... Parameters>
void launch_items(const char* name, int count, cudaStream_t stream, void (*kernel)(Parameters...),
                  std::type_identity_t<Parameters>... arguments) {
  if (count > 0) launch(name, shape_for_items(count, block_threads(), stream), kernel, arguments...);
}

/// Reserves a capacity of `count` elements, and a quarter more when the buffer has to grow; contents are lost then.
template <class T>
T* reserve(DeviceBuffer<T>& buffer, const char* name, std::size_t count) {
  if (buffer.count() < count) grow(buffer, name, count + count / 4);
  return buffer.data();
}

/// The same for vectors by components.
inline Vec3Array reserve_vectors(DeviceBuffer<double>& buffer, const char* name, std::size_t count) {
  if (buffer.count() < 3 * count) grow(buffer, name, 3 * (count + count / 4));
  return {buffer.data(), buffer.count() / 3};
}

/// Component `k` of the first `count` vectors, once `stream` was waited for.
[[nodiscard]] inline std::vector<double> host_copy(const Vec3Array& vectors, std::size_t k, std::size_t count, cudaStream_t stream) {
  std::vector<double> values(count);
  if (count == 0) return values;
  JAM_CUDA(cudaMemcpyAsync(values.data(), vectors.data + k * vectors.stride, count * sizeof(double), cudaMemcpyDeviceToHost, stream));
  return values;
}

/// Runs one of CUB's device-wide functions: first for the size of its scratch memory, then for the work.
template <class Function>
void run_cub(DeviceBuffer<unsigned char>& scratch, const Function& function) {
  std::size_t bytes = 0;
  JAM_CUDA(function(nullptr, bytes));
  reserve(scratch, "memory of sorts", bytes);
  bytes = scratch.count();
  JAM_CUDA(function(scratch.data(), bytes));
}

/// The value of another lane of the warp, `distance` away in the sense of exclusive or. T consists of 8-byte numbers.
template <class T>
[[nodiscard]] __device__ inline T from_lane(const T& value, int distance) {
  constexpr int words = sizeof(T) / sizeof(double);
  double part[words];
  memcpy(part, &value, sizeof(T));
#pragma unroll
  for (int k = 0; k < words; ++k) part[k] = __shfl_xor_sync(0xffffffffU, part[k], distance);
  T result;
  memcpy(&result, part, sizeof(T));
  return result;
}

/// Joins the values of the first `width` lanes (a power of two), as a tree; all lanes take part.
template <class T>
[[nodiscard]] __device__ inline T warp_tree(T value, int width = 32) {
  for (int distance = 1; distance < width; distance *= 2) value.join(from_lane(value, distance));
  return value;
}

/// Joins the values of all threads of a block; the result is that of thread 0. `shared` holds 32 values.
template <class T>
[[nodiscard]] __device__ inline T block_tree(T value, T* shared) {
  const int lane = static_cast<int>(threadIdx.x) & 31, warp = static_cast<int>(threadIdx.x) / 32, warps = static_cast<int>(blockDim.x) / 32;
  value = warp_tree(value);
  if (lane == 0) shared[warp] = value;
  __syncthreads();
  if (warp == 0) value = warp_tree(lane < warps ? shared[lane] : T{}, warps);
  return value;
}

/// Reads what another block wrote in the same kernel.
template <class T>
[[nodiscard]] __device__ inline T load_shared_result(const T* from) {
  constexpr int words = sizeof(T) / sizeof(double);
  double part[words];
#pragma unroll
  for (int k = 0; k < words; ++k) part[k] = __ldcg(reinterpret_cast<const double*>(from) + k);
  T result;
  memcpy(&result, part, sizeof(T));
  return result;
}

/// Joins `count` >= 1 values of all blocks, by one block; overwrites them. `scratch` holds count / 32 + 1 values.
template <class T>
[[nodiscard]] __device__ inline T grid_tree(T* values, T* scratch, int count) {
  const int lane = static_cast<int>(threadIdx.x) & 31, warp = static_cast<int>(threadIdx.x) / 32, warps = static_cast<int>(blockDim.x) / 32;
  while (count > 1) {
    const int groups = (count + 31) / 32;
    for (int group = warp; group < groups; group += warps) {
      const int i = 32 * group + lane;
      const T value = warp_tree(i < count ? load_shared_result(values + i) : T{});
      if (lane == 0) scratch[group] = value;
    }
    __threadfence();
    __syncthreads();
    T* const other = values;
    values = scratch;
    scratch = other;
    count = groups;
  }
  return load_shared_result(values);
}

/// Whether this block is the last one to come here; `arrived` is 0 before and after the kernel. What all blocks wrote before can be read.
[[nodiscard]] __device__ inline bool is_last_block(unsigned* arrived) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    last = atomicAdd(arrived, 1U) == gridDim.x - 1;
    if (last) *arrived = 0;
  }
  __syncthreads();
  if (last) __threadfence();
  return last;
}

}  // namespace jam::dynamics
