// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Measures of a packing, and the smallest circle around given circles.
#include "jam/circles/model/packing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "jam/circles/model/near_pairs.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double gap(const Circle& a, const Circle& b) {
  return std::hypot(a.x - b.x, a.y - b.y) - (a.radius + b.radius);
}

/// Distance from (x, y) to the far side of a circle.
double reach(const Circle& from, const Circle& circle) {
  return std::hypot(circle.x - from.x, circle.y - from.y) + circle.radius;
}

/// The circle that two circles touch from inside, on the line of their centres; the larger of them if it
/// contains the other.
Circle around_two(const Circle& a, const Circle& b) {
  const double distance = std::hypot(b.x - a.x, b.y - a.y);
  if (distance <= std::abs(a.radius - b.radius)) return a.radius >= b.radius ? a : b;
  const double radius = 0.5 * (distance + a.radius + b.radius);
  const double share = (radius - a.radius) / distance;
  return {radius, a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/// The circle that three circles touch from inside: |m - c_i| = R - r_i (Apollonius). With a at the origin
/// the differences of the squared equations are linear in m, so m = u + v R; the first equation then gives R.
/// Nothing if the centres lie on a line or no such circle exists.
std::optional<Circle> around_three(const Circle& a, const Circle& b, const Circle& c) {
  const double bx = b.x - a.x, by = b.y - a.y, cx = c.x - a.x, cy = c.y - a.y;
  const double determinant = 2 * (bx * cy - by * cx);
  if (determinant == 0) return std::nullopt;
  // 2 b.m = |b|^2 + ra^2 - rb^2 + 2 R (rb - ra), the same for c; with R' = R - ra: 2 b.m = |b|^2 - (rb -
  // ra)^2 + 2 R' (rb - ra).
  const double db = b.radius - a.radius, dc = c.radius - a.radius;
  const double kb = bx * bx + by * by - db * db, kc = cx * cx + cy * cy - dc * dc;
  const double ux = (kb * cy - kc * by) / determinant, uy = (bx * kc - cx * kb) / determinant;
  const double vx = 2 * (db * cy - dc * by) / determinant, vy = 2 * (bx * dc - cx * db) / determinant;
  // |u + v R'|^2 = R'^2
  const double p = vx * vx + vy * vy - 1, q = ux * vx + uy * vy, s = ux * ux + uy * uy;
  const double root = q * q - p * s;
  if (root < 0) return std::nullopt;
  double best = infinity;
  const double far = q >= 0 ? -(q + std::sqrt(root)) : -q + std::sqrt(root);
  for (const double candidate : {p == 0 ? infinity : far / p, far == 0 ? infinity : s / far}) {
    if (candidate >= std::max({0.0, db, dc}) && candidate < best) best = candidate;
  }
  if (best == infinity) return std::nullopt;
  return Circle{best + a.radius, a.x + ux + vx * best, a.y + uy + vy * best};
}

/// The smallest circle around at most four circles, by trying every subset that can support it; `support`
/// becomes that subset.
Circle around_few(const std::vector<Circle>& circles, std::vector<int>& support) {
  Circle best{infinity, 0, 0};
  std::vector<int> chosen;
  const auto consider = [&](const std::optional<Circle>& candidate, std::initializer_list<int> members) {
    if (!candidate || candidate->radius >= best.radius) return;
    for (int i : support) {
      if (reach(*candidate, circles[i]) > candidate->radius * (1 + 1e-14)) return;
    }
    best = *candidate;
    chosen = members;
  };
  const std::size_t count = support.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Circle& a = circles[support[i]];
    consider(a, {support[i]});
    for (std::size_t j = 0; j < i; ++j) {
      const Circle& b = circles[support[j]];
      consider(around_two(a, b), {support[i], support[j]});
      for (std::size_t k = 0; k < j; ++k) {
        consider(around_three(a, b, circles[support[k]]), {support[i], support[j], support[k]});
      }
    }
  }
  if (best.radius < infinity) support = chosen;
  return best;
}

}  // namespace

double enclosing_radius_about_origin(const std::vector<Circle>& circles) {
  double radius = 0;
  for (const Circle& circle : circles)
    radius = std::max(radius, std::hypot(circle.x, circle.y) + circle.radius);
  return radius;
}

std::vector<double> sorted_radii(const std::vector<Circle>& circles) {
  std::vector<double> radii;
  for (const Circle& circle : circles) radii.push_back(circle.radius);
  std::sort(radii.begin(), radii.end());
  return radii;
}

void sort_by_radius(std::vector<Circle>& circles) {
  std::stable_sort(circles.begin(), circles.end(),
                   [](const Circle& a, const Circle& b) { return a.radius < b.radius; });
}

void place_at_random(Circle& circle, double container, RandomStream& random) {
  double x = 0;
  double y = 0;
  do {
    x = 2 * random.uniform_double() - 1;
    y = 2 * random.uniform_double() - 1;
  } while (x * x + y * y >= 1);
  circle.x = x * (container - circle.radius);
  circle.y = y * (container - circle.radius);
}

double density(const Packing& packing) {
  if (!(packing.enclosing_radius > 0)) return 0;
  double sum = 0;
  for (const Circle& circle : packing.circles) {
    const double ratio = circle.radius / packing.enclosing_radius;
    sum += ratio * ratio;
  }
  return sum;
}

double overlap_along_x(const std::vector<Circle>& circles) {
  double smallest = infinity;
  std::vector<int> order(circles.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return circles[a].x != circles[b].x ? circles[a].x < circles[b].x : circles[a].y < circles[b].y;
  });
  for (std::size_t k = 1; k < order.size(); ++k)
    smallest = std::min(smallest, gap(circles[order[k - 1]], circles[order[k]]));
  return -smallest;
}

double largest_overlap(const Packing& packing, double enough) {
  const std::vector<Circle>& circles = packing.circles;
  if (circles.empty()) return -infinity;

  // Some pair's gap, or the gap to the enclosing circle, bounds how far apart the closest pair can be.
  double smallest =
      std::min(packing.enclosing_radius - enclosing_radius_about_origin(circles), -overlap_along_x(circles));
  if (-smallest > enough) return -smallest;

  const NearPairs pairs(circles, std::max(0.0, smallest));
  pairs.for_each([&](int i, int j) { smallest = std::min(smallest, gap(circles[i], circles[j])); });
  return -smallest;
}

Circle smallest_enclosing_circle(const std::vector<Circle>& circles) {
  if (circles.empty()) return {};
  // Basis exchange: the circle that protrudes most is added, and the smallest circle around the (at most
  // four) candidates is found by trying their subsets. Its radius grows in every step, so no subset occurs
  // twice.
  std::vector<int> support = {0};
  Circle best = circles[0];
  while (true) {
    int farthest = 0;
    for (int i = 1; i < static_cast<int>(circles.size()); ++i) {
      if (reach(best, circles[i]) > reach(best, circles[farthest])) farthest = i;
    }
    const double needed = reach(best, circles[farthest]);
    if (needed <= best.radius * (1 + 1e-14)) return {needed, best.x, best.y};
    support.push_back(farthest);
    const Circle next = around_few(circles, support);
    // If rounding hides the last gain, the current centre is as good as double precision allows.
    if (!(next.radius > best.radius) || next.radius == infinity) return {needed, best.x, best.y};
    best = next;
  }
}

}  // namespace jam::circles
