// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Random numbers without state: Philox4x32-10 turns a key and a counter into four words of 32 bits. J. K.
// Salmon et al., Parallel random numbers: as easy as 1, 2, 3 (SC 2011). The host takes that of Random123, a
// device that of cuRAND, or Random123 where the CUDA Toolkit came without cuRAND's headers; both give the
// same words, which a test pins. There is nothing to save in a checkpoint but the counters.
//
// Layout, part of what "same seed, same result" means; never change it:
//   key     (64 bits) = seed + 0x9E3779B97F4A7C15 * stream, low word first. For one stream, different seeds
//                       have different keys; the multiplier keeps the streams of small seeds apart.
//   counter (4 words) = { draw / 4, trial low, trial high, instance }, where word draw % 4 of the block is
//                       the draw.
// Thus each (seed, stream, instance, trial) owns 2^34 words, and no two of them ever share one.
#pragma once

#if defined(__CUDACC__)
// The part of curand_kernel.h with Philox: the rest would put 200 KiB of tables for other generators into
// every module. Both libraries have a function mulhilo32.
#if __has_include(<curand_philox4x32_x.h>)
#define JAM_WITH_CURAND
#define mulhilo32 jam_curand_mulhilo32
#include <curand_philox4x32_x.h>
#undef mulhilo32
#endif
// Random123 marks its functions for the device alone when nvcc compiles; ours are called on the host as well.
#if !defined(R123_CUDA_DEVICE)
#define R123_CUDA_DEVICE __host__ __device__
#endif
#endif
// Philox does not need its types of SSE either, for which it reads every intrinsic of the processor.
#if !defined(R123_USE_SSE)
#define R123_USE_SSE 0
#endif
#if !defined(R123_USE_X86INTRIN_H)
#define R123_USE_X86INTRIN_H 0
#endif
#include <Random123/philox.h>

#include <cstdint>

#include "jam/core/macros.hpp"
#include "jam/core/streams.hpp"

namespace jam {

/// The four words of a Philox block, in this order. Named, for an array indexed at run time would leave the
/// registers of a GPU thread.
struct PhiloxBlock {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t z = 0;
  std::uint32_t w = 0;
};

/// Philox4x32-10 of the counter (c0, c1, c2, c3) and the key (k0, k1).
[[nodiscard]] JAM_HD_INLINE PhiloxBlock philox(std::uint32_t c0, std::uint32_t c1, std::uint32_t c2,
                                               std::uint32_t c3, std::uint32_t k0, std::uint32_t k1) {
#if defined(__CUDA_ARCH__) && defined(JAM_WITH_CURAND)
  const uint4 block = curand_Philox4x32_10(make_uint4(c0, c1, c2, c3), make_uint2(k0, k1));
  return {block.x, block.y, block.z, block.w};
#else
  const philox4x32_ctr_t counter = {{c0, c1, c2, c3}};
  const philox4x32_key_t key = {{k0, k1}};
  const philox4x32_ctr_t block = philox4x32_R(10, counter, key);
  return {block.v[0], block.v[1], block.v[2], block.v[3]};
#endif
}

/// The float that a word stands for: k / 2^24 in [0, 1), every one equally likely.
[[nodiscard]] JAM_HD_INLINE float uniform_float(std::uint32_t word) {
  return static_cast<float>(word >> 8) * 0x1p-24F;
}

/// The double that two words stand for: k / 2^53 in [0, 1), every one equally likely.
[[nodiscard]] JAM_HD_INLINE double uniform_double(std::uint32_t high, std::uint32_t low) {
  return static_cast<double>((static_cast<std::uint64_t>(high) << 21) | (low >> 11)) * 0x1p-53;
}

/// floor(u n / 2^64) for the 64-bit number u of two words: a number below n. Takes a fixed count of draws, so
/// that threads stay in step; the price is a bias: probabilities differ from 1/n by less than 2^-64. n = 0
/// gives 0.
[[nodiscard]] JAM_HD_INLINE std::uint32_t uniform_below(std::uint32_t high, std::uint32_t low,
                                                        std::uint32_t n) {
  const std::uint64_t carry = (static_cast<std::uint64_t>(low) * n) >> 32;
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(high) * n + carry) >> 32);
}

/// The draws of one (seed, stream, instance, trial), read one after the other or at any place. Small enough
/// for registers; copy freely.
class RandomStream {
 public:
  JAM_HD_INLINE RandomStream(std::uint64_t seed, StreamId stream, std::uint32_t instance, std::uint64_t trial)
      : key_(seed + 0x9E3779B97F4A7C15ULL * static_cast<std::uint64_t>(stream)),
        trial_(trial),
        instance_(instance) {}

  /// Draw `draw` of the sequence, whatever was drawn before; for threads that each take their own.
  [[nodiscard]] JAM_HD_INLINE std::uint32_t at(std::uint64_t draw) const {
    return pick(block(static_cast<std::uint32_t>(draw >> 2)), static_cast<std::uint32_t>(draw));
  }

  /// Draws 4 `index` .. 4 `index` + 3: the cheapest way to get four.
  [[nodiscard]] JAM_HD_INLINE PhiloxBlock block(std::uint32_t index) const {
    return philox(index, static_cast<std::uint32_t>(trial_), static_cast<std::uint32_t>(trial_ >> 32),
                  instance_, static_cast<std::uint32_t>(key_), static_cast<std::uint32_t>(key_ >> 32));
  }

  /// The next draw.
  JAM_HD_INLINE std::uint32_t next_u32() {
    if ((draw_ & 3) == 0) block_ = block(static_cast<std::uint32_t>(draw_ >> 2));
    return pick(block_, static_cast<std::uint32_t>(draw_++));
  }

  /// Uniform in [0, 1) with 24 bits; one draw.
  JAM_HD_INLINE float uniform() { return uniform_float(next_u32()); }

  /// Uniform in [0, 1) with 53 bits; two draws.
  JAM_HD_INLINE double uniform_double() {
    const std::uint32_t high = next_u32();
    return jam::uniform_double(high, next_u32());
  }

  /// Uniform in 0 .. n - 1, bias below 2^-64; two draws.
  JAM_HD_INLINE std::uint32_t below(std::uint32_t n) {
    const std::uint32_t high = next_u32();
    return uniform_below(high, next_u32(), n);
  }

  /// Goes to draw `draw`, as if that many had been taken.
  JAM_HD_INLINE void seek(std::uint64_t draw) {
    draw_ = draw;
    if ((draw_ & 3) != 0) block_ = block(static_cast<std::uint32_t>(draw_ >> 2));
  }

 private:
  /// Word index % 4.
  [[nodiscard]] JAM_HD_INLINE static std::uint32_t pick(const PhiloxBlock& block, std::uint32_t index) {
    const std::uint32_t low = (index & 1) != 0 ? block.y : block.x;
    const std::uint32_t high = (index & 1) != 0 ? block.w : block.z;
    return (index & 2) != 0 ? high : low;
  }

  std::uint64_t key_;
  std::uint64_t trial_;
  std::uint64_t draw_ = 0;
  PhiloxBlock block_{};
  std::uint32_t instance_;
};

}  // namespace jam
