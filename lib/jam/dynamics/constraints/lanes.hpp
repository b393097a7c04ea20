// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Eight doubles that are computed together, for sources that are compiled once per instruction set
// (jam/core/isa.hpp); the inline namespace keeps their symbols apart. Every operation is exact IEEE
// arithmetic without contraction, so that all give the same bits.
#pragma once

#include <cmath>

#if defined(__AVX512F__) || defined(__AVX__) || defined(__SSE2__)
#include <immintrin.h>
#endif

#include "jam/core/macros.hpp"
#include "jam/core/vec.hpp"

namespace jam::dynamics {

/// Doubles in one Lanes.
inline constexpr int packed_lanes = 8;

#if defined(__AVX512F__)
#define JAM_LANES_NAMESPACE lanes_avx512
#elif defined(__AVX2__)
#define JAM_LANES_NAMESPACE lanes_avx2
#else
#define JAM_LANES_NAMESPACE lanes_plain
#endif

inline namespace JAM_LANES_NAMESPACE {

#if defined(__AVX512F__)
inline constexpr int register_width = 8;
#elif defined(__AVX2__)
inline constexpr int register_width = 4;
#else
inline constexpr int register_width = 2;
#endif

struct Lanes {
  using Register = double __attribute__((vector_size(8 * register_width)));
  static constexpr int registers = packed_lanes / register_width;
  Register part[registers] = {};

  /// Loads eight numbers that are aligned to 64 bytes.
  static JAM_HD_INLINE Lanes of(const double* numbers) {
    Lanes out;
    for (int k = 0; k < registers; ++k) out.part[k] = reinterpret_cast<const Register*>(numbers)[k];
    return out;
  }
  JAM_HD_INLINE void store(double* numbers) const {
    for (int k = 0; k < registers; ++k) reinterpret_cast<Register*>(numbers)[k] = part[k];
  }

#define JAM_LANES_EACH(expression)                              \
  Lanes out;                                                    \
  for (int k = 0; k < registers; ++k) out.part[k] = expression; \
  return out

  friend JAM_HD_INLINE Lanes operator+(const Lanes& a, const Lanes& b) {
    JAM_LANES_EACH(a.part[k] + b.part[k]);
  }
  friend JAM_HD_INLINE Lanes operator-(const Lanes& a, const Lanes& b) {
    JAM_LANES_EACH(a.part[k] - b.part[k]);
  }
  friend JAM_HD_INLINE Lanes operator*(const Lanes& a, const Lanes& b) {
    JAM_LANES_EACH(a.part[k] * b.part[k]);
  }
  friend JAM_HD_INLINE Lanes operator/(const Lanes& a, const Lanes& b) {
    JAM_LANES_EACH(a.part[k] / b.part[k]);
  }
  friend JAM_HD_INLINE Lanes operator+(const Lanes& a, double b) { JAM_LANES_EACH(a.part[k] + b); }
  friend JAM_HD_INLINE Lanes operator-(const Lanes& a) { JAM_LANES_EACH(-a.part[k]); }
  friend JAM_HD_INLINE Lanes& operator+=(Lanes& a, const Lanes& b) { return a = a + b; }
  friend JAM_HD_INLINE Lanes where_at_most(const Lanes& a, const Lanes& b, const Lanes& yes,
                                           const Lanes& no) {
    JAM_LANES_EACH(a.part[k] <= b.part[k] ? yes.part[k] : no.part[k]);
  }
  friend JAM_HD_INLINE Lanes square_root(const Lanes& a) {
#if defined(__AVX512F__)
    JAM_LANES_EACH((Register)_mm512_sqrt_pd((__m512d)a.part[k]));
#elif defined(__AVX__)
    JAM_LANES_EACH((Register)_mm256_sqrt_pd((__m256d)a.part[k]));
#elif defined(__SSE2__)
    JAM_LANES_EACH((Register)_mm_sqrt_pd((__m128d)a.part[k]));
#else
    JAM_LANES_EACH((Register{__builtin_sqrt(a.part[k][0]), __builtin_sqrt(a.part[k][1])}));
#endif
  }

  friend JAM_HD_INLINE Lanes absolute(const Lanes& a) {
    JAM_LANES_EACH(a.part[k] < 0 ? -a.part[k] : a.part[k]);
  }

#undef JAM_LANES_EACH
};

/// Eight consecutive vectors. Only the first `count` exist; the others become 0.
JAM_HD_INLINE Vec3<Lanes> vectors_at(const Vec3d* vectors, int count) {
  alignas(64) double x[packed_lanes] = {}, y[packed_lanes] = {}, z[packed_lanes] = {};
  for (int lane = 0; lane < count; ++lane)
    x[lane] = vectors[lane].x, y[lane] = vectors[lane].y, z[lane] = vectors[lane].z;
  return {Lanes::of(x), Lanes::of(y), Lanes::of(z)};
}
JAM_HD_INLINE void store_at(const Vec3<Lanes>& v, Vec3d* vectors, int count) {
  alignas(64) double x[packed_lanes], y[packed_lanes], z[packed_lanes];
  v.x.store(x);
  v.y.store(y);
  v.z.store(z);
  for (int lane = 0; lane < count; ++lane) vectors[lane] = {x[lane], y[lane], z[lane]};
}
/// vectors_at() for numbers.
JAM_HD_INLINE Lanes numbers_at(const double* numbers, int count, double otherwise) {
  alignas(64) double x[packed_lanes];
  for (int lane = 0; lane < packed_lanes; ++lane) x[lane] = lane < count ? numbers[lane] : otherwise;
  return Lanes::of(x);
}

}  // namespace JAM_LANES_NAMESPACE

}  // namespace jam::dynamics
