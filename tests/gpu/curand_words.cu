// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// cuRAND's Philox, apart from ours: its headers and those of Random123 define functions of the same name.
#include "core_kernels.hpp"

#if __has_include(<curand_kernel.h>)
#include <curand_kernel.h>

#include "jam/core/cuda_buffer.cuh"
#include "jam/core/launch.cuh"

namespace jam::test {
namespace {

__global__ void curand_kernel(std::uint32_t* words, int count, std::uint32_t key) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const auto c = static_cast<std::uint32_t>(i);
  const uint4 block = curand_Philox4x32_10(make_uint4(c, c + 1, c + 2, ~c), make_uint2(key, key * 3));
  words[4 * i] = block.x;
  words[4 * i + 1] = block.y;
  words[4 * i + 2] = block.z;
  words[4 * i + 3] = block.w;
}

}  // namespace

std::vector<std::uint32_t> device_curand_words(int count, std::uint32_t key) {
  DeviceBuffer<std::uint32_t> words("words", 4 * static_cast<std::size_t>(count));
  launch("curand", shape_for_items(count, 128), curand_kernel, words.data(), count, key);
  return words.to_host();
}

}  // namespace jam::test

#else

namespace jam::test {

std::vector<std::uint32_t> device_curand_words(int, std::uint32_t) { return {}; }

}  // namespace jam::test

#endif
