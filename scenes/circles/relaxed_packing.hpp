// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Approximate packings for tests, made without any code of the library's searches: random centres, overlap
// energy minimised by FIRE, an enclosing circle that grows until the overlaps are small, float precision.
// Lengths are in the unit of the radii.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "jam/circles/model/packing.hpp"

namespace jam::circles::test {

inline std::vector<double> linear_radii(int n) {
  std::vector<double> radii;
  for (int i = 1; i <= n; ++i) radii.push_back(i);
  return radii;
}

/// A packing with overlaps up to `overlap` * R [-], not yet at a local minimum of R. `density` [-] is that of
/// the first enclosing circle.
inline Packing relaxed_packing(const std::vector<double>& radii, std::uint64_t seed, double density = 0.87,
                               double overlap = 3e-4) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  const std::size_t n = radii.size();
  double area = 0;
  for (const double radius : radii) area += radius * radius;
  double R = std::sqrt(area / density);
  struct Point {
    double x = 0, y = 0;
  };
  std::vector<Point> at(n), velocity(n), force(n);
  for (Point& p : at) {
    do p = {unit(random), unit(random)};
    while (std::hypot(p.x, p.y) > 1);
    p = {0.9 * R * p.x, 0.9 * R * p.y};
  }

  double worst = 0;
  const auto push = [&](Point& on, double dx, double dy, double distance, double depth) {
    on.x += 2 * depth * dx / distance;
    on.y += 2 * depth * dy / distance;
    worst = std::max(worst, depth);
    return depth * depth;
  };
  const auto energy = [&] {
    double sum = 0;
    worst = 0;
    std::fill(force.begin(), force.end(), Point{});
    for (std::size_t i = 0; i < n; ++i) {
      const double out = std::hypot(at[i].x, at[i].y), excess = out + radii[i] - R;
      if (excess > 0) sum += push(force[i], -at[i].x, -at[i].y, out, excess);
      for (std::size_t j = 0; j < i; ++j) {
        const double dx = at[i].x - at[j].x, dy = at[i].y - at[j].y, reach = radii[i] + radii[j];
        if (dx * dx + dy * dy >= reach * reach) continue;
        const double distance = std::sqrt(dx * dx + dy * dy) + 1e-300;
        sum += push(force[i], dx, dy, distance, reach - distance);
        push(force[j], -dx, -dy, distance, reach - distance);
      }
    }
    return sum;
  };

  for (int growth = 0; growth < 400; ++growth, R *= 1.003) {
    double step = 0.2, mixing = 0.1, previous = HUGE_VAL;
    int downhill = 0;
    std::fill(velocity.begin(), velocity.end(), Point{});
    for (int iteration = 1; iteration <= 4000; ++iteration) {
      const double now = energy();
      if (worst < 0.3 * overlap * R) break;
      if (iteration % 200 == 0) {
        if (now > 0.98 * previous) break;
        previous = now;
      }
      double power = 0, speed = 0, push_square = 1e-300;
      for (std::size_t i = 0; i < n; ++i) {
        power += force[i].x * velocity[i].x + force[i].y * velocity[i].y;
        speed += velocity[i].x * velocity[i].x + velocity[i].y * velocity[i].y;
        push_square += force[i].x * force[i].x + force[i].y * force[i].y;
      }
      const double turn = mixing * std::sqrt(speed / push_square);
      for (std::size_t i = 0; i < n; ++i)
        velocity[i] = power > 0 ? Point{(1 - mixing) * velocity[i].x + turn * force[i].x,
                                        (1 - mixing) * velocity[i].y + turn * force[i].y}
                                : Point{};
      if (power <= 0) {
        step *= 0.5;
        mixing = 0.1;
        downhill = 0;
      } else if (++downhill > 5) {
        step = std::min(1.1 * step, 0.6);
        mixing *= 0.99;
      }
      for (std::size_t i = 0; i < n; ++i) {
        velocity[i].x += step * force[i].x;
        velocity[i].y += step * force[i].y;
        at[i].x += step * velocity[i].x;
        at[i].y += step * velocity[i].y;
      }
    }
    if (worst < overlap * R) break;
  }

  Packing packing;
  for (std::size_t i = 0; i < n; ++i)
    packing.circles.push_back({radii[i], static_cast<float>(at[i].x), static_cast<float>(at[i].y)});
  packing.enclosing_radius = R;
  return packing;
}

}  // namespace jam::circles::test
