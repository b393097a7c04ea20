// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <barrier>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <thread>

#include "jam/circles/polish/polish.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/circles/tempering/cpu_sweep.hpp"
#include "jam/circles/tempering/replica_exchange.hpp"
#include "jam/core/error.hpp"
#include "scenes/circles/sample_ladders.hpp"
#include "support/resumed_search.hpp"

using namespace jam;
using namespace jam::circles;
using jam::test::same_packing;

namespace {

/// The replicas of one ladder, all at temperature 1 / beta.
struct Replicas {
  Replicas(int n, float beta_value) : setting(n), ladder(test::random_ladders(1, n).front()) {
    RandomStream random(1, StreamId::test, 1, 0);
    for (std::size_t lane = 0; lane < replica_count; ++lane) {
      lanes.beta.value[lane] = beta_value;
      lanes.step.value[lane] = 0.05F;
      for (Lanes* offsets : {&lanes.shift_x, &lanes.shift_y, &lanes.shift_accept})
        offsets->value[lane] = random.uniform();
    }
  }

  void sweep(CpuSweep* run, std::uint64_t first, int steps) {
    run(setting.tables(), ladder.x.data(), ladder.y.data(), lanes, {7, 3, first, steps});
  }

  /// E of a replica from its definition.
  [[nodiscard]] double energy_of(std::size_t lane) const {
    const auto x = [&](int i) { return static_cast<double>(ladder.x[i].value[lane]); };
    const auto y = [&](int i) { return static_cast<double>(ladder.y[i].value[lane]); };
    return setting.energy(x, y);
  }

  test::SweepSetting setting;
  Ladder ladder;
  LadderLanes lanes;
};

/// Two threads that share out the circles of one replica, as the threads of a GPU do.
class ReplicaPair {
 public:
  using Real = float;

  struct Shared {
    std::barrier<> barrier{2};
    float values[2] = {};
  };

  ReplicaPair(Shared& shared, int part) : shared_(shared), part_(part) {}
  [[nodiscard]] int rank() const { return part_; }
  [[nodiscard]] static int size() { return 2; }
  void sync() const { shared_.barrier.arrive_and_wait(); }
  [[nodiscard]] float sum(float value) const {
    shared_.values[part_] = value;
    sync();
    return shared_.values[0] + shared_.values[1];
  }
  [[nodiscard]] static PhiloxBlock words(std::uint64_t number, std::uint32_t index) {
    return replica_words(7, 3, number, index);
  }

 private:
  Shared& shared_;
  int part_;
};

StopToken never;

ReplicaExchange make_exchange(const Problem& problem, int ladder_count, int first, int stride,
                              double target_radius, int threads = 1) {
  return {
      problem, ladder_count, 5, first, stride, target_radius, make_ladder_engine({}, threads, 0, 0, never)};
}

std::vector<LadderPacking> advance(ReplicaExchange& ladders, long long sweeps, std::size_t limit) {
  ladders.begin(sweeps);
  return ladders.finish(limit);
}

std::vector<Packing> sampled(ReplicaExchange& ladders, long long sweeps, std::size_t limit = 1000) {
  std::vector<Packing> packings;
  for (LadderPacking& sample : advance(ladders, sweeps, limit)) packings.push_back(std::move(sample.packing));
  return packings;
}

void check_same(const std::vector<Packing>& a, const std::vector<Packing>& b) {
  CHECK(std::equal(a.begin(), a.end(), b.begin(), b.end(), same_packing));
}

}  // namespace

TEST_CASE("the acceptance of a move is Boltzmann's factor") {
  for (const float x : {0.0F, 0.01F, 0.5F, 1.0F, 3.0F, 8.0F}) {
    CHECK(sweep_detail::boltzmann(x) == Approx(std::exp(-x)).epsilon(1e-4 + x * x / 2000));
  }
  CHECK(sweep_detail::boltzmann(-2.0F) > 1);
  CHECK(sweep_detail::boltzmann(-1e6F) > 1);
  CHECK(sweep_detail::boltzmann(2000.0F) == 0);
}

TEST_CASE("a centre that is not finite ends a round of ladders with an error that names the ladder") {
  const int n = 12;
  const test::SweepSetting sweeps(n);
  StopToken stop;
  const auto engine = make_ladder_engine({}, 2, 0, 0, stop);
  for (const float bad : {0.25F, std::nanf("")}) {
    std::vector<Ladder> ladders = test::random_ladders(3, n, 5);
    ladders[1].x.back().value.fill(bad);
    const LadderBatch batch{ladders, sweeps.ladders(1e9, 1), 1};
    if (std::isfinite(bad)) {
      CHECK_NOTHROW(engine->run(batch));
    } else {
      CHECK_THROWS_WITH(engine->run(batch), Catch::Contains("a centre of ladder 6 is not a finite number"));
    }
  }
}

TEST_CASE("the energy of every replica is counted during sweeps") {
  Replicas replicas(20, 1e4F);
  replicas.sweep(cpu_sweep.best(), 0, 4000);
  for (std::size_t lane = 0; lane < replica_count; ++lane) {
    CHECK(static_cast<double>(replicas.lanes.energy.value[lane]) ==
          Approx(replicas.energy_of(lane)).epsilon(1e-4));
    CHECK(replicas.lanes.accepted.value[lane] > 0);
    CHECK(replicas.lanes.accepted.value[lane] < 4000);
  }
}

TEST_CASE("colder replicas have lower energies") {
  double before = std::numeric_limits<double>::infinity();
  for (const float beta : {1e2F, 1e3F, 1e4F}) {
    Replicas replicas(20, beta);
    double mean = 0;
    for (std::uint64_t k = 0; k < 40; ++k) {
      replicas.sweep(cpu_sweep.best(), k * 1000, 1000);
      for (std::size_t lane = 0; k >= 20 && lane < replica_count; ++lane)
        mean += static_cast<double>(replicas.lanes.energy.value[lane]) / (20 * replica_count);
    }
    INFO("1 / temperature " << beta);
    CHECK(mean < 0.7 * before);
    before = mean;
  }
}

TEST_CASE("all instruction sets sweep to the same bits") {
  Replicas reference(30, 2e4F);
  reference.sweep(cpu_sweep.best(), 5, 3000);
  for (const Isa isa : all_isas) {
    if (cpu_sweep.version(isa) == nullptr) continue;
    INFO(isa_name(isa));
    Replicas replicas(30, 2e4F);
    replicas.sweep(cpu_sweep.version(isa), 5, 3000);
    CHECK(test::same_ladder(replicas.ladder, reference.ladder));
    CHECK(replicas.lanes.energy.value == reference.lanes.energy.value);
  }
}

TEST_CASE("threads that share out the circles of a replica make the moves of one thread") {
  for (const int n : {2, 3, 6}) {
    INFO(n << " circles");
    constexpr int steps = 60;
    const test::SweepSetting setting(n);
    Ladder alone = test::random_ladders(1, n).front();
    Ladder shared = alone;
    const auto centres_of = [](Ladder& ladder) {
      return ReplicaCentres<float>(ladder.x.front().value.data(), ladder.y.front().value.data(),
                                   replica_count);
    };
    const ReplicaMotion<float> motion{50, 0.05F, 0.1F, 0.2F, 0.3F};
    SingleReplicaThread<float> sole(7, 3);
    const float accepted = sweep_replicas(sole, setting.tables(), centres_of(alone), motion, 5, steps);
    const float energy = replica_energies(sole, setting.tables(), centres_of(alone));
    CHECK(accepted > 0);

    ReplicaPair::Shared place;
    float accepted_of[2];
    float energy_of[2];
    const auto work = [&](int part) {
      ReplicaPair threads(place, part);
      accepted_of[part] = sweep_replicas(threads, setting.tables(), centres_of(shared), motion, 5, steps);
      energy_of[part] = replica_energies(threads, setting.tables(), centres_of(shared));
    };
    std::thread other(work, 1);
    work(0);
    other.join();
    for (const int part : {0, 1}) {
      CHECK(accepted_of[part] == accepted);
      CHECK(energy_of[part] == Approx(energy).epsilon(1e-4));
    }
    for (std::size_t i = 0; i < alone.x.size(); ++i) {
      CHECK(shared.x[i].value[0] == Approx(alone.x[i].value[0]).margin(1e-5));
      CHECK(shared.y[i].value[0] == Approx(alone.y[i].value[0]).margin(1e-5));
    }
  }
}

TEST_CASE("temperature indices are exchanged by Boltzmann's factor") {
  // Two neighbours whose exchange has probability 0.3, and all others in an order that they keep.
  std::array<double, replica_count> beta{};
  std::array<float, replica_count> energy{};
  for (std::size_t k = 0; k < replica_count; ++k) {
    beta[k] = 1000.0 - static_cast<double>(k);
    energy[k] = 1000.0F * static_cast<float>(k);
  }
  energy[5] = energy[4] + static_cast<float>(-std::log(0.3));
  int exchanged = 0;
  constexpr int tries = 4000;
  for (std::uint64_t block = 0; block < tries; ++block) {
    std::array<std::int32_t, replica_count> temperature{};
    std::iota(temperature.begin(), temperature.end(), 0);
    exchange_temperatures(3, 1, block, beta.data(), energy.data(), temperature.data());
    exchanged += temperature[4] == 5 && temperature[5] == 4 ? 1 : 0;
    if (block % 2 == 1) CHECK(temperature[4] == 4);  // The pairs of odd blocks are others.
    for (std::size_t k : {0U, 3U, 6U, 15U}) CHECK(temperature[k] == static_cast<std::int32_t>(k));
  }
  // Half the blocks; five standard deviations.
  CHECK(std::abs(exchanged - 0.3 * tries / 2) < 5 * std::sqrt(0.3 * 0.7 * tries / 2));
}

TEST_CASE("of more samples than wanted those of the lowest energies are taken") {
  const Problem problem = make_problem("linear", 12);
  ReplicaExchange all = make_exchange(problem, 3, 0, 1, 28);
  ReplicaExchange few = make_exchange(problem, 3, 0, 1, 28);
  const std::vector<LadderPacking> samples = advance(all, 6000, 1000);
  const std::vector<LadderPacking> chosen = advance(few, 6000, 4);
  REQUIRE(samples.size() > 8);
  REQUIRE(chosen.size() == 4);
  std::vector<float> energies;
  for (const LadderPacking& sample : samples) energies.push_back(sample.energy);
  std::sort(energies.begin(), energies.end());
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    CHECK(chosen[k].energy <= energies[3]);
    if (k > 0) CHECK(chosen[k].ladder >= chosen[k - 1].ladder);
  }
  CHECK(advance(few, 6000, 0).empty());
}

TEST_CASE("ladders are the same whatever the threads, and each alone") {
  const Problem problem = make_problem("linear", 12);
  ReplicaExchange one = make_exchange(problem, 3, 0, 1, 28);
  ReplicaExchange two = make_exchange(problem, 3, 0, 1, 28, 2);
  ReplicaExchange last = make_exchange(problem, 1, 2, 1, 28);
  const std::vector<Packing> samples = sampled(one, 6000);
  REQUIRE(samples.size() % 3 == 0);
  REQUIRE(samples.size() >= 6);
  check_same(sampled(two, 6000), samples);
  check_same(sampled(last, 6000),
             {samples.end() - static_cast<std::ptrdiff_t>(samples.size() / 3), samples.end()});
}

TEST_CASE("ladders that are restored go on as if they had never stopped") {
  const Problem problem = make_problem("linear", 12);
  ReplicaExchange whole = make_exchange(problem, 2, 1, 4, 28);
  static_cast<void>(sampled(whole, 3000));
  whole.set_target_radius(27.5);
  io::StateWriter writer;
  whole.write(writer);
  const std::string state = writer.finish();
  const std::vector<Packing> later = sampled(whole, 6000);

  // Also with one ladder more than there were.
  for (const int count : {2, 3}) {
    ReplicaExchange resumed = make_exchange(problem, count, 1, 4, 30);
    io::StateReader reader(state);
    resumed.read(reader);
    reader.finish();
    CHECK(resumed.target_radius() == whole.target_radius());
    std::vector<Packing> samples = sampled(resumed, 6000);
    samples.resize(later.size());
    check_same(samples, later);
  }
  ReplicaExchange fewer = make_exchange(problem, 1, 1, 4, 28);
  io::StateReader reader(state);
  CHECK_THROWS_AS(fewer.read(reader), InputError);
  const Problem larger = make_problem("linear", 13);
  ReplicaExchange other = make_exchange(larger, 2, 1, 4, 28);
  io::StateReader again(state);
  CHECK_THROWS_AS(other.read(again), InputError);
}

TEST_CASE("the coldest replicas come to rest in the best packing of ten circles") {
  const Problem problem = make_problem("linear", 10);
  ReplicaExchange ladders = make_exchange(problem, 1, 0, 1, first_target_radius(problem));
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 40; ++k) {
    for (const Packing& sample : sampled(ladders, 2560))
      best = std::min(best, polish(sample).packing.enclosing_radius);
  }
  CHECK(best == Approx(22.000193012737).epsilon(1e-11));
}

TEST_CASE("a circle that fills almost everything leaves the ladders sound") {
  const Problem problem = problem_from_radii({0.01, 0.02, 0.03, 100});
  ReplicaExchange ladders = make_exchange(problem, 1, 0, 1, 100.05);
  ladders.set_target_radius(1);  // Raised to above the largest circle.
  CHECK(ladders.target_radius() > 100);
  for (const Packing& sample : sampled(ladders, 6000)) {
    for (const Circle& c : sample.circles) CHECK(std::isfinite(c.x + c.y));
  }
}
