// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The state of an island, to bytes and back.
#include <algorithm>
#include <cstddef>

#include "jam/circles/islands/island.hpp"
#include "jam/circles/islands/search_state.hpp"

namespace jam::circles {

std::string Island::state() const {
  io::StateWriter state;
  put_instances(state, instances_, place_.instance_count);
  put_elites(state, elites_);
  put_elites(state, strangers_);
  put_elites(state, tempered_);
  state.put(least_radius_);
  put_packing(state, life_best_);
  state.put(parameters_.sweep_count);
  state.put(parameters_.resettle);
  state.put(restarts_);
  state.put(polished_);
  state.put(waiting_);
  state.put(target_distance_);
  state.put(gained_);
  for (const long long count : {rounds_, trials_, steps_, life_begin_, life_gain_}) state.put(count);
  state.put(radius_sum);
  state.put(active_count);
  state.put(ladders_.has_value());
  if (ladders_) ladders_->put_state(state);
  return state.take();
}

void Island::restore(const std::string& bytes) {
  io::StateReader state(bytes);
  const int known = restore_instances(state, instances_);
  restore_elites(state, problem_, elites_);
  restore_elites(state, problem_, strangers_);
  restore_elites(state, problem_, tempered_);
  least_radius_ = state.take<double>();
  life_best_ = take_packing(state, problem_);
  parameters_.sweep_count = state.take<int>();
  parameters_.resettle = state.take<int>();
  restarts_ = state.take_vector<long long>();
  polished_ = state.take_vector<float>();
  waiting_ = state.take_vector<int>();
  target_distance_ = state.take<double>();
  gained_ = state.take<std::int32_t>();
  for (long long* count : {&rounds_, &trials_, &steps_, &life_begin_, &life_gain_}) *count = state.take<long long>();
  radius_sum = state.take<double>();
  active_count = state.take<int>();
  if (state.take<bool>()) {
    if (!ladders_) fail_state("it has ladders");
    ladders_->restore(state);
  }
  state.finish();

  const auto count = static_cast<std::size_t>(known);
  if (restarts_.size() != count || polished_.size() != count || parameters_.sweep_count < 1) fail_state("its counters do not fit");
  if (std::any_of(waiting_.begin(), waiting_.end(), [&](int k) { return k < 0 || k >= known; })) fail_state("it has other instances");
  add_instances(known);
}

void Island::add_instances(int known) {
  const auto count = static_cast<std::size_t>(place_.instance_count);
  restarts_.resize(count, 0);
  polished_.resize(count, -1.0F);
  const int active = searched_count(known);
  for (int k = known; k < place_.instance_count; ++k) {
    fresh_start(k);
    if (rounds_ == 0 || active + k - known < place_.active_limit) continue;
    state_of(k).resting = 1;
    waiting_.insert(waiting_.begin(), k);
  }
}

}  // namespace jam::circles
