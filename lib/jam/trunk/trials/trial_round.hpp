// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A round of annealing of one instance: its trials, each by a team, and the decision, by a team. One source for CPU and GPU.
//
// One of the trials of an instance, or none, is drawn in proportion to exp(-rise / T) (a heat bath: the rule of N. Metropolis et al., 1953,
// for several proposals at once). T is the temperature of the instance, which it exchanges with others between batches of rounds
// (trial_ladders.hpp). Every instance has one box more than the elites, the legal packings that instances start from. An instance starts
// again where the elites have as many boxes as it has.
#pragma once

#include "jam/trunk/trials/trial_moves.hpp"

namespace jam::trunk {

/// Fills the memory of the part: movable boxes first, then the boxes that these may touch. Poses are those before the change; absent boxes
/// are far away. False where there are too many.
template <TrialTeam Team>
JAM_HD_INLINE bool select_part(const Team& team, PartMemory& m, TrialPart<Team>& part, const TrialScene& scene, const BoxView& packing,
                               const TrialChange& change) {
  constexpr float far_away = 1e5F;
  // Boxes in the regions; these shrink until there are few enough.
  float shrink = 1;
  int movable = 0;
  for (;; shrink *= 0.94F) {
    team.sync();  // Numbers of the region before, which was too large, are overwritten.
    movable = change.changed_count;
    JAM_ROLLED
    for (int base = scene.fixed_count; base < packing.count; base += team.lanes()) {
      const int i = base + team.lane();
      bool inside = false;
      if (i < packing.count) {
        const Vec3f centre = packing.centre(i);
        JAM_ROLLED
        for (int r = 0; r < 2; ++r) {
          const Vec3f between = centre - change.place[r];
          const float radius = shrink * change.radius[r];
          inside = inside || dot(between, between) < radius * radius;
        }
        JAM_ROLLED
        for (int k = 0; k < change.changed_count; ++k) inside = inside && change.changed[k].number != i;
      }
      const int at = movable + team.count_below(inside);
      if (inside && at < movable_limit) m.number[at] = static_cast<std::uint16_t>(i);
      movable += team.count(inside);
    }
    if (movable <= movable_limit) break;
  }
  if (movable == 0) return false;
  JAM_ROLLED
  for (int k = team.lane(); k < change.changed_count; k += team.lanes()) m.number[k] = static_cast<std::uint16_t>(change.changed[k].number);
  team.sync();
  JAM_ROLLED
  for (int i = team.lane(); i < movable; i += team.lanes()) {
    const int number = m.number[i];
    const bool present = number < packing.count;
    m.kind[i] = present ? packing.kind[number] : scene.new_kind;
    part.place(i, present ? packing.centre(number) : Vec3f{far_away, far_away, far_away},
               present ? packing.rotation(number) : Quaternionf{});
  }
  // New poses of the changed boxes, behind the movable ones, for the search of neighbours alone.
  const int anchors = movable + change.changed_count;
  JAM_ROLLED
  for (int k = team.lane(); k < change.changed_count; k += team.lanes()) {
    m.kind[movable + k] = m.kind[k];
    part.place(movable + k, change.changed[k].centre, change.changed[k].rotation);
  }
  team.sync();
  // Boxes near one of the regions or changed boxes: candidates.
  const float drift = scene.rules.drift * scene.scale;
  const float radius_new = scene.sizes[scene.new_kind & (fixed_box - 1)].radius;
  int found = 0;
  JAM_ROLLED
  for (int base = 0; base < packing.count; base += team.lanes()) {
    const int i = base + team.lane();
    bool near = false;
    if (i < packing.count) {
      const Vec3f centre = packing.centre(i);
      const float own = packing.size(i).radius + drift;
      JAM_ROLLED
      for (int r = 0; r < 2; ++r) {
        const Vec3f between = centre - change.place[r];
        const float limit = shrink * change.radius[r] + own + 2.0F * radius_new;
        near = near || (change.radius[r] > 0.0F && dot(between, between) < limit * limit);
      }
      JAM_ROLLED
      for (int k = 0; k < 2 * change.changed_count; ++k) {
        const int a = k < change.changed_count ? k : movable + k - change.changed_count;
        const Vec3f between = centre - Vec3f{m.pose[0][a], m.pose[1][a], m.pose[2][a]};
        const float limit = own + scene.sizes[m.kind[a] & (fixed_box - 1)].radius;
        near = near || dot(between, between) < limit * limit;
      }
    }
    const int at = found + team.count_below(near);
    if (near && at < candidate_limit) m.candidate[at] = static_cast<std::uint16_t>(i);
    found += team.count(near);
  }
  if (found > candidate_limit) return false;
  team.sync();
  // Of these, the boxes within the drift of an anchor.
  int count = anchors;
  JAM_ROLLED
  for (int c = 0; c < found; ++c) {
    const int i = m.candidate[c];
    const BoxSize& size = packing.size(i);
    const Vec3f centre = packing.centre(i);
    const contact::Box<float> box = contact::make_box(centre, packing.rotation(i), size.half, size.margin);
    bool near = false;
    bool moves = false;
    JAM_ROLLED
    for (int a = team.lane(); a < anchors; a += team.lanes()) {
      if (a < movable && m.number[a] == i) moves = true;
      const Vec3f between = Vec3f{m.pose[0][a], m.pose[1][a], m.pose[2][a]} - centre;
      const float limit = size.radius + scene.sizes[m.kind[a] & (fixed_box - 1)].radius + drift;
      if (near || !(dot(between, between) < limit * limit)) continue;
      near = overlap_of(part.box_at(a), box, 1e30F, 1.0F).overlap > -drift;
    }
    if (team.any(moves) || !team.any(near)) continue;
    if (count < part_box_limit && team.lane() == 0) {
      m.number[count] = static_cast<std::uint16_t>(i);
      m.kind[count] = packing.kind[i];
      part.place(count, centre, packing.rotation(i));
    }
    ++count;
  }
  if (count > part_box_limit) return false;
  team.sync();
  // The last ones take the places of the anchors that are no boxes.
  const int fixed = count - anchors;
  const int box_count = movable + fixed;
  for (int k = team.lane(); k < change.changed_count && k < fixed; k += team.lanes()) {
    const int from = count - 1 - k;
    const int to = movable + k;
    m.number[to] = m.number[from];
    m.kind[to] = m.kind[from];
    part.place(to, {m.pose[0][from], m.pose[1][from], m.pose[2][from]},
               {m.pose[3][from], m.pose[4][from], m.pose[5][from], m.pose[6][from]});
  }
  team.sync();
  part.set_counts(box_count, movable);
  return true;
}

/// Gives the boxes of the part their changed poses, and the part its beginning.
template <TrialTeam Team>
JAM_HD_INLINE void make_change(const Team& team, const PartMemory& m, const TrialPart<Team>& part, const TrialScene& scene,
                               const TrialChange& change, const RandomStream& random) {
  JAM_ROLLED
  for (int c = team.lane(); c < change.changed_count; c += team.lanes())
    part.place(c, change.changed[c].centre, change.changed[c].rotation);
  team.sync();
  part.begin();
  if (change.kind == TrialKind::shake) {
    JAM_ROLLED
    for (int i = team.lane(); i < part.movable_count(); i += team.lanes()) {
      RandomStream own = random;
      own.seek(65536 + 32 * static_cast<std::uint64_t>(m.number[i]));
      const Vec3f shift = change.shift * bell_vector(own);
      const Vec3f turn = 0.004F * scene.inverse_scale * change.shift * bell_vector(own);
      const BoxView boxes = part.boxes();
      part.place(i, boxes.centre(i) + shift, turned_slightly(boxes.rotation(i), turn));
    }
  }
  team.sync();
}

/// Trial number `trial` of instance k: what it changes, and how the energy rises.
template <TrialTeam Team>
JAM_HD_INLINE void run_trial(const Team& team, PartMemory& m, const TrialScene& scene, const InstancesView& instances, int k, int trial,
                             std::uint32_t* triangles,  // NOLINT(readability-non-const-parameter): the part writes them.
                             int triangle_limit, TrialRecord& record) {
  const InstanceState& state = instances.state[k];
  record.valid = 0;
  record.steps = 0;
  if (state.count == 0) return;
  const BoxView packing = instances.boxes(k, scene.sizes);
  const std::int64_t base = static_cast<std::int64_t>(k) * instances.capacity;
  TrialPart<Team> part(team, m, scene, triangles, triangle_limit);
  RandomStream random(scene.seed, StreamId::move, static_cast<std::uint32_t>(scene.first_instance + k),
                      state.trials + static_cast<std::uint32_t>(trial));
  TrialChange change;
  TrialMoves<Team>(team, m, part, scene, packing, instances.squeeze + base).propose(random, state.absent != 0, change);
  if (!change.possible || !select_part(team, m, part, scene, packing, change)) return;

  // The energy before the change, then the change and its relaxation.
  const TrialRules& rules = scene.rules;
  const float least_allowance = rules.give_up_floor / energy_unit + rules.give_up_temperatures * state.temperature;
  float allowance = rules.give_up_first / energy_unit;
  int before = 0;
  PartTotals after;
  int steps = -1;
  for (bool stale = true;; ++steps) {
    if (stale) part.list();
    after = part.find_contacts();
    if (!part.fits()) break;
    if (steps < 0) {
      before = after.energy;
      JAM_ROLLED
      for (int i = team.lane(); i < part.box_count(); i += team.lanes()) record.squeeze_rise[i] = -m.squeeze[i];
      team.sync();
      make_change(team, m, part, scene, change, random);
      stale = true;
      continue;
    }
    if (after.deepest <= rules.tolerance || steps >= rules.step_limit) break;
    if (steps % 4 == 0 && steps >= 8 && change.kind != TrialKind::insert) {
      if (static_cast<float>(after.energy - before) > least_allowance + allowance) break;
      allowance *= rules.give_up_share;
    }
    stale = part.apply_contacts();
  }
  const bool sound = part.fits() && part.sound(packing);
  if (team.lane() == 0) {
    record.steps = steps < 0 ? 0 : steps;
    record.rise = after.energy - before;
    record.box_count = part.box_count();
    record.movable_count = part.movable_count();
    record.valid = sound ? 1 : 0;
  }
  JAM_ROLLED
  for (int i = team.lane(); i < part.box_count(); i += team.lanes()) {
    record.number[i] = m.number[i];
    record.squeeze_rise[i] += m.squeeze[i];
  }
  JAM_ROLLED
  for (int i = team.lane(); i < part.movable_count(); i += team.lanes()) {
    for (int p = 0; p < pose_array_count; ++p) record.pose[p][i] = m.pose[p][i];
  }
  team.sync();
}

/// Puts an elite with one absent box more into instance k.
template <TrialTeam Team>
JAM_HD_INLINE void start_instance(const Team& team, const TrialScene& scene, const InstancesView& instances, const ElitesView& elites,
                                  int k) {
  InstanceState& state = instances.state[k];
  RandomStream random(scene.seed, StreamId::select_elite, static_cast<std::uint32_t>(scene.first_instance + k), state.starts);
  const int elite = draw_below(random, elites.count);
  const int boxes = elites.box_count;
  const std::int64_t to = static_cast<std::int64_t>(k) * instances.capacity;
  const std::int64_t from = static_cast<std::int64_t>(elite) * instances.capacity * pose_array_count;
  JAM_ROLLED
  for (int i = team.lane(); i < instances.capacity; i += team.lanes()) {
    for (int p = 0; p < pose_array_count; ++p)
      instances.pose[to * pose_array_count + p * instances.capacity + i] = elites.pose[from + p * instances.capacity + i];
    instances.kind[to + i] = i < boxes ? elites.kind[i] : scene.new_kind;
    instances.squeeze[to + i] = 0;
  }
  team.sync();
  if (team.lane() == 0) {
    state.count = boxes + 1;
    state.absent = 1;
    state.energy = 0;
    state.least_kept = 0x7fffffff;
    ++state.starts;
  }
  team.sync();
}

/// Whether an energy is below another one by 2 % of it, and by more than the rounding of rises makes of a legal packing, whose energy may
/// therefore be a little below 0.
[[nodiscard]] JAM_HD_INLINE bool clearly_below(int energy, int other) {
  constexpr float rounding = 10;  // [energy units]
  const auto before = static_cast<float>(other);
  return before - static_cast<float>(energy) > fmaxf(0.02F * before, rounding);
}

/// Decides on the best of the `trial_count` trials of instance k, and keeps the best packing; or starts the instance again where the elites
/// have as many boxes as it has.
template <TrialTeam Team>
JAM_HD_INLINE void decide(const Team& team, const TrialScene& scene, const InstancesView& instances, const ElitesView& elites, int k,
                          const TrialRecord* records, int trial_count) {
  InstanceState& state = instances.state[k];
  if (elites.count == 0) return;
  if (state.count <= elites.box_count) {
    start_instance(team, scene, instances, elites, k);
    return;
  }
  const std::uint32_t trials = state.trials;
  const bool absent = state.absent != 0;
  const int count = state.count;
  const int energy_before = state.energy;
  const int kept_before = state.least_kept;
  // A trial is drawn in proportion to exp(-rise / T), or none, with the weight 1: the least of rise / T - g, where g has Gumbel's
  // distribution. An absent box is inserted at once, by the trial of least energy.
  const float temperature = state.temperature;
  const auto rank_of = [&](int t, float rise) {
    RandomStream chance(scene.seed, StreamId::accept, static_cast<std::uint32_t>(scene.first_instance + k), trials);
    return absent ? rise : rise - temperature * gumbel_of(uniform_float(chance.at(static_cast<std::uint64_t>(t))));
  };
  std::uint64_t own = ~0ULL;
  JAM_ROLLED
  for (int t = team.lane(); t <= trial_count; t += team.lanes()) {
    if (t == trial_count ? absent : records[t].valid == 0) continue;
    const float rank = rank_of(t, t == trial_count ? 0.0F : static_cast<float>(records[t].rise));
    // In the order of the ranks, also of negative ones.
    const auto ordered = static_cast<std::uint32_t>(static_cast<std::int32_t>(fminf(fmaxf(rank, -2e9F), 2e9F))) + 0x80000000U;
    const std::uint64_t key = static_cast<std::uint64_t>(ordered) << 32 | static_cast<std::uint32_t>(t);
    own = key < own ? key : own;
  }
  const std::uint64_t best = team.least(own);
  team.sync();
  const int t = static_cast<int>(static_cast<std::uint32_t>(best));
  const bool taken = best != ~0ULL && t < trial_count;
  const int energy = taken ? energy_before + records[t].rise : energy_before;
  const std::int64_t base = static_cast<std::int64_t>(k) * instances.capacity;
  float* const pose = instances.pose + base * pose_array_count;
  if (taken) {
    const TrialRecord& record = records[t];
    JAM_ROLLED
    for (int i = team.lane(); i < record.box_count; i += team.lanes()) instances.squeeze[base + record.number[i]] += record.squeeze_rise[i];
    JAM_ROLLED
    for (int i = team.lane(); i < record.movable_count; i += team.lanes()) {
      for (int p = 0; p < pose_array_count; ++p) pose[p * instances.capacity + record.number[i]] = record.pose[p][i];
    }
    team.sync();
  }
  const int limit = static_cast<int>(scene.rules.snapshot_energy / energy_unit);
  const bool kept = taken && energy < limit && clearly_below(energy, kept_before);
  if (kept) {
    float* const snapshot = instances.snapshot + base * pose_array_count;
    for (int i = team.lane(); i < pose_array_count * instances.capacity; i += team.lanes()) snapshot[i] = pose[i];
  }
  team.sync();
  if (team.lane() == 0) {
    state.trials = trials + static_cast<std::uint32_t>(trial_count);
    state.energy = energy;
    if (taken) state.absent = 0;
    if (kept) {
      state.least_kept = state.snapshot_energy = energy;
      state.snapshot_count = count;
      ++state.snapshot_number;
    }
  }
  team.sync();
}

}  // namespace jam::trunk
