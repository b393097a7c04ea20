// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Relaxes the parts of trials. A crew works on all its parts at once: each part is evaluated before its
// change, then changed, and moved by the contact simulation until it is relaxed, given up, or out of steps.
// The next trial then takes its place. Lengths in mm.
//
// A step of all parts has phases, with a barrier after each: what a phase writes is read from the next one
// on. The threads of the crew share out the items of a phase (boxes, pairs, elements of the wall, faces) over
// all parts that take part in it.
#pragma once

#include "jam/trunk/annealing/contacts.hpp"
#include "jam/trunk/annealing/draws.hpp"
#include "jam/trunk/annealing/sets/boxes.hpp"

namespace jam::trunk {

template <TrialCrew Crew, TrialWall Wall>
class TrialRelaxation : private TrialContacts<Crew, Wall> {
 public:
  /// `records` are those of the proposals of a round.
  JAM_HD_INLINE TrialRelaxation(
      const Crew& crew, PartMemory* parts,
      std::uint32_t* elements,  // NOLINT(readability-non-const-parameter): lists are written there.
      const TrialScene& scene, const InstancesView& instances, TrialRecord* records, int trial_count)
      : TrialContacts<Crew, Wall>(crew, parts, scene, elements),
        instances_(instances),
        records_(records),
        trial_count_(trial_count) {}

  /// Relaxes the trials whose numbers `next()` gives, until that is -1. It is called by one thread.
  template <class Next>
  JAM_HD_INLINE void run(Next&& next) {
    clear_parts();
    crew_.sync();
    for (;;) {
      // Parts that have ended take the next trials.
      bool any = false;
      each_part_by_thread([&](int p) {
        if (parts_[p].action == PartAction::finish) take(parts_[p], next);
        any = any || is_active(p);
      });
      if (!crew_.any(any)) return;
      // The boxes of these are read; those that have moved far are listed again.
      if (any_fresh()) {
        load();
        crew_.sync();
      }
      if (any_stale()) this->list();
      // Contacts give the energy of a part, and that decides what comes next for it.
      this->find_contacts();
      each_part_by_team([&](PartMemory& m) {
        if (crew_.team().rank() == 0) judge(m);
      });
      crew_.sync();
      // It is pushed and moved, or changed, or written to its record.
      this->push_apart();
      change();
      finish();
      crew_.sync();
      this->move_boxes();
      crew_.sync();
    }
  }

 private:
  JAM_HD_INLINE void clear_parts() const {
    each_item(
        crew_, [](int) { return movable_limit * faces_of_box; },
        [&](int p, int f) { face_of(parts_[p], f) = {}; });
    each_part_by_thread([&](int p) { parts_[p].action = PartAction::finish; });
  }

  /// By one thread: the next trial that changes something.
  template <class Next>
  JAM_HD_INLINE void take(PartMemory& m, Next&& next) const {
    int trial = next();
    JAM_ROLLED
    while (trial >= 0 && records_[trial].box_count == 0) trial = next();
    m.trial = trial;
    m.action = PartAction::none;
    if (trial < 0) return;
    const TrialRecord& record = records_[trial];
    begin_part(m, trial, record.box_count, record.movable_count);
    m.fresh = 1;
    m.allowance = scene_.rules.give_up_first / energy_unit;
  }

  [[nodiscard]] JAM_HD_INLINE bool any_fresh() const {
    bool any = false;
    for (int p = 0; p < Crew::part_count; ++p) any = any || (is_active(p) && parts_[p].fresh != 0);
    return any;
  }

  [[nodiscard]] JAM_HD_INLINE BoxView packing_of(const PartMemory& m) const {
    return instances_.boxes(m.trial / trial_count_, scene_.sizes);
  }

  /// The boxes of fresh parts, before the change: an absent box is far away.
  JAM_HD_INLINE void load() const {
    each_item(
        crew_, [&](int p) { return is_active(p) && parts_[p].fresh != 0 ? parts_[p].box_count : 0; },
        [&](int p, int i) {
          PartMemory& m = parts_[p];
          const BoxView packing = packing_of(m);
          const int number = records_[m.trial].number[i];
          const bool present = number < packing.count;
          m.number[i] = static_cast<std::uint16_t>(number);
          m.kind[i] = present ? packing.kind[number] : scene_.new_kind;
          set_box(m, i, present ? packing.centre(number) : Vec3f{far_away, far_away, far_away},
                  present ? packing.rotation(number) : Quaternionf{});
          if (i >= m.movable_count) return;
          for (auto& corrections : m.kept) corrections[i] = 0.0F;
        });
  }

  /// Decides the next action for a part; by one thread.
  JAM_HD_INLINE void judge(PartMemory& m) const {
    const TrialRules& rules = scene_.rules;
    m.fresh = 0;
    m.action = PartAction::finish;
    if (m.fits == 0) return;
    if (m.step < 0) {
      m.step = 0;
      m.energy_before = m.energy;
      m.action = PartAction::change;
      return;
    }
    if (static_cast<float>(m.deepest) * 0x1p-20F <= rules.tolerance || m.step >= rules.step_limit) return;
    const TrialRecord& record = records_[m.trial];
    if (m.step % 4 == 0 && m.step >= 8 && !record.insert) {
      const float temperature = instances_.state[m.trial / trial_count_].temperature;
      const float least_allowance =
          rules.give_up_floor / energy_unit + rules.give_up_temperatures * temperature;
      if (static_cast<float>(m.energy - m.energy_before) > least_allowance + m.allowance + record.gain)
        return;
      m.allowance *= rules.give_up_share;
    }
    ++m.step;
    m.action = PartAction::move;
  }

  [[nodiscard]] JAM_HD_INLINE int boxes_with(int p, PartAction action) const {
    return is_active(p) && parts_[p].action == action ? parts_[p].box_count : 0;
  }

  /// Gives changed boxes their new poses, or shakes all.
  JAM_HD_INLINE void change() const {
    each_item(
        crew_, [&](int p) { return boxes_with(p, PartAction::change); },
        [&](int p, int i) {
          PartMemory& m = parts_[p];
          TrialRecord& record = records_[m.trial];
          record.squeeze_rise[i] = -m.squeeze[i];
          if (i < record.changed_count) {
            set_box(m, i, record.changed[i].centre, record.changed[i].rotation);
          } else if (i < m.movable_count && record.shift > 0.0F) {
            shake(m, i, record.shift);
          } else {
            return;
          }
          crew_.set_bits(m.stale, 1U << i);
        });
    clear_faces(PartAction::change);
  }

  JAM_HD_INLINE void shake(PartMemory& m, int i, float shift) const {
    const int k = m.trial / trial_count_;
    RandomStream random(scene_.seed, StreamId::move, static_cast<std::uint32_t>(scene_.first_instance + k),
                        instances_.state[k].trials + static_cast<std::uint32_t>(m.trial % trial_count_));
    random.seek(65536 + 32 * static_cast<std::uint64_t>(m.number[i]));
    const Vec3f move = shift * bell_vector(random);
    const Vec3f turn =
        allowed_turn(scene_, m.kind[i], 0.004F * scene_.inverse_scale * shift * bell_vector(random));
    set_box(m, i, centre_of(m, i) + move, turned_slightly(rotation_of(m, i), turn));
  }

  JAM_HD_INLINE void clear_faces(PartAction action) const {
    each_item(
        crew_, [&](int p) { return is_active(p) && parts_[p].action == action ? parts_[p].face_count : 0; },
        [&](int p, int item) { face_of(parts_[p], parts_[p].touching.face[item]) = {}; });
  }

  /// Writes what has become of trials that end.
  JAM_HD_INLINE void finish() const {
    each_part_by_team([&](PartMemory& m) {
      if (m.action != PartAction::finish) return;
      const bool valid = m.fits != 0 && is_sound(m);
      if (crew_.team().rank() != 0) return;
      TrialRecord& record = records_[m.trial];
      record.valid = valid ? 1 : 0;
      record.steps = m.step < 0 ? 0 : m.step;
      record.rise = m.energy - m.energy_before;
    });
    each_item(
        crew_, [&](int p) { return boxes_with(p, PartAction::finish); },
        [&](int p, int i) {
          const PartMemory& m = parts_[p];
          TrialRecord& record = records_[m.trial];
          if (m.fits == 0) return;
          record.squeeze_rise[i] += m.squeeze[i];
          if (i >= m.movable_count) return;
          for (int k = 0; k < 3; ++k) record.pose[k][i] = m.centre[k][i];
          for (int k = 0; k < 4; ++k) record.pose[3 + k][i] = m.rotation[k][i];
        });
    clear_faces(PartAction::finish);
  }

  /// Whether all movable boxes have poses that are numbers, centres inside of the container, and touch no
  /// box of the packing that is not in the part. By a team.
  [[nodiscard]] JAM_HD_INLINE bool is_sound(const PartMemory& m) const {
    const auto team = crew_.team();
    const BoxView packing = packing_of(m);
    const TrialRecord& record = records_[m.trial];
    const float limit = scene_.rules.drift * scene_.scale;
    JAM_ROLLED
    for (int base = 0; base < m.movable_count; base += team.size()) {
      const int i = base + team.rank();
      bool sound = true;
      bool near = true;  // A box that stayed within the drift has all its neighbours in the part.
      if (i < m.movable_count) {
        const Vec3f centre = centre_of(m, i);
        const Quaternionf rotation = rotation_of(m, i);
        const float sum = centre.x + centre.y + centre.z + rotation.w + rotation.x + rotation.y + rotation.z;
        sound = sum - sum == 0.0F && (scene_.inner.contains(centre) || (scene_.is_set() && is_away(centre)));
        const bool changed = i < record.changed_count;
        near =
            motion_bound(centre, rotation, changed ? record.changed[i].centre : packing.centre(m.number[i]),
                         changed ? record.changed[i].rotation : packing.rotation(m.number[i]),
                         size_of(m, scene_, i).radius) < limit;
      }
      if (team.any(!sound)) return false;
      JAM_ROLLED
      for (int l = 0; l < team.size(); ++l) {
        if (team.value_at(near ? 1 : 0, l) == 0 && team.any(touches_another(m, packing, base + l)))
          return false;
      }
    }
    return true;
  }

  /// Whether box i of the part touches a box of the packing that is not in the part; true only in the lane
  /// that tests that box.
  [[nodiscard]] JAM_HD_INLINE bool touches_another(const PartMemory& m, const BoxView& packing, int i) const {
    const auto team = crew_.team();
    const contact::Box<float> box = box_of(m, scene_, i);
    const float radius = size_of(m, scene_, i).radius;
    bool touches = false;
    JAM_ROLLED
    for (int j = team.rank(); j < packing.count; j += team.size()) {
      const BoxSize& size = packing.size(j);
      const Vec3f between = packing.centre(j) - box.centre;
      if (!(dot(between, between) < (radius + size.radius) * (radius + size.radius))) continue;
      const contact::Box<float> other =
          contact::make_box(packing.centre(j), packing.rotation(j), size.half, size.margin);
      if (!(overlap_of(box, other, 0.0F, scene_.rules.edge_share).overlap > 0.0F)) continue;
      bool known = false;
      JAM_ROLLED
      for (int k = 0; k < m.box_count; ++k) known = known || m.number[k] == j;
      touches = touches || !known;
    }
    return touches;
  }

  using TrialContacts<Crew, Wall>::any_stale;
  using TrialContacts<Crew, Wall>::crew_;
  using TrialContacts<Crew, Wall>::each_part_by_team;
  using TrialContacts<Crew, Wall>::each_part_by_thread;
  using TrialContacts<Crew, Wall>::face_of;
  using TrialContacts<Crew, Wall>::is_active;
  using TrialContacts<Crew, Wall>::parts_;
  using TrialContacts<Crew, Wall>::scene_;

  const InstancesView& instances_;
  TrialRecord* records_;
  int trial_count_;
};

}  // namespace jam::trunk
