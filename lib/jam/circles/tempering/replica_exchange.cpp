// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The common settings of ladders of replicas, and their packings in the unit of the radii.
#include "jam/circles/tempering/replica_exchange.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {
namespace {

/// The hottest temperature, at which the circles flow, in units of the square of their mean radius: the lower
/// one of two laws, found by trial for radii 1..n, the first for 20 to 30 circles, the second, which is lower
/// from 38 on, for 38 to 128. They fit few circles of other families less well; the coldest temperature then
/// matters more.
constexpr double hottest_of_20 = 0.0097;
constexpr double hottest_power = -0.5;
constexpr double many_hottest_of_24 = 0.0123;
constexpr double many_hottest_power = -1.25;

/// The hottest temperature divided by the coldest: as large as neighbours on the ladder still exchange, whose
/// temperatures may differ by about 1 / sqrt(n). For 13, 31 and 50 circles of radii i^(-1/5), ratios of 30 to
/// 40 gave much better packings than 10; for 20 and 24 circles of radii 1..n about the same, for 50 slightly
/// worse.
constexpr double ratio_exponent = 22;
constexpr double least_ladder_ratio = 10;
constexpr double most_ratio = 100;

constexpr double least_radius_change = 1e-6;

/// Smallest radius of the enclosing circle, divided by the largest radius [-].
constexpr double least_ratio_to_largest = 1.001;

/// For circles that are tiny compared with the others: their energies must not be infinite.
constexpr float least_square = 1e-30F;

double temperature_ratio(int n) {
  return std::clamp(std::exp(ratio_exponent / std::sqrt(n)), least_ladder_ratio, most_ratio);
}

/// [unit of the radii, squared]
double hottest_temperature(const Problem& problem) {
  const auto n = static_cast<double>(problem.count());
  const double mean = std::accumulate(problem.radii.begin(), problem.radii.end(), 0.0) / n;
  const double hottest = std::min(hottest_of_20 * std::pow(n / 20, hottest_power),
                                  many_hottest_of_24 * std::pow(n / 24, many_hottest_power));
  return hottest * mean * mean;
}

}  // namespace

ReplicaExchange::ReplicaExchange(const Problem& problem, int ladder_count, std::uint64_t seed, int first,
                                 int stride, double target_radius, std::unique_ptr<LadderEngine> engine,
                                 int thread_count, const StopQuery& stop)
    : problem_(problem),
      target_radius_(std::max(target_radius, problem.radii.back() * least_ratio_to_largest)),
      ladders_(ladder_count),
      engine_(std::move(engine)) {
  setting_.seed = seed;
  rescale();
  const std::size_t n = problem.count();
  const auto begin = [&](int k) {
    if (stop.stopped()) return;
    Ladder& ladder = ladders_[k];
    ladder.number = static_cast<std::uint32_t>(first + k * stride);
    ladder.x.resize(n);
    ladder.y.resize(n);
    for (std::size_t lane = 0; lane < replica_count; ++lane) {
      ladder.temperature[lane] = static_cast<std::int32_t>(lane);
      ladder.step[lane] = static_cast<float>(2 / std::sqrt(setting_.beta[lane]));
      RandomStream random(seed, StreamId::replica_start, ladder.number, lane);
      for (std::size_t i = 0; i < n; ++i) {
        Circle circle{problem.radii[i], 0, 0};
        place_at_random(circle, target_radius_, random);
        ladder.x[i].value[lane] = static_cast<float>(circle.x / target_radius_);
        ladder.y[i].value[lane] = static_cast<float>(circle.y / target_radius_);
      }
    }
  };
  parallel_for(ladder_count, thread_count, begin);
}

void ReplicaExchange::set_target_radius(double radius) {
  radius = std::max(radius, problem_.radii.back() * least_ratio_to_largest);
  const double scale = target_radius_ / radius;
  if (std::abs(scale - 1) < least_radius_change) return;
  target_radius_ = radius;
  rescale();
  for (Ladder& ladder : ladders_) {
    for (auto* centres : {&ladder.x, &ladder.y}) {
      for (Lanes& lanes : *centres) {
        for (float& value : lanes.value) value = static_cast<float>(value * scale);
      }
    }
  }
}

void ReplicaExchange::rescale() {
  const std::size_t n = problem_.count();
  radius_.resize(n);
  for (std::size_t i = 0; i < n; ++i) radius_[i] = static_cast<float>(problem_.radii[i] / target_radius_);
  pair_.resize(n * n);
  rim_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const float clearance = 1.0F - radius_[i];
    rim_[i] = {clearance * clearance, 0.25F / (clearance * clearance)};
    for (std::size_t j = 0; j < n; ++j) {
      const float reach = radius_[i] + radius_[j];
      pair_[i * n + j] = {i == j ? 0.0F : reach * reach, 0.25F / std::max(reach * reach, least_square)};
    }
  }
  setting_.tables = {static_cast<int>(n), radius_.data(), pair_.data(), rim_.data()};

  const double hottest = hottest_temperature(problem_) / (target_radius_ * target_radius_);
  const double ratio = temperature_ratio(problem_.count());
  for (std::size_t temperature = 0; temperature < replica_count; ++temperature) {
    setting_.beta[temperature] =
        1 / (hottest * std::pow(ratio, static_cast<double>(temperature) / (replica_count - 1) - 1));
  }
}

void ReplicaExchange::begin(long long sweep_count) {
  engine_->begin({ladders_, setting_, (sweep_count + sweeps_per_block - 1) / sweeps_per_block});
}

std::vector<LadderPacking> ReplicaExchange::finish(std::size_t limit) {
  engine_->finish();
  struct Place {
    float energy;
    std::size_t ladder;
    std::size_t sample;
  };
  std::vector<Place> places;
  for (std::size_t k = 0; k < ladders_.size(); ++k) {
    for (std::size_t s = 0; s < ladders_[k].samples.size(); ++s)
      places.push_back({ladders_[k].samples[s].energy, k, s});
  }
  const auto order = [](const Place& a, const Place& b) {
    return std::tie(a.ladder, a.sample) < std::tie(b.ladder, b.sample);
  };
  if (places.size() > limit) {
    std::stable_sort(places.begin(), places.end(),
                     [](const Place& a, const Place& b) { return a.energy < b.energy; });
    places.resize(limit);
    std::sort(places.begin(), places.end(), order);
  }
  std::vector<LadderPacking> packings;
  for (const Place& place : places) {
    const LadderSample& sample = ladders_[place.ladder].samples[place.sample];
    packings.push_back({scaled_packing(problem_.radii, sample.x.data(), sample.y.data(), target_radius_),
                        static_cast<int>(place.ladder), sample.energy});
  }
  return packings;
}

void ReplicaExchange::write(io::StateWriter& state) const {
  io::write_all(state, target_radius_, problem_.count(), ladder_count());
  for (const Ladder& ladder : ladders_)
    io::write_all(state, ladder.x, ladder.y, ladder.temperature, ladder.step, ladder.block);
}

void ReplicaExchange::read(io::StateReader& state) {
  const auto target = state.read<double>();
  if (!(target > 0) || !std::isfinite(target))
    io::fail_state("the target radius of its ladders is not a finite number above 0");
  set_target_radius(target);
  target_radius_ = target;
  rescale();
  const std::size_t n = problem_.count();
  if (state.read<int>() != problem_.count())
    io::fail_state("the number of circles of its ladders is not that of the problem");
  const int known = state.read<int>();
  if (known < 0 || known > ladder_count()) io::fail_state("it has more ladders than this search");
  for (int k = 0; k < known; ++k) {
    Ladder& ladder = ladders_[k];
    io::read_all(state, ladder.x, ladder.y, ladder.temperature, ladder.step, ladder.block);
    if (!is_permutation(ladder.temperature))
      io::fail_state("the temperature indices of a ladder are not 0 to 15");
    const auto all_in_reach = [&](const std::vector<Lanes>& lanes) {
      return std::ranges::all_of(
          lanes, [&](const Lanes& lane) { return std::ranges::all_of(lane.value, in_reach); });
    };
    if (!all_in_reach(ladder.x) || !all_in_reach(ladder.y) || !std::ranges::all_of(ladder.step, in_reach))
      io::fail_state("a ladder is out of range");
    if (ladder.x.size() != n || ladder.y.size() != n)
      io::fail_state("the number of circles of its ladders is not that of the problem");
  }
}

}  // namespace jam::circles
