// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/motion_view.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "jam/io/base64.hpp"

namespace jam::trunk {
namespace {

std::uint16_t whole_share(double value, double low, double high) {
  const double share = high > low ? (value - low) / (high - low) : 0;
  return static_cast<std::uint16_t>(std::lround(65535 * std::clamp(share, 0.0, 1.0)));
}

}  // namespace

io::JsonObject motion_view(const LoadMotion& motion) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Vec3d low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};
  std::vector<double> times;
  for (const MotionFrame& frame : motion.frames) {
    times.push_back(frame.time);
    for (const BoxPlace& place : frame.places) {
      const Vec3d c = place.centre;
      low = {std::min(low.x, c.x), std::min(low.y, c.y), std::min(low.z, c.z)};
      high = {std::max(high.x, c.x), std::max(high.y, c.y), std::max(high.z, c.z)};
    }
  }
  std::vector<std::uint16_t> positions, rotations;
  for (const MotionFrame& frame : motion.frames) {
    for (const auto& [c, rotation] : frame.places) {
      positions.insert(positions.end(), {whole_share(c.x, low.x, high.x), whole_share(c.y, low.y, high.y),
                                         whole_share(c.z, low.z, high.z)});
      const auto [w, x, y, z] = rotation;
      for (const double part : {w, x, y, z})
        rotations.push_back(
            static_cast<std::uint16_t>(std::lround(32767 * (1 + std::clamp(part, -1.0, 1.0)))));
    }
  }
  return io::JsonObject("times_s", times, "low_mm", low, "high_mm", high)
      .add("positions", io::base64_of(std::span<const std::uint16_t>(positions)))
      .add("rotations", io::base64_of(std::span<const std::uint16_t>(rotations)));
}

}  // namespace jam::trunk
