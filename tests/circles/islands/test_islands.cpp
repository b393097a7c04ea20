// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Islands: crossings, duplicates, stagnation, and the same bits in whatever process an island runs.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "jam/circles/islands/elites.hpp"
#include "jam/circles/model/contact_graph.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/core/error.hpp"
#include "support/local_exchange.hpp"
#include "support/resumed_search.hpp"

using namespace jam;
using namespace jam::test;
using circles::Circle;

namespace {

/// Islands that exchange often, die soon, and end after a number of trials.
SearchOptions island_options(int islands) {
  SearchOptions options;
  options.seed = 5;
  options.instance_count = 6;
  options.island_count = islands;
  options.ladder_count = islands;
  options.exchange_interval = 3;
  options.stuck = 600;
  options.trial_limit = 240'000;
  return options;
}

/// All ranks of a search as threads; the outcomes of all, that of rank 0 first. Rank 0 ends at boundary
/// `end_at` of its saved states.
std::vector<Outcome> search_by_ranks(int rank_count, const Problem& problem, const SearchOptions& options,
                                     const std::string& begun = {}, int end_at = 1 << 30) {
  auto exchanges = ranks::make_local_exchanges(rank_count);
  std::vector<Outcome> outcomes(rank_count);
  std::vector<std::thread> threads;
  for (int r = 0; r < rank_count; ++r) {
    threads.emplace_back([&, r] {
      Outcome& outcome = outcomes[r];
      ranks::Exchange& exchange = *exchanges[r];
      StopToken stop;
      stop.set_time_limit(hang_limit);
      ResumeSink sink(begun, r == 0 ? &stop : nullptr, end_at);
      outcome.result =
          search_multistart(problem, {}, options, {{}, 0, stop, outcome.events, &sink, &exchange});
      outcome.state = sink.newest;
      static_cast<void>(exchange.close(20));
    });
  }
  for (std::thread& thread : threads) thread.join();
  return outcomes;
}

}  // namespace

TEST_CASE("a crossing has every circle once, on one side where the first parent has it") {
  const Problem problem = circles::make_problem("linear", 30);
  const auto parent = [&](int k) {
    return circles::start_centres(problem, circles::Start::random_relax, 1, k, 0, 100);
  };
  const std::vector<Circle> first = parent(0);
  const std::vector<Circle> second = parent(1);
  for (int k = 0; k < 50; ++k) {
    RandomStream random(1, StreamId::test, static_cast<std::uint32_t>(k), 0);
    const std::vector<Circle> child = circles::cross(first, second, random);
    REQUIRE(child.size() == first.size());
    int from_first = 0;
    int given = 0;
    std::vector<char> taken(child.size(), 0);
    for (std::size_t i = 0; i < child.size(); ++i) {
      REQUIRE(child[i].radius == first[i].radius);
      const auto distance = [&](const Circle& c) { return std::hypot(c.x, c.y); };
      // Turning keeps distances from the origin; every place of a parent is used once at most.
      if (std::abs(distance(child[i]) - distance(first[i])) < 1e-9) {
        ++from_first;
        continue;
      }
      for (std::size_t j = 0; j < second.size(); ++j) {
        if (taken[j] != 0 || std::abs(distance(child[i]) - distance(second[j])) > 1e-9) continue;
        taken[j] = 1;
        ++given;
        break;
      }
    }
    INFO("crossing " << k);
    CHECK(from_first + given == 30);
    CHECK(from_first >= 30 / 4);
    CHECK(from_first <= 30 - 30 / 4);
  }
}

TEST_CASE("a layout is the same turned, mirrored, and with equal circles exchanged") {
  // A hexagon of circles around one, all a little too large.
  const float r = 0.34F;
  std::vector<float> radius(7, r);
  std::vector<float> x = {0};
  std::vector<float> y = {0};
  for (int k = 0; k < 6; ++k) {
    x.push_back(0.6667F * std::cos(static_cast<float>(k) * 1.0472F));
    y.push_back(0.6667F * std::sin(static_cast<float>(k) * 1.0472F));
  }
  const std::uint64_t hash = circles::layout_hash(radius, x, y);
  std::vector<float> turned_x;
  std::vector<float> turned_y;
  for (std::size_t i = 0; i < 7; ++i) {
    turned_x.push_back(0.8F * x[i] - 0.6F * y[i]);
    turned_y.push_back(-(0.6F * x[i] + 0.8F * y[i]));
  }
  CHECK(circles::layout_hash(radius, turned_x, turned_y) == hash);
  std::swap(x[0], x[3]);
  std::swap(y[0], y[3]);
  CHECK(circles::layout_hash(radius, x, y) == hash);
  // A smaller circle at the rim is another layout, and so is the same one in the middle.
  radius[0] = 0.3F;
  const std::uint64_t at_rim = circles::layout_hash(radius, x, y);
  CHECK(at_rim != hash);
  std::swap(x[0], x[3]);
  std::swap(y[0], y[3]);
  CHECK(circles::layout_hash(radius, x, y) != at_rim);
}

TEST_CASE("an elite that is there already does not enter again") {
  circles::ElitePool pool(2);
  const auto packing = [](double radius) { return Packing{{}, radius}; };
  CHECK(pool.offer(packing(2)));
  CHECK_FALSE(pool.offer(packing(2)));
  CHECK(pool.offer(packing(1)));
  CHECK_FALSE(pool.offer(packing(3)));
  CHECK(pool.offer(packing(1.5)));
  CHECK(pool.size() == 2);
}

TEST_CASE("duplicates are replaced, and islands without gain restart") {
  const Outcome outcome = search(Kind::multistart, circles::make_problem("linear", 12), island_options(2));
  CHECK(outcome.result.totals.duplicate_count > 0);
  CHECK(outcome.result.totals.stagnation_count > 0);
  // What an earlier life found stays published.
  CHECK(outcome.result.best.enclosing_radius ==
        Approx(std::get<0>(outcome.events.improvements.back())).epsilon(2 * circles::least_gain));
}

TEST_CASE("islands that go on from any boundary end as if they had never stopped") {
  const Problem problem = circles::make_problem("linear", 14);
  const SearchOptions options = island_options(3);
  const Outcome whole = search(Kind::multistart, problem, options);
  const int rounds = static_cast<int>(whole.result.totals.rounds);
  REQUIRE(rounds > 10);
  for (const int k : {0, 1, 5, rounds - 1}) {
    INFO("ended at boundary " << k << " of " << rounds);
    const Outcome part = search(Kind::multistart, problem, options, {}, k);
    check_same_end(whole, search(Kind::multistart, problem, options, part.state));
  }
}

TEST_CASE("ranks find what one process finds, and go on from each other's states") {
  const Problem problem = circles::make_problem("linear", 14);
  SearchOptions options = island_options(3);
  options.strategy = GENERATE(circles::Strategy::tabu, circles::Strategy::compress);
  if (options.strategy == circles::Strategy::compress) {
    options.ladder_count = 0;
    options.trial_limit = 20'000;
  }
  const Outcome alone = search(Kind::multistart, problem, options);
  for (const int rank_count : {2, 3}) {
    INFO(rank_count << " ranks");
    const Outcome outcome = search_by_ranks(rank_count, problem, options).front();
    CHECK(same_packing(outcome.result.best, alone.result.best));
    CHECK(outcome.result.totals.trials == alone.result.totals.trials);
    CHECK(outcome.result.totals.relaxation_steps == alone.result.totals.relaxation_steps);
    CHECK(outcome.result.totals.meta_stable_count == alone.result.totals.meta_stable_count);
    CHECK(outcome.result.totals.stagnation_count == alone.result.totals.stagnation_count);
    CHECK(outcome.result.error.empty());

    // Ended at a boundary, then on with another number of ranks.
    const Outcome part = search_by_ranks(rank_count, problem, options, {}, 4).front();
    REQUIRE(!part.state.empty());
    REQUIRE(part.result.totals.trials < alone.result.totals.trials);
    const Outcome fewer = search(Kind::multistart, problem, options, part.state);
    CHECK(same_packing(fewer.result.best, alone.result.best));
    CHECK(fewer.result.totals.trials == alone.result.totals.trials);
    const Outcome other = search_by_ranks(5 - rank_count, problem, options, part.state).front();
    CHECK(same_packing(other.result.best, alone.result.best));
    CHECK(other.result.totals.trials == alone.result.totals.trials);
  }
}

TEST_CASE("more ranks than islands are refused, and a rank that is lost ends the search") {
  const Problem problem = circles::make_problem("linear", 14);
  auto exchanges = ranks::make_local_exchanges(2);
  StopToken stop;
  Events events;
  SearchOptions options = island_options(1);
  const circles::SearchRun run{.stop = stop, .listener = events, .exchange = exchanges[0].get()};
  CHECK_THROWS_AS(search_multistart(problem, {}, options, run), InputError);

  options = island_options(2);
  options.trial_limit = 0;
  stop.set_time_limit(hang_limit);
  exchanges[1].reset();
  const SearchResult result = search_multistart(problem, {}, options, run);
  CHECK(result.reason == StopReason::terminate);
  CHECK(result.error.find("rank 1") != std::string::npos);
}
