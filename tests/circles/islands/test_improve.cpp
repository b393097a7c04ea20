// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search `improve`: from one packing, legal or not, to a better one.
#include <catch2/catch.hpp>

#include <cmath>

#include "circles/searched.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/core/error.hpp"

using namespace jam;
using namespace jam::circles;
using namespace jam::circles::test;

TEST_CASE("improve publishes a legal start first and never ends above it", "[unit]") {
  const Problem problem = make_problem("linear", 15);
  SearchOptions options;
  options.trial_limit = 2'000;
  const Packing start = search(Kind::multistart, problem, options).result.best;
  REQUIRE(verify_exact(start).legal);
  for (const bool at_once : {false, true}) {
    Events events;
    StopToken stop;
    if (at_once) stop.request(StopReason::interrupt);
    // Circles in any order.
    Packing shuffled = start;
    std::rotate(shuffled.circles.begin(), shuffled.circles.begin() + 4, shuffled.circles.end());
    const SearchResult result =
        search_improve(problem, shuffled, options, {.stop = stop, .listener = events});
    REQUIRE(!events.improvements.empty());
    CHECK(std::get<0>(events.improvements.front()) <= start.enclosing_radius);
    CHECK(std::get<2>(events.improvements.front()) == MoveKind::start);
    CHECK(result.best.enclosing_radius <= start.enclosing_radius);
  }
}

TEST_CASE("improve starts even from coinciding circles", "[unit]") {
  const Problem problem = make_problem("linear", 10);
  Packing heap;
  for (const double radius : problem.radii) heap.circles.push_back({radius, 0, 0});
  Events events;
  StopToken stop;
  stop.set_time_limit(60);
  SearchOptions options;
  options.trial_limit = 100'000;
  options.target_radius = 22.4;
  CHECK(search_improve(problem, heap, options, {.stop = stop, .listener = events}).reason ==
        StopReason::target_reached);
}

TEST_CASE("improve evaluates as many trials per round as requested", "[unit]") {
  const Problem problem = make_problem("linear", 15);
  for (const int trials : {1, 5, 16, 17, 100}) {
    SearchOptions options;
    options.strategy = Strategy::trials;
    options.instance_count = trials;
    options.trial_limit = 1;
    const Outcome outcome = search(Kind::improve, problem, options);
    // One relaxation of the start, and two (base and best) at the new target.
    CHECK(outcome.result.totals.trials - trials <= 4);
    CHECK(outcome.result.totals.trials >= trials);
    CHECK(outcome.result.totals.instance_count == trials);
  }
}

TEST_CASE("improve perturbs a packing that is stuck", "[unit]") {
  SearchOptions options;
  options.stuck = 200;
  options.trial_limit = 20'000;
  const long long often =
      search(Kind::improve, make_problem("linear", 12), options).result.totals.meta_stable_count;
  options.stuck = 5'000;
  const long long seldom =
      search(Kind::improve, make_problem("linear", 12), options).result.totals.meta_stable_count;
  CHECK(often > 10);
  CHECK(seldom < 5);
}

TEST_CASE("improve refuses a start with other circles", "[unit]") {
  StopToken stop;
  SearchListener silent;
  const Problem problem = make_problem("linear", 5);
  CHECK_THROWS_AS(search_improve(problem, {}, {}, {.stop = stop, .listener = silent}), InputError);
  CHECK_THROWS_AS(search_improve(problem, random_start(make_problem("linear", 6), 1), {},
                                 {.stop = stop, .listener = silent}),
                  InputError);
  Packing broken = random_start(problem, 1);
  broken.circles[2].x = std::nan("");
  CHECK_THROWS_AS(search_improve(problem, broken, {}, {.stop = stop, .listener = silent}), InputError);
}
