// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Fourier transforms of lines that workers (jam/core/workers.hpp) share, for host and device: Stockham's
// ordering (Van Loan, Computational Frameworks for the FFT, 1.7), one pass for each factor 8, 4, 2, 3 or 5 of
// the length, from one array to the other and back. Transforms go forward, sum of x_j exp(-2 pi i j k /
// length); back goes who exchanges real and imaginary parts before and after. Nothing is scaled.
#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "jam/core/macros.hpp"
#include "jam/core/workers.hpp"

namespace jam::elastic {

template <class Real>
struct Complex {
  Real re = 0, im = 0;

  JAM_HD_INLINE friend Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
  JAM_HD_INLINE friend Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
  JAM_HD_INLINE friend Complex operator*(Complex a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  JAM_HD_INLINE friend Complex operator*(Real s, Complex a) { return {s * a.re, s * a.im}; }
  [[nodiscard]] JAM_HD_INLINE Complex conjugate() const { return {re, -im}; }
  [[nodiscard]] JAM_HD_INLINE Complex exchanged() const { return {im, re}; }
  [[nodiscard]] JAM_HD_INLINE Complex times_minus_i() const { return {im, -re}; }
};

/// Factors of a length, and the powers of its root of unity.
template <class Real>
struct LinePlan {
  int length = 1, passes = 0;
  int factor[16] = {};
  const Complex<Real>* roots = nullptr;  ///< exp(-2 pi i k / length), k = 0 .. length - 1.
};

/// Without the roots. `length` has no prime factors but 2, 3 and 5.
template <class Real>
[[nodiscard]] LinePlan<Real> line_plan(int length) {
  LinePlan<Real> plan;
  plan.length = length;
  for (const int factor : {5, 3, 8, 4, 2}) {
    // 16 is better 4 times 4 than 8 times 2.
    for (; length % factor == 0 && (factor != 8 || length != 16); length /= factor)
      plan.factor[plan.passes++] = factor;
  }
  return plan;
}

template <class Real>
[[nodiscard]] std::vector<Complex<Real>> roots_of_unity(int length) {
  std::vector<Complex<Real>> roots;
  roots.reserve(length);
  for (int k = 0; k < length; ++k) {
    const double angle = -2 * std::numbers::pi * k / length;
    roots.push_back({static_cast<Real>(std::cos(angle)), static_cast<Real>(std::sin(angle))});
  }
  return roots;
}

/// The transform of `count` numbers in place.
template <int count, class Real>
JAM_HD_INLINE void short_transform(Complex<Real>* x) {
  using C = Complex<Real>;
  if constexpr (count == 2) {
    const C a = x[0], b = x[1];
    x[0] = a + b, x[1] = a - b;
  } else if constexpr (count == 3) {
    constexpr Real s = static_cast<Real>(0.86602540378443864676);  // sin(2 pi / 3)
    const C sum = x[1] + x[2], half = x[0] - Real(0.5) * sum, side = s * (x[1] - x[2]).times_minus_i();
    x[0] = x[0] + sum, x[1] = half + side, x[2] = half - side;
  } else if constexpr (count == 4) {
    const C a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = (x[1] - x[3]).times_minus_i();
    x[0] = a + c, x[1] = b + d, x[2] = a - c, x[3] = b - d;
  } else if constexpr (count == 8) {
    C even[4] = {x[0], x[2], x[4], x[6]}, odd[4] = {x[1], x[3], x[5], x[7]};
    short_transform<4>(even);
    short_transform<4>(odd);
    constexpr Real r = static_cast<Real>(0.70710678118654752440);  // cos(pi / 4)
    // Times exp(-pi i k / 4).
    odd[1] = {r * (odd[1].re + odd[1].im), r * (odd[1].im - odd[1].re)};
    odd[2] = odd[2].times_minus_i();
    odd[3] = {r * (odd[3].im - odd[3].re), -r * (odd[3].re + odd[3].im)};
    JAM_UNROLL(4, 4)
    for (int k = 0; k < 4; ++k) x[k] = even[k] + odd[k], x[k + 4] = even[k] - odd[k];
  } else {
    static_assert(count == 5);
    // Cosines and sines of 2 pi / 5 and 4 pi / 5.
    constexpr Real c1 = static_cast<Real>(0.30901699437494742410),
                   c2 = static_cast<Real>(-0.80901699437494742410),
                   s1 = static_cast<Real>(0.95105651629515357212),
                   s2 = static_cast<Real>(0.58778525229247312917);
    const C near = x[1] + x[4], far = x[2] + x[3], near_side = (x[1] - x[4]).times_minus_i(),
            far_side = (x[2] - x[3]).times_minus_i();
    const C a = x[0] + c1 * near + c2 * far, b = x[0] + c2 * near + c1 * far;
    const C u = s1 * near_side + s2 * far_side, v = s2 * near_side - s1 * far_side;
    x[0] = x[0] + near + far, x[1] = a + u, x[4] = a - u, x[2] = b + v, x[3] = b - v;
  }
}

/// One pass with a factor over `lines` consecutive lines: `done` is the product of the previous factors.
template <int factor, class Real, Workers W>
JAM_HD_INLINE void line_pass(const W& workers, const LinePlan<Real>& plan, int done, int lines,
                             const Complex<Real>* from, Complex<Real>* to) {
  const int groups = plan.length / factor, step = groups / done;
  for_each_and_sync(workers, lines * groups, [&](int k) {
    const int line = k / groups, j = k - line * groups, part = j / done, place = j - part * done;
    const Complex<Real>* const in = from + line * plan.length + j;
    Complex<Real> x[factor];
    x[0] = in[0];
    JAM_UNROLL(8, 8)
    for (int t = 1; t < factor; ++t) x[t] = in[t * groups] * plan.roots[t * place * step];
    short_transform<factor>(x);
    Complex<Real>* const out = to + line * plan.length + part * done * factor + place;
    JAM_UNROLL(8, 8)
    for (int t = 0; t < factor; ++t) out[t * done] = x[t];
  });
}

/// Transforms `lines` lines of plan.length numbers in `a`; `b` has room for as many numbers. Returns the
/// array with the result: a or b.
template <class Real, Workers W>
JAM_HD_INLINE Complex<Real>* transform_lines(const W& workers, const LinePlan<Real>& plan, int lines,
                                             Complex<Real>* a, Complex<Real>* b) {
  int done = 1;
  for (int pass = 0; pass < plan.passes; ++pass) {
    const int factor = plan.factor[pass];
    if (factor == 8) line_pass<8>(workers, plan, done, lines, a, b);
    else if (factor == 4) line_pass<4>(workers, plan, done, lines, a, b);
    else if (factor == 2) line_pass<2>(workers, plan, done, lines, a, b);
    else if (factor == 3) line_pass<3>(workers, plan, done, lines, a, b);
    else line_pass<5>(workers, plan, done, lines, a, b);
    Complex<Real>* const other = a;
    a = b;
    b = other;
    done *= factor;
  }
  return a;
}

}  // namespace jam::elastic
