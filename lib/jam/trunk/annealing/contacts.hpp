// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contact simulation of parts: the law `patch` of box_relaxation.hpp, against one kind of wall (walls.hpp).
// Each face of a box has at most one push of the wall: the deepest element gives its depth, all give its
// direction and its place. All sums are sums of integers. Lengths in mm.
#pragma once

#include "jam/contact/contact_point.hpp"
#include "jam/trunk/annealing/draws.hpp"
#include "jam/trunk/annealing/lists.hpp"
#include "jam/trunk/relax/box_physics.hpp"

namespace jam::trunk {

template <TrialCrew Crew, TrialWall Wall>
class TrialContacts : public TrialLists<Crew, Wall> {
 public:
  using TrialLists<Crew, Wall>::TrialLists;

  /// Finds all contacts of the movable boxes of all parts: PartMemory::touching, face, squeeze, energy and
  /// deepest. The last two are known to the team that has the part in each_part_by_team().
  JAM_HD_INLINE void find_contacts() const {
    clear_sums();
    crew_.sync();
    find_pairs();
    find_possible_touches();
    crew_.sync();
    find_walls();
    crew_.sync();
    each_part_by_team([&](PartMemory& m) { add_up(m); });
  }

 protected:
  /// In the parts for which is_moving() holds: pushes boxes away from each other and from the wall.
  JAM_HD_INLINE void push_apart() const {
    each_item(
        crew_,
        [&](int p) {
          const int count = is_moving(p) ? parts_[p].touching_count : 0;
          return count < touching_pair_limit ? count : touching_pair_limit;
        },
        [&](int p, int item) { push_pair(parts_[p], parts_[p].touching.pair[item]); });
    each_item(
        crew_, [&](int p) { return is_moving(p) ? parts_[p].face_count : 0; },
        [&](int p, int item) { push_from_wall(parts_[p], parts_[p].touching.face[item]); });
  }

  /// Moves these boxes; those that left what is listed for them become stale.
  JAM_HD_INLINE void move_boxes() const {
    each_item(
        crew_, [&](int p) { return is_moving(p) ? parts_[p].movable_count : 0; },
        [&](int p, int i) { move(parts_[p], i); });
  }

  /// Calls `body(part)` for each part, in one team of the crew.
  template <class Body>
  JAM_HD_INLINE void each_part_by_team(const Body& body) const {
    JAM_ROLLED
    for (int p = crew_.team_index(); p < Crew::part_count; p += crew_.team_count()) {
      if (is_active(p)) body(parts_[p]);
    }
  }

  [[nodiscard]] JAM_HD_INLINE bool is_moving(int p) const {
    return is_active(p) && parts_[p].action == PartAction::move;
  }

  [[nodiscard]] static JAM_HD_INLINE FaceSums& face_of(PartMemory& m, int f) {
    return m.face[f / faces_of_box][f % faces_of_box];
  }

 private:
  static constexpr float depth_unit = 0x1p-20F;
  // Pushes of a step are summed in these units: up to 8 m for litre boxes, and up to 128 rad.
  static constexpr float move_unit = 0x1p-18F;
  static constexpr float turn_unit = 0x1p-24F;
  /// Weights of the elements under a face: at most this for each mm, and so small that sums of up to 65
  /// 536 of them, times numbers up to 1024, do not overflow.
  static constexpr float weight_of_mm = 256;
  static constexpr float weights_in_all = 60000;

  JAM_HD_INLINE void clear_sums() const {
    each_part_by_thread(
        [&](int p) { parts_[p].touching_count = parts_[p].face_count = parts_[p].possible_count = 0; });
    each_item(
        crew_, [&](int p) { return is_active(p) ? parts_[p].box_count : 0; },
        [&](int p, int i) {
          PartMemory& m = parts_[p];
          m.squeeze[i] = 0;
          if (i >= m.movable_count) return;
          m.touching.contacts[i] = 0;
          for (auto& sums : m.touching.push) sums[i] = 0;
        });
  }

  /// Energy and deepest penetration of a part; by a team.
  JAM_HD_INLINE void add_up(PartMemory& m) const {
    const auto team = crew_.team();
    int deepest = 0;
    int energy = 0;
    JAM_ROLLED
    for (int at = team.rank(); at < m.face_count; at += team.size()) {
      const int f = m.touching.face[at];
      const int depth = face_of(m, f).depth;
      const int squeeze = squeeze_of(static_cast<float>(depth) * depth_unit);
      crew_.add(m.squeeze[f / faces_of_box], squeeze);
      energy += squeeze;
      deepest = depth > deepest ? depth : deepest;
    }
    const int pairs = m.touching_count < touching_pair_limit ? m.touching_count : touching_pair_limit;
    JAM_ROLLED
    for (int at = team.rank(); at < pairs; at += team.size()) {
      const float relative = m.touching.pair[at].depth * scene_.inverse_scale;
      const int depth = static_cast<int>(relative * (1.0F / depth_unit));
      deepest = depth > deepest ? depth : deepest;
      energy += squeeze_of(relative);
    }
    energy = team.sum(energy);
    deepest = team.largest(deepest);
    if (team.rank() != 0) return;
    m.energy = energy;
    m.deepest = deepest;
    if (m.touching_count > touching_pair_limit) m.fits = 0;
  }

  JAM_HD_INLINE void find_pairs() const {
    PairOverlaps overlaps;
    each_item(
        crew_, [&](int p) { return is_active(p) ? parts_[p].pair_count : 0; },
        [&](int p, int item) {
          PartMemory& m = parts_[p];
          const int a = m.pair[item] & 31;
          const int b = m.pair[item] >> 5;
          const auto least = overlaps.of(m, scene_, m.pair, m.pair_count, item, a, b, 0.0F);
          if (!(least.overlap > 0.0F)) return;
          const int at = crew_.add(m.touching_count, 1);
          if (at < touching_pair_limit) {
            m.touching.pair[at] = {static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b) << 8 |
                                       static_cast<std::uint32_t>(least.axis) << 16,
                                   least.overlap};
          }
          const int squeeze = squeeze_of(least.overlap * scene_.inverse_scale);
          crew_.add(m.touching.contacts[a], 1);
          if (b < m.movable_count) crew_.add(m.touching.contacts[b], 1);
          crew_.add(m.squeeze[a], squeeze);
          crew_.add(m.squeeze[b], squeeze);
        });
  }

  /// Selects the near elements that may touch their box: they are few, and the threads then test them
  /// together.
  JAM_HD_INLINE void find_possible_touches() const {
    each_possible_touch<Wall>(
        crew_, parts_, scene_,
        [&](int p) {
          const int count = is_active(p) ? parts_[p].element_count : 0;
          return count < near_element_limit ? count : near_element_limit;
        },
        [&](int p, int item, std::uint32_t& entry) {
          entry = near_elements(p)[item];
          return (entry >> element_bits & (version_limit - 1)) == parts_[p].version[entry >> box_shift];
        },
        [&](int p, std::uint32_t entry) {
          near_elements(p)[near_element_limit + crew_.add(parts_[p].possible_count, 1)] = entry;
        });
  }

  /// Elements in boxes, summed for each face.
  JAM_HD_INLINE void find_walls() const {
    each_item(
        crew_, [&](int p) { return is_active(p) ? parts_[p].possible_count : 0; },
        [&](int p, int item) {
          PartMemory& m = parts_[p];
          const std::uint32_t entry = near_elements(p)[near_element_limit + item];
          const auto i = static_cast<int>(entry >> box_shift);
          const contact::Box<float> box = box_of(m, scene_, i);
          const WallPush push = Wall::push(scene_, box, element_of(entry));
          if (push.depth > 0.0F) add_element(m, i, push);
        });
  }

  JAM_HD_INLINE void add_element(PartMemory& m, int i, const WallPush& push) const {
    // The face that is turned most against the push.
    const float x = fabsf(push.normal.x);
    const float y = fabsf(push.normal.y);
    const float z = fabsf(push.normal.z);
    const int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    const int side = 2 * axis + (contact::component(push.normal, axis) > 0.0F ? 1 : 0);
    FaceSums& face = m.face[i][side];
    const float depth = push.depth * scene_.inverse_scale;
    const int units = static_cast<int>(depth * (1.0F / depth_unit));
    if (crew_.raise(face.depth, units > 1 ? units : 1) == 0) {
      m.touching.face[crew_.add(m.face_count, 1)] = static_cast<std::uint8_t>(faces_of_box * i + side);
      crew_.add(m.touching.contacts[i], 1);
    }
    const float limit = least_of(weight_of_mm, weights_in_all / static_cast<float>(m.near_count[i]));
    const int weight = static_cast<int>((depth < 32.0F ? depth : 32.0F) * limit) + 1;
    const float point_scale = 1024.0F / size_of(m, scene_, i).radius;
    const auto product = [weight](float value) { return weight * static_cast<int>(value); };
    crew_.add(face.weight, weight);
    crew_.add(face.normal[0], product(push.normal.x * 1024.0F));
    crew_.add(face.normal[1], product(push.normal.y * 1024.0F));
    crew_.add(face.normal[2], product(push.normal.z * 1024.0F));
    crew_.add(face.point[0], product(push.point.x * point_scale));
    crew_.add(face.point[1], product(push.point.y * point_scale));
    crew_.add(face.point[2], product(push.point.z * point_scale));
  }

  [[nodiscard]] JAM_HD_INLINE contact::InverseInertia<float> inertia_of(const PartMemory& m, int i) const {
    return (m.kind[i] & fixed_box) != 0 ? contact::InverseInertia<float>{} : size_of(m, scene_, i).inertia;
  }

  JAM_HD_INLINE void push_pair(PartMemory& m, const TouchingPair& pair) const {
    const int a = static_cast<int>(pair.boxes & 255U);
    const int b = static_cast<int>(pair.boxes >> 8 & 255U);
    const int axis = static_cast<int>(pair.boxes >> 16);
    const contact::Box<float> box_a = box_of(m, scene_, a);
    const contact::Box<float> box_b = box_of(m, scene_, b);
    const bool moves_b = b < m.movable_count;
    const Vec3f normal = contact::axis_from_a_to_b(box_a, box_b, axis);
    const Vec3f point = contact::patch_contact_point(box_a, box_b, axis, normal, pair.depth);
    const auto of_a = contact::push(box_a, inertia_of(m, a), point, normal);
    const auto of_b =
        contact::push(box_b, moves_b ? inertia_of(m, b) : contact::InverseInertia<float>{}, point, normal);
    const float size = push_size(
        pair.depth, of_a.inverse_mass, static_cast<float>(m.touching.contacts[a]), of_b.inverse_mass,
        moves_b ? static_cast<float>(m.touching.contacts[b]) : 0.0F, scene_.rules.factor);
    add_push(m, a, -size, of_a.correction);
    if (moves_b) add_push(m, b, size, of_b.correction);
  }

  /// Pushes a box away from the wall in its face, and clears the sums of the face.
  JAM_HD_INLINE void push_from_wall(PartMemory& m, int f) const {
    const int i = f / faces_of_box;
    const FaceSums sums = face_of(m, f);
    face_of(m, f) = {};
    const contact::Box<float> box = box_of(m, scene_, i);
    const float depth = static_cast<float>(sums.depth) * depth_unit;  // For litre boxes.
    const auto world = [&](Vec3f v) { return v.x * box.axis[0] + v.y * box.axis[1] + v.z * box.axis[2]; };
    const Vec3f sum{static_cast<float>(sums.normal[0]), static_cast<float>(sums.normal[1]),
                    static_cast<float>(sums.normal[2])};
    const float scale = size_of(m, scene_, i).radius / (1024.0F * static_cast<float>(sums.weight));
    const Vec3f point{static_cast<float>(sums.point[0]) * scale, static_cast<float>(sums.point[1]) * scale,
                      static_cast<float>(sums.point[2]) * scale};
    const float side = (f & 1) != 0 ? 1.0F : -1.0F;
    const int axis = f % faces_of_box / 2;
    const Vec3f along = world(
        normalised(sum, Vec3f{axis == 0 ? side : 0.0F, axis == 1 ? side : 0.0F, axis == 2 ? side : 0.0F}));
    const auto response = contact::push(box, inertia_of(m, i), box.centre + world(point), along);
    const float size = push_size(depth * scene_.scale, response.inverse_mass,
                                 static_cast<float>(m.touching.contacts[i]), 0.0F, 0.0F, scene_.rules.factor);
    add_push(m, i, size, response.correction);
  }

  [[nodiscard]] static JAM_HD_INLINE int in_units(float value, float unit) {
    const float scaled = value * (1.0F / unit);
    if (!(scaled < 2e9F)) return 2000000000;  // Also NaN.
    return scaled > -2e9F ? static_cast<int>(scaled) : -2000000000;
  }
  /// Sums may wrap around if boxes lie in one place; the trial is then rejected.
  JAM_HD_INLINE void add_push(PartMemory& m, int i, float size,
                              const contact::Correction<float>& push) const {
    const float relative = scene_.inverse_scale;
    crew_.add(m.touching.push[0][i], in_units(size * push.move.x * relative, move_unit));
    crew_.add(m.touching.push[1][i], in_units(size * push.move.y * relative, move_unit));
    crew_.add(m.touching.push[2][i], in_units(size * push.move.z * relative, move_unit));
    crew_.add(m.touching.push[3][i], in_units(size * push.turn.x, turn_unit));
    crew_.add(m.touching.push[4][i], in_units(size * push.turn.y, turn_unit));
    crew_.add(m.touching.push[5][i], in_units(size * push.turn.z, turn_unit));
  }

  JAM_HD_INLINE void move(PartMemory& m, int i) const {
    const auto last = [&](int k) { return m.kept[k][i]; };
    contact::Correction<float> correction =
        carried(scene_.rules.momentum, {{last(0), last(1), last(2)}, {last(3), last(4), last(5)}});
    const auto sum = [&](int k, float unit) { return static_cast<float>(m.touching.push[k][i]) * unit; };
    const float unit = move_unit * scene_.scale;
    correction += {{sum(0, unit), sum(1, unit), sum(2, unit)},
                   {sum(3, turn_unit), sum(4, turn_unit), sum(5, turn_unit)}};
    correction.turn = allowed_turn(scene_, m.kind[i], correction.turn);
    m.kept[0][i] = correction.move.x;
    m.kept[1][i] = correction.move.y;
    m.kept[2][i] = correction.move.z;
    m.kept[3][i] = correction.turn.x;
    m.kept[4][i] = correction.turn.y;
    m.kept[5][i] = correction.turn.z;
    Vec3f centre = centre_of(m, i);
    Quaternionf rotation = rotation_of(m, i);
    contact::apply(correction, centre, rotation);
    set_box(m, i, centre, rotation);
    const Vec3f listed_centre{m.listed[0][i], m.listed[1][i], m.listed[2][i]};
    const Quaternionf listed_rotation{m.listed[3][i], m.listed[4][i], m.listed[5][i], m.listed[6][i]};
    const float limit = 0.5F * skin() - motion_margin * scene_.scale;
    // The negated comparison also holds for NaN.
    if (!(motion_bound(centre, rotation, listed_centre, listed_rotation, size_of(m, scene_, i).radius) <
          limit))
      crew_.set_bits(m.stale, 1U << i);
  }

  using TrialLists<Crew, Wall>::near_elements;
  using TrialLists<Crew, Wall>::skin;

 protected:
  using TrialLists<Crew, Wall>::is_active;
  using TrialLists<Crew, Wall>::any_stale;
  using TrialLists<Crew, Wall>::each_part_by_thread;
  using TrialLists<Crew, Wall>::crew_;
  using TrialLists<Crew, Wall>::parts_;
  using TrialLists<Crew, Wall>::scene_;
};

}  // namespace jam::trunk
