// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Exact decimal numbers: an integer times a power of ten, of any length. They hold what a text file says,
// digit for digit, where a double would round. Only what verification needs is here: reading, scaling to a
// common power of ten, and the nearest double for filters.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <string_view>

namespace jam::circles {

using Integer = boost::multiprecision::cpp_int;

/// The value digits * 10^exponent.
class Decimal {
 public:
  /// Zero.
  Decimal() = default;

  /// Magnitudes above this are refused: below it, sums of a few numbers never overflow a double.
  static constexpr double magnitude_limit = 1e300;

  /// Reads `[+-]digits[.digits][e[+-]digits]` in full. Empty for any other text, for more than 1000
  /// characters, for a magnitude above magnitude_limit, and if the last digit stands below 10^-1000.
  [[nodiscard]] static std::optional<Decimal> parse(std::string_view text);

  /// The shortest decimal that reads back as `value`, that is, what std::to_chars prints. |value| must not
  /// exceed magnitude_limit.
  [[nodiscard]] static Decimal shortest(double value);

  /// Power of ten of the last digit; 0 for the number zero.
  [[nodiscard]] int exponent() const { return exponent_; }

  /// The integer value / 10^exponent; `exponent` must not exceed exponent() unless the value is zero.
  [[nodiscard]] Integer scaled(int exponent) const;

  /// The double nearest to the value: relative error at most 2^-53, or absolute error at most 2^-1074 where
  /// that underflows.
  [[nodiscard]] double nearest() const { return nearest_; }

  [[nodiscard]] bool is_zero() const { return digits_.is_zero(); }
  [[nodiscard]] bool is_positive() const { return digits_.sign() > 0; }

 private:
  Integer digits_;
  int exponent_ = 0;
  double nearest_ = 0;
};

/// 10^power for power >= 0.
[[nodiscard]] Integer power_of_ten(int power);

}  // namespace jam::circles
