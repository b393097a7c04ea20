// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Corner packings of extremely uneven radii, and what the searches make of them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "circles/searched.hpp"
#include "jam/circles/model/corner_packing.hpp"
#include "jam/circles/polish/polish.hpp"

using namespace jam;
using namespace jam::circles;
using namespace jam::circles::test;

namespace {

Problem large_and_dust(std::vector<double> radii, int count, double radius = 1) {
  radii.insert(radii.end(), count, radius);
  return problem_from_radii(std::move(radii));
}

/// The enclosing radius of one circle of radius `large` and `count` circles of radius 1 side by side at the
/// rim, symmetric about the widest place: the outermost two touch the large circle.
double side_by_side(double large, int count) {
  double low = large + 1;
  double high = large + 2;
  for (int k = 0; k < 100; ++k) {
    const double radius = 0.5 * (low + high);
    const double angle =
        (count - 1) * std::asin(1 / (radius - 1));  // From the widest place to the last centre.
    const double across = (radius - 1) * std::sin(angle);
    const double along = (radius - 1) * std::cos(angle) + radius - large;
    (std::hypot(along, across) < large + 1 ? low : high) = radius;
  }
  return high;
}

SearchResult search_with(int kind, const Problem& problem, const Packing& start) {
  StopToken stop;
  stop.set_time_limit(60);  // Never reached: a test that hangs must end.
  Events events;
  const SearchRun run{.thread_count = 1, .stop = stop, .listener = events};
  SearchOptions options;
  options.instance_count = 1;
  options.ladder_count = 0;
  options.trial_limit = 1;
  switch (kind) {
    case 0: return search_multistart(problem, {}, options, run);
    case 1: return search_improve(problem, start, options, run);
    case 2: options.strategy = Strategy::compress; return search_improve(problem, start, options, run);
    case 3: return search_annealing(problem, {}, options, run);
    default: return search_large(problem, {}, options, run);
  }
}

}  // namespace

TEST_CASE("small circles lie side by side in the crescent beside a large one, whatever the search") {
  const Problem problem = large_and_dust({1000}, 200);
  // A ring around the large circle, as searches from random places end: R = 1002.
  Packing ring{{{1000, 0, 0}}, 0};
  for (int k = 0; k < 200; ++k)
    ring.circles.push_back({1, 1001 * std::cos(k * 0.0314), 1001 * std::sin(k * 0.0314)});
  for (int kind = 0; kind < 5; ++kind) {
    INFO("search " << kind);
    const SearchResult result = search_with(kind, problem, ring);
    CHECK(result.best.enclosing_radius <= side_by_side(1000, 200) * (1 + 1e-9));
  }
}

TEST_CASE("corner packings of other uneven radii are as small as their bounds") {
  const auto radius_of = [](const Problem& problem) {
    const std::optional<Packing> packing = corner_packing(problem);
    REQUIRE(packing);
    CHECK(largest_overlap(*packing) <= 1e-12 * packing->enclosing_radius);
    CHECK(sorted_radii(packing->circles) == problem.radii);
    const PolishResult polished = polish(*packing);
    return polished.packing.enclosing_radius;
  };
  for (const int count : {20, 60})
    CHECK(radius_of(large_and_dust({1000}, count)) <= side_by_side(1000, count) * (1 + 1e-9));
  CHECK(radius_of(large_and_dust({1e6}, 50)) <= side_by_side(1e6, 50) * (1 + 1e-12));
  // The two largest side by side leave places for all others.
  CHECK(radius_of(large_and_dust({1000, 500}, 100)) == Approx(1500).epsilon(1e-11));
  CHECK(radius_of(large_and_dust({1000, 1000}, 300)) == Approx(2000).epsilon(1e-11));
  CHECK(radius_of(large_and_dust({1e6, 1e6}, 40, 1e-3)) == Approx(2e6).epsilon(1e-11));
  CHECK(radius_of(large_and_dust({4096, 1024, 256, 64, 16, 4}, 1)) == Approx(5120).epsilon(1e-11));
  // Three equal ones: 1 + 2 / sqrt(3).
  CHECK(radius_of(large_and_dust({1000, 1000, 1000}, 100)) ==
        Approx(1000 * (1 + 2 / std::sqrt(3.0))).epsilon(1e-9));
}

TEST_CASE("more small circles than one row takes are put into several rows of the crescent") {
  // A ring of equal width takes 3144 of them, with R = 1002.
  const std::optional<Packing> packing = corner_packing(large_and_dust({1000}, 2500));
  REQUIRE(packing);
  CHECK(packing->enclosing_radius < 1002.3);
}

TEST_CASE("radii that are even enough have no corner packing") {
  CHECK_FALSE(corner_packing(make_problem("linear", 128)));
  CHECK_FALSE(corner_packing(make_problem("equal", 50)));
  CHECK_FALSE(corner_packing(make_problem("inv-two-thirds", 100)));
  CHECK_FALSE(corner_packing(problem_from_radii({1000, 1})));
  CHECK(extremely_uneven(large_and_dust({1000}, 2).radii));
}

TEST_CASE("a corner packing that is stopped is none") {
  const StopQuery stopped{[](void*) { return true; }, nullptr};
  CHECK_FALSE(corner_packing(large_and_dust({1000}, 200), stopped));
}
