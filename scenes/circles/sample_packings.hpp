// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Small packings whose measures are known exactly.
#pragma once

#include <cmath>
#include <vector>

#include "jam/circles/model/packing.hpp"
#include "jam/circles/polish/polish.hpp"

/// Radii 1, 2, 3 in R = 5: all touch each other, 2 and 3 touch the enclosing circle (3-4-5 triangle). Circle
/// 1 is held by two contacts only.
inline jam::circles::Packing three_circles() { return {{{1, 1.2, 2.4}, {2, 3, 0}, {3, -2, 0}}, 5}; }

/// The contacts of three_circles.
inline jam::circles::ContactGraph three_circle_contacts() {
  return {{{0, 1}, {0, 2}, {1, -1}, {1, 2}, {2, -1}}, {1, 0, 0}};
}

/// Seven unit circles in R = 3: one in the middle, six around it.
inline jam::circles::Packing seven_circles() {
  jam::circles::Packing packing{{{1, 0, 0}}, 3};
  for (int k = 0; k < 6; ++k)
    packing.circles.push_back({1, 2 * std::cos(k * std::acos(0.5)), 2 * std::sin(k * std::acos(0.5))});
  return packing;
}

/// Three circles of radii a > b > c that all touch each other, a and b on a diameter of the circle of radius
/// a + b.
inline jam::circles::Packing triple(double a, double b, double c) {
  const double along = ((a + c) * (a + c) - (b + c) * (b + c) + (a + b) * (a + b)) / (2 * (a + b));
  const double across = std::sqrt((a + c) * (a + c) - along * along);
  return {{{c, -b + along, across}, {b, a, 0}, {a, -b, 0}}, a + b};
}
