// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Overlap, density and enclosing circles, against brute force.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "jam/circles/model/near_pairs.hpp"
#include "scenes/circles/sample_packings.hpp"

using namespace jam::circles;

namespace {

double largest_overlap_brute_force(const Packing& packing) {
  double overlap = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < packing.count(); ++i) {
    const Circle& a = packing.circles[i];
    overlap = std::max(overlap, std::hypot(a.x, a.y) + a.radius - packing.enclosing_radius);
    for (int j = 0; j < i; ++j) {
      const Circle& b = packing.circles[j];
      overlap = std::max(overlap, a.radius + b.radius - std::hypot(a.x - b.x, a.y - b.y));
    }
  }
  return overlap;
}

/// Circles with radii spread over `decades` powers of ten, in a square of the given half width.
std::vector<Circle> random_circles(std::mt19937& engine, int n, double decades, double half_width) {
  std::uniform_real_distribution<double> exponent(0, decades);
  std::uniform_real_distribution<double> coordinate(-half_width, half_width);
  std::vector<Circle> circles;
  for (int i = 0; i < n; ++i)
    circles.push_back({std::pow(10.0, exponent(engine)), coordinate(engine), coordinate(engine)});
  return circles;
}

}  // namespace

TEST_CASE("the largest overlap of known packings is known", "[unit]") {
  CHECK(std::abs(largest_overlap(three_circles())) < 1e-15);
  CHECK(std::abs(largest_overlap(seven_circles())) < 4e-15);  // A few roundings of cos, sin and hypot at 3.
  CHECK(largest_overlap({{{1, 0, 0}}, 1.5}) == -0.5);
  CHECK(largest_overlap({{{1, 0, 0}}, 0.75}) == 0.25);
  CHECK(largest_overlap({{{1, 0, 0}, {2, 0, 0}}, 9}) == 3);
  CHECK(largest_overlap({}) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("the largest overlap equals brute force for radii of any spread, with and without overlaps",
          "[unit]") {
  std::mt19937 engine(1);
  for (double decades : {0.0, 0.5, 2.0, 5.0}) {
    for (int n : {1, 2, 3, 10, 33, 300}) {
      for (double spread : {0.1, 1.0, 30.0, 1e6}) {
        const double size = std::pow(10.0, decades) * std::sqrt(n);
        const Packing packing{random_circles(engine, n, decades, spread * size), 2 * spread * size};
        CHECK(largest_overlap(packing) == largest_overlap_brute_force(packing));
      }
    }
  }
}

TEST_CASE("near pairs are found once each, and none within the margin is missed", "[unit]") {
  std::mt19937 engine(2);
  for (double decades : {0.0, 1.0, 4.0}) {
    for (double margin : {0.0, 0.3, 50.0}) {
      const std::vector<Circle> circles = random_circles(engine, 200, decades, 10 * std::pow(10.0, decades));
      std::vector<int> visits(circles.size() * circles.size(), 0);
      NearPairs(circles, margin).for_each([&](int i, int j) {
        ++visits[std::min(i, j) * circles.size() + std::max(i, j)];
      });
      int found = 0;
      for (std::size_t i = 0; i < circles.size(); ++i) {
        for (std::size_t j = 0; j < circles.size(); ++j) {
          const int count = visits[i * circles.size() + j];
          CHECK(count <= (i < j ? 1 : 0));
          found += count;
          if (i >= j) continue;
          const double gap = std::hypot(circles[i].x - circles[j].x, circles[i].y - circles[j].y) -
                             circles[i].radius - circles[j].radius;
          if (gap <= margin) CHECK(count == 1);
        }
      }
      if (margin == 0)
        CHECK(found <
              200 * 199 / 2 / 2);  // Half of all pairs: the cells are wide here, but they do sort out.
    }
  }
}

TEST_CASE("a hundred thousand circles of very different radii are measured without looking at all pairs",
          "[unit]") {
  std::mt19937 engine(3);
  std::vector<Circle> circles = random_circles(engine, 100000, 5, 1e7);
  int visits = 0;
  NearPairs(circles, 0).for_each([&](int, int) { ++visits; });
  CHECK(visits < 20'000'000);  // All pairs would be 5e9.
}

TEST_CASE("the search of near pairs ends soon after a stop", "[unit]") {
  int left = 10;
  const jam::StopQuery stop{[](void* context) { return --*static_cast<int*>(context) < 0; }, &left};
  std::vector<Circle> row(100'000, Circle{1, 0, 0});
  for (std::size_t i = 0; i < row.size(); ++i) row[i].x = 1.5 * static_cast<double>(i);
  int visits = 0;
  NearPairs(row, 0, stop).for_each([&](int, int) { ++visits; });
  CHECK(visits > 0);
  CHECK(visits < 60'000);  // Without the stop it makes about 500 000 visits.
}

TEST_CASE("extreme scales neither overflow nor hang", "[unit]") {
  const Packing far{{{1e-300, 1e300, 0}, {1e-300, 1e300, 0}, {1, 0, 0}}, 1e301};
  CHECK(largest_overlap(far) == largest_overlap_brute_force(far));
  const Packing tiny{{{5e-324, 0, 0}, {5e-324, 1, 0}}, 2};
  CHECK(largest_overlap(tiny) == largest_overlap_brute_force(tiny));
}

TEST_CASE("density is area over area", "[unit]") {
  CHECK(density(three_circles()) == Approx(14.0 / 25.0).epsilon(1e-15));
  CHECK(density(seven_circles()) == Approx(7.0 / 9.0).epsilon(1e-15));
  CHECK(density({}) == 0);
}

TEST_CASE("the smallest enclosing circle of known circles is known", "[unit]") {
  const auto enclosing_of = [](const std::vector<Circle>& circles) {
    return smallest_enclosing_circle(circles);
  };
  CHECK(enclosing_of({}).radius == 0);
  CHECK(enclosing_of({{2, 3, 4}}).radius == 2);
  const Circle inside = enclosing_of({{1, 0.5, 0}, {3, 0, 0}});
  CHECK(inside.radius == 3);
  CHECK(inside.x == 0);
  std::vector<Circle> moved = three_circles().circles;
  for (Circle& circle : moved) {
    circle.x += 7;
    circle.y -= 2;
  }
  const Circle three = enclosing_of(moved);
  CHECK(three.radius == Approx(5).epsilon(1e-14));
  CHECK(three.x == Approx(7).epsilon(1e-14));
  CHECK(three.y == Approx(-2).epsilon(1e-14));
  CHECK(enclosing_of({{1, 0, 0}, {1, 0, 0}, {1, 4, 0}, {1, 2, 2}}).radius == Approx(3).epsilon(1e-14));
}

TEST_CASE("no move of the centre makes the smallest enclosing circle smaller", "[unit]") {
  std::mt19937 engine(4);
  for (double decades : {0.0, 1.0, 3.0}) {
    for (int n : {2, 3, 4, 5, 20, 500}) {
      const std::vector<Circle> circles = random_circles(engine, n, decades, 2 * std::pow(10.0, decades));
      const Circle best = smallest_enclosing_circle(circles);
      const auto radius_about = [&](double x, double y) {
        double radius = 0;
        for (const Circle& circle : circles)
          radius = std::max(radius, std::hypot(circle.x - x, circle.y - y) + circle.radius);
        return radius;
      };
      CHECK(radius_about(best.x, best.y) <= best.radius * (1 + 1e-13));  // Rounding of hypot and of the sum.
      // The radius about a centre is convex: where no small step helps, none does. A step of d near an
      // optimum on two opposite circles gains nothing and costs only d^2 / R sideways, hence the tolerance.
      for (int k = 0; k < 64; ++k) {
        const double step = 1e-6 * best.radius;
        CHECK(radius_about(best.x + step * std::cos(0.1 * k), best.y + step * std::sin(0.1 * k)) >=
              best.radius * (1 - 1e-13));
      }
    }
  }
}
