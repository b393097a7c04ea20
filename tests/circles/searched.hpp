// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the tests of the searches share: a search to its end, and all that it reported.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>
#include <tuple>
#include <vector>

#include "jam/circles/model/search.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/circles/tabu/start.hpp"
#include "jam/circles/verify/verify.hpp"

namespace jam::circles::test {

enum class Kind { multistart, improve };
inline constexpr Kind kinds[] = {Kind::multistart, Kind::improve};

/// Radius of the best packing known of radii 1..10 (instances/circles/best-known.csv).
inline constexpr double radius_of_ten = 22.000193012737;

/// Reports of a search, without times.
struct Events : SearchListener {
  std::vector<std::tuple<double, int, MoveKind>> improvements;
  Packing last;
  int reports = 0;
  void improved(const Improvement& i) override {
    // Published means verified, and better than before.
    CHECK(verify_exact(i.packing).legal);
    if (last.count() > 0) CHECK(i.packing.enclosing_radius < last.enclosing_radius);
    improvements.emplace_back(i.packing.enclosing_radius, i.instance, i.move);
    last = i.packing;
  }
  void progressed(const Progress&) override { ++reports; }
};

struct Outcome {
  SearchResult result;
  Events events;
};

/// Random centres at the density of a packing: overlapping.
inline Packing random_start(const Problem& problem, std::uint64_t seed) {
  Packing start;
  start.circles = start_centres(problem, Start::random_relax, seed, 0, 0, first_target_radius(problem));
  start.enclosing_radius = enclosing_radius_about_origin(start.circles);
  return start;
}

inline Outcome search(Kind kind, const Problem& problem, const SearchOptions& options, StopToken& stop,
                      int threads = 0) {
  Outcome outcome;
  const SearchRun run{.thread_count = threads, .stop = stop, .listener = outcome.events};
  outcome.result = kind == Kind::multistart
                       ? search_multistart(problem, {}, options, run)
                       : search_improve(problem, random_start(problem, options.seed), options, run);
  return outcome;
}

inline Outcome search(Kind kind, const Problem& problem, const SearchOptions& options, int threads = 0) {
  StopToken stop;
  stop.set_time_limit(60);  // Never reached: a test that hangs must end.
  return search(kind, problem, options, stop, threads);
}

inline bool same_circles(const Packing& a, const Packing& b) {
  return std::equal(
      a.circles.begin(), a.circles.end(), b.circles.begin(), b.circles.end(),
      [](const Circle& p, const Circle& q) { return p.radius == q.radius && p.x == q.x && p.y == q.y; });
}

}  // namespace jam::circles::test
