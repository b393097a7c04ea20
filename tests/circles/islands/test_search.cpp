// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The searches `multistart` and `improve`: known optima within a fixed number of trials, the same bits
// whatever the threads and the company, and the ways they end.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "circles/searched.hpp"
#include "jam/circles/polish/packing_incumbent.hpp"
#include "jam/circles/tabu/round_engine.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/core/error.hpp"

using namespace jam;
using namespace jam::circles;
using namespace jam::circles::test;

namespace {

/// Arrays of `instances` random packings; instance k is the same in every batch, others may differ by `salt`.
ScaledInstances batch(const Problem& problem, int instances, int constant, std::uint64_t salt) {
  ScaledInstances packings(problem, instances);
  for (int k = 0; k < instances; ++k) {
    const std::uint64_t seed = k == constant ? 1 : 1 + salt;
    packings.load(k, start_centres(problem, Start::random_relax, seed, k, 0, packings.target_radius()));
  }
  return packings;
}

}  // namespace

TEST_CASE("both searches find the best known packing of radii 1 to 10 within a fixed number of trials",
          "[validation]") {
  const Problem problem = make_problem("linear", 10);
  for (const Kind kind : kinds) {
    for (const Strategy strategy : {Strategy::tabu, Strategy::trials}) {
      SearchOptions options;
      options.strategy = strategy;
      options.trial_limit = 400'000;  // About twenty times what is needed.
      options.target_radius = radius_of_ten;
      const Outcome outcome = search(kind, problem, options);
      INFO("search " << static_cast<int>(kind) << ", strategy " << static_cast<int>(strategy));
      CHECK(outcome.result.reason == StopReason::target_reached);
      // The target counts as reached within 1e-9; the polish is good to 1e-13 and the table has 12 decimals.
      CHECK(outcome.result.best.enclosing_radius == Approx(radius_of_ten).epsilon(1e-12));
      CHECK(outcome.result.totals.trials <= options.trial_limit + 20'000);  // One round more than the limit.
      CHECK(same_circles(outcome.result.best, outcome.events.last));
    }
  }
}

TEST_CASE("inactive instances are activated one after the other") {
  const Problem problem = make_problem("linear", 12);
  SearchOptions options;
  options.instance_count = 20;
  options.active_count = 3;
  options.stuck = 3000;
  options.trial_limit = 150'000;
  const Outcome few = search(Kind::multistart, problem, options);
  // All take part in the first round; later rounds evaluate the candidates of three, so there are more of
  // them for as many trials.
  options.active_count = options.instance_count;
  const Outcome all = search(Kind::multistart, problem, options);
  CHECK(few.result.totals.rounds > all.result.totals.rounds);
  CHECK(few.result.totals.meta_stable_count >
        20 - 3);  // So every waiting one was activated, and elites after them.
  options.active_count = 3;
  CHECK(same_circles(search(Kind::multistart, problem, options, 1).result.best, few.result.best));
}

TEST_CASE("seven equal circles are packed in three radii", "[validation]") {
  for (const Kind kind : kinds) {
    SearchOptions options;
    options.trial_limit = 200'000;
    options.target_radius = 3;
    const Outcome outcome = search(kind, make_problem("equal", 7), options);
    CHECK(outcome.result.best.enclosing_radius == Approx(3).epsilon(1e-12));  // As above.
  }
}

TEST_CASE("one, two and three circles are packed optimally", "[validation]") {
  // Two circles side by side; the third fits beside them.
  const double optimum[] = {1, 3, 5};
  for (const Kind kind : kinds) {
    for (int n = 1; n <= 3; ++n) {
      SearchOptions options;
      options.trial_limit = 20'000;
      const Outcome outcome = search(kind, make_problem("linear", n), options);
      INFO("n = " << n);
      CHECK(outcome.result.reason == StopReason::finished);
      CHECK(outcome.result.best.enclosing_radius == Approx(optimum[n - 1]).epsilon(1e-12));  // As above.
    }
  }
}

TEST_CASE("the number of threads changes nothing, the seed does", "[unit]") {
  const Problem problem = make_problem("linear", 17);
  for (const Kind kind : kinds) {
    for (const Strategy strategy : {Strategy::tabu, Strategy::trials}) {
      SearchOptions options;
      options.strategy = strategy;
      options.seed = 5;
      options.trial_limit = 15'000;
      options.instance_count = kind == Kind::multistart ? 5 : 100;
      const Outcome one = search(kind, problem, options, 1);
      CHECK(one.result.reason == StopReason::finished);
      CHECK(one.events.improvements.size() > 1);
      options.seed = 6;
      CHECK(search(kind, problem, options, 1).events.improvements != one.events.improvements);
      options.seed = 5;
      for (const int threads : {2, 3, 0}) {
        const Outcome other = search(kind, problem, options, threads);
        INFO("search " << static_cast<int>(kind) << ", strategy " << static_cast<int>(strategy) << ", "
                       << threads << " threads");
        CHECK(other.events.improvements == one.events.improvements);
        CHECK(same_circles(other.result.best, one.result.best));
        CHECK(other.result.totals.trials == one.result.totals.trials);
        CHECK(other.result.totals.relaxation_steps == one.result.totals.relaxation_steps);
        CHECK(other.result.totals.rounds == one.result.totals.rounds);
        CHECK(other.result.totals.meta_stable_count == one.result.totals.meta_stable_count);
      }
    }
  }
}

TEST_CASE("an instance does the same in any company", "[unit]") {
  const Problem problem = make_problem("linear", 18);
  SearchOptions options;
  RoundParameters parameters = make_round_parameters(problem, options);
  parameters.sweep_count = 30;
  parameters.depth = 4;
  StopToken stop;
  const auto engine = make_round_engine({}, 2, 0, 0, stop);
  const int k = 2;
  ScaledInstances alone = batch(problem, k + 1, k, 0);
  engine->run({alone.arrays, parameters});
  for (const int instances : {k + 1, 5, 9}) {
    ScaledInstances company = batch(problem, instances, k, 77);
    engine->run({company.arrays, parameters});
    const InstanceState& expected = alone.arrays.state[k];
    const InstanceState& state = company.arrays.state[k];
    CHECK(state.trials == expected.trials);
    CHECK(state.steps == expected.steps);
    CHECK(state.energy == expected.energy);
    CHECK(state.best_energy == expected.best_energy);
    CHECK(state.perturbations == expected.perturbations);
    CHECK(same_circles(company.best(k), alone.best(k)));
    CHECK(same_circles(company.current(k), alone.current(k)));
  }
  CHECK(alone.arrays.state[k].perturbations > 0);
}

TEST_CASE("rounds that are split do the same as one long round", "[unit]") {
  const Problem problem = make_problem("linear", 12);
  RoundParameters parameters = make_round_parameters(problem, SearchOptions());
  StopToken stop;
  const auto engine = make_round_engine({}, 1, 0, 0, stop);
  ScaledInstances once = batch(problem, 3, 0, 3);
  ScaledInstances split = batch(problem, 3, 0, 3);
  parameters.sweep_count = 20;
  engine->run({once.arrays, parameters});
  for (const int sweeps : {1, 7, 12}) {
    parameters.sweep_count = sweeps;
    engine->run({split.arrays, parameters});
  }
  CHECK(once.arrays.x == split.arrays.x);
  CHECK(once.arrays.best_y == split.arrays.best_y);
  CHECK(once.arrays.tabu_swap == split.arrays.tabu_swap);
  CHECK(once.arrays.state[2].trials == split.arrays.state[2].trials);
}

TEST_CASE("instances that share a base choose the same candidate however the candidates are dealt out",
          "[unit]") {
  const Problem problem = make_problem("linear", 20);
  RoundParameters parameters = make_round_parameters(problem, SearchOptions());
  parameters.neighbour_swap_count = 19;
  parameters.insert_count = 20;
  parameters.shared_count = 50;
  StopToken stop;
  const auto engine = make_round_engine({}, 2, 0, 0, stop);
  std::vector<float> reference;
  // 50 candidates in runs of 16 (the last one short), 64, and 16 with instances to spare.
  for (const auto& [instances, run] : {std::pair{4, 16}, std::pair{1, 64}, std::pair{6, 16}}) {
    parameters.candidate_count = run;
    ScaledInstances packings(problem, instances);
    const auto centres = start_centres(problem, Start::random_relax, 1, 0, 0, packings.target_radius());
    for (int k = 0; k < instances; ++k) packings.load(k, centres);
    parameters.sweep_count = 0;
    engine->run({packings.arrays, parameters});
    packings.copy_to_all(0);
    parameters.sweep_count = 1;
    engine->run({packings.arrays, parameters});
    const auto& states = packings.arrays.state;
    const auto winner = std::min_element(states.begin(), states.end(), [](const auto& a, const auto& b) {
      return a.taken_energy < b.taken_energy;
    });
    long long candidates = 0;
    for (const InstanceState& state : states) candidates += state.trials - states[0].trials;
    CHECK(candidates + instances * (states[0].trials - 1) == 50);
    packings.copy_to_all(static_cast<int>(winner - states.begin()));
    if (reference.empty()) reference = packings.arrays.x;
    packings.arrays.x.resize(20);
    reference.resize(20);
    CHECK(packings.arrays.x == reference);
  }
}

TEST_CASE("every move alone makes a search that works", "[unit]") {
  const Problem problem = make_problem("linear", 12);
  for (const Kind kind : kinds) {
    for (const Strategy strategy : {Strategy::tabu, Strategy::trials}) {
      for (const MoveRow& row : move_rows) {
        if (row.help == nullptr) continue;
        const MoveKind move = row.kind;
        SearchOptions options;
        options.strategy = strategy;
        options.moves = MoveWeights(move);
        options.ladder_count = 0;
        options.trial_limit = 4'000;
        const Outcome outcome = search(kind, problem, options);
        INFO("search " << static_cast<int>(kind) << ", strategy " << static_cast<int>(strategy) << ", "
                       << move_name(move));
        CHECK(outcome.result.best.enclosing_radius <
              30.4);  // 29.27 is the best known; random starts relax to 31 and more.
        for (const auto& improvement : outcome.events.improvements) {
          const MoveKind found = std::get<2>(improvement);
          // A swap that would change nothing becomes an insertion.
          const bool expected = found == move || found == MoveKind::start || found == MoveKind::perturb ||
                                (found == MoveKind::insert && row.exchanges_two);
          CHECK(expected);
        }
      }
    }
  }
}

TEST_CASE("both searches work with the contact law, with equal masses and by area", "[unit]") {
  for (const Kind kind : kinds) {
    for (const bool by_area : {false, true}) {
      SearchOptions options;
      options.relaxation = Relaxation::contact;
      options.mass_by_area = by_area;
      options.trial_limit = 40'000;
      options.target_radius = 22.4;
      CHECK(search(kind, make_problem("linear", 10), options).result.reason == StopReason::target_reached);
    }
  }
}

TEST_CASE("a search ends with the trial that its limit names, or a round later", "[unit]") {
  for (const Kind kind : kinds) {
    SearchOptions options;
    options.trial_limit = 1;
    const Outcome outcome = search(kind, make_problem("linear", 24), options);
    CHECK(outcome.result.reason == StopReason::finished);
    CHECK(outcome.result.totals.rounds == 1);
    CHECK(outcome.result.totals.trials >= 1);
    CHECK(outcome.events.reports >= 1);
  }
}

TEST_CASE("a start whose circles lie farther apart than floats reach is searched all the same", "[unit]") {
  const Problem problem = make_problem("linear", 8);
  Packing start;
  for (const double radius : problem.radii) start.circles.push_back({radius, radius * 1e200, 0});
  start.enclosing_radius = enclosing_radius_about_origin(start.circles);
  SearchOptions options;
  options.instance_count = 2;
  options.ladder_count = 0;
  options.trial_limit = 5000;
  StopToken stop;
  Events events;
  const SearchResult result =
      search_multistart(problem, {start, start}, options, {.stop = stop, .listener = events});
  CHECK(result.best.enclosing_radius < 18);
}

TEST_CASE("a search that is stopped before it begins ends at once", "[unit]") {
  for (const Kind kind : kinds) {
    StopToken stop;
    stop.request(StopReason::interrupt);
    const Outcome outcome = search(kind, make_problem("linear", 24), SearchOptions(), stop);
    CHECK(outcome.result.reason == StopReason::interrupt);
    CHECK(outcome.result.totals.rounds <= 1);
    // A start was given to `improve`: it has a result in any case.
    if (kind == Kind::improve) CHECK(outcome.result.best.count() == 24);
  }
}

TEST_CASE("a packing that overlaps is not published, one that is no better neither", "[unit]") {
  const Problem problem = make_problem("linear", 2);
  StopToken stop;
  Events events;
  SearchOptions options;
  PackingIncumbent best(problem, options, {.stop = stop, .listener = events});
  CHECK_FALSE(best.offer({{{1, -2, 0}, {2, 0.9, 0}}, 3}, 0, MoveKind::swap).has_value());
  CHECK(std::isinf(best.radius()));
  const std::optional<Packing> rounded = best.offer({{{1, -2, 0}, {2, 1.5, 0}}, 3.5}, 4, MoveKind::swap);
  REQUIRE(rounded.has_value());
  CHECK(verify_exact(*rounded).legal);
  CHECK(best.radius() == rounded->enclosing_radius);
  CHECK(best.offer({{{1, -2, 0}, {2, 1.6, 0}}, 3.6}, 0, MoveKind::swap).has_value());
  CHECK(best.radius() == rounded->enclosing_radius);
  CHECK(events.improvements.size() == 1);
  CHECK_FALSE(stop.stop_requested());
  CHECK(best.polish_and_offer({{{1, -2, 0.1}, {2, 1, 0}}, 3}, 0, MoveKind::insert));
  CHECK(best.radius() == Approx(3).epsilon(1e-12));  // Polished to 1e-13.
  // Two circles side by side: nothing is smaller.
  CHECK(stop.reason() == StopReason::finished);
  CHECK(events.improvements.size() == 2);
}
