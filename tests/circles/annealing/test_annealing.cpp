// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <set>

#include "jam/circles/annealing/engine.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/core/error.hpp"
#include "scenes/circles/annealed_replicas.hpp"
#include "scenes/circles/sample_ladders.hpp"
#include "support/resumed_search.hpp"

using namespace jam;
using namespace jam::circles;
using jam::test::ReplicaMemory;
using jam::test::SweepSetting;

namespace {

StopToken never;

/// The mean energy at 1 / temperature `beta`, by lanes of one thread, with skins so wide that they reject
/// nothing.
template <class Lanes>
double mean_energy(int n, float beta) {
  const SweepSetting setting(n);
  double sum = 0;
  int count = 0;
  for (std::uint32_t number = 0; number < 10; ++number) {
    ReplicaMemory memory(setting.radius, number);
    memory.grid.skin = 3;
    for (std::uint64_t block = 0; block < 1000; ++block) {
      memory.anneal<Lanes>(beta, block);
      if (block < 250) continue;
      sum += static_cast<double>(memory.energy);
      ++count;
    }
  }
  return sum / count;
}

SearchResult anneal(const Problem& problem, const SearchOptions& options, const Packing& start = {},
                    int threads = 1) {
  StopToken stop;
  SearchListener silent;
  return search_annealing(problem, start, options,
                          {.thread_count = threads, .stop = stop, .listener = silent});
}

SearchOptions limited(long long trials, int replicas = 2) {
  SearchOptions options;
  options.instance_count = replicas;
  options.trial_limit = trials;
  return options;
}

}  // namespace

TEMPLATE_TEST_CASE("lists hold the near sites and no others", "", SerialLanes<1>, SerialLanes<32>) {
  for (const int n : {2, 3, 40, 300}) {
    INFO(n << " circles");
    const SweepSetting setting(n);
    ReplicaMemory memory(setting.radius, 5);
    const NearArrays& arrays = memory.arrays;
    const TestType lanes;
    sort_sites(lanes, memory.grid, arrays);
    make_lists(lanes, memory.grid, arrays);
    for (int i = 0; i < n; ++i) {
      std::set<int> near;
      for (int k = 0; k < n; ++k) {
        const float distance = std::hypot(arrays.x[i] - arrays.x[k], arrays.y[i] - arrays.y[k]);
        const float gap = distance - arrays.radius[i] - arrays.radius[k] - 2 * memory.grid.skin;
        if (std::abs(gap) < 1e-6F) continue;  // Rounding decides.
        if (k != i && gap < 0) near.insert(k);
      }
      const std::set<int> listed(arrays.list + arrays.row[i], arrays.list + arrays.row[i + 1]);
      CHECK(listed.size() == arrays.row[i + 1] - arrays.row[i]);
      CHECK(std::includes(listed.begin(), listed.end(), near.begin(), near.end()));
      CHECK(listed.size() <= near.size() + 1);
    }
  }
}

TEMPLATE_TEST_CASE("the energy at the end of a block is that of all circles", "", SerialLanes<1>,
                   SerialLanes<8>, SerialLanes<32>) {
  for (const int n : {2, 3, 31, 200}) {
    for (const float beta : {1e2F, 1e4F, 1e6F}) {
      INFO(n << " circles, beta " << beta);
      const SweepSetting setting(n);
      ReplicaMemory memory(setting.radius, 2);
      for (std::uint64_t block = 0; block < 5; ++block) {
        memory.anneal<TestType>(beta, block);
        const auto x = [&](int i) { return static_cast<double>(memory.arrays.x[i]); };
        const auto y = [&](int i) { return static_cast<double>(memory.arrays.y[i]); };
        CHECK(static_cast<double>(memory.energy) == Approx(setting.energy(x, y)).epsilon(1e-3).margin(1e-9));
        CHECK(
            std::all_of(memory.arrays.claim, memory.arrays.claim + n, [](int claim) { return claim == 0; }));
      }
    }
  }
}

TEST_CASE("replicas with lists are as cold as those that look at all circles, whatever the lanes") {
  const int n = GENERATE(12, 24);
  const float beta = 1e3F;
  const SweepSetting setting(n);
  std::vector<Ladder> ladders = test::random_ladders(8, n);
  const auto engine = make_ladder_engine({}, 0, 0, 0, never);
  double all = 0;
  int count = 0;
  for (int k = 0; k < 8; ++k) {
    engine->run({ladders, setting.ladders(beta, 1.0), 2 * sample_interval});
    for (const Ladder& ladder : ladders) {
      for (std::size_t s = 0; k >= 2 && s < ladder.samples.size(); ++s, ++count)
        all += static_cast<double>(ladder.samples[s].energy);
    }
  }
  all /= count;
  // Means of other seeds differ by less than 1 %.
  CHECK(mean_energy<SerialLanes<1>>(n, beta) == Approx(all).epsilon(0.05));
  CHECK(mean_energy<SerialLanes<4>>(n, beta) == Approx(all).epsilon(0.05));
}

TEST_CASE("replicas are the same whatever the threads, the others and the pauses") {
  const SweepSetting setting(60);
  const NearGrid grid = plan_near_grid(setting.radius);
  const std::vector<float> beta(6, 1e4F);
  std::vector<AnnealedReplica> whole = test::random_replicas(3, 60);
  make_annealing_engine({}, 2, 0, 0, never)->run({whole, grid, setting.radius, beta, 7, 0});
  std::vector<AnnealedReplica> last = test::random_replicas(1, 60, 2);
  const auto engine = make_annealing_engine({}, 1, 0, 0, never);
  engine->run({last, grid, setting.radius, std::span(beta).first(2), 7, 0});
  engine->run({last, grid, setting.radius, std::span(beta).first(4), 7, 2});
  CHECK(last[0].x == whole[2].x);
  CHECK(last[0].y == whole[2].y);
  CHECK(last[0].energy == whole[2].energy);
  CHECK(last[0].step == whole[2].step);
  CHECK(whole[0].x != whole[1].x);
}

TEST_CASE("a centre that is not finite ends a round of annealing with an error that names the replica") {
  const SweepSetting setting(12);
  const std::vector<float> beta{1e9F};
  std::vector<AnnealedReplica> replicas = test::random_replicas(3, 12, 5);
  replicas[1].x[4] = std::nanf("");
  const auto engine = make_annealing_engine({}, 1, 0, 0, never);
  CHECK_THROWS_WITH(engine->run({replicas, plan_near_grid(setting.radius), setting.radius, beta, 7, 0}),
                    Catch::Contains("a centre of replica 6 is not a finite number"));
}

TEST_CASE("annealing packs 150 circles more densely than their first cycle") {
  const Problem problem = make_problem("linear", 150);
  const SearchResult first = anneal(problem, limited(100));
  REQUIRE(!first.best.circles.empty());
  // Cycles of 50, 75, 113 and 170 blocks of two replicas.
  const SearchResult later = anneal(problem, limited(816));
  CHECK(later.totals.trials == 816);
  CHECK(later.best.enclosing_radius < first.best.enclosing_radius);
  CHECK(density(later.best) > 0.87);
  CHECK(anneal(problem, limited(816), {}, 2).best.enclosing_radius == later.best.enclosing_radius);
}

TEST_CASE("annealing from a packing never ends above it") {
  const Problem problem = make_problem("linear", 60);
  const SearchResult start = anneal(problem, limited(476));
  const SearchResult result = anneal(problem, limited(150), start.best);
  CHECK(result.best.enclosing_radius <= start.best.enclosing_radius * (1 + 1e-12));
  CHECK_THROWS_AS(anneal(make_problem("linear", 61), limited(10), start.best), InputError);
}

TEST_CASE("annealing resumed from any boundary ends with the packing of one that was not interrupted") {
  const Problem problem = make_problem("linear", 600);
  const SearchOptions options = limited(400);
  const auto search = [&](const std::string& begun, int end_at, std::string* state, int replicas) {
    StopToken stop;
    SearchListener silent;
    test::ResumeSink sink(begun, &stop, end_at);
    SearchOptions own = options;
    own.instance_count = replicas;
    const SearchResult result = search_annealing(
        problem, {}, own, {.thread_count = 2, .stop = stop, .listener = silent, .checkpoint = &sink});
    if (state != nullptr) *state = sink.newest;
    return result;
  };
  const SearchResult whole = search({}, test::never, nullptr, 2);
  for (const int k : {0, 1, 2}) {
    INFO("ended at boundary " << k);
    std::string state;
    const SearchResult part = search({}, k, &state, 2);
    CHECK(part.totals.rounds == k);
    const SearchResult resumed = search(state, test::never, nullptr, 2);
    CHECK(test::same_packing(whole.best, resumed.best));
    CHECK(resumed.totals.trials == whole.totals.trials);
    // Also with more replicas, but not with fewer.
    CHECK(search(state, test::never, nullptr, 3).totals.trials >= whole.totals.trials);
    CHECK_THROWS_AS(search(state, test::never, nullptr, 1), InputError);
  }
}

TEST_CASE("numbers of circles and replicas of annealing") {
  CHECK_THROWS_AS(anneal(make_problem("linear", 1), limited(1)), InputError);
  CHECK_THROWS_AS(anneal(make_problem("linear", 70'000), limited(1)), InputError);
  CHECK_NOTHROW(anneal(make_problem("linear", 2), limited(1)));
  Device gpu;
  gpu.kind = DeviceKind::cuda;
  CHECK(default_replica_count(100, gpu) == 16 * 132);
  CHECK(default_replica_count(1000, gpu) == 12 * 132);
  CHECK(default_replica_count(20'000, gpu) == 132);
}
