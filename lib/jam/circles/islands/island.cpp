// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/islands/island.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "jam/circles/islands/elites.hpp"
#include "jam/circles/islands/search_state.hpp"
#include "jam/circles/model/contact_graph.hpp"
#include "jam/circles/polish/polish.hpp"
#include "jam/circles/tabu/start.hpp"
#include "jam/core/constants.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/stop.hpp"

namespace jam::circles {
namespace {

/// Relative distance of the target below the best radius [-]: wide at first, so that each improvement is a
/// large one, then closer and closer.
constexpr double target_distance_first = 0.008;
constexpr double target_distance_least = 1e-4;
constexpr double target_distance_factor = 0.9;  ///< Factor of the distance per round without gain [-].

/// Neighbourhoods without gain, in units of n, before circles are relocated; and perturbations before an
/// instance is meta-stable.
constexpr double depth_per_circle = 1.0;
constexpr double stuck_depths = 2.0;

/// A perturbation, of an instance or of an elite, relocates at most n / 4 circles.
constexpr int perturbation_divisor = 4;

/// Trials per instance and round, when the search is under way: long enough to hide the host's work, short
/// enough to end in time.
constexpr int trials_per_round = 4000;

/// Packings whose energy is at most this much above the least are polished, the best few in each round.
constexpr float polish_ratio = 2.0F;
constexpr int polish_count_small = 16;  ///< Up to 64 circles; a polish costs about as much as 30 trials.
constexpr int polish_count_large = 6;

constexpr int elite_capacity_least = 16;
constexpr int elite_capacity_most = 64;
constexpr int migrant_capacity = 16;
constexpr int ladder_samples_capacity = 16;

/// An island has stagnated if it has not gained for this many times the trials until its last gain, but not
/// before each of its instances could have become meta-stable this many times.
constexpr long long patience_factor = 2;
constexpr long long patience_stucks = 30;

}  // namespace

PackingIsland::PackingIsland(const Problem& problem, const SearchOptions& options, const IslandPlace& place,
                             const SearchSize& size, const SearchRun& run, PackingIncumbent& best,
                             std::unique_ptr<RoundEngine> engine, std::unique_ptr<LadderEngine> ladder_engine)
    : MultistartIsland(problem, options, place, run, best),
      size_(size),
      engine_(std::move(engine)),
      instances_(problem, size.instance_count),
      elites_(std::clamp(size.instance_count / 8, elite_capacity_least, elite_capacity_most)),
      migrants_(migrant_capacity),
      ladder_samples_(ladder_samples_capacity),
      least_radius_(std::numeric_limits<double>::infinity()),
      restarts_(size.instance_count, 0),
      polished_(size.instance_count, -1.0F),
      target_distance_(target_distance_first) {
  const int n = problem.count();
  parameters_.instance_first = place.number;
  parameters_.instance_stride = place.count;
  parameters_.depth = static_cast<int>(depth_per_circle * n) + 10;
  parameters_.perturbation_limit = std::max(1, n / perturbation_divisor);
  stuck_ = options.stuck > 0
               ? options.stuck
               : static_cast<long long>(stuck_depths * parameters_.depth) * parameters_.candidate_count;
  sweep_limit_ = std::max(1, trials_per_round / parameters_.candidate_count);
  if (size.ladder_count > 0) {
    ladders_.emplace(problem, size.ladder_count, options.seed, place.number, place.count,
                     instances_.target_radius(), std::move(ladder_engine), run.thread_count,
                     run.stop.query());
    cut_ = run.stop.stop_requested();
  }
}

void PackingIsland::begin(const std::vector<Packing>& starts) {
  parallel_for(size_.instance_count, thread_count_, [&](int k) {
    if (k > 0 && stop_.stop_requested()) return;
    if (const Packing* start = start_of(k, starts)) {
      instances_.load(k, start->circles);
    } else {
      fresh_start(k);
    }
  });
  cut_ = cut_ || stop_.stop_requested();
  // Short rounds first, so that a first result comes soon.
  parameters_.sweep_count = 1;
}

void PackingIsland::fresh_start(int k) {
  const long long number = restarts_[k]++;
  if (ladder_samples_.size() > 0) {
    instances_.load(k, ladder_samples_.take_best().circles);
  } else {
    instances_.load(k, start_centres(problem_, options_.start, options_.seed, number_of(k), number,
                                     instances_.target_radius()));
  }
}

void PackingIsland::begin_round() {
  if (rounds_ == 0 && best_.empty()) relax_starts();
  engine_->begin({instances_.arrays, parameters_});
  begin_ladders();
}

bool PackingIsland::finish_round() {
  engine_->finish();
  // A round cut short depends on the clock; it counts only if there is no packing yet.
  const bool complete = !stop_.stop_requested();
  if (complete || best_.empty()) count_work();
  if (complete) {
    parameters_.target_changed = 0;
    ++rounds_;
  }
  if (!complete || !polish_promising() || !finish_ladders()) {
    if (best_.empty()) publish_anything();
    return false;
  }
  retarget();
  if (rounds_ == 1) deactivate_least_promising();
  replace_duplicates();
  replace_meta_stable();
  if (stagnated()) restart();
  parameters_.sweep_count = std::min(sweep_limit_, 2 * parameters_.sweep_count);
  count_in_progress();
  return true;
}

void PackingIsland::relax_starts() {
  RoundParameters relaxing = parameters_;
  relaxing.sweep_count = 0;
  relaxing.finish_begun = 1;
  engine_->run({instances_.arrays, relaxing});
  parameters_.target_changed = 0;
}

void PackingIsland::publish_anything() {
  int chosen = 0;
  for (int k = 1; k < size_.instance_count; ++k) {
    if (evaluated(k) && (!evaluated(chosen) || state_of(k).best_energy < state_of(chosen).best_energy))
      chosen = k;
  }
  publish_instance(chosen);
}

void PackingIsland::publish_instance(int k) { best_.offer_unfinished(instances_.best(k), number_of(k)); }

int PackingIsland::searched_count(int count) const {
  const auto first = instances_.arrays.state.begin();
  return static_cast<int>(
      std::count_if(first, first + count, [](const InstanceState& state) { return state.inactive == 0; }));
}

void PackingIsland::count_work() {
  long long trials = 0;
  long long steps = 0;
  radius_sum_ = 0;
  active_count_ = 0;
  for (int k = 0; k < size_.instance_count; ++k) {
    trials += state_of(k).trials;
    steps += state_of(k).steps;
    if (state_of(k).inactive != 0) continue;
    radius_sum_ += instances_.estimated_radius(state_of(k).best_energy);
    ++active_count_;
  }
  trials_ = trials;
  steps_ = steps;
  count_in_progress();
}

bool PackingIsland::polish_promising() {
  float least = 1e30F;
  for (int k = 0; k < size_.instance_count; ++k) {
    if (evaluated(k)) least = std::min(least, state_of(k).best_energy);
  }
  std::vector<int> order;
  for (int k = 0; k < size_.instance_count; ++k) {
    const float energy = state_of(k).best_energy;
    if (evaluated(k) && energy <= polish_ratio * least + 1e-9F && energy != polished_[k]) order.push_back(k);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return state_of(a).best_energy < state_of(b).best_energy; });
  order.resize(
      std::min<std::size_t>(order.size(), problem_.count() <= 64 ? polish_count_small : polish_count_large));

  PolishOptions polish_options;
  polish_options.stop = !best_.empty() ? stop_.query() : stop_.signal_query();
  std::vector<PolishResult> results(order.size());
  parallel_for(static_cast<int>(order.size()), thread_count_,
               [&](int i) { results[i] = polish(instances_.best(order[i]), polish_options); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (results[i].cut) return false;
    const int k = order[i];
    polished_[k] = state_of(k).best_energy;
    elites_.offer(results[i].packing);
    if (take(results[i].packing, number_of(k), static_cast<MoveKind>(state_of(k).best_move))) {
      instances_.load(k, results[i].packing.circles);
    }
  }
  // In the first rounds, the best of all packings, if it can be made legal.
  if (best_.empty() && !order.empty()) {
    best_.polish_and_offer(instances_.best(order[0]), number_of(order[0]), MoveKind::start);
  }
  return !best_.cut();
}

bool PackingIsland::take(const Packing& polished, int number, MoveKind move) {
  if (!take_if_best(polished, number, move)) return false;
  least_radius_ = std::min(least_radius_, island_best_.enclosing_radius);
  gain_trials_ = trials_;
  gained_ = 1;
  return true;
}

void PackingIsland::retarget() {
  if (island_best_.circles.empty()) return;
  if (gained_ == 0)
    target_distance_ = std::max(target_distance_least, target_distance_factor * target_distance_);
  gained_ = 0;
  if (!instances_.set_target_radius(island_best_.enclosing_radius * (1 - target_distance_))) return;
  parameters_.target_changed = 1;
  std::fill(polished_.begin(), polished_.end(), -1.0F);
}

void PackingIsland::deactivate_least_promising() {
  if (size_.instance_count <= size_.active_limit) return;
  const std::vector<int> order = order_by(
      size_.instance_count, [&](int a, int b) { return state_of(a).best_energy < state_of(b).best_energy; });
  waiting_.assign(order.rbegin(), order.rend() - size_.active_limit);
  for (const int k : waiting_) state_of(k).inactive = 1;
}

void PackingIsland::activate(int k) {
  state_of(k).inactive = 0;
  instances_.load(k, instances_.best(k).circles);
}

void PackingIsland::replace_meta_stable() {
  for (int k = 0; k < size_.instance_count; ++k) {
    if (!evaluated(k) || state_of(k).trials - state_of(k).gain_trial < stuck_) continue;
    ++meta_stable_count_;
    Packing packing = instances_.best(k);
    packing.enclosing_radius = instances_.estimated_radius(state_of(k).best_energy);
    elites_.offer(std::move(packing));
    if (waiting_.empty()) {
      replace(k);
    } else {
      state_of(k).inactive = 1;
      activate(waiting_.back());
      waiting_.pop_back();
    }
  }
}

bool PackingIsland::stagnated() const {
  if (island_best_.circles.empty()) return false;
  const long long patience = patience_stucks * stuck_ * std::min(size_.instance_count, size_.active_limit);
  return trials_ - gain_trials_ > std::max(patience, patience_factor * (gain_trials_ - restart_trials_));
}

void PackingIsland::restart() {
  ++stagnation_count_;
  migrants_.offer(island_best_);
  forget_best();
  restart_trials_ = gain_trials_ = trials_;
  elites_.restore({});
  ladder_samples_.restore({});
  target_distance_ = target_distance_first;
  instances_.set_target_radius(first_target_radius(problem_));
  parameters_.target_changed = 0;
  parameters_.sweep_count = 1;
  std::fill(polished_.begin(), polished_.end(), -1.0F);
  for (int k = 0; k < size_.instance_count; ++k) {
    if (state_of(k).inactive == 0) fresh_start(k);
  }
}

void PackingIsland::abandon() {
  if (ladders_) ladders_->abandon();
  engine_->abandon();
}

PackingIncumbent::Counters PackingIsland::counters() const {
  return {trials_, steps_, meta_stable_count_, duplicate_count_, stagnation_count_};
}

void PackingIsland::summarise(const std::vector<const PackingIsland*>& islands, Progress& progress) {
  double sum = 0;
  int active = 0;
  for (const PackingIsland* island : islands) {
    sum += island->radius_sum_;
    active += island->active_count_;
  }
  progress.mean_radius = sum / active;
}

}  // namespace jam::circles
