// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the GPU tests of jam_core run on the device, behind plain C++.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace jam::test {

/// Four words per counter: {c, c + 1, c + 2, ~c} under the key {k, k * 3}, for c = 0 .. count - 1.
[[nodiscard]] std::vector<std::uint32_t> device_philox_words(int count, std::uint32_t key);

/// Numbers that a RandomStream draws.
struct Draws {
  std::uint32_t word;
  float uniform;
  double uniform_double;
  std::uint32_t below;
  std::uint32_t at;
};

/// For each instance i < count: draws of the stream (seed, StreamId::test, i, trial).
[[nodiscard]] std::vector<Draws> device_draws(int count, std::uint64_t seed, std::uint64_t trial);

/// A vector rotated by a quaternion, and by its matrix.
struct Turned {
  float by_quaternion[3];
  float by_matrix[3];
};
[[nodiscard]] std::vector<Turned> device_turned(int count);

/// Rounds `bytes` through DeviceBuffer and PinnedBuffer: uploads values, downloads them, compares.
[[nodiscard]] bool buffers_round_trip(std::size_t count);

/// Results of the algorithms on whole arrays (core/cuda/algorithms.cuh).
struct Sorted {
  std::vector<std::uint64_t> keys;        ///< Sorted.
  std::vector<int> numbers;               ///< Places of the sorted keys before the sort.
  std::vector<std::uint64_t> keys_alone;  ///< Sorted without numbers.
  std::vector<int> sums;                  ///< Sums of the flags before each flag.
  std::vector<int> selected;              ///< Places in the order of the keys whose flag is not 0.
  std::int64_t total = 0;                 ///< Sum of all flags.
  std::size_t memory = 0;                 ///< Bytes of temporary memory after the calls.
  std::size_t memory_again = 0;           ///< Bytes of temporary memory after all calls are repeated.
};
[[nodiscard]] Sorted device_sorted(const std::vector<std::uint64_t>& keys, int bits,
                                   const std::vector<int>& flags);

/// Bytes that DeviceBuffers hold now.
[[nodiscard]] std::size_t held_bytes();

/// Runs a kernel that fills `bytes` of dynamic shared memory; true when every byte was there.
[[nodiscard]] bool shared_memory_usable(std::size_t bytes);
[[nodiscard]] std::size_t shared_memory_limit_bytes();

/// Makes a DeviceBuffer of `bytes`; launches a kernel of `threads` threads per block; calls CUDA with a wrong
/// argument. They throw.
void allocate(std::size_t bytes);
void launch_with_threads(unsigned threads);
void fail_a_call();

}  // namespace jam::test
