// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/gain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "jam/io/number_text.hpp"

namespace jam::trunk {
namespace {

/// At most one digit after the point.
std::string short_text(double value) {
  const double rounded = io::rounded_to_decimals(value, 1);
  return io::fixed_text(rounded, rounded == std::round(rounded) ? 0 : 1);
}

}  // namespace

Gain gain_of(std::span<const double> results, std::span<const double> base) {
  assert(results.size() == base.size() && !base.empty());
  Gain gain{0, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), false};
  for (std::size_t k = 0; k < base.size(); ++k) {
    const double difference = results[k] - base[k];
    gain.mean += difference / static_cast<double>(base.size());
    gain.least = std::min(gain.least, difference);
    gain.most = std::max(gain.most, difference);
  }
  const auto [low, high] = std::ranges::minmax(results);
  const auto [base_low, base_high] = std::ranges::minmax(base);
  gain.measured = low > base_high || high < base_low;
  return gain;
}

std::string gain_text(const Gain& gain) {
  std::string text = (io::rounded_to_decimals(gain.mean, 1) > 0 ? "+" : "") + short_text(gain.mean);
  if (gain.least == gain.most) return text;
  return text + fmt::format(" ({} to {}{})", short_text(gain.least), short_text(gain.most),
                            gain.measured ? "" : ", within the spread");
}

io::JsonObject gain_json(const Gain& gain) {
  return io::JsonObject("mean", gain.mean, "least", gain.least)
      .add("most", gain.most, "measured", gain.measured);
}

}  // namespace jam::trunk
