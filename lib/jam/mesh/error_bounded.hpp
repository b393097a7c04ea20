// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A double with a bound on its distance from the exact result: the filter before exact arithmetic. Every
// operation adds its own rounding error to the errors of its operands (running error analysis: N. J.
// Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.3). Rounding to nearest is
// assumed; no rounding modes are switched.
#pragma once

#include <cmath>
#include <limits>

namespace jam::mesh {

/// |value - exact| <= error. Made from a double, it is exact.
class ErrorBounded {
 public:
  constexpr ErrorBounded() = default;
  constexpr ErrorBounded(double value)
      : value_(value) {}  // NOLINT(google-explicit-constructor): it stands in for a number.

  /// The sign is known, and it is that of a number above zero.
  [[nodiscard]] bool surely_positive() const { return value_ > error_; }

  /// The exact number may be zero or above. True for NaN as well, which leaves the decision to exact
  /// arithmetic.
  [[nodiscard]] bool maybe_not_negative() const { return !(value_ < -error_); }

  friend ErrorBounded operator+(ErrorBounded a, ErrorBounded b) { return sum(a.value_ + b.value_, a, b); }
  friend ErrorBounded operator-(ErrorBounded a, ErrorBounded b) { return sum(a.value_ - b.value_, a, b); }
  friend ErrorBounded operator-(ErrorBounded a) { return {-a.value_, a.error_}; }
  friend ErrorBounded operator*(ErrorBounded a, ErrorBounded b) {
    const double product = a.value_ * b.value_;
    return {product, slack * (std::abs(a.value_) * b.error_ + a.error_ * (std::abs(b.value_) + b.error_) +
                              unit * std::abs(product)) +
                         least};
  }
  friend ErrorBounded magnitude_of(ErrorBounded a) { return {std::abs(a.value_), a.error_}; }

  /// Bounds on the least and the largest of two.
  friend ErrorBounded least_of(ErrorBounded a, ErrorBounded b) {
    return {std::fmin(a.value_, b.value_), std::fmax(a.error_, b.error_)};
  }
  friend ErrorBounded largest_of(ErrorBounded a, ErrorBounded b) {
    return {std::fmax(a.value_, b.value_), std::fmax(a.error_, b.error_)};
  }

 private:
  constexpr ErrorBounded(double value, double error) : value_(value), error_(error) {}

  static ErrorBounded sum(double value, ErrorBounded a, ErrorBounded b) {
    return {value, slack * (a.error_ + b.error_ + unit * std::abs(value))};
  }

  /// Relative error of one rounding.
  static constexpr double unit = std::numeric_limits<double>::epsilon() / 2;
  /// Covers the rounding of the bound itself.
  static constexpr double slack = 1 + 16 * std::numeric_limits<double>::epsilon();
  static constexpr double least = 1e-300;  ///< Covers underflow of a product and of its bound.

  double value_ = 0;
  double error_ = 0;
};

}  // namespace jam::mesh
