// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Figures for people.
#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "jam/io/number_text.hpp"

namespace jam::app {
namespace {

std::string printed(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

}  // namespace

std::string figures(double value) { return printed("%.6g", value); }

std::string radius_text(double radius) {
  if (!std::isfinite(radius)) return "-";
  const int before_point = radius >= 1 ? 1 + static_cast<int>(std::floor(std::log10(radius))) : 1;
  return io::fixed_text(radius, std::clamp(16 - before_point, 0, 12));
}

std::string count_text(double count) {
  constexpr const char* prefixes[] = {"", "k", "M", "G", "T"};
  std::size_t k = 0;
  // 999.5 would be printed as 1e+03.
  for (; count >= 999.5 && k + 1 < std::size(prefixes); ++k) count /= 1000;
  return printed(count < 999.5 ? "%.3g" : "%.0f", count) + prefixes[k];
}

std::string clock_text(double seconds) {
  const auto whole = static_cast<long long>(std::max(0.0, seconds));
  char buffer[64];
  if (whole >= 3600) {
    std::snprintf(buffer, sizeof buffer, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
  } else {
    std::snprintf(buffer, sizeof buffer, "%lld:%02lld", whole / 60, whole % 60);
  }
  return buffer;
}

bool beats(double radius, const circles::BestKnown& best) {
  const double unit = best.decimals > 0 ? std::pow(10.0, -best.decimals) : 0.0;
  return radius < best.radius - std::max(unit, 1e-12 * best.radius);
}

std::string gap_text(double radius, const std::optional<circles::BestKnown>& best) {
  if (!best || !std::isfinite(radius)) return "-";
  if (circles::reached(radius, *best) && !beats(radius, *best)) return "reached";
  return printed("%+.2e", circles::relative_gap(radius, *best));
}

}  // namespace jam::app
