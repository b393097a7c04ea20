// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Searches of trunks that go on from a kept state: N turns are k turns and N - k more, to the last bit,
// wherever the first part ended.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/trunk/lattice/search.hpp"
#include "scenes/trunk/annealing_scenes.hpp"
#include "trunk/search/resumed_trunk.hpp"

using namespace jam;
using namespace jam::trunk;
using namespace jam::trunk::resume_test;

TEST_CASE("a search of a trunk that goes on from any turn ends with the same bits as one that never ended") {
  const TrunkSearchOptions options = both_phases(7);
  const Outcome whole = searched(options);
  REQUIRE(whole.result.totals.annealing_rounds == 2 * 8);  // Eight in a turn, of which one of six is.
  REQUIRE(whole.result.totals.turns == 7);
  REQUIRE(whole.events.loads.size() > 1);
  REQUIRE(whole.boundaries == 9);  // One of them between plain grids and frames, which is no turn.
  for (const int k : {0, 1, 2, 5, 8}) {
    INFO("ended at boundary " << k);
    const Outcome part = searched(options, {}, k);
    CHECK(part.boundaries == k + 1);
    check_same_end(whole, searched(options, part.state, never, 1e9, nullptr, {}, 2));
  }
  // Again and again: one turn each.
  Outcome part;
  for (int k = 0; k < 8; ++k) part = searched(options, part.state, 1);
  CHECK(part.result.totals.turns == 7);
  check_same_end(whole, searched(options, part.state));
}

TEST_CASE("a search that the clock ended within a turn goes on from the turn before") {
  const TrunkSearchOptions options = both_phases(4);
  const Outcome whole = searched(options);
  for (int k = 0; k < 3; ++k) {
    const Outcome part = searched(options, {}, never, whole.result.totals.seconds * k / 3);
    if (part.state.empty()) continue;  // Ended before there was anything to keep.
    check_same_end(whole, searched(options, part.state));
  }
}

TEST_CASE("a larger limit lets a search of a trunk that has ended go on, with its time") {
  const Outcome whole = searched(both_phases(4));
  const Outcome part = searched(both_phases(2));
  CHECK(part.result.reason == StopReason::finished);
  const Outcome again = searched(both_phases(2), part.state);
  CHECK(again.result.totals.turns == 2);
  CHECK(again.result.rows == part.result.rows);
  CHECK(again.result.totals.seconds >= part.result.totals.seconds);
  // What it begins from is in the state.
  TrunkSearchOptions rest = both_phases(4);
  rest.starts.clear();
  check_same_end(whole, searched(rest, part.state));
}

TEST_CASE("packings annealed side by side may be added, but not taken away") {
  TrunkSearchOptions options = both_phases(4);
  const Outcome part = searched(options, {}, 2);
  CHECK(annealed_in_state(box_set("din"), part.state) == 3);
  options.instance_count = 0;  // Those of the state.
  CHECK(annealed_in_state(box_set("din"), searched(options, part.state).state) == 3);
  options.instance_count = 5;
  const Outcome more = searched(options, part.state);
  CHECK(annealed_in_state(box_set("din"), more.state) == 5);
  check_same_end(more, searched(options, part.state, never, 1e9, nullptr, {}, 2));
  options.instance_count = 2;
  CHECK_THROWS_AS(searched(options, part.state), InputError);
}

TEST_CASE("a search for a set goes on from any piece, and from any turn of its annealing") {
  TrunkSearchOptions options = both_phases(7);
  options.starts.clear();
  const BoxSet set = small_set();
  const Outcome whole = searched(options, {}, never, 1e9, &set);
  REQUIRE(whole.result.totals.turns == 7);
  REQUIRE(whole.events.loads.size() >= 2);
  REQUIRE(whole.result.totals.annealing_rounds > 0);
  // Within the first load, before its annealing, within it.
  for (const int k : {1, 3, 5}) {
    INFO("ended at boundary " << k);
    const Outcome part = searched(options, {}, k, 1e9, &set);
    check_same_end(whole, searched(options, part.state, never, 1e9, &set));
  }
}

TEST_CASE("a state of another search of a trunk is refused") {
  const TrunkSearchOptions options = both_phases(3);
  const std::string state = searched(options, {}, 3).state;
  const BoxSet set = small_set();
  CHECK_THROWS_AS(searched(options, state, never, 1e9, &set), InputError);
  for (const std::size_t length : {std::size_t{1}, std::size_t{12}, state.size() / 2, state.size() - 1}) {
    CHECK_THROWS_AS(searched(options, state.substr(0, length)), InputError);
  }
  CHECK_THROWS_AS(searched(options, state + "x"), InputError);
  // Other fixed boxes, and a load that is not legal here.
  StopToken stop;
  Events events;
  ResumeSink sink(state);
  TrunkProblem other = sloped_problem();
  other.fixed.front().centre.z += 1;
  const SearchRun run{.stop = stop, .listener = events, .checkpoint = &sink};
  CHECK_THROWS_AS(search_trunk(other, options, search_test::convex_verification(sloped_container()), run),
                  InputError);
  const VerifyRows never_legal = [](const std::vector<BoxRow>&) { return false; };
  CHECK_THROWS_AS(search_trunk(sloped_problem(), options, never_legal, run), InputError);
}

TEST_CASE(
    "on a CPU lattices have all turns before a first population, but not where the search begins with a "
    "load") {
  TrunkSearchOptions options = both_phases(6);
  CHECK(searched(options).result.totals.annealing_rounds > 0);
  options.starts.clear();
  CHECK(searched(options).result.totals.annealing_rounds == 0);
}

TEST_CASE("lattices go on from their state through brackets, generations and eras") {
  const TriangleMesh& mesh = sloped_container().surface;
  LatticeOptions options;
  options.thread_count = 1;
  options.frame_count = 3;
  options.first_rounds = 10;
  StopToken stop;
  LatticeSearch whole(mesh, options);
  std::vector<std::string> states;
  const auto state_of = [](const LatticeSearch& search) {
    io::StateWriter state;
    search.write(state);
    return state.finish();
  };
  constexpr int steps = 110;
  for (int k = 0; k < steps; ++k) {
    states.push_back(state_of(whole));
    REQUIRE(whole.advance(stop));
  }
  INFO("bracket " << whole.progress().bracket);
  // The elites of two eras join in the third one, which is in the frame of the first.
  REQUIRE(whole.generation().era >= 2);
  for (const int k : {0, 5, 13, 21, 25, 60, 85, 109}) {
    INFO("from step " << k);
    LatticeSearch resumed(mesh, options);
    io::StateReader state(states[k]);
    resumed.read(state);
    state.finish();
    CHECK(state_of(resumed) == states[k]);
    for (int i = k; i < steps; ++i) CHECK(resumed.advance(stop));
    CHECK(state_of(resumed) == state_of(whole));
  }
  // Packings that do not lie on the lattices of another container.
  const Container other = search_test::cuboid_container({1500, 200, 200});
  LatticeSearch elsewhere(other.surface, options);
  io::StateReader state(states.back());
  elsewhere.read(state);
  CHECK_THROWS_AS(elsewhere.advance(stop), InputError);
}
