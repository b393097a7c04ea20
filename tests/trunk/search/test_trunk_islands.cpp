// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Islands of the searches for boxes: the same load whatever rank an island runs in, and migrants that arrive.
#include <catch2/catch.hpp>

#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "jam/trunk/search/box_island.hpp"
#include "support/local_exchange.hpp"
#include "trunk/search/resumed_trunk.hpp"

using namespace jam;
using namespace jam::trunk;
using namespace jam::trunk::resume_test;

namespace {

TrunkSearchOptions on_islands(int islands, long long turns) {
  TrunkSearchOptions options = both_phases(turns);
  options.island_count = islands;
  options.exchange_interval = 1;
  return options;
}

/// All ranks of a search as threads; the outcome of rank 0, which ends at boundary `end_at` of its saved
/// states.
Outcome searched_by_ranks(int rank_count, const TrunkSearchOptions& options, const std::string& begun = {},
                          int end_at = never, const BoxSet* set = nullptr) {
  auto exchanges = ranks::make_local_exchanges(rank_count);
  std::vector<Outcome> outcomes(rank_count);
  std::vector<std::thread> threads;
  for (int r = 0; r < rank_count; ++r) {
    threads.emplace_back([&, r] {
      ranks::Exchange& exchange = *exchanges[r];
      TrunkSearchOptions own = options;
      if (r > 0) own.seed += 1000;  // Drawn by each; that of rank 0 holds.
      outcomes[r] = searched(own, begun, r == 0 ? end_at : never, 1e9, set, {}, 1, &exchange);
      static_cast<void>(exchange.close(60));
    });
  }
  for (std::thread& thread : threads) thread.join();
  return outcomes.front();
}

void check_same_load(const Outcome& a, const Outcome& b) {
  CHECK(a.result.rows == b.result.rows);
  CHECK(a.result.totals.turns == b.result.totals.turns);
  CHECK(a.result.totals.lattice_rounds == b.result.totals.lattice_rounds);
  CHECK(a.result.totals.relaxation_steps == b.result.totals.relaxation_steps);
  CHECK(a.result.error.empty());
  CHECK(b.result.error.empty());
}

}  // namespace

TEST_CASE("ranks find the load that one process finds, and go on from each other's states") {
  const TrunkSearchOptions options = on_islands(3, 12);
  const Outcome alone = searched(options);
  CHECK(alone.result.totals.turns == 12);
  for (const int rank_count : {2, 3}) {
    INFO(rank_count << " ranks");
    check_same_load(searched_by_ranks(rank_count, options), alone);
    const Outcome part = searched_by_ranks(rank_count, options, {}, 1);
    REQUIRE_FALSE(part.state.empty());
    check_same_load(searched(options, part.state), alone);
    check_same_load(searched_by_ranks(5 - rank_count, options, part.state), alone);
  }
}

TEST_CASE("ranks share the loads of a set") {
  TrunkSearchOptions options = on_islands(2, 6);
  options.starts.clear();
  const BoxSet set = small_set();
  check_same_load(searched_by_ranks(2, options, {}, never, &set), searched(options, {}, never, 1e9, &set));
}

TEST_CASE("an island beside the first has random numbers of its own") {
  const auto steps = [](const TrunkSearchOptions& options) {
    return searched(options).result.totals.relaxation_steps;
  };
  const auto two = steps(on_islands(2, 12));
  CHECK(steps(on_islands(2, 12)) == two);
  // With the random numbers of the first, two would do twice what one does in half the turns.
  CHECK(2 * steps(on_islands(1, 6)) != two);
}

TEST_CASE("another number of islands than in the state, and fewer islands than ranks are refused") {
  const std::string state = searched(on_islands(2, 4)).state;
  CHECK_THROWS_WITH(searched(on_islands(3, 4), state), Catch::Contains("--islands"));
  TrunkSearchOptions left_open = on_islands(0, 4);
  CHECK(searched(left_open, state).result.totals.turns == 4);
  auto exchanges = ranks::make_local_exchanges(2);
  CHECK_THROWS_WITH(searched(on_islands(1, 4), {}, never, 1e9, nullptr, {}, 1, exchanges[0].get()),
                    Catch::Contains("cannot share 1 island"));
}

TEST_CASE("a lost rank ends a search for boxes with its best load") {
  TrunkSearchOptions options = on_islands(2, 0);
  auto exchanges = ranks::make_local_exchanges(2);
  exchanges[1].reset();
  const Outcome outcome = searched(options, {}, never, 600, nullptr, {}, 1, exchanges[0].get());
  CHECK(outcome.result.reason == StopReason::terminate);
  CHECK(outcome.result.error.find("rank 1") != std::string::npos);
  CHECK(outcome.result.rows.size() >= options.starts.front().size() + sloped_problem().fixed.size());
}

TEST_CASE("of several starts the first one counts, and the others are kept to anneal from") {
  TrunkSearchOptions options = on_islands(2, 0);
  const std::vector<BoxRow> other{search_test::box_at({150, 185, 60.5})};
  const auto holds_other = [&](const std::string& state) {
    io::StateWriter rows;
    rows.write(other.front());
    return state.find(rows.finish()) != std::string::npos;
  };
  CHECK_FALSE(holds_other(searched(options, {}, 1).state));
  options.starts.push_back(other);
  const Outcome outcome = searched(options, {}, 1);
  CHECK(holds_other(outcome.state));
  const auto& [phase, rows] = outcome.events.loads.front();
  CHECK(phase == SearchPhase::start);
  CHECK(rows.size() == options.starts.front().size() + sloped_problem().fixed.size());
}

TEST_CASE("an island takes a load with more boxes than its own for its best, and passes it on") {
  const TrunkProblem problem = sloped_problem();
  const VerifyRows verify = search_test::convex_verification(sloped_container());
  const TriangleMesh walls = container_walls(problem.container);
  const TrunkSearchOptions options = both_phases(0);
  TrunkSearchOptions fewer = options;
  REQUIRE(fewer.starts.front().size() > 1);
  fewer.starts.front().pop_back();
  StopToken stop;
  TrunkListener nobody;
  const SearchRun run{.thread_count = 1, .stop = stop, .listener = nobody};
  const Allowance allowance(problem);
  LoadIncumbent best(allowance, verify, LoadIncumbent::never_complete, run);
  BoxIsland sender({allowance, problem, walls, options, run}, {0, 2}, best);
  BoxIsland receiver({allowance, problem, walls, fewer, run}, {1, 2}, best);
  sender.begin();
  receiver.begin();
  const std::string large = sender.migrant();
  const std::string small = receiver.migrant();
  REQUIRE(small.size() < large.size());
  receiver.accept(large);
  CHECK(receiver.migrant() == large);
  sender.accept(small);
  CHECK(sender.migrant() == large);
}

TEST_CASE("an island leaves out what breaks limits of mass before a start is its best load") {
  const TrunkProblem problem = sloped_problem();
  const VerifyRows verify = search_test::convex_verification(sloped_container());
  const TriangleMesh walls = container_walls(problem.container);
  const TrunkSearchOptions options = both_phases(0);
  const std::vector<BoxRow>& start = options.starts.front();
  const std::size_t most = problem.fixed.size() + start.size() - 1;
  StopToken stop;
  TrunkListener nobody;
  const SearchRun run{.thread_count = 1, .stop = stop, .listener = nobody};
  const Allowance allowance(problem);
  LoadIncumbent best(allowance, verify, LoadIncumbent::never_complete, run,
                     [most](const std::vector<BoxRow>& rows) {
                       return rows.size() > most ? std::vector{static_cast<int>(most)} : std::vector<int>();
                     });
  BoxIsland island({allowance, problem, walls, options, run}, {0, 1}, best);
  const auto best_count = [&] {
    const std::string migrant = island.migrant();
    return io::StateReader(migrant).read_vector<BoxRow>().size();
  };
  island.begin();
  CHECK(best_count() == start.size() - 1);
  io::StateWriter edited;
  edited.write(start);
  island.accept_from_user(edited.finish());
  CHECK(best_count() == start.size() - 1);
}
