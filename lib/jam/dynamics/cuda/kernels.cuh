// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Parts common to kernels of the dynamics: block sizes, buffers that grow, sums (jam/core/cuda/sums.cuh).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "jam/core/cuda/batch.cuh"
#include "jam/core/cuda/cached_blocks.cuh"
#include "jam/core/cuda/sums.cuh"
#include "jam/dynamics/solvers/rounds/rounds.hpp"

namespace jam::dynamics {

/// Largest number of threads of a block.
inline constexpr int most_threads = 256;

/// Threads of a block: 256, or what JAM_CUDA_WARPS asks for (1, 2, 4 or 8 warps; others are rounded down to
/// these).
[[nodiscard]] inline int block_threads() {
  const int warps = wanted_warps();
  if (warps == 0) return most_threads;
  int threads = 32;
  while (threads < most_threads && 2 * threads <= 32 * warps) threads *= 2;
  return threads;
}

[[nodiscard]] __device__ inline int thread_index() {
  return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}

/// Launches `kernel` with a thread for each of `count` items; nothing for none.
template <class... Parameters>
void launch_items(const char* name, int count, cudaStream_t stream, void (*kernel)(Parameters...),
                  std::type_identity_t<Parameters>... arguments) {
  if (count > 0) launch(name, shape_for_items(count, block_threads(), stream), kernel, arguments...);
}

/// Reserves a capacity of `count` elements, and a quarter more when the buffer has to grow; contents are lost
/// then.
template <class T>
T* reserve(DeviceBuffer<T>& buffer, const char* name, std::size_t count) {
  if (buffer.count() < count) grow(buffer, name, count + count / 4);
  return buffer.data();
}

/// reserve(), but the first `kept` elements stay: they are copied after the work already in `stream`. Until
/// then both memories are held. Without elements to keep, the old memory is freed first.
template <class T>
void extend(DeviceBuffer<T>& buffer, const char* name, std::size_t count, std::size_t kept,
            cudaStream_t stream) {
  if (kept == 0) reserve(buffer, name, count);
  if (buffer.count() >= count) return;
  DeviceBuffer<T> larger(name, count + count / 4);
  JAM_CUDA(cudaMemcpyAsync(larger.data(), buffer.data(), kept * sizeof(T), cudaMemcpyDeviceToDevice, stream));
  JAM_CUDA(cudaStreamSynchronize(stream));
  buffer = std::move(larger);
}

/// reserve() for vectors by components.
inline Vec3Array reserve_vectors(DeviceBuffer<double>& buffer, const char* name, std::size_t count) {
  if (buffer.count() < 3 * count) grow(buffer, name, 3 * (count + count / 4));
  return {buffer.data(), buffer.count() / 3};
}

/// Component `k` of the first `count` vectors, once `stream` was waited for.
[[nodiscard]] inline std::vector<double> host_copy(const Vec3Array& vectors, std::size_t k, std::size_t count,
                                                   cudaStream_t stream) {
  std::vector<double> values(count);
  if (count == 0) return values;
  JAM_CUDA(cudaMemcpyAsync(values.data(), vectors.data + k * vectors.stride, count * sizeof(double),
                           cudaMemcpyDeviceToHost, stream));
  return values;
}

/// The first `count` vectors; waits for `stream`.
[[nodiscard]] inline std::vector<Vec3d> host_vectors(const Vec3Array& from, std::size_t count,
                                                     cudaStream_t stream) {
  std::vector<double> parts[3];
  for (std::size_t k = 0; k < 3; ++k) parts[k] = host_copy(from, k, count, stream);
  JAM_CUDA(cudaStreamSynchronize(stream));
  std::vector<Vec3d> vectors(count);
  for (std::size_t i = 0; i < count; ++i) vectors[i] = {parts[0][i], parts[1][i], parts[2][i]};
  return vectors;
}

/// A buffer with these values, copied after the work already in `stream`.
template <class T>
[[nodiscard]] DeviceBuffer<T> filled(const char* name, const std::vector<T>& values, cudaStream_t stream) {
  DeviceBuffer<T> buffer(name, values.size());
  buffer.upload(values, stream);
  return buffer;
}

/// Copies vectors to the device, after the work already in `stream`.
inline void upload_vectors(const Vec3Array& to, std::span<const Vec3d> values, cudaStream_t stream) {
  std::vector<double> parts(3 * values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Vec3Array rows{parts.data(), values.size()};
    rows.set(i, values[i]);
  }
  const std::size_t bytes = values.size() * sizeof(double);
  JAM_CUDA(cudaMemcpy2DAsync(to.data, to.stride * sizeof(double), parts.data(), bytes, bytes, 3,
                             cudaMemcpyHostToDevice, stream));
  JAM_CUDA(cudaStreamSynchronize(stream));
}

/// The change of velocity of a body (solvers/rounds/rounds.hpp) by four neighbouring threads: `thread` is 4
/// times the body and a lane. All threads of a warp come here.
__device__ inline void sum_body_lanes(const OperatorArrays& matrix, int thread) {
  const int k = thread / body_lanes, lane = thread % body_lanes;
  Twist sum;
  if (k < matrix.bodies) sum = lane_sum(matrix, k, lane);
  sum = joined(sum, from_lane(sum, 1));
  sum = joined(sum, from_lane(sum, 2));
  if (k < matrix.bodies && lane == 0) matrix.twist[k] = response(matrix.inverse_mass[k], sum);
}

}  // namespace jam::dynamics
