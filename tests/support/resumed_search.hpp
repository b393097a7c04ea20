// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Searches that are ended at a round boundary and go on from there, and what must be the same then: for tests
// on CPU and GPU.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "jam/circles/model/search.hpp"
#include "jam/circles/polish/packing_incumbent.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/circles/tabu/start.hpp"
#include "support/resume_sink.hpp"

namespace jam::test {

using circles::Improvement;
using circles::MoveKind;
using circles::Packing;
using circles::Problem;
using circles::Progress;
using circles::SearchOptions;
using circles::SearchResult;

enum class Kind { multistart, improve };
inline constexpr Kind kinds[] = {Kind::multistart, Kind::improve};

/// Reports of a search, without times.
struct Events : circles::SearchListener {
  std::vector<std::tuple<double, int, MoveKind>> improvements;
  void improved(const Improvement& i) override {
    improvements.emplace_back(i.packing.enclosing_radius, i.instance, i.move);
  }
};

struct Outcome {
  SearchResult result;
  Events events;
  std::string state;  ///< The last one.
  double state_seconds = 0;
};

/// Overlapping circles at random places.
inline Packing random_start(const Problem& problem) {
  Packing start;
  start.circles = circles::start_centres(problem, circles::Start::random_relax, 1, 0, 0,
                                         circles::first_target_radius(problem));
  start.enclosing_radius = circles::enclosing_radius_about_origin(start.circles);
  return start;
}

/// A test that hangs must end [s]; no search takes so long, with sanitizers either.
inline constexpr double hang_limit = 600;

/// From `begun`, to boundary `end_at` or as the options say; time limit in seconds.
inline Outcome search(Kind kind, const Problem& problem, const SearchOptions& options,
                      const std::string& begun = {}, int end_at = never, double time_limit = hang_limit,
                      const Device& device = {}, int threads = 0) {
  StopToken stop;
  stop.set_time_limit(time_limit);
  ResumeSink sink(begun, &stop, end_at);
  Outcome outcome;
  const Packing start = begun.empty() ? random_start(problem) : Packing{};
  const circles::SearchRun run{device, threads, stop, outcome.events, &sink};
  outcome.result = kind == Kind::multistart ? search_multistart(problem, {}, options, run)
                                            : search_improve(problem, start, options, run);
  outcome.state = sink.newest;
  outcome.state_seconds = sink.newest_seconds;
  return outcome;
}

/// To the last bit.
inline bool same_packing(const Packing& a, const Packing& b) {
  const auto same = [](const circles::Circle& p, const circles::Circle& q) {
    return p.radius == q.radius && p.x == q.x && p.y == q.y;
  };
  return a.enclosing_radius == b.enclosing_radius &&
         std::equal(a.circles.begin(), a.circles.end(), b.circles.begin(), b.circles.end(), same);
}

/// That a search which went on ended with the same packing, counters and events as the whole one.
inline void check_same_end(const Outcome& whole, const Outcome& resumed) {
  CHECK(same_packing(whole.result.best, resumed.result.best));
  const Progress &p = whole.result.totals, &q = resumed.result.totals;
  CHECK(p.trials == q.trials);
  CHECK(p.relaxation_steps == q.relaxation_steps);
  CHECK(p.rounds == q.rounds);
  CHECK(p.meta_stable_count == q.meta_stable_count);
  CHECK(p.mean_radius == q.mean_radius);
  // The first events of a search that goes on is the best packing so far, which may have gained a few last
  // digits since it was told of; then come those that the whole one told from there on.
  const auto &all = whole.events.improvements, &later = resumed.events.improvements;
  REQUIRE(later.size() <= all.size());
  if (later.empty()) return;
  const auto begin = all.end() - std::ssize(later);
  CHECK(std::get<0>(later.front()) == Approx(std::get<0>(*begin)).epsilon(2 * circles::least_gain));
  CHECK(std::equal(later.begin() + 1, later.end(), begin + 1));
}

}  // namespace jam::test
