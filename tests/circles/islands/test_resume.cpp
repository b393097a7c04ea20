// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Searches resumed from a saved state: N rounds are k rounds and N - k more, to the last bit, wherever the
// first part ended.
#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <thread>
#include <utility>

#include "jam/circles/islands/elites.hpp"
#include "jam/circles/islands/search_state.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/error.hpp"
#include "support/resumed_search.hpp"

using namespace jam;
using namespace jam::circles;
using namespace jam::test;

namespace {

/// Everything happens: waiting instances, meta-stable ones, elites, perturbations, new targets.
SearchOptions eventful(Kind kind) {
  SearchOptions options;
  options.seed = 7;
  options.trial_limit = kind == Kind::multistart ? 120'000 : 20'000;
  options.stuck = kind == Kind::multistart ? 4000 : 300;
  if (kind == Kind::multistart) {
    options.instance_count = 9;
    options.active_count = 5;
  }
  return options;
}

}  // namespace

TEST_CASE("a search resumed from any boundary ends with the same bits as one that was not interrupted") {
  const Problem problem = make_problem("linear", 14);
  for (const Kind kind : kinds) {
    const SearchOptions options = eventful(kind);
    const Outcome whole = search(kind, problem, options);
    REQUIRE(whole.result.totals.meta_stable_count > 3);
    const int rounds = static_cast<int>(whole.result.totals.rounds);
    REQUIRE(rounds > 8);
    for (const int k : {0, 1, 2, 5, rounds / 2, rounds - 1, rounds}) {
      INFO("search " << static_cast<int>(kind) << ", ended at boundary " << k << " of " << rounds);
      const Outcome part = search(kind, problem, options, {}, k, hang_limit, {}, 1);
      check_same_end(whole, search(kind, problem, options, part.state, 1 << 30, hang_limit, {}, 2));
    }
  }
}

TEST_CASE("a search may be resumed many times") {
  const Problem problem = make_problem("linear", 14);
  for (const Kind kind : kinds) {
    const SearchOptions options = eventful(kind);
    const Outcome whole = search(kind, problem, options);
    // Twelve parts of a few rounds each, then the rest.
    Outcome part;
    for (int k = 0; k < 12; ++k) part = search(kind, problem, options, part.state, 1 + k % 3);
    check_same_end(whole, search(kind, problem, options, part.state));
  }
}

TEST_CASE("a state is saved only when it is due") {
  /// Due at every fourth boundary.
  struct Frugal : ResumeSink {
    bool due(double seconds) override {
      CHECK(seconds >= last_seconds);
      last_seconds = seconds;
      return ++asked % 4 == 0;
    }
    void save(std::string state, double seconds) override {
      CHECK(asked % 4 == 0);
      CHECK(seconds == last_seconds);
      ++saved;
      ResumeSink::save(std::move(state), seconds);
    }
    double last_seconds = 0;
    int asked = 0, saved = 0;
  };
  const Problem problem = make_problem("linear", 14);
  for (const Kind kind : kinds) {
    const SearchOptions options = eventful(kind);
    const Outcome whole = search(kind, problem, options);
    Frugal sink;
    StopToken stop;
    Events events;
    const circles::SearchRun run{.stop = stop, .listener = events, .checkpoint = &sink};
    if (kind == Kind::multistart) {
      static_cast<void>(search_multistart(problem, {}, options, run));
    } else {
      static_cast<void>(search_improve(problem, random_start(problem), options, run));
    }
    CHECK(sink.asked == whole.result.totals.rounds + 1);
    CHECK(sink.saved == sink.asked / 4);
    check_same_end(whole, search(kind, problem, options, sink.newest));
  }
}

TEST_CASE("a search that its time limit ended within a round resumes from the last boundary") {
  const Problem problem = make_problem("linear", 14);
  for (const Kind kind : kinds) {
    const SearchOptions options = eventful(kind);
    const Outcome whole = search(kind, problem, options);
    for (const double seconds : {0.0, 1e-4, 3e-3, 1e-2, 3e-2, 0.1}) {
      INFO("search " << static_cast<int>(kind) << ", ended after " << seconds << " s");
      const Outcome part = search(kind, problem, options, {}, 1 << 30, seconds);
      if (part.state.empty()) continue;  // Ended before there was a state.
      check_same_end(whole, search(kind, problem, options, part.state));
    }
  }
}

TEST_CASE("a search that has ended resumes with a larger limit") {
  const Problem problem = make_problem("linear", 14);
  for (const Kind kind : kinds) {
    SearchOptions options = eventful(kind);
    const Outcome whole = search(kind, problem, options);
    options.trial_limit /= 4;
    const Outcome part = search(kind, problem, options);
    CHECK(part.result.reason == StopReason::finished);
    // The same limit again: over at once, with the same result.
    const Outcome again = search(kind, problem, options, part.state);
    CHECK(again.result.totals.trials == part.result.totals.trials);
    CHECK(again.result.best.enclosing_radius == part.result.best.enclosing_radius);
    options.trial_limit *= 4;
    check_same_end(whole, search(kind, problem, options, part.state));
  }
}

TEST_CASE("time and target continue from the state") {
  const Problem problem = make_problem("linear", 10);
  SearchOptions options = eventful(Kind::multistart);
  const Outcome part = search(Kind::multistart, problem, options, {}, 4);
  const Outcome rest = search(Kind::multistart, problem, options, part.state);
  CHECK(rest.state_seconds > part.state_seconds);
  options.target_radius = part.result.best.enclosing_radius;
  const Outcome reached = search(Kind::multistart, problem, options, part.state);
  CHECK(reached.result.reason == StopReason::target_reached);
  CHECK(reached.result.totals.rounds == part.result.totals.rounds);
  CHECK(reached.result.best.enclosing_radius == part.result.best.enclosing_radius);
}

TEST_CASE("instances may be added, but not removed") {
  const Problem problem = make_problem("linear", 14);
  SearchOptions options = eventful(Kind::multistart);
  const Outcome part = search(Kind::multistart, problem, options, {}, 6);
  options.instance_count = 0;  // Those of the state.
  CHECK(search(Kind::multistart, problem, options, part.state).result.totals.instance_count == 9);

  options.instance_count = 12;
  const Outcome more = search(Kind::multistart, problem, options, part.state);
  CHECK(more.result.totals.instance_count == 12);
  CHECK(more.result.best.enclosing_radius <= part.result.best.enclosing_radius);
  check_same_end(more, search(Kind::multistart, problem, options, part.state, 1 << 30, hang_limit, {}, 1));

  options.instance_count = 8;
  CHECK_THROWS_AS(search(Kind::multistart, problem, options, part.state), InputError);
  options.instance_count = 10;
  CHECK_NOTHROW(search(Kind::improve, problem, eventful(Kind::improve),
                       search(Kind::improve, problem, options, {}, 3).state, 2));
}

TEST_CASE("a state of something else is refused") {
  const Problem problem = make_problem("linear", 14);
  for (const Kind kind : kinds) {
    const SearchOptions options = eventful(kind);
    const std::string state = search(kind, problem, options, {}, 4).state;
    CHECK_THROWS_AS(search(kind == Kind::improve ? Kind::multistart : Kind::improve, problem, options, state),
                    InputError);
    CHECK_THROWS_AS(search(kind, make_problem("linear", 15), options, state), InputError);
    CHECK_THROWS_AS(search(kind, make_problem("sqrt", 14), options, state), InputError);
    for (const std::size_t size : {std::size_t{1}, std::size_t{20}, state.size() / 2, state.size() - 1}) {
      CHECK_THROWS_AS(search(kind, problem, options, state.substr(0, size)), InputError);
    }
    CHECK_THROWS_AS(search(kind, problem, options, state + "x"), InputError);
    std::string older = state;
    older[older.find(' ', sizeof(std::uint64_t)) + 1] = '0';
    CHECK_THROWS_WITH(search(kind, problem, options, older),
                      Catch::Contains("resume with the version that wrote it"));
    CHECK_THROWS_WITH(circles::size_of_state(older),
                      Catch::Contains("resume with the version that wrote it"));
  }
}

TEST_CASE("the best packing of a state is verified before it counts") {
  const Problem problem = make_problem("linear", 10);
  const SearchOptions options = eventful(Kind::multistart);
  std::string state = search(Kind::multistart, problem, options, {}, 4).state;
  // The first large number is the radius of the packing: a smaller one is a lie.
  const Outcome sound = search(Kind::multistart, problem, options, state, 0);
  const double radius = sound.result.best.enclosing_radius;
  const std::string bytes(reinterpret_cast<const char*>(&radius), sizeof(radius));
  const std::size_t at = state.find(bytes);
  REQUIRE(at != std::string::npos);
  const double less = radius * (1 - 1e-9);
  state.replace(at, sizeof(less), reinterpret_cast<const char*>(&less), sizeof(less));
  CHECK_THROWS_WITH(search(Kind::multistart, problem, options, state), Catch::Contains("not legal"));
}

TEST_CASE("a pool of elites restores the packings of another one as they are") {
  ElitePool pool(3);
  Packing packing;
  for (const double radius : {3.0, 1.0, 2.0, 4.0}) {
    packing.enclosing_radius = radius;
    pool.offer(packing);
  }
  ElitePool other(3);
  other.restore({pool[0], pool[1], pool[2]});
  REQUIRE(other.size() == 3);
  for (int k = 0; k < 3; ++k) CHECK(other[k].enclosing_radius == pool[k].enclosing_radius);
}

TEST_CASE("a search that is interrupted before its first round is over has a legal packing all the same") {
  const Problem problem = make_problem("linear", 300);
  /// Ctrl-C just after the search began.
  struct Impatient : ResumeSink {
    void save(std::string, double) override {
      if (!user.joinable()) user = std::thread([this] { token->request(StopReason::interrupt); });
    }
    ~Impatient() override { user.join(); }
    std::thread user;
  };
  StopToken stop;
  SearchOptions options;
  options.instance_count = 4;
  SearchResult result;
  {
    Impatient sink;
    sink.token = &stop;
    Events events;
    result = search_multistart(problem, {}, options, {.stop = stop, .listener = events, .checkpoint = &sink});
  }
  CHECK(result.reason == StopReason::interrupt);
  // There is no packing if it was stopped before the first round.
  if (result.totals.trials > 0) CHECK(result.best.count() == 300);
  if (result.best.count() > 0) CHECK(verify_exact(result.best).legal);
}
