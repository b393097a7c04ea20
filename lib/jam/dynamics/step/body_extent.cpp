// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "jam/dynamics/step/step_checks.hpp"

namespace jam::dynamics {

std::vector<double> body_sizes(const World& world) {
  std::vector<double> sizes(world.bodies.count(), 1e300);
  for (const Shape& shape : world.shapes) {
    if (!world.bodies.is_wall(shape.body))
      sizes[shape.body] = std::min(sizes[shape.body], smallest_half(shape));
  }
  return sizes;
}

std::vector<double> body_reaches(const World& world) {
  std::vector<double> reaches(world.bodies.count());
  for (const Shape& shape : world.shapes) {
    reaches[shape.body] = std::max(reaches[shape.body], length(shape.pose.position) + turning_radius(shape));
  }
  return reaches;
}

}  // namespace jam::dynamics
