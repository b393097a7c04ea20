// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Searches of a trunk that are ended between two turns and go on from there, and what must be the same then:
// for tests on CPU and GPU.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "jam/trunk/search/trunk_search.hpp"
#include "support/resume_sink.hpp"
#include "trunk/search/search_support.hpp"

namespace jam::trunk::resume_test {

using jam::test::never;
using jam::test::ResumeSink;

inline constexpr Vec3d size{360, 260, 170};

/// 14 litres between walls that no lattice fits, so that results come one after the other.
inline const Container& sloped_container() {
  static const Container container = [] {
    Container sloped;
    sloped.surface = trunk::test::hexahedron({{{0, 0, 0},
                                               {360, 0, 0},
                                               {0, 260, 0},
                                               {360, 260, 0},
                                               {25, 12, 170},
                                               {335, 12, 170},
                                               {25, 245, 170},
                                               {335, 245, 170}}});
    sloped.original = sloped.surface;
    sloped.volume = volume_of(sloped.surface);
    return sloped;
  }();
  return container;
}

/// Boxes of a set in it beside one that is fixed.
inline TrunkProblem sloped_problem(const BoxSet& set = box_set("din")) {
  TrunkProblem problem = search_test::problem_in(sloped_container(), search_test::cuboid_points(size), set);
  problem.fixed = {search_test::box_at({110, 60, 25.5})};
  return problem;
}

struct Events : TrunkListener {
  void improved(const TrunkImprovement& improvement) override {
    loads.emplace_back(improvement.phase, improvement.rows);
  }
  std::vector<std::pair<SearchPhase, std::vector<BoxRow>>> loads;
};

struct Outcome {
  TrunkResult result;
  Events events;
  std::string state;  ///< The last one.
  int boundaries = 0;
};

/// Lattices and annealing from the first turn on, a few packings side by side.
inline TrunkSearchOptions both_phases(long long turns) {
  TrunkSearchOptions options;
  options.turn_limit = turns;
  options.instance_count = 3;
  options.starts = {{search_test::box_at({150, 180, 30}), search_test::box_at({150, 180, 90})}};
  return options;
}

/// Luggage of a size for the container.
inline BoxSet small_set() {
  return {"small",
          {{"a", {130, 110, 80}, 9, false}, {"b", {150, 70, 60}, 5, false}, {"c", {90, 60, 50}, 30, true}}};
}

/// From `begun` to boundary `end_at` or as the options say.
inline Outcome searched(const TrunkSearchOptions& options, std::string begun = {}, int end_at = never,
                        double time_limit = 1e9, const BoxSet* set = nullptr, const Device& device = {},
                        int threads = 1, ranks::Exchange* exchange = nullptr) {
  Outcome outcome;
  StopToken stop;
  stop.set_time_limit(time_limit);
  ResumeSink sink(std::move(begun), &stop, end_at);
  const VerifyRows verify = search_test::convex_verification(sloped_container());
  const SearchRun run{device, threads, stop, outcome.events, &sink, exchange};
  outcome.result =
      search_trunk(set != nullptr ? sloped_problem(*set) : sloped_problem(), options, verify, run);
  outcome.state = sink.newest;
  outcome.boundaries = sink.boundaries;
  return outcome;
}

/// That a search which went on ended with the same load, counters and events as the whole one.
inline void check_same_end(const Outcome& whole, const Outcome& resumed) {
  CHECK(resumed.result.rows == whole.result.rows);
  const TrunkProgress &p = whole.result.totals, &q = resumed.result.totals;
  CHECK(p.turns == q.turns);
  CHECK(p.lattice_rounds == q.lattice_rounds);
  CHECK(p.annealing_rounds == q.annealing_rounds);
  CHECK(p.relaxation_steps == q.relaxation_steps);
  CHECK(p.least_depth == q.least_depth);
  CHECK(p.present_count == q.present_count);
  // The first event of a resumed search is the best load so far; then come those that the whole one reported
  // from there on.
  const auto &all = whole.events.loads, &later = resumed.events.loads;
  REQUIRE(later.size() <= all.size());
  CHECK(std::equal(later.begin(), later.end(), all.end() - std::ssize(later)));
}

}  // namespace jam::trunk::resume_test
