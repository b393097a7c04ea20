// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Random and lattice starts of the large search.
#include "jam/circles/large/start.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "jam/core/philox.hpp"

namespace jam::circles::large {

namespace {

constexpr double pi = 3.141592653589793;
/// A shake of n circles makes 1 + n / exchange_share exchanges.
constexpr std::uint32_t exchange_share = 50;
/// The two circles of an exchange are at most 1 + n / exchange_reach places apart in the order of size.
constexpr std::uint32_t exchange_reach = 16;

/// Two uniform numbers in [0, 1) for one circle.
std::array<double, 2> uniform_pair(const RandomStream& stream, std::size_t circle) {
  const PhiloxBlock words = stream.block(static_cast<std::uint32_t>(circle));
  return {uniform_double(words.x, words.y), uniform_double(words.z, words.w)};
}

/// A uniformly random point of the unit disc.
std::array<double, 2> disc_point(const std::array<double, 2>& uniform) {
  const double radius = std::sqrt(uniform[0]);
  const double angle = 2.0 * pi * uniform[1];
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// The `count` lattice points (pitch 1) nearest to (cx, cy), relative to it, nearest first.
Centres lattice_points(std::size_t count, double cx, double cy) {
  struct Point {
    double square, x, y;
  };
  const double row = std::sqrt(0.75);
  // A disc of this radius holds `count` points of area row each, with a margin for its rim.
  const double radius = std::sqrt(static_cast<double>(count) * row / pi) + 2.0;
  std::vector<Point> points;
  const int rows = static_cast<int>(std::ceil(radius / row)) + 1;
  const int columns = static_cast<int>(std::ceil(radius)) + 1;
  for (int j = -rows; j <= rows; ++j) {
    for (int i = -columns; i <= columns; ++i) {
      const double x = i + ((j & 1) != 0 ? 0.5 : 0.0) - cx;
      const double y = j * row - cy;
      const double square = x * x + y * y;
      if (square <= radius * radius) points.push_back({square, x, y});
    }
  }
  std::stable_sort(points.begin(), points.end(),
                   [](const Point& a, const Point& b) { return a.square < b.square; });
  Centres centres;
  for (std::size_t i = 0; i < count; ++i) {
    centres.x.push_back(points[i].x);
    centres.y.push_back(points[i].y);
  }
  return centres;
}

}  // namespace

double least_container_radius(const std::vector<double>& radii) {
  double first = 0;
  double second = 0;
  double squares = 0;
  for (const double radius : radii) {
    second = std::max(second, std::min(first, radius));
    first = std::max(first, radius);
    squares += radius * radius;
  }
  return std::max(first + second, std::sqrt(squares));
}

double container_radius_at(const std::vector<double>& radii, double density) {
  double squares = 0;
  for (const double radius : radii) squares += radius * radius;
  return std::max(least_container_radius(radii), std::sqrt(squares / density));
}

Centres random_centres(const std::vector<double>& radii, double container_radius, std::uint64_t seed,
                       int island) {
  const RandomStream stream(seed, StreamId::start, static_cast<std::uint32_t>(island), 0);
  Centres centres;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    const auto point = disc_point(uniform_pair(stream, i));
    const double clearance = std::max(0.0, container_radius - radii[i]);
    centres.x.push_back(clearance * point[0]);
    centres.y.push_back(clearance * point[1]);
  }
  return centres;
}

Centres grid_centres(const std::vector<double>& radii, std::uint64_t seed, int island) {
  const std::size_t count = radii.size();
  const double row = std::sqrt(0.75);
  const std::array<std::array<double, 2>, 3> origins = {{{0.0, 0.0}, {0.5, 0.0}, {0.5, row / 3.0}}};
  Centres best;
  double best_radius = std::numeric_limits<double>::infinity();
  for (const auto& origin : origins) {
    Centres points = lattice_points(count, origin[0], origin[1]);
    const double radius = std::hypot(points.x.back(), points.y.back());
    if (radius < best_radius) {
      best_radius = radius;
      best = std::move(points);
    }
  }
  // Fisher-Yates: which circle goes to which site. Equal circles stay, so that their order is the lattice's.
  std::vector<std::size_t> site(count);
  std::iota(site.begin(), site.end(), std::size_t{0});
  if (*std::max_element(radii.begin(), radii.end()) > *std::min_element(radii.begin(), radii.end())) {
    RandomStream stream(seed, StreamId::shuffle, static_cast<std::uint32_t>(island), 0);
    for (std::size_t i = count - 1; i > 0; --i)
      std::swap(site[i], site[stream.below(static_cast<std::uint32_t>(i + 1))]);
  }
  const double pitch = 2.0 * *std::max_element(radii.begin(), radii.end());
  Centres centres;
  for (std::size_t i = 0; i < count; ++i) {
    centres.x.push_back(pitch * best.x[site[i]]);
    centres.y.push_back(pitch * best.y[site[i]]);
  }
  return centres;
}

void shake(const std::vector<double>& radii, double amplitude, const ShakeNumber& number, Centres& centres) {
  const auto island = static_cast<std::uint32_t>(number.island);
  const RandomStream stream(number.seed, StreamId::jitter, island, number.round);
  for (std::size_t i = 0; i < radii.size(); ++i) {
    const auto point = disc_point(uniform_pair(stream, i));
    centres.x[i] += amplitude * radii[i] * point[0];
    centres.y[i] += amplitude * radii[i] * point[1];
  }
  // Exchange some circles with one a little larger.
  const std::uint32_t count = static_cast<std::uint32_t>(radii.size());
  if (count < 2) return;
  RandomStream moves(number.seed, StreamId::move, island, number.round);
  for (std::uint32_t k = 0; k <= count / exchange_share; ++k) {
    const std::uint32_t i = moves.below(count - 1);
    const std::uint32_t j = std::min(count - 1, i + 1 + moves.below(1 + count / exchange_reach));
    std::swap(centres.x[i], centres.x[j]);
    std::swap(centres.y[i], centres.y[j]);
  }
}

}  // namespace jam::circles::large
