// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Ladders of replicas on the threads of a CPU.
#include "jam/circles/replica_exchange.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "jam/circles/cpu_round.hpp"
#include "jam/circles/search_state.hpp"
#include "jam/circles/start.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {
namespace {

/// Sweeps between exchanges, exchanges between samples, and how many of the coldest packings a sample has.
constexpr int sweeps_per_block = 20;
constexpr long long sample_interval = 128;
constexpr int sample_size = 3;

/// The hottest temperature, at which the circles flow, in units of the square of their mean radius: found by trial for 24 to 128 circles of
/// radii 1..n; for equal ones and powers of i, tried with 50 circles alone. The coldest is so many times lower.
constexpr double hottest_of_24 = 0.0077;
constexpr double hottest_power = -1.25;
constexpr double temperature_ratio = 10;

/// Displacements are adapted until this share of them is accepted.
constexpr float accepted_share = 0.4F;
constexpr float adaptation = 1.05F;

constexpr double least_change = 1e-6;

/// The enclosing circle is at least so much larger than the largest circle [-].
constexpr double least_room = 1.001;

/// For circles that are nothing beside the others, so that their energies are no infinities.
constexpr float least_square = 1e-30F;

/// [replica_count], aligned as Floats are.
struct alignas(64) Lanes {
  std::array<float, replica_count> value{};
};

/// [unit of the radii, squared]
double hottest_temperature(const Problem& problem) {
  const auto n = static_cast<double>(problem.count());
  const double mean = std::accumulate(problem.radii.begin(), problem.radii.end(), 0.0) / n;
  return hottest_of_24 * std::pow(n / 24, hottest_power) * mean * mean;
}

}  // namespace

struct ReplicaExchange::Tables {
  std::vector<float> radius, reach_square, weight, room_square, room_weight;
  SweepTables view;
};

struct ReplicaExchange::Ladder {
  std::uint32_t number = 0;
  std::vector<Lanes> x, y;                         ///< [n]
  std::array<std::int32_t, replica_count> rung{};  ///< Of each replica.
  std::array<float, replica_count> step{};         ///< By rung [target radius].
  std::uint64_t block = 0;                         ///< Blocks done.
  Lanes energy;
  std::vector<Packing> samples;
};

ReplicaExchange::~ReplicaExchange() = default;

ReplicaExchange::ReplicaExchange(const Problem& problem, int ladder_count, std::uint64_t seed, int first, int stride, double target_radius)
    : problem_(problem),
      seed_(seed),
      sweep_(best_cpu_variant().sweep),
      target_radius_(std::max(target_radius, problem.radii.back() * least_room)),
      tables_(std::make_unique<Tables>()) {
  rescale();
  const auto n = static_cast<std::size_t>(problem.count());
  for (int k = 0; k < ladder_count; ++k) {
    auto ladder = std::make_unique<Ladder>();
    ladder->number = static_cast<std::uint32_t>(first + k * stride);
    ladder->x.resize(n);
    ladder->y.resize(n);
    for (std::size_t lane = 0; lane < replica_count; ++lane) {
      ladder->rung[lane] = static_cast<std::int32_t>(lane);
      ladder->step[lane] = static_cast<float>(2 * std::sqrt(temperatures_[lane]));
      RandomStream random(seed, StreamId::replica_start, ladder->number, lane);
      for (std::size_t i = 0; i < n; ++i) {
        Circle circle{problem.radii[i], 0, 0};
        throw_into(circle, target_radius_, random);
        ladder->x[i].value[lane] = static_cast<float>(circle.x / target_radius_);
        ladder->y[i].value[lane] = static_cast<float>(circle.y / target_radius_);
      }
    }
    ladders_.push_back(std::move(ladder));
  }
}

void ReplicaExchange::set_target_radius(double radius) {
  radius = std::max(radius, problem_.radii.back() * least_room);
  const double scale = target_radius_ / radius;
  if (std::abs(scale - 1) < least_change) return;
  target_radius_ = radius;
  rescale();
  for (const auto& ladder : ladders_) {
    for (auto* centres : {&ladder->x, &ladder->y}) {
      for (Lanes& lanes : *centres) {
        for (float& value : lanes.value) value = static_cast<float>(value * scale);
      }
    }
  }
}

void ReplicaExchange::rescale() {
  const auto n = static_cast<std::size_t>(problem_.count());
  Tables& tables = *tables_;
  tables.radius.resize(n);
  for (std::size_t i = 0; i < n; ++i) tables.radius[i] = static_cast<float>(problem_.radii[i] / target_radius_);
  tables.reach_square.resize(n * n);
  tables.weight.resize(n * n);
  tables.room_square.resize(n);
  tables.room_weight.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const float room = 1.0F - tables.radius[i];
    tables.room_square[i] = room * room;
    tables.room_weight[i] = 0.25F / (room * room);
    for (std::size_t j = 0; j < n; ++j) {
      const float reach = tables.radius[i] + tables.radius[j];
      tables.reach_square[i * n + j] = reach * reach;
      tables.weight[i * n + j] = 0.25F / std::max(reach * reach, least_square);
    }
  }
  tables.view = {static_cast<int>(n),  tables.radius.data(),      tables.reach_square.data(),
                 tables.weight.data(), tables.room_square.data(), tables.room_weight.data()};

  const double hottest = hottest_temperature(problem_) / (target_radius_ * target_radius_);
  for (std::size_t rung = 0; rung < replica_count; ++rung) {
    temperatures_[rung] = hottest * std::pow(temperature_ratio, static_cast<double>(rung) / (replica_count - 1) - 1);
  }
}

std::vector<Packing> ReplicaExchange::advance(long long sweep_count, int thread_count, StopToken& stop) {
  const long long block_count = (sweep_count + sweeps_per_block - 1) / sweeps_per_block;
  parallel_for(ladder_count(), thread_count, [&](int k) { advance(*ladders_[static_cast<std::size_t>(k)], block_count, stop); });
  std::vector<Packing> samples;
  for (const auto& ladder : ladders_) {
    std::move(ladder->samples.begin(), ladder->samples.end(), std::back_inserter(samples));
    ladder->samples.clear();
  }
  return samples;
}

void ReplicaExchange::advance(Ladder& ladder, long long block_count, StopToken& stop) const {
  const int steps = sweeps_per_block * problem_.count();
  Lanes cold;
  Lanes step;
  Lanes accepted;
  std::array<Lanes, 3> shift;
  for (long long b = 0; b < block_count && !stop.stop_requested(); ++b) {
    const RandomStream random(seed_, StreamId::replica_shift, ladder.number, ladder.block);
    for (std::uint32_t lane = 0; lane < replica_count; ++lane) {
      const auto rung = static_cast<std::size_t>(ladder.rung[lane]);
      cold.value[lane] = static_cast<float>(1 / temperatures_[rung]);
      step.value[lane] = ladder.step[rung];
      const PhiloxBlock words = random.block(lane);
      shift[0].value[lane] = uniform_float(words.x);
      shift[1].value[lane] = uniform_float(words.y);
      shift[2].value[lane] = uniform_float(words.z);
    }
    const LadderArrays arrays{ladder.x.front().value.data(), ladder.y.front().value.data(), cold.value.data(),     step.value.data(),
                              shift[0].value.data(),         shift[1].value.data(),         shift[2].value.data(), accepted.value.data(),
                              ladder.energy.value.data()};
    sweep_(tables_->view, arrays, {seed_, ladder.number, ladder.block * static_cast<std::uint64_t>(steps), steps});
    for (std::size_t lane = 0; lane < replica_count; ++lane) {
      float& reach = ladder.step[static_cast<std::size_t>(ladder.rung[lane])];
      const bool often = accepted.value[lane] > accepted_share * static_cast<float>(steps);
      reach = often ? std::min(1.0F, reach * adaptation) : reach / adaptation;
    }
    exchange(ladder);
    ++ladder.block;
    if (ladder.block % sample_interval == 0) sample(ladder);
  }
}

void ReplicaExchange::exchange(Ladder& ladder) const {
  std::array<std::size_t, replica_count> lane_of{};
  for (std::size_t lane = 0; lane < replica_count; ++lane) lane_of[static_cast<std::size_t>(ladder.rung[lane])] = lane;
  const RandomStream random(seed_, StreamId::replica_exchange, ladder.number, ladder.block);
  // Pairs of neighbours, the even and the odd ones in turn.
  for (std::size_t rung = ladder.block % 2; rung + 1 < replica_count; rung += 2) {
    const std::size_t colder = lane_of[rung];
    const std::size_t hotter = lane_of[rung + 1];
    const double gain = (1 / temperatures_[rung] - 1 / temperatures_[rung + 1]) *
                        (static_cast<double>(ladder.energy.value[colder]) - static_cast<double>(ladder.energy.value[hotter]));
    if (uniform_float(random.at(rung)) < std::exp(gain)) std::swap(ladder.rung[colder], ladder.rung[hotter]);
  }
}

void ReplicaExchange::sample(Ladder& ladder) const {
  for (std::int32_t rung = 0; rung < sample_size; ++rung) {
    const auto lane = static_cast<std::size_t>(std::find(ladder.rung.begin(), ladder.rung.end(), rung) - ladder.rung.begin());
    Packing packing;
    for (std::size_t i = 0; i < ladder.x.size(); ++i) {
      packing.circles.push_back({problem_.radii[i], ladder.x[i].value[lane] * target_radius_, ladder.y[i].value[lane] * target_radius_});
    }
    packing.enclosing_radius = enclosing_radius_about_origin(packing.circles);
    ladder.samples.push_back(std::move(packing));
  }
}

void ReplicaExchange::put_state(io::StateWriter& state) const {
  state.put(target_radius_);
  state.put(problem_.count());
  state.put(ladder_count());
  for (const auto& ladder : ladders_) {
    state.put(ladder->x);
    state.put(ladder->y);
    state.put(ladder->rung);
    state.put(ladder->step);
    state.put(ladder->block);
  }
}

void ReplicaExchange::restore(io::StateReader& state) {
  const auto target = state.take<double>();
  if (!(target > 0) || !std::isfinite(target)) fail_state("the target radius of its ladders is no radius");
  set_target_radius(target);
  target_radius_ = target;
  rescale();
  const auto n = static_cast<std::size_t>(problem_.count());
  if (state.take<int>() != problem_.count()) fail_state("its ladders have another number of circles");
  const int known = state.take<int>();
  if (known < 0 || known > ladder_count()) fail_state("it has more ladders");
  for (int k = 0; k < known; ++k) {
    Ladder& ladder = *ladders_[static_cast<std::size_t>(k)];
    ladder.x = state.take_vector<Lanes>();
    ladder.y = state.take_vector<Lanes>();
    ladder.rung = state.take<std::array<std::int32_t, replica_count>>();
    ladder.step = state.take<std::array<float, replica_count>>();
    ladder.block = state.take<std::uint64_t>();
    auto rungs = ladder.rung;
    std::sort(rungs.begin(), rungs.end());
    for (std::int32_t rung = 0; rung < replica_count; ++rung) {
      if (rungs[static_cast<std::size_t>(rung)] != rung) fail_state("its ladders have other rungs");
    }
    if (ladder.x.size() != n || ladder.y.size() != n) fail_state("its ladders have another number of circles");
  }
}

}  // namespace jam::circles
