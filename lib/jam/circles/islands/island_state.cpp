// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The state of an island, to bytes and back.
#include <algorithm>
#include <cstddef>
#include <tuple>

#include "jam/circles/islands/island.hpp"
#include "jam/circles/islands/search_state.hpp"

namespace jam::circles {

void PackingIsland::write(io::StateWriter& state) const {
  write_instances(state, instances_, size_.instance_count);
  write_elites(state, elites_);
  write_elites(state, migrants_);
  write_elites(state, ladder_samples_);
  state.write(least_radius_);
  write_packing(state, island_best_);
  io::write_all(state, parameters_.sweep_count, parameters_.target_changed, restarts_, polished_, waiting_,
                target_distance_, gained_, rounds_, restart_trials_, gain_trials_, radius_sum_, active_count_,
                ladders_.has_value());
  if (ladders_) ladders_->write(state);
}

void PackingIsland::read(io::StateReader& state, const Best::Counters& counters) {
  const int known = read_instances(state, instances_);
  read_elites(state, problem_, elites_);
  read_elites(state, problem_, migrants_);
  read_elites(state, problem_, ladder_samples_);
  least_radius_ = state.read<double>();
  island_best_ = read_packing(state, problem_);
  io::read_all(state, parameters_.sweep_count, parameters_.target_changed, restarts_, polished_, waiting_,
               target_distance_, gained_, rounds_, restart_trials_, gain_trials_, radius_sum_, active_count_);
  if (state.read<bool>()) {
    if (!ladders_) io::fail_state("it has ladders, this search has none");
    ladders_->read(state);
  }
  std::tie(trials_, steps_, meta_stable_count_, duplicate_count_, stagnation_count_) =
      std::tuple_cat(counters);
  counted_ = counters;

  const std::size_t count = known;
  const bool counted = io::is_count(rounds_) && io::is_count(restart_trials_) && io::is_count(gain_trials_) &&
                       std::all_of(restarts_.begin(), restarts_.end(), io::is_count);
  if (!counted || restarts_.size() != count || polished_.size() != count || parameters_.sweep_count < 1 ||
      active_count_ < 0)
    io::fail_state("its counters are out of range");
  if (std::any_of(waiting_.begin(), waiting_.end(), [&](int k) { return k < 0 || k >= known; }))
    io::fail_state("it refers to instances that it does not have");
  add_instances(known);
}

void PackingIsland::add_instances(int known) {
  restarts_.resize(size_.instance_count, 0);
  polished_.resize(size_.instance_count, -1.0F);
  const int active = searched_count(known);
  for (int k = known; k < size_.instance_count; ++k) {
    fresh_start(k);
    if (rounds_ == 0 || active + k - known < size_.active_limit) continue;
    state_of(k).inactive = 1;
    waiting_.insert(waiting_.begin(), k);
  }
}

}  // namespace jam::circles
