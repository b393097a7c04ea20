// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reading and writing durations.
#include "jam/core/duration.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <system_error>

#include "jam/core/error.hpp"

namespace jam {
namespace {

struct Unit {
  std::string_view name;
  double seconds;
  int rank;  ///< Rank of the unit: in a duration, ranks of units fall.
};

constexpr std::array<Unit, 7> units = {{{"d", 86400, 5},
                                        {"h", 3600, 4},
                                        {"m", 60, 3},
                                        {"min", 60, 3},
                                        {"s", 1, 2},
                                        {"ms", 1e-3, 1},
                                        {"us", 1e-6, 0}}};

[[noreturn]] void fail(std::string_view text) {
  throw InputError(
      "'" + std::string(text) +
      "' is no duration: write for example 60s, 10m, 1h30m, 500ms, 100us, or a number of seconds");
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : units) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

std::string with_unit(long long value, const char* unit) {
  return value == 0 ? "" : std::to_string(value) + unit;
}

}  // namespace

double parse_duration(std::string_view text) {
  double total = 0;
  int last_rank = 100;
  std::string_view rest = text;
  do {
    // A number, without sign, inf or nan.
    double value = 0;
    const auto number =
        std::from_chars(rest.data(), rest.data() + rest.size(), value, std::chars_format::general);
    if (number.ec != std::errc{} || rest[0] == '-' || is_letter(rest[0])) fail(text);
    rest.remove_prefix(number.ptr - rest.data());

    // Its unit; a number alone counts seconds.
    std::size_t length = 0;
    while (length < rest.size() && is_letter(rest[length])) ++length;
    const Unit* unit = find_unit(rest.substr(0, length));
    if (length == 0 && rest.empty() && last_rank == 100) unit = find_unit("s");
    if (unit == nullptr || unit->rank >= last_rank) fail(text);
    rest.remove_prefix(length);
    last_rank = unit->rank;
    total += value * unit->seconds;
  } while (!rest.empty());
  if (!std::isfinite(total)) fail(text);
  return total;
}

std::string format_duration(double seconds) {
  if (!std::isfinite(seconds)) return "unlimited";
  if (seconds <= 0) return "0s";
  if (seconds < 59.95) {
    const bool small = seconds < 0.9995;
    const double value = small ? seconds * 1e3 : seconds;
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), value < 1 ? "%.2g" : "%.3g", value);
    // The shortest fixed form: "%g" would write 1e-05.
    double rounded = 0;
    std::from_chars(buffer.data(), buffer.data() + buffer.size(), rounded);
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), rounded, std::chars_format::fixed);
    return std::string(buffer.data(), end.ptr) + (small ? "ms" : "s");
  }
  const long long whole = std::llround(std::min(seconds, 1e15));
  const long long days = whole / 86400;
  const long long hours = whole / 3600 % 24;
  const long long minutes = whole / 60 % 60;
  if (days > 0) return with_unit(days, "d") + with_unit(hours, "h");
  if (hours > 0) return with_unit(hours, "h") + with_unit(minutes, "m");
  return with_unit(minutes, "m") + with_unit(whole % 60, "s");
}

}  // namespace jam
