// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Scans, selections and reductions over arrays on the device by Thrust, sorts by CUB. Calls go to a stream;
// only functions that return a value wait for it. `memory` serves calls on that stream alone; messages use
// `name`. Results have the same bits on every device.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/scan.h>
#include <thrust/system_error.h>
#include <thrust/transform_reduce.h>
#include <cub/device/device_radix_sort.cuh>

#include "jam/core/cuda/cached_blocks.cuh"

namespace jam {

/// Calls `algorithm` with the policy of a stream; its errors become DeviceErrors.
template <class Algorithm>
auto run_on_device(const char* name, CachedBlocks& memory, cudaStream_t stream, const Algorithm& algorithm) {
  try {
    return algorithm(thrust::cuda::par_nosync(memory).on(stream));
  } catch (const thrust::system_error& error) {
    cudaGetLastError();
    throw DeviceError(std::string(name) + ": " + error.what());
  }
}

/// Sums of all values before each one.
inline void exclusive_sum(const char* name, CachedBlocks& memory, cudaStream_t stream, const int* values,
                          int count, int* sums) {
  run_on_device(name, memory, stream,
                [&](const auto& policy) { thrust::exclusive_scan(policy, values, values + count, sums); });
}

/// Bits of the numbers below `count`.
[[nodiscard]] inline int bits_below(std::uint64_t count) {
  return count > 1 ? static_cast<int>(std::bit_width(count - 1)) : 1;
}

/// Runs a function of CUB: first for the size of its temporary memory, then for the work.
template <class Function>
void run_cub(CachedBlocks& memory, const Function& function) {
  std::size_t bytes = 0;
  JAM_CUDA(function(nullptr, bytes));
  char* block = memory.allocate(static_cast<std::ptrdiff_t>(bytes));
  const cudaError_t error = function(block, bytes);
  memory.deallocate(block, bytes);
  JAM_CUDA(error);
}

/// Sorts integer keys whose bits above the lowest `bits` are 0. CUB skips those bits, Thrust does not: on an
/// H200 Thrust takes 1.3 to 2.2 times as long with the keys of bins and pairs (tests/bench/results/h200.md).
template <class Key>
void sort_keys(CachedBlocks& memory, cudaStream_t stream, const Key* keys, Key* sorted, int count, int bits) {
  run_cub(memory, [&](void* block, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(block, bytes, keys, sorted, count, 0, bits, stream);
  });
}

/// Sorts keys as sort_keys(), and `values` in the order of their keys. Values of equal keys keep their order.
template <class Key, class Value>
void sort_by_key(CachedBlocks& memory, cudaStream_t stream, const Key* keys, Key* sorted_keys,
                 const Value* values, Value* sorted_values, int count, int bits) {
  run_cub(memory, [&](void* block, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(block, bytes, keys, sorted_keys, values, sorted_values, count, 0,
                                           bits, stream);
  });
}

struct IsNotZero {
  template <class Flag>
  [[nodiscard]] __host__ __device__ bool operator()(Flag flag) const {
    return flag != 0;
  }
};

/// Writes the numbers k below `count`, ascending, for which flags[order[k]] is not 0. Returns how many.
template <class Flag>
[[nodiscard]] int select_numbers(const char* name, CachedBlocks& memory, cudaStream_t stream,
                                 const Flag* flags, const int* order, int count, int* selected) {
  return run_on_device(name, memory, stream, [&](const auto& policy) {
    const thrust::counting_iterator<int> numbers(0);
    const auto ordered = thrust::make_permutation_iterator(flags, order);
    return static_cast<int>(
        thrust::copy_if(policy, numbers, numbers + count, ordered, selected, IsNotZero()) - selected);
  });
}

/// `start` joined with of(item) of all items, in any order: where the result depends on the order, as that of
/// a sum of floating-point numbers does, sums.cuh has the means. `of` and `join` are functors for host and
/// device.
template <class Item, class Value, class Of, class Join>
[[nodiscard]] Value reduce_items(const char* name, CachedBlocks& memory, cudaStream_t stream,
                                 const Item* items, int count, const Value& start, const Of& of,
                                 const Join& join) {
  return run_on_device(name, memory, stream, [&](const auto& policy) {
    return thrust::transform_reduce(policy, items, items + count, of, start, join);
  });
}

}  // namespace jam
