// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One register of floats, for loops that would not find room for the several of Floats (jam/core/simd.hpp), with the same operations and
// the same bits. The inline namespace keeps the symbols of instruction sets apart.
#pragma once

#include "jam/core/simd.hpp"

namespace jam::circles {
inline namespace JAM_SIMD_NAMESPACE {

struct RegisterMask {
#if defined(__AVX512F__)
  __mmask16 bits;
#else
  IntRegister bits;
#endif
};

struct Register {
  FloatRegister value;

  Register() = default;
  explicit JAM_HD_INLINE Register(FloatRegister v) : value(v) {}
  JAM_HD_INLINE Register(float v) : value(FloatRegister{} + v) {}  // NOLINT(google-explicit-constructor): the same in all lanes.
};

JAM_HD_INLINE Register operator+(Register a, Register b) { return Register(a.value + b.value); }
JAM_HD_INLINE Register operator-(Register a, Register b) { return Register(a.value - b.value); }
JAM_HD_INLINE Register operator*(Register a, Register b) { return Register(a.value * b.value); }
JAM_HD_INLINE Register& operator+=(Register& a, Register b) { return a = a + b; }

#if defined(__AVX512F__)
JAM_HD_INLINE RegisterMask operator<(Register a, Register b) { return {_mm512_cmp_ps_mask((__m512)a.value, (__m512)b.value, _CMP_LT_OQ)}; }
JAM_HD_INLINE Register select(RegisterMask mask, Register yes, Register no) {
  return Register((FloatRegister)_mm512_mask_blend_ps(mask.bits, (__m512)no.value, (__m512)yes.value));
}
JAM_HD_INLINE Register larger(Register a, Register b) { return Register((FloatRegister)_mm512_max_ps((__m512)a.value, (__m512)b.value)); }
#else
JAM_HD_INLINE RegisterMask operator<(Register a, Register b) { return {a.value < b.value}; }
JAM_HD_INLINE Register select(RegisterMask mask, Register yes, Register no) {
  return Register((FloatRegister)(((IntRegister)yes.value & mask.bits) | ((IntRegister)no.value & ~mask.bits)));
}
JAM_HD_INLINE Register larger(Register a, Register b) {
#if defined(__AVX__)
  return Register((FloatRegister)_mm256_max_ps((__m256)a.value, (__m256)b.value));
#elif defined(__SSE2__)
  return Register((FloatRegister)_mm_max_ps((__m128)a.value, (__m128)b.value));
#else
  return Register(a.value > b.value ? a.value : b.value);
#endif
}
#endif

}  // namespace JAM_SIMD_NAMESPACE
}  // namespace jam::circles
