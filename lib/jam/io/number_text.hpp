// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Numbers as text and back, the same on every machine and in every locale. A double written as the shortest
// decimal reads back as the same double, so that a file holds exactly what the program held.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace jam::io {

/// The shortest decimal that reads back as the same number, for example `22.000193012737`, `1e+22`, `-0.1`.
/// Not finite: `inf`, `-inf`, `nan`; no file format of ours holds these.
template <class Number>
requires std::floating_point<Number> || std::integral<Number>
[[nodiscard]] std::string number_text(Number value) {
  std::array<char, 64> buffer;  // The longest shortest double has 24 characters, the longest integer 20.
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

/// With exactly `decimals` digits after the point, rounded to nearest: for tables and pictures, not for files
/// that are read back.
[[nodiscard]] inline std::string fixed_text(double value, int decimals) {
  std::string buffer(330 + (decimals > 0 ? decimals : 0), '\0');  // 1e308 has 309 digits before the point.
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  buffer.resize(result.ptr - buffer.data());
  return buffer;
}

/// The first ten numbers of a list: `12, 17, 45 and 3 more`; empty for none.
[[nodiscard]] inline std::string list_text(std::span<const int> numbers) {
  constexpr std::size_t limit = 10;
  std::string text;
  for (const int number : numbers.first(numbers.size() < limit ? numbers.size() : limit))
    text += (text.empty() ? "" : ", ") + number_text(number);
  return numbers.size() > limit ? text + " and " + number_text(numbers.size() - limit) + " more" : text;
}

/// The number that the whole of `text` spells in decimal (an optional sign, digits, point, exponent); nothing
/// for anything else: blanks, trailing characters, hexadecimal, a comma for the point, or a magnitude beyond
/// the type. `inf` and `nan` are numbers here: the caller decides whether to accept them.
template <class Number>
requires std::floating_point<Number> || std::integral<Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text) {
  // Unlike every other reader, from_chars refuses a leading plus.
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
  Number value{};
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The double nearest to `value` rounded to `decimals` digits after the point; never -0.
[[nodiscard]] inline double rounded_to_decimals(double value, int decimals) {
  return *parse_number<double>(fixed_text(value, decimals)) + 0.0;
}

}  // namespace jam::io
