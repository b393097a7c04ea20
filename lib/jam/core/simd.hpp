// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sixteen floats that are computed together. On a CPU, one thread relaxes sixteen packings at once, one in
// each lane; on a GPU a thread holds one float. The functions here exist for both, so that an algorithm is
// written once.
//
// A source file that uses Floats is compiled once per instruction set (AVX-512, AVX2, plain x86-64) and the
// best one is chosen at run time; the inline namespace keeps their symbols apart. Every operation is exact
// IEEE arithmetic without contraction, so that all give the same bits.
#pragma once

#include <bit>
#include <cstdint>

#include "jam/core/macros.hpp"

#if !defined(__CUDACC__)
#if defined(__AVX512F__) || defined(__AVX__) || defined(__SSE2__)
#include <immintrin.h>
#endif
#endif

namespace jam {

// A single value: what a GPU thread computes with.

/// Whether the mask holds in any lane.
JAM_HD_INLINE bool any_lane(bool mask) { return mask; }
/// Whether to run code that changes nothing in lanes where `mask` is false: always on a GPU, as the branch
/// would cost more.
JAM_HD_INLINE bool worth_doing([[maybe_unused]] bool mask) {
#if defined(__CUDA_ARCH__)
  return true;
#else
  return mask;
#endif
}
/// `yes` if the mask holds, else `no`.
JAM_HD_INLINE float select(bool mask, float yes, float no) { return mask ? yes : no; }
/// The larger and the smaller value; b if one of them is not a number.
JAM_HD_INLINE float larger(float a, float b) { return a > b ? a : b; }
JAM_HD_INLINE float smaller(float a, float b) { return a < b ? a : b; }
/// One lane of a value, and its replacement; a single value has one lane, whatever the number.
JAM_HD_INLINE float get_lane(float value, int) { return value; }
JAM_HD_INLINE void set_lane(float& value, int, float x) { value = x; }

/// 1 / sqrt(q) for normal q > 0, relative error below 3e-7. Start value from the exponent, one step of
/// Halley, one of Newton.
JAM_HD_INLINE float reciprocal_sqrt(float q) {
#if defined(__CUDA_ARCH__)
  float y;  // Without the scaling of subnormal q that rsqrtf adds.
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(q));
  return y;
#else
  const float y0 = std::bit_cast<float>(0x5f3759df - (std::bit_cast<std::int32_t>(q) >> 1));
  const float t = q * y0 * y0;
  const float y1 = y0 * (1.875F - t * (1.25F - 0.375F * t));
  return y1 * (1.5F - 0.5F * q * y1 * y1);
#endif
}

#if !defined(__CUDACC__)

#if defined(__AVX512F__)
#define JAM_SIMD_NAMESPACE simd_avx512
#elif defined(__AVX2__)
#define JAM_SIMD_NAMESPACE simd_avx2
#else
#define JAM_SIMD_NAMESPACE simd_plain
#endif

inline namespace JAM_SIMD_NAMESPACE {

/// Lanes of Floats: the same for all instruction sets, so that all give the same bits.
inline constexpr int simd_lane_count = 16;

/// Number of floats in one register of the instruction set.
#if defined(__AVX512F__)
inline constexpr int register_lane_count = 16;
#elif defined(__AVX2__)
inline constexpr int register_lane_count = 8;
#else
inline constexpr int register_lane_count = 4;
#endif
/// Registers that Floats fill.
inline constexpr int register_count = simd_lane_count / register_lane_count;

using FloatRegister = float __attribute__((vector_size(4 * register_lane_count)));
using IntRegister = std::int32_t __attribute__((vector_size(4 * register_lane_count)));

/// a > b ? a : b, and a < b ? a : b.
JAM_HD_INLINE FloatRegister register_max(FloatRegister a, FloatRegister b) {
#if defined(__AVX512F__)
  return (FloatRegister)_mm512_max_ps((__m512)a, (__m512)b);
#elif defined(__AVX2__)
  return (FloatRegister)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
  return (FloatRegister)_mm_max_ps((__m128)a, (__m128)b);
#else
  return a > b ? a : b;
#endif
}
JAM_HD_INLINE FloatRegister register_min(FloatRegister a, FloatRegister b) {
#if defined(__AVX512F__)
  return (FloatRegister)_mm512_min_ps((__m512)a, (__m512)b);
#elif defined(__AVX2__)
  return (FloatRegister)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
  return (FloatRegister)_mm_min_ps((__m128)a, (__m128)b);
#else
  return a < b ? a : b;
#endif
}

/// Yes or no in every lane of `registers` registers. With AVX-512 one bit for each lane, otherwise all
/// bits of a lane.
template <int registers>
struct PackMask {
#if defined(__AVX512F__)
  static_assert(registers == 1);
  __mmask16 bits;

  friend JAM_HD_INLINE PackMask operator&(PackMask a, PackMask b) {
    return {static_cast<__mmask16>(a.bits & b.bits)};
  }
  friend JAM_HD_INLINE PackMask operator|(PackMask a, PackMask b) {
    return {static_cast<__mmask16>(a.bits | b.bits)};
  }
  friend JAM_HD_INLINE PackMask operator!(PackMask a) { return {static_cast<__mmask16>(~a.bits)}; }
  friend JAM_HD_INLINE bool any_lane(PackMask mask) { return mask.bits != 0; }
#else
  IntRegister part[registers];

  friend JAM_HD_INLINE PackMask operator&(const PackMask& a, const PackMask& b) {
    PackMask out;
    for (int k = 0; k < registers; ++k) out.part[k] = a.part[k] & b.part[k];
    return out;
  }
  friend JAM_HD_INLINE PackMask operator|(const PackMask& a, const PackMask& b) {
    PackMask out;
    for (int k = 0; k < registers; ++k) out.part[k] = a.part[k] | b.part[k];
    return out;
  }
  friend JAM_HD_INLINE PackMask operator!(const PackMask& a) {
    PackMask out;
    for (int k = 0; k < registers; ++k) out.part[k] = ~a.part[k];
    return out;
  }
  friend JAM_HD_INLINE bool any_lane(const PackMask& mask) {
    IntRegister all = mask.part[0];
    for (int k = 1; k < registers; ++k) all |= mask.part[k];
#if defined(__AVX2__)
    return _mm256_movemask_ps((__m256)all) != 0;
#elif defined(__SSE2__)
    return _mm_movemask_ps((__m128)all) != 0;
#else
    return (all[0] | all[1] | all[2] | all[3]) != 0;
#endif
  }
#endif
  /// On a CPU a branch past lanes that change nothing saves their work.
  friend JAM_HD_INLINE bool worth_doing(const PackMask& mask) { return any_lane(mask); }
};

/// The floats of `registers` registers.
template <int registers>
struct Pack {
  FloatRegister part[registers];

  Pack() = default;
  JAM_HD_INLINE Pack(
      float value) {  // NOLINT(google-explicit-constructor): a number is the same in all lanes.
    for (auto& p : part) p = FloatRegister{} + value;
  }

#define JAM_SIMD_EACH(expression)       \
  Pack out;                             \
  for (int k = 0; k < registers; ++k) { \
    out.part[k] = (expression);         \
  }                                     \
  return out

  friend JAM_HD_INLINE Pack operator+(const Pack& a, const Pack& b) { JAM_SIMD_EACH(a.part[k] + b.part[k]); }
  friend JAM_HD_INLINE Pack operator-(const Pack& a, const Pack& b) { JAM_SIMD_EACH(a.part[k] - b.part[k]); }
  friend JAM_HD_INLINE Pack operator*(const Pack& a, const Pack& b) { JAM_SIMD_EACH(a.part[k] * b.part[k]); }
  friend JAM_HD_INLINE Pack operator/(const Pack& a, const Pack& b) { JAM_SIMD_EACH(a.part[k] / b.part[k]); }
  friend JAM_HD_INLINE Pack& operator+=(Pack& a, const Pack& b) { return a = a + b; }
  friend JAM_HD_INLINE Pack& operator-=(Pack& a, const Pack& b) { return a = a - b; }

/// Compares lane by lane; false if one of the two is not a number.
#if defined(__AVX512F__)
  friend JAM_HD_INLINE PackMask<registers> operator<(const Pack& a, const Pack& b) {
    return {_mm512_cmp_ps_mask((__m512)a.part[0], (__m512)b.part[0], _CMP_LT_OQ)};
  }
  friend JAM_HD_INLINE Pack select(PackMask<registers> mask, const Pack& yes, const Pack& no) {
    JAM_SIMD_EACH((FloatRegister)_mm512_mask_blend_ps(mask.bits, (__m512)no.part[k], (__m512)yes.part[k]));
  }
#else
  friend JAM_HD_INLINE PackMask<registers> operator<(const Pack& a, const Pack& b) {
    PackMask<registers> out;
    for (int k = 0; k < registers; ++k) out.part[k] = a.part[k] < b.part[k];
    return out;
  }
  friend JAM_HD_INLINE Pack select(const PackMask<registers>& mask, const Pack& yes, const Pack& no) {
    JAM_SIMD_EACH((FloatRegister)(((IntRegister)yes.part[k] & mask.part[k]) |
                                  ((IntRegister)no.part[k] & ~mask.part[k])));
  }
#endif
  friend JAM_HD_INLINE Pack larger(const Pack& a, const Pack& b) {
    JAM_SIMD_EACH(register_max(a.part[k], b.part[k]));
  }
  friend JAM_HD_INLINE Pack smaller(const Pack& a, const Pack& b) {
    JAM_SIMD_EACH(register_min(a.part[k], b.part[k]));
  }

  friend JAM_HD_INLINE float get_lane(const Pack& value, int lane) {
    return reinterpret_cast<const float*>(&value)[lane];
  }
  friend JAM_HD_INLINE void set_lane(Pack& value, int lane, float x) {
    reinterpret_cast<float*>(&value)[lane] = x;
  }

  /// As that of a single value on the host, bit for bit.
  friend JAM_HD_INLINE Pack reciprocal_sqrt(const Pack& q) {
    Pack y0;
    for (int k = 0; k < registers; ++k)
      y0.part[k] = (FloatRegister)(0x5f3759df - ((IntRegister)q.part[k] >> 1));
    const Pack t = q * y0 * y0;
    const Pack y1 = y0 * (Pack(1.875F) - t * (Pack(1.25F) - Pack(0.375F) * t));
    return y1 * (Pack(1.5F) - Pack(0.5F) * q * y1 * y1);
  }

#undef JAM_SIMD_EACH
};

/// Sixteen floats, and sixteen yes or no.
using Floats = Pack<register_count>;
using Mask = PackMask<register_count>;

/// A part of them, for loops in which the several registers of Floats would exceed the register file.
using RegisterFloats = Pack<1>;

}  // namespace JAM_SIMD_NAMESPACE

#endif

}  // namespace jam
