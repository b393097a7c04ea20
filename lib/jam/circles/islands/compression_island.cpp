// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/islands/compression_island.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

#include "jam/circles/islands/search_state.hpp"
#include "jam/circles/polish/polish.hpp"
#include "jam/circles/tabu/start.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {
namespace {

/// Largest relative excess of a compressed packing's radius over that of its instance at which the packing is
/// polished [-]. Compression ends steps short, and the polish often gains more than polish_distance. At 5e-4,
/// radii reached with 50 circles were 1 % larger; at 0.05 they were the same.
constexpr double polish_distance = 0.015;

/// Enclosing radius of a saved packing against that of its circles [-].
constexpr double radius_tolerance = 1e-9;

/// Default of options.stuck, in units of the number of circles; a quarter or three times as many make no
/// difference.
constexpr long long stuck_per_circle = 1000;

}  // namespace

CompressionIsland::CompressionIsland(const Problem& problem, const SearchOptions& options,
                                     const IslandPlace& place, const SearchSize& size, const SearchRun& run,
                                     PackingIncumbent& best)
    : MultistartIsland(problem, options, place, run, best),
      compression_(problem, options, run, size.instance_count),
      instances_(size.instance_count) {
  stuck_ = options.stuck > 0 ? options.stuck : stuck_per_circle * problem.count();
}

void CompressionIsland::begin(const std::vector<Packing>& starts) {
  for (int k = 0; k < static_cast<int>(instances_.size()); ++k) {
    if (const Packing* start = start_of(k, starts)) {
      restart(k, *start);
    } else {
      fresh_start(k);
    }
  }
}

void CompressionIsland::restart(int k, Packing packing) {
  instances_[k].packing = std::move(packing);
  instances_[k].packing.enclosing_radius = std::numeric_limits<double>::infinity();
  instances_[k].trials = 0;
}

void CompressionIsland::fresh_start(int k) {
  restart(k, {start_centres(problem_, options_.start, options_.seed, number_of(k), instances_[k].starts++,
                            first_target_radius(problem_)),
              0});
}

void CompressionIsland::publish_instance(int k) {
  best_.offer_unfinished(instances_[k].packing, number_of(k));
}

bool CompressionIsland::finish_round() {
  const int count = static_cast<int>(instances_.size());
  std::vector<MoveKind> kinds(count, MoveKind::start);
  std::vector<Packing> trials(count);
  parallel_for(count, thread_count_, [&](int k) {
    const Instance& instance = instances_[k];
    trials[k] = instance.packing;
    if (instance.fresh()) return;
    const RandomStream random(options_.seed, StreamId::move, static_cast<std::uint32_t>(number_of(k)),
                              static_cast<std::uint64_t>(instance.drawn));
    kinds[k] = move_at_random(trials[k], parameters_, random);
  });
  const std::optional<std::vector<CompressionWork>> works = compression_.run(trials);
  if (!works || !polish_promising(trials)) {
    if (best_.empty()) publish_instance(0);
    return false;
  }
  for (int k = 0; k < count; ++k) {
    Instance& instance = instances_[k];
    trials_ += (*works)[k].relaxations;
    steps_ += (*works)[k].steps;
    ++instance.drawn;
    instance.trials += (*works)[k].relaxations;
    if (trials[k].enclosing_radius < instance.packing.enclosing_radius * (1 - least_gain)) {
      instance.packing = std::move(trials[k]);
      instance.trials = 0;
      take_if_best(instance.packing, number_of(k), kinds[k]);
    } else if (instance.fresh()) {
      fresh_start(k);
    } else if (instance.trials >= stuck_) {
      ++meta_stable_count_;
      if (arrived_.circles.empty()) {
        fresh_start(k);
      } else {
        restart(k, std::exchange(arrived_, {}));
      }
    }
  }
  best_.add_counters(counters(), counted_);
  return true;
}

/// Polishes the trials that are nearly as good as their instances, or better; false when stopped.
bool CompressionIsland::polish_promising(std::vector<Packing>& trials) {
  std::vector<char> cut(trials.size(), 0);
  const StopQuery stop = best_.empty() ? stop_.signal_query() : stop_.query();
  parallel_for(static_cast<int>(trials.size()), thread_count_, [&](int k) {
    Packing& trial = trials[k];
    if (!std::isfinite(trial.enclosing_radius)) return;
    if (trial.enclosing_radius > instances_[k].packing.enclosing_radius * (1 + polish_distance)) return;
    PolishResult polished = polish(trial, {.stop = stop});
    cut[k] = polished.cut ? 1 : 0;
    trial = std::move(polished.packing);
  });
  return std::find(cut.begin(), cut.end(), 1) == cut.end();
}

void CompressionIsland::write(io::StateWriter& state) const {
  state.write(static_cast<std::int32_t>(instances_.size()));
  for (const Instance& instance : instances_) {
    write_packing(state, instance.packing);
    io::write_all(state, instance.drawn, instance.starts, instance.trials);
  }
  write_packing(state, island_best_);
  write_packing(state, arrived_);
}

void CompressionIsland::read(io::StateReader& state, const Best::Counters& counters) {
  const auto known = state.read<std::int32_t>();
  if (known < 1 || known > std::ssize(instances_)) io::fail_state("its number of instances is out of range");
  for (int k = 0; k < known; ++k) {
    Instance& instance = instances_[k];
    instance.packing = read_packing(state, problem_);
    io::read_all(state, instance.drawn, instance.starts, instance.trials);
    if (!io::is_count(instance.drawn) || !io::is_count(instance.starts) || !io::is_count(instance.trials))
      io::fail_state("a counter of an instance is out of range");
    sort_by_radius(instance.packing.circles);
    const double radius = enclosing_radius_about_origin(instance.packing.circles);
    if (!instance.fresh() &&
        !(std::abs(instance.packing.enclosing_radius - radius) <= radius_tolerance * radius))
      io::fail_state("an instance has another enclosing radius than its circles");
  }
  island_best_ = read_packing(state, problem_);
  if (island_best_.circles.empty()) forget_best();
  arrived_ = read_packing(state, problem_);
  std::tie(trials_, steps_, meta_stable_count_, std::ignore, std::ignore) = std::tuple_cat(counters);
  counted_ = counters;
  for (int k = known; k < static_cast<int>(instances_.size()); ++k) fresh_start(k);
}

void CompressionIsland::summarise(const std::vector<const CompressionIsland*>& islands, Progress& progress) {
  double sum = 0;
  int count = 0;
  for (const CompressionIsland* island : islands) {
    for (const Instance& instance : island->instances_) {
      if (instance.fresh()) continue;
      sum += instance.packing.enclosing_radius;
      ++count;
    }
  }
  if (count > 0) progress.mean_radius = sum / count;
}

}  // namespace jam::circles
