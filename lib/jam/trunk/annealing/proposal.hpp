// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The proposal of a trial: a change (moves.hpp), and its part: the boxes that the contact simulation moves,
// and those that these may touch. By a team. Lengths in mm.
#pragma once

#include "jam/trunk/annealing/moves.hpp"
#include "jam/trunk/annealing/sets/moves.hpp"

namespace jam::trunk {

/// Whether box i of the packing is within the drift of one of the anchors, and none of the movable ones,
/// which are the first of these.
[[nodiscard]] JAM_HD_INLINE bool near_anchor(const ProposalMemory& m, const TrialScene& scene,
                                             const BoxView& packing, int i, int movable, int anchors) {
  const float drift = scene.rules.drift * scene.scale;
  const BoxSize& size = packing.size(i);
  const Vec3f centre = packing.centre(i);
  JAM_ROLLED
  for (int a = 0; a < movable; ++a) {
    if (m.number[a] == i) return false;
  }
  const contact::Box<float> box = contact::make_box(centre, packing.rotation(i), size.half, size.margin);
  JAM_ROLLED
  for (int a = 0; a < anchors; ++a) {
    const Vec3f between = centre_of(m, a) - centre;
    const float limit = size.radius + size_of(m, scene, a).radius + drift;
    if (dot(between, between) < limit * limit &&
        overlap_of(box_of(m, scene, a), box, 1e30F, 1.0F).overlap > -drift)
      return true;
  }
  return false;
}

/// Selects the boxes of a part: movable ones first, then those that these may touch. Where there are too many
/// the record has none.
template <WarpWorkers Team>
JAM_HD_INLINE void select_part(const Team& team, ProposalMemory& m, const TrialScene& scene,
                               const BoxView& packing, const TrialChange& change, TrialRecord& record) {
  // Boxes in the regions; these shrink until there are few enough.
  float shrink = 1;
  int movable = 0;
  for (;; shrink *= 0.94F) {
    team.sync();  // Numbers of the previous region, which was too large, are overwritten.
    movable = change.changed_count;
    JAM_ROLLED
    for (int base = scene.fixed_count; base < packing.count; base += team.size()) {
      const int i = base + team.rank();
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
      const int at = movable + team.count_before(inside);
      if (inside && at < movable_limit) m.number[at] = static_cast<std::uint16_t>(i);
      movable += team.count(inside);
    }
    if (movable <= movable_limit) break;
  }
  if (movable == 0) return;
  JAM_ROLLED
  for (int k = team.rank(); k < change.changed_count; k += team.size())
    m.number[k] = static_cast<std::uint16_t>(change.changed[k].number);
  team.sync();
  JAM_ROLLED
  for (int i = team.rank(); i < movable; i += team.size()) {
    const int number = m.number[i];
    const bool present = number < packing.count;
    m.kind[i] = present ? packing.kind[number] : scene.new_kind;
    set_box(m, i, present ? packing.centre(number) : Vec3f{far_away, far_away, far_away},
            present ? packing.rotation(number) : Quaternionf{});
  }
  // New poses of the changed boxes, after the movable ones, for the search of neighbours alone.
  const int anchors = movable + change.changed_count;
  JAM_ROLLED
  for (int k = team.rank(); k < change.changed_count; k += team.size()) {
    m.kind[movable + k] = m.kind[k];
    set_box(m, movable + k, change.changed[k].centre, change.changed[k].rotation);
  }
  team.sync();
  // Boxes near one of the regions or changed boxes: candidates.
  const float drift = scene.rules.drift * scene.scale;
  const float radius_new = scene.sizes[scene.new_kind & (fixed_box - 1)].radius;
  int found = 0;
  JAM_ROLLED
  for (int base = 0; base < packing.count; base += team.size()) {
    const int i = base + team.rank();
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
        const Vec3f between = centre - centre_of(m, a);
        const float limit = own + scene.sizes[m.kind[a] & (fixed_box - 1)].radius;
        near = near || dot(between, between) < limit * limit;
      }
    }
    const int at = found + team.count_before(near);
    if (near && at < candidate_limit) m.candidate[at] = static_cast<std::uint16_t>(i);
    found += team.count(near);
  }
  if (found > candidate_limit) return;
  team.sync();
  // Keeps the candidates within the drift of an anchor.
  int count = anchors;
  JAM_ROLLED
  for (int base = 0; base < found; base += team.size()) {
    const int c = base + team.rank();
    const int i = c < found ? m.candidate[c] : -1;
    const bool near = c < found && near_anchor(m, scene, packing, i, movable, anchors);
    const int at = count + team.count_before(near);
    if (near && at < part_box_limit) m.number[at] = static_cast<std::uint16_t>(i);
    count += team.count(near);
  }
  if (count > part_box_limit) return;
  team.sync();
  // The last boxes take the places of the anchors that are not boxes.
  const int fixed = count - anchors;
  JAM_ROLLED
  for (int k = team.rank(); k < change.changed_count && k < fixed; k += team.size())
    m.number[movable + k] = m.number[count - 1 - k];
  team.sync();
  JAM_ROLLED
  for (int i = team.rank(); i < movable + fixed; i += team.size()) record.number[i] = m.number[i];
  JAM_ROLLED
  for (int k = team.rank(); k < change.changed_count; k += team.size()) record.changed[k] = change.changed[k];
  if (team.rank() == 0) {
    record.box_count = movable + fixed;
    record.movable_count = movable;
    record.changed_count = change.changed_count;
    record.insert = change.kind == TrialKind::insert ? 1 : 0;
    record.shift = change.shift;
  }
}

/// Proposes trial number `trial` of instance k, by a move of Moves (TrialMoves; SetMoves for a set): what it
/// changes, and its part.
template <template <WarpWorkers> class Moves, WarpWorkers Team>
JAM_HD_INLINE void propose_trial(const Team& team, ProposalMemory& m, const TrialScene& scene,
                                 const InstancesView& instances, int k, int trial, TrialRecord& record) {
  const InstanceState& state = instances.state[k];
  if (team.rank() == 0) record.valid = record.steps = record.box_count = 0;
  if (state.count == 0) return;
  const BoxView packing = instances.boxes(k, scene.sizes);
  const std::int64_t base = static_cast<std::int64_t>(k) * instances.capacity;
  const RandomStream random(scene.seed, StreamId::move, static_cast<std::uint32_t>(scene.first_instance + k),
                            state.trials + static_cast<std::uint32_t>(trial));
  TrialChange change;
  Moves<Team>(team, m, scene, packing, instances.squeeze + base).propose(random, state.absent != 0, change);
  if (team.rank() == 0) {
    const TrialWorth rise = scene.is_set() ? worth_rise(scene, packing, change) : TrialWorth{};
    record.worth_rise = rise;
    record.gain = scene.is_set() ? static_cast<float>(state.price) -
                                       price_of(scene, state.goal,
                                                {state.worth.all + rise.all, state.worth.main + rise.main})
                                 : 0.0F;
  }
  if (change.possible) select_part(team, m, scene, packing, change, record);
}

}  // namespace jam::trunk
