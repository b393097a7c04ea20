// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The decision of a round of annealing, by a team: the trials of an instance were proposed (proposal.hpp) and
// relaxed (relaxation.hpp). One source for CPU and GPU.
//
// One of the trials of an instance, or none, is drawn in proportion to exp(-rise / T) (a heat bath: the
// rule of N. Metropolis et al., 1953, for several proposals at once). T is the temperature of the instance,
// which it exchanges with others between batches of rounds (ladders.hpp). Every instance has one box more
// than the elites, the legal packings that instances start from. An instance starts again if the elites have
// as many boxes as it has. Of a set, the rise of a trial is that of the energy and of the price (price_of):
// so boxes come and go as in a grand-canonical ensemble, at a chemical potential. The goal of an instance is
// a packing worth more than the elites, in which boxes that are not used last are worth as much; it starts
// again if the elites have reached that.
#pragma once

#include "jam/trunk/annealing/proposal.hpp"
#include "jam/trunk/annealing/relaxation.hpp"

namespace jam::trunk {

/// Puts an elite with one absent box more into instance k; of a set, an elite that a better one has to
/// follow.
template <WarpWorkers Team>
JAM_HD_INLINE void start_instance(const Team& team, const TrialScene& scene, const InstancesView& instances,
                                  const ElitesView& elites, int k) {
  InstanceState& state = instances.state[k];
  RandomStream random(scene.seed, StreamId::select_elite,
                      static_cast<std::uint32_t>(scene.first_instance + k), state.starts);
  const int elite = draw_below(random, elites.count);
  const int boxes = elites.box_count;
  const std::int64_t to = static_cast<std::int64_t>(k) * instances.capacity;
  const std::int64_t from = static_cast<std::int64_t>(elite) * instances.capacity * pose_array_count;
  JAM_ROLLED
  for (int i = team.rank(); i < instances.capacity; i += team.size()) {
    for (int p = 0; p < pose_array_count; ++p)
      instances.pose[to * pose_array_count + p * instances.capacity + i] =
          elites.pose[from + p * instances.capacity + i];
    instances.kind[to + i] = i < boxes ? elites.kind[i] : scene.new_kind;
    instances.squeeze[to + i] = 0;
  }
  team.sync();
  TrialWorth worth;
  if (scene.is_set()) {
    BoxView packing = instances.boxes(k, scene.sizes);
    packing.count = boxes;
    worth = worth_of(team, scene, packing);
  }
  if (team.rank() == 0) {
    const int more = scene.is_set() ? 0 : 1;
    state.count = boxes + more;
    state.absent = more;
    state.energy = 0;
    state.worth = worth;
    state.goal = {worth.all + 1, worth.main};
    state.price = scene.is_set() ? static_cast<std::int32_t>(price_of(scene, state.goal, worth)) : 0;
    state.least_kept = 0x7fffffff;
    ++state.starts;
  }
  team.sync();
}

/// Whether an energy is below another one by 2 % of it, and by more than the rounding of rises makes of a
/// legal packing, whose energy may therefore be a little below 0.
[[nodiscard]] JAM_HD_INLINE bool clearly_below(int energy, int other) {
  constexpr float rounding = 10;  // [energy units]
  const auto before = static_cast<float>(other);
  return before - static_cast<float>(energy) > most_of(0.02F * before, rounding);
}

/// Draws one of the `trial_count` trials of instance k, or none, and keeps the best packing; or starts the
/// instance again if the elites have as many boxes as it has.
template <WarpWorkers Team>
JAM_HD_INLINE void decide(const Team& team, const TrialScene& scene, const InstancesView& instances,
                          const ElitesView& elites, int k, const TrialRecord* records, int trial_count) {
  InstanceState& state = instances.state[k];
  if (elites.count == 0) return;
  if (scene.is_set() ? state.count == 0 || state.goal.all <= elites.worth : state.count <= elites.box_count) {
    start_instance(team, scene, instances, elites, k);
    return;
  }
  const std::uint32_t trials = state.trials;
  const bool absent = state.absent != 0;
  const int count = state.count;
  const int energy_before = state.energy;
  const int kept_before = state.least_kept;
  // A trial is drawn in proportion to exp(-rise / T), or none, with the weight 1: the least of rise / T - g,
  // and g has Gumbel's distribution. An absent box is inserted at once, by the trial of least energy.
  const float temperature = state.temperature;
  const auto rank_of = [&](int t, float rise) {
    RandomStream chance(scene.seed, StreamId::accept, static_cast<std::uint32_t>(scene.first_instance + k),
                        trials);
    return absent ? rise
                  : rise - temperature * gumbel_of(uniform_float(chance.at(static_cast<std::uint64_t>(t))));
  };
  std::uint64_t own = ~0ULL;
  JAM_ROLLED
  for (int t = team.rank(); t <= trial_count; t += team.size()) {
    if (t == trial_count ? absent : records[t].valid == 0) continue;
    const float rank =
        rank_of(t, t == trial_count ? 0.0F : static_cast<float>(records[t].rise) - records[t].gain);
    // In the order of the ranks, also of negative ones.
    const auto ordered =
        static_cast<std::uint32_t>(static_cast<std::int32_t>(least_of(most_of(rank, -2e9F), 2e9F))) +
        0x80000000U;
    const std::uint64_t key = static_cast<std::uint64_t>(ordered) << 32 | static_cast<std::uint32_t>(t);
    own = key < own ? key : own;
  }
  const std::uint64_t best = team.least(own);
  team.sync();
  const int t = static_cast<int>(static_cast<std::uint32_t>(best));
  const bool taken = best != ~0ULL && t < trial_count;
  const int energy = taken ? energy_before + records[t].rise : energy_before;
  TrialWorth worth = state.worth;
  int price = 0;
  if (scene.is_set()) {
    if (taken) worth = {worth.all + records[t].worth_rise.all, worth.main + records[t].worth_rise.main};
    price = static_cast<int>(price_of(scene, state.goal, worth));
  }
  const std::int64_t base = static_cast<std::int64_t>(k) * instances.capacity;
  float* const pose = instances.pose + base * pose_array_count;
  if (taken) {
    const TrialRecord& record = records[t];
    JAM_ROLLED
    for (int i = team.rank(); i < record.box_count; i += team.size())
      instances.squeeze[base + record.number[i]] += record.squeeze_rise[i];
    JAM_ROLLED
    for (int i = team.rank(); i < record.movable_count; i += team.size()) {
      for (int p = 0; p < pose_array_count; ++p)
        pose[p * instances.capacity + record.number[i]] = record.pose[p][i];
    }
    team.sync();
  }
  const int limit = static_cast<int>(scene.rules.snapshot_energy / energy_unit);
  const bool kept = taken && price == 0 && energy < limit && clearly_below(energy, kept_before);
  if (kept) {
    float* const snapshot = instances.snapshot + base * pose_array_count;
    for (int i = team.rank(); i < pose_array_count * instances.capacity; i += team.size())
      snapshot[i] = pose[i];
  }
  team.sync();
  if (team.rank() == 0) {
    state.trials = trials + static_cast<std::uint32_t>(trial_count);
    state.energy = energy;
    if (taken) state.absent = 0;
    state.worth = worth;
    state.price = price;
    if (kept) {
      state.least_kept = state.snapshot_energy = energy;
      state.snapshot_count = count;
      state.snapshot_worth = worth.all;
      ++state.snapshot_number;
    }
  }
  team.sync();
}

}  // namespace jam::trunk
