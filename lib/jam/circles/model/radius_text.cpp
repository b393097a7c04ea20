// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/model/radius_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jam/io/number_text.hpp"

namespace jam::circles {

std::string radius_text(double radius) {
  if (!std::isfinite(radius)) return "-";
  const int before_point = radius >= 1 ? 1 + static_cast<int>(std::floor(std::log10(radius))) : 1;
  return io::fixed_text(radius, std::clamp(16 - before_point, 0, 12));
}

bool beats(double radius, const BestKnown& best) {
  const double unit = best.decimals > 0 ? std::pow(10.0, -best.decimals) : 0.0;
  return radius < best.radius - std::max(unit, 1e-12 * best.radius);
}

std::string gap_text(double radius, const std::optional<BestKnown>& best) {
  if (!best || !std::isfinite(radius)) return "-";
  if (reached(radius, *best) && !beats(radius, *best)) return "reached";
  return fmt::format("{:+.2e}", relative_gap(radius, *best));
}

}  // namespace jam::circles
