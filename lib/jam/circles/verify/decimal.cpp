// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reading and scaling of exact decimals.
#include "jam/circles/verify/decimal.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace jam::circles {
namespace {

constexpr int text_length_limit = 1000;
constexpr int exponent_limit = 1000;
constexpr int chunk_length = 18;  // digits that always fit into 64 bits

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::uint64_t small_power_of_ten(int power) {
  std::uint64_t result = 1;
  for (int i = 0; i < power; ++i) result *= 10;
  return result;
}

}  // namespace

Integer power_of_ten(int power) {
  static const std::array<Integer, 64> table = [] {
    std::array<Integer, 64> powers;
    powers[0] = 1;
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
    return powers;
  }();
  if (power < static_cast<int>(table.size())) return table[power];
  return boost::multiprecision::pow(Integer(10), static_cast<unsigned>(power));
}

std::optional<Decimal> Decimal::parse(std::string_view text) {
  if (text.empty() || text.size() > text_length_limit) return std::nullopt;
  std::size_t at = 0;
  const bool negative = text[0] == '-';
  if (text[0] == '-' || text[0] == '+') at = 1;
  const std::size_t number_begin = at;

  // Mantissa: digits with at most one point, gathered in chunks of 64-bit integers.
  Decimal result;
  std::uint64_t chunk = 0;
  int chunk_digits = 0;
  int digit_count = 0;
  int fraction_digits = 0;
  bool point = false;
  for (; at < text.size() && (is_digit(text[at]) || (text[at] == '.' && !point)); ++at) {
    if (text[at] == '.') {
      point = true;
      continue;
    }
    ++digit_count;
    if (point) ++fraction_digits;
    chunk = chunk * 10 + static_cast<std::uint64_t>(text[at] - '0');
    if (++chunk_digits == chunk_length) {
      result.digits_ = result.digits_ * small_power_of_ten(chunk_length) + chunk;
      chunk = 0;
      chunk_digits = 0;
    }
  }
  if (digit_count == 0) return std::nullopt;
  result.digits_ = result.digits_ * small_power_of_ten(chunk_digits) + chunk;

  // Exponent.
  int exponent = 0;
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') return std::nullopt;
    ++at;
    const bool negative_exponent = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (at == text.size()) return std::nullopt;
    for (; at < text.size(); ++at) {
      if (!is_digit(text[at])) return std::nullopt;
      exponent = std::min(exponent * 10 + (text[at] - '0'), 100 * exponent_limit);
    }
    if (negative_exponent) exponent = -exponent;
  }
  if (result.digits_.is_zero()) return result;
  result.exponent_ = exponent - fraction_digits;
  if (result.exponent_ < -exponent_limit || result.exponent_ > exponent_limit) return std::nullopt;

  // The nearest double; out of range means either too small (zero is near enough) or too large (refused).
  const auto [end, error] =
      std::from_chars(text.data() + number_begin, text.data() + text.size(), result.nearest_);
  if (error == std::errc::result_out_of_range) {
    if (result.exponent_ >= 0 || result.digits_ > power_of_ten(-result.exponent_)) return std::nullopt;
    result.nearest_ = 0;
  } else if (error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  if (result.nearest_ > magnitude_limit) return std::nullopt;
  if (negative) {
    result.digits_ = -result.digits_;
    result.nearest_ = -result.nearest_;
  }
  return result;
}

Decimal Decimal::shortest(double value) {
  std::array<char, 64> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return parse(std::string_view(buffer.data(), end - buffer.data())).value();
}

Integer Decimal::scaled(int exponent) const {
  if (is_zero()) return 0;
  return digits_ * power_of_ten(exponent_ - exponent);
}

}  // namespace jam::circles
