// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "jam/circles/cpu_round.hpp"
#include "jam/circles/polish.hpp"
#include "jam/circles/replica_exchange.hpp"
#include "jam/circles/scaled_instances.hpp"
#include "jam/core/error.hpp"
#include "support/resumed_search.hpp"

using namespace jam;
using namespace jam::circles;
using jam::test::same_packing;

namespace {

/// The replicas of one ladder of `n` circles of radii 1..n in a circle of radius 1, all at temperature 1 / cold.
struct Replicas {
  struct alignas(64) Lanes {
    float value[replica_count];
  };

  Replicas(int n, float cold_value) : count(n) {
    const auto cells = static_cast<std::size_t>(n);
    float squares = 0;
    for (int i = 1; i <= n; ++i) squares += static_cast<float>(i * i);
    const float container = std::sqrt(squares / 0.85F);
    for (int i = 1; i <= n; ++i) radius.push_back(static_cast<float>(i) / container);
    for (std::size_t i = 0; i < cells; ++i) {
      room_square.push_back((1 - radius[i]) * (1 - radius[i]));
      room_weight.push_back(0.25F / room_square[i]);
      for (std::size_t j = 0; j < cells; ++j) {
        const float reach = radius[i] + radius[j];
        reach_square.push_back(reach * reach);
        weight.push_back(0.25F / (reach * reach));
      }
    }
    x.resize(cells);
    y.resize(cells);
    for (int lane = 0; lane < replica_count; ++lane) {
      RandomStream random(1, StreamId::test, static_cast<std::uint32_t>(lane), 0);
      for (std::size_t i = 0; i < cells; ++i) {
        x[i].value[lane] = random.uniform() - 0.5F;
        y[i].value[lane] = random.uniform() - 0.5F;
      }
      cold.value[lane] = cold_value;
      step.value[lane] = 0.05F;
      for (Lanes& offsets : shift) offsets.value[lane] = random.uniform();
    }
  }

  void sweep(CpuSweep run, std::uint64_t first, int steps) {
    const SweepTables tables{count, radius.data(), reach_square.data(), weight.data(), room_square.data(), room_weight.data()};
    run(tables,
        {x.front().value, y.front().value, cold.value, step.value, shift[0].value, shift[1].value, shift[2].value, accepted.value,
         energy.value},
        {7, 3, first, steps});
  }

  /// E of a replica from its definition.
  [[nodiscard]] double energy_of(int lane) const {
    double sum = 0;
    const auto square = [](double q, double reach) { return std::pow(std::max(0.0, reach * reach - q) / (2 * reach), 2); };
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double xi = x[i].value[lane];
      const double yi = y[i].value[lane];
      const double room = 1 - static_cast<double>(radius[i]);
      sum += std::pow(std::max(0.0, xi * xi + yi * yi - room * room) / (2 * room), 2);
      for (std::size_t j = 0; j < i; ++j) {
        const double dx = xi - static_cast<double>(x[j].value[lane]);
        const double dy = yi - static_cast<double>(y[j].value[lane]);
        sum += square(dx * dx + dy * dy, static_cast<double>(radius[i]) + static_cast<double>(radius[j]));
      }
    }
    return sum;
  }

  int count;
  std::vector<float> radius, reach_square, weight, room_square, room_weight;
  std::vector<Lanes> x, y;
  Lanes cold, step, shift[3], accepted, energy;
};

std::vector<Packing> sampled(ReplicaExchange& ladders, long long sweeps, int threads = 1) {
  StopToken stop;
  return ladders.advance(sweeps, threads, stop);
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

TEST_CASE("sweeps keep count of the energy of every replica") {
  Replicas replicas(20, 1e4F);
  replicas.sweep(best_cpu_variant().sweep, 0, 4000);
  for (int lane = 0; lane < replica_count; ++lane) {
    CHECK(replicas.energy.value[lane] == Approx(replicas.energy_of(lane)).epsilon(1e-4));
    CHECK(replicas.accepted.value[lane] > 0);
    CHECK(replicas.accepted.value[lane] < 4000);
  }
}

TEST_CASE("colder replicas have lower energies") {
  double before = std::numeric_limits<double>::infinity();
  for (const float cold : {1e2F, 1e3F, 1e4F}) {
    Replicas replicas(20, cold);
    double mean = 0;
    for (std::uint64_t k = 0; k < 40; ++k) {
      replicas.sweep(best_cpu_variant().sweep, k * 1000, 1000);
      for (int lane = 0; k >= 20 && lane < replica_count; ++lane)
        mean += static_cast<double>(replicas.energy.value[lane]) / (20 * replica_count);
    }
    INFO("1 / temperature " << cold);
    CHECK(mean < 0.7 * before);
    before = mean;
  }
}

TEST_CASE("all instruction sets sweep to the same bits") {
  int variant_count = 0;
  const CpuRoundVariant* variants = cpu_round_variants(variant_count);
  Replicas reference(30, 2e4F);
  reference.sweep(best_cpu_variant().sweep, 5, 3000);
  for (int k = 0; k < variant_count; ++k) {
    if (!variants[k].supported) continue;
    INFO(variants[k].name);
    Replicas replicas(30, 2e4F);
    replicas.sweep(variants[k].sweep, 5, 3000);
    int different = 0;
    for (std::size_t i = 0; i < replicas.x.size(); ++i) {
      for (int lane = 0; lane < replica_count; ++lane) {
        different += replicas.x[i].value[lane] != reference.x[i].value[lane] || replicas.y[i].value[lane] != reference.y[i].value[lane];
      }
    }
    CHECK(different == 0);
    CHECK(std::equal(std::begin(replicas.energy.value), std::end(replicas.energy.value), reference.energy.value));
  }
}

TEST_CASE("ladders are the same whatever the threads, and each alone") {
  const Problem problem = make_problem("linear", 12);
  ReplicaExchange one(problem, 3, 5, 0, 1, 28);
  ReplicaExchange two(problem, 3, 5, 0, 1, 28);
  ReplicaExchange last(problem, 1, 5, 2, 1, 28);
  const std::vector<Packing> samples = sampled(one, 6000);
  REQUIRE(samples.size() % 3 == 0);
  REQUIRE(samples.size() >= 6);
  check_same(sampled(two, 6000, 2), samples);
  check_same(sampled(last, 6000), {samples.end() - static_cast<std::ptrdiff_t>(samples.size() / 3), samples.end()});
}

TEST_CASE("ladders that are restored go on as if they had never stopped") {
  const Problem problem = make_problem("linear", 12);
  ReplicaExchange whole(problem, 2, 5, 1, 4, 28);
  static_cast<void>(sampled(whole, 3000));
  whole.set_target_radius(27.5);
  io::StateWriter writer;
  whole.put_state(writer);
  const std::string state = writer.take();
  const std::vector<Packing> later = sampled(whole, 6000);

  // Also with one ladder more than there were.
  for (const int count : {2, 3}) {
    ReplicaExchange resumed(problem, count, 5, 1, 4, 30);
    io::StateReader reader(state);
    resumed.restore(reader);
    reader.finish();
    CHECK(resumed.target_radius() == whole.target_radius());
    std::vector<Packing> samples = sampled(resumed, 6000);
    samples.resize(later.size());
    check_same(samples, later);
  }
  ReplicaExchange fewer(problem, 1, 5, 1, 4, 28);
  io::StateReader reader(state);
  CHECK_THROWS_AS(fewer.restore(reader), InputError);
  const Problem larger = make_problem("linear", 13);
  ReplicaExchange other(larger, 2, 5, 1, 4, 28);
  io::StateReader again(state);
  CHECK_THROWS_AS(other.restore(again), InputError);
}

TEST_CASE("the coldest replicas come to rest in the best packing of ten circles") {
  const Problem problem = make_problem("linear", 10);
  ReplicaExchange ladders(problem, 1, 1, 0, 1, first_target_radius(problem));
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 40; ++k) {
    for (const Packing& sample : sampled(ladders, 2560)) best = std::min(best, polish(sample).packing.enclosing_radius);
  }
  CHECK(best == Approx(22.000193012737).epsilon(1e-11));
}

TEST_CASE("a circle that fills almost everything leaves the ladders sound") {
  const Problem problem = problem_from_radii({0.01, 0.02, 0.03, 100});
  ReplicaExchange ladders(problem, 1, 1, 0, 1, 100.05);
  ladders.set_target_radius(1);  // Raised to above the largest circle.
  CHECK(ladders.target_radius() > 100);
  for (const Packing& sample : sampled(ladders, 6000)) {
    for (const Circle& c : sample.circles) CHECK(std::isfinite(c.x + c.y));
  }
}
