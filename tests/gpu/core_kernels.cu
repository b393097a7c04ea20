// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Kernels of the GPU tests of jam_core.
#include "core_kernels.hpp"

#include <numeric>
#include <vector>

#include "core_draws.hpp"
#include "jam/core/cuda/algorithms.cuh"
#include "jam/core/cuda/buffer.cuh"
#include "jam/core/cuda/launch.cuh"

namespace jam::test {
namespace {

constexpr int block_threads = 128;

__device__ int global_index() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

__global__ void philox_kernel(std::uint32_t* words, int count, std::uint32_t key) {
  const int i = global_index();
  if (i >= count) return;
  const auto c = static_cast<std::uint32_t>(i);
  const PhiloxBlock block = philox(c, c + 1, c + 2, ~c, key, key * 3);
  words[4 * i] = block.x;
  words[4 * i + 1] = block.y;
  words[4 * i + 2] = block.z;
  words[4 * i + 3] = block.w;
}

__global__ void draws_kernel(Draws* draws, int count, std::uint64_t seed, std::uint64_t trial) {
  const int i = global_index();
  if (i < count) draws[i] = draw(static_cast<std::uint32_t>(i), seed, trial);
}

__global__ void turned_kernel(Turned* turned, int count) {
  const int i = global_index();
  if (i < count) turned[i] = turn(i);
}

__global__ void shared_kernel(int* good, int byte_count) {
  extern __shared__ unsigned char bytes[];
  for (int i = static_cast<int>(threadIdx.x); i < byte_count; i += static_cast<int>(blockDim.x))
    bytes[i] = static_cast<unsigned char>(i % 251);
  __syncthreads();
  if (threadIdx.x == 0) {
    int matching = 0;
    for (int i = 0; i < byte_count; ++i) matching += bytes[i] == i % 251;
    *good = matching == byte_count;
  }
}

__global__ void empty_kernel() {}

struct Widened {
  __host__ __device__ std::int64_t operator()(int value) const { return value; }
};
struct Added {
  __host__ __device__ std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a + b; }
};

}  // namespace

Sorted device_sorted(const std::vector<std::uint64_t>& keys, int bits, const std::vector<int>& flags) {
  const int count = static_cast<int>(keys.size());
  DeviceBuffer<std::uint64_t> key("keys", keys.size()), sorted("keys", keys.size()),
      alone("keys", keys.size());
  DeviceBuffer<int> number("numbers", keys.size()), numbers("numbers", keys.size()),
      flag("flags", keys.size()), sums("sums", keys.size()), selected("selected", keys.size());
  std::vector<int> ascending(keys.size());
  std::iota(ascending.begin(), ascending.end(), 0);
  cudaStream_t stream = nullptr;
  JAM_CUDA(cudaStreamCreate(&stream));
  CachedBlocks memory;
  Sorted result;
  for (std::size_t* bytes : {&result.memory, &result.memory_again}) {
    key.upload(keys, stream);
    number.upload(ascending, stream);
    flag.upload(flags, stream);
    sort_by_key(memory, stream, key.data(), sorted.data(), number.data(), numbers.data(), count, bits);
    sort_keys(memory, stream, key.data(), alone.data(), count, bits);
    exclusive_sum("flags", memory, stream, flag.data(), count, sums.data());
    const int found =
        select_numbers("selected", memory, stream, flag.data(), numbers.data(), count, selected.data());
    result.total =
        reduce_items("flags", memory, stream, flag.data(), count, std::int64_t{0}, Widened{}, Added{});
    result.keys = sorted.to_host(stream);
    result.keys_alone = alone.to_host(stream);
    result.numbers = numbers.to_host(stream);
    result.sums = sums.to_host(stream);
    result.selected = selected.to_host(stream);
    result.selected.resize(found);
    *bytes = memory.bytes();
  }
  JAM_CUDA(cudaStreamDestroy(stream));
  return result;
}

std::vector<std::uint32_t> device_philox_words(int count, std::uint32_t key) {
  DeviceBuffer<std::uint32_t> words("words", 4 * static_cast<std::size_t>(count));
  launch("philox", shape_for_items(count, block_threads), philox_kernel, words.data(), count, key);
  return words.to_host();
}

std::vector<Draws> device_draws(int count, std::uint64_t seed, std::uint64_t trial) {
  DeviceBuffer<Draws> draws("draws", count);
  launch("draws", shape_for_items(count, block_threads), draws_kernel, draws.data(), count, seed, trial);
  return draws.to_host();
}

std::vector<Turned> device_turned(int count) {
  DeviceBuffer<Turned> turned("turned", count);
  launch("turned", shape_for_items(count, block_threads), turned_kernel, turned.data(), count);
  return turned.to_host();
}

bool buffers_round_trip(std::size_t count) {
  PinnedBuffer<int> pinned(count);
  for (std::size_t i = 0; i < count; ++i) pinned[i] = static_cast<int>(3 * i + 1);
  DeviceBuffer<int> buffer("ints", count);
  buffer.upload(pinned.span());
  const DeviceBuffer<int> moved = std::move(buffer);
  const std::vector<int> values = moved.to_host();
  bool same = values.size() == count && buffer.count() == 0;
  for (std::size_t i = 0; same && i < count; ++i) same = values[i] == pinned[i];

  DeviceBuffer<int> zeros("zeros", count);
  zeros.fill_zero();
  for (int value : zeros.to_host()) same = same && value == 0;
  return same;
}

std::size_t held_bytes() { return device_bytes_held; }

bool shared_memory_usable(std::size_t bytes) {
  DeviceBuffer<int> good("good", 1);
  good.fill_zero();
  launch("shared", {dim3(1), dim3(256), bytes, nullptr}, shared_kernel, good.data(), static_cast<int>(bytes));
  return good.to_host()[0] == 1;
}

std::size_t shared_memory_limit_bytes() { return shared_memory_limit(); }

void allocate(std::size_t bytes) { DeviceBuffer<unsigned char>("the test's array", bytes); }

void launch_with_threads(unsigned threads) {
  launch("empty", {dim3(1), dim3(threads), 0, nullptr}, empty_kernel);
}

void fail_a_call() { JAM_CUDA(cudaSetDevice(-1)); }

}  // namespace jam::test
