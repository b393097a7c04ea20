// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "jam/circles/polish/packing_incumbent.hpp"
#include "jam/circles/polish/polish.hpp"
#include "jam/core/error.hpp"
#include "scenes/circles/sample_packings.hpp"
#include "support/resumed_search.hpp"

using namespace jam;
using namespace jam::test;
using circles::Circle;

TEST_CASE("the best of packings that differ in their last digits is the same in whatever order they come") {
  // The same circles rotated: polishing leaves other last digits.
  const Problem problem = circles::make_problem("equal", 7);
  std::vector<Packing> packings;
  for (int k = 0; k < 6; ++k) {
    Packing start = seven_circles();
    for (Circle& c : start.circles)
      c = {c.radius, c.x * std::cos(0.3 * k) - c.y * std::sin(0.3 * k),
           c.x * std::sin(0.3 * k) + c.y * std::cos(0.3 * k)};
    packings.push_back(circles::polish(start).packing);
  }
  // And one whose radius is that of another, mirrored.
  packings.push_back(packings.front());
  for (Circle& c : packings.back().circles) c.x = -c.x;
  StopToken stop;
  const SearchOptions options;
  const auto best_of = [&] {
    Events events;
    circles::PackingIncumbent best(problem, options, {.stop = stop, .listener = events});
    for (const Packing& packing : packings) static_cast<void>(best.offer(packing, 0, MoveKind::swap));
    CHECK(events.improvements.size() == 1);
    CHECK(best.change_count() >= 1);
    return best.packing();
  };
  const Packing first = best_of();
  for (std::size_t k = 1; k < packings.size(); ++k) {
    std::rotate(packings.begin(), packings.begin() + 1, packings.end());
    CHECK(same_packing(best_of(), first));
  }
  std::reverse(packings.begin(), packings.end());
  CHECK(same_packing(best_of(), first));
}

TEST_CASE(
    "radii too far apart for double precision are refused with their ratio, and others are packed to the "
    "last digits") {
  StopToken stop;
  stop.set_time_limit(60);
  Events events;
  const circles::SearchRun run{.stop = stop, .listener = events};
  CHECK_THROWS_WITH(search_multistart(circles::problem_from_radii({1, 1e-15}), {}, {}, run),
                    Catch::Contains("1e+15 times the smallest"));
  CHECK_THROWS_AS(search_large(circles::problem_from_radii({1, 1e-15}), {}, {}, run), InputError);
  const circles::SearchResult result =
      search_multistart(circles::problem_from_radii({1, 1e-10}), {}, {}, run);
  CHECK(result.best.enclosing_radius <= (1 + 1e-10) * (1 + 1e-15));
}
