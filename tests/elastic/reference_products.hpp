// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reference products, for comparison.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace jam::test {

/// The matrix written out, in double precision: value(kx, ky) is B by zero-based kx = jx - ix + nx - 1 and ky
/// likewise.
template <class Value, class Number>
std::vector<double> dense_product(int nx, int ny, const Value& value, const std::vector<Number>& p) {
  std::vector<double> u;
  for (int iy = 0; iy < ny; ++iy) {
    for (int ix = 0; ix < nx; ++ix) {
      double total = 0;
      for (int jy = 0; jy < ny; ++jy) {
        double row = 0;
        for (int jx = 0; jx < nx; ++jx) {
          row += static_cast<double>(value(jx - ix + nx - 1, jy - iy + ny - 1)) *
                 static_cast<double>(p[static_cast<std::size_t>(jy) * nx + jx]);
        }
        total += row;
      }
      u.push_back(total);
    }
  }
  return u;
}

/// Euclidean norm of the difference over that of `b`.
template <class A, class B>
double relative_difference(const std::vector<A>& a, const std::vector<B>& b) {
  double sum = 0, scale = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += std::pow(static_cast<double>(a[i]) - static_cast<double>(b[i]), 2);
    scale += std::pow(static_cast<double>(b[i]), 2);
  }
  return std::sqrt(sum / scale);
}

}  // namespace jam::test
