// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/islands/elites.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "jam/circles/model/alignment.hpp"
#include "jam/circles/tabu/moves.hpp"

namespace jam::circles {
namespace {

/// A unit vector in a random direction.
void draw_direction(RandomStream& random, double& x, double& y) {
  float u = 0;
  float v = 0;
  do {
    uniform_in_disc(random, 1.0F, u, v);
  } while (u * u + v * v < 1e-4F);
  const double length = std::sqrt(static_cast<double>(u) * u + static_cast<double>(v) * v);
  x = u / length;
  y = v / length;
}

/// Indices of the circles, ascending along x.
std::vector<int> along_x(const std::vector<Circle>& circles) {
  return order_by(static_cast<int>(circles.size()),
                  [&](int a, int b) { return circles[a].x < circles[b].x; });
}

}  // namespace

std::vector<Circle> cross(const std::vector<Circle>& first, const std::vector<Circle>& second,
                          RandomStream& random) {
  const std::size_t n = first.size();
  double cosine = 0;
  double sine = 0;
  draw_direction(random, cosine, sine);
  std::vector<Circle> child = rotated(first, cosine, sine, false);
  draw_direction(random, cosine, sine);
  const std::vector<Circle> other = rotated(second, cosine, sine, random.uniform() < 0.5F);

  // The circles of least x stay; the second parent gives its places of greatest x.
  const std::size_t quarter = n / 4;
  const std::size_t first_count = quarter + random.below(static_cast<std::uint32_t>(n - 2 * quarter + 1));
  std::vector<char> missing(n, 1);
  const std::vector<int> order = along_x(child);
  for (std::size_t k = 0; k < first_count; ++k) missing[order[k]] = 0;
  const std::vector<int> other_order = along_x(other);
  std::vector<std::size_t> places(other_order.begin() + static_cast<std::ptrdiff_t>(first_count),
                                  other_order.end());

  std::vector<std::size_t> displaced;
  std::vector<char> free(n, 0);
  for (const std::size_t place : places) free[place] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    if (missing[i] == 0) continue;
    if (free[i] != 0) {
      free[i] = 0;
      child[i] = other[i];
    } else {
      displaced.push_back(i);
    }
  }
  std::erase_if(places, [&](std::size_t place) { return free[place] == 0; });
  // Sort the places by the radii of the circles that they held, and the missing circles by their own radii.
  const auto smaller = [&](std::size_t a, std::size_t b) {
    return first[a].radius < first[b].radius || (first[a].radius == first[b].radius && a < b);
  };
  std::sort(places.begin(), places.end(), smaller);
  std::sort(displaced.begin(), displaced.end(), smaller);
  for (std::size_t k = 0; k < displaced.size(); ++k) {
    child[displaced[k]].x = other[places[k]].x;
    child[displaced[k]].y = other[places[k]].y;
  }
  return child;
}

}  // namespace jam::circles
