// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Figures for people.
#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "jam/io/number_text.hpp"

namespace jam::app {
namespace {

std::string printed(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

}  // namespace

std::string radius_text(double radius) {
  if (!std::isfinite(radius)) return "-";
  const int before_point = radius >= 1 ? 1 + static_cast<int>(std::floor(std::log10(radius))) : 1;
  return io::fixed_text(radius, std::clamp(16 - before_point, 0, 12));
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
