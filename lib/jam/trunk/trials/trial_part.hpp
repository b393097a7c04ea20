// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The part of a packing that a trial moves, and its contact simulation: the law `patch` of box_relaxation.hpp, against the triangles of the
// wall. Each face of a box has at most one push of the wall: the deepest triangle gives its depth, all give its direction and its place.
// The pushes of a box are summed in integers. Lengths in mm.
#pragma once

#include "jam/contact/contact_point.hpp"
#include "jam/trunk/relax/box_physics.hpp"
#include "jam/trunk/trials/trial_lists.hpp"

namespace jam::trunk {

/// Sums of an evaluation.
struct PartTotals {
  int energy = 0;
  float deepest = 0;  ///< For litre boxes [mm].
};

template <TrialTeam Team>
class TrialPart : public TrialLists<Team> {
 public:
  using TrialLists<Team>::TrialLists;
  using TrialLists<Team>::boxes;
  using TrialLists<Team>::box_at;

  /// Forgets the last corrections.
  JAM_HD_INLINE void begin() const {
    JAM_ROLLED
    for (int i = team_.lane(); i < movable_count_; i += team_.lanes()) {
      for (int k = 0; k < 6; ++k) m_.kept[k][i] = 0.0F;
      for (int k = 0; k < pose_array_count; ++k) m_.first[k][i] = m_.pose[k][i];
    }
    team_.sync();
  }

  /// Finds all contacts of movable boxes, counts them, and sums the energies of boxes into PartMemory::squeeze.
  [[nodiscard]] JAM_HD_INLINE PartTotals find_contacts() {
    JAM_ROLLED
    for (int i = team_.lane(); i < box_count_; i += team_.lanes()) m_.squeeze[i] = 0;
    JAM_ROLLED
    for (int i = team_.lane(); i < movable_count_; i += team_.lanes()) {
      m_.contacts[i] = 0;
      for (int k = 0; k < 6; ++k) m_.push[k][i] = 0;
    }
    if (team_.lane() == 0) m_.pair_total = m_.wall_total = 0;
    team_.sync();
    const float relative = scene_.inverse_scale;
    int energy = 0;
    float deepest = 0;
    JAM_ROLLED
    for (int p = team_.lane(); p < pair_count_; p += team_.lanes()) {
      const int a = m_.pair[p] & 31;
      const int b = m_.pair[p] >> 5;
      const auto least = overlap_of(box_at(a), box_at(b), 0.0F, scene_.rules.edge_share);
      if (!(least.overlap > 0.0F)) continue;
      const int at = team_.add(m_.pair_total, 1);
      if (at < touching_pair_limit) {
        m_.touching.pair[at] = {
            static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b) << 8 | static_cast<std::uint32_t>(least.axis) << 16,
            least.overlap};
      }
      const int squeeze = squeeze_of(least.overlap * relative);
      team_.add(m_.contacts[a], 1);
      if (b < movable_count_) team_.add(m_.contacts[b], 1);
      team_.add(m_.squeeze[a], squeeze);
      team_.add(m_.squeeze[b], squeeze);
      energy += squeeze;
      deepest = fmaxf(deepest, least.overlap * relative);
    }
    JAM_ROLLED
    for (int i = 0; i < movable_count_; i += wall_group) find_wall(i, energy, deepest);
    team_.sync();
    fits_ = fits_ && m_.pair_total <= touching_pair_limit && m_.wall_total <= wall_push_limit;
    return {team_.sum(energy), static_cast<float>(team_.largest(static_cast<int>(deepest * 0x1p20F))) * 0x1p-20F};
  }

  /// Moves the boxes by their contacts. True where the lists must be made again.
  [[nodiscard]] JAM_HD_INLINE bool apply_contacts() {
    const BoxView view = boxes();
    const int pairs = m_.pair_total < touching_pair_limit ? m_.pair_total : touching_pair_limit;
    JAM_ROLLED
    for (int c = team_.lane(); c < pairs; c += team_.lanes()) {
      const TouchingPair pair = m_.touching.pair[c];
      const int a = static_cast<int>(pair.boxes & 255U);
      const int b = static_cast<int>(pair.boxes >> 8 & 255U);
      const int axis = static_cast<int>(pair.boxes >> 16);
      const contact::Box<float> box_a = box_at(a);
      const contact::Box<float> box_b = box_at(b);
      const bool moves_b = b < movable_count_;
      const Vec3f normal = contact::axis_from_a_to_b(box_a, box_b, axis);
      const Vec3f point = contact::patch_contact_point(box_a, box_b, axis, normal, pair.depth);
      const auto of_a = contact::push(box_a, view.inertia(a), point, normal);
      const auto of_b = contact::push(box_b, moves_b ? view.inertia(b) : contact::InverseInertia<float>{}, point, normal);
      const float size = push_size(pair.depth, of_a.inverse_mass, static_cast<float>(m_.contacts[a]), of_b.inverse_mass,
                                   moves_b ? static_cast<float>(m_.contacts[b]) : 0.0F, scene_.rules.factor);
      add_push(a, -size, of_a.correction);
      if (moves_b) add_push(b, size, of_b.correction);
    }
    const int walls = m_.wall_total < wall_push_limit ? m_.wall_total : wall_push_limit;
    JAM_ROLLED
    for (int c = team_.lane(); c < walls; c += team_.lanes()) {
      const WallPush wall = m_.touching.wall[c];
      const int i = static_cast<int>(wall.box);
      const auto response = contact::push(box_at(i), view.inertia(i), Vec3f{wall.point[0], wall.point[1], wall.point[2]},
                                          Vec3f{wall.normal[0], wall.normal[1], wall.normal[2]});
      add_push(i, push_size(wall.depth, response.inverse_mass, static_cast<float>(m_.contacts[i]), 0.0F, 0.0F, scene_.rules.factor),
               response.correction);
    }
    team_.sync();
    bool stale = false;
    const BoxView listed{&m_.listed[0][0], nullptr, nullptr, movable_limit, movable_count_};
    JAM_ROLLED
    for (int i = team_.lane(); i < movable_count_; i += team_.lanes()) {
      const auto last = [&](int k) { return m_.kept[k][i]; };
      contact::Correction<float> correction = carried(scene_.rules.momentum, {{last(0), last(1), last(2)}, {last(3), last(4), last(5)}});
      const auto sum = [&](int k, float unit) { return static_cast<float>(m_.push[k][i]) * unit; };
      const float unit = move_unit * scene_.scale;
      correction += {{sum(0, unit), sum(1, unit), sum(2, unit)}, {sum(3, turn_unit), sum(4, turn_unit), sum(5, turn_unit)}};
      m_.kept[0][i] = correction.move.x;
      m_.kept[1][i] = correction.move.y;
      m_.kept[2][i] = correction.move.z;
      m_.kept[3][i] = correction.turn.x;
      m_.kept[4][i] = correction.turn.y;
      m_.kept[5][i] = correction.turn.z;
      stale |= move_box(view, listed, i, correction, 0.5F * skin() - motion_margin * scene_.scale);
      set_axes_in(m_, i, view.rotation(i));
    }
    team_.sync();
    return team_.any(stale);
  }

  /// Whether all movable boxes have poses that are numbers, centres inside of the container, and touch no box of the packing that is not in
  /// the part.
  [[nodiscard]] JAM_HD_INLINE bool sound(const BoxView& packing) const {
    bool all = true;
    const BoxView view = boxes();
    JAM_ROLLED
    for (int i = team_.lane(); i < movable_count_; i += team_.lanes()) all = all && view.finite(i) && scene_.inner.contains(view.centre(i));
    if (team_.any(!all)) return false;
    // A box that stayed within the drift has all its neighbours in the part.
    const float limit = scene_.rules.drift * scene_.scale;
    const BoxView first{&m_.first[0][0], nullptr, nullptr, movable_limit, movable_count_};
    JAM_ROLLED
    for (int i = 0; i < movable_count_; ++i) {
      const float radius = view.size(i).radius;
      if (motion_bound(view.centre(i), view.rotation(i), first.centre(i), first.rotation(i), radius) < limit) continue;
      JAM_ROLLED
      for (int j = team_.lane(); j < packing.count; j += team_.lanes()) {
        const BoxSize& size = packing.size(j);
        const Vec3f between = packing.centre(j) - view.centre(i);
        if (!(dot(between, between) < (radius + size.radius) * (radius + size.radius))) continue;
        const contact::Box<float> other = contact::make_box(packing.centre(j), packing.rotation(j), size.half, size.margin);
        if (!(overlap_of(box_at(i), other, 0.0F, scene_.rules.edge_share).overlap > 0.0F)) continue;
        bool known = false;
        JAM_ROLLED
        for (int k = 0; k < box_count_; ++k) known = known || m_.number[k] == j;
        all = all && known;
      }
    }
    return !team_.any(!all);
  }

 private:
  // Pushes of a step are summed in these units: up to 8 m for litre boxes, and up to 128 rad.
  static constexpr float move_unit = 0x1p-18F;
  static constexpr float turn_unit = 0x1p-24F;
  /// Weights of the triangles under a face: at most this for each mm, and so small that sums of up to 65 536 of them, times numbers up to
  /// 1024, do not overflow.
  static constexpr float weight_of_mm = 256;
  static constexpr float weights_in_all = 60000;

  [[nodiscard]] static JAM_HD_INLINE int in_units(float value, float unit) {
    const float scaled = value * (1.0F / unit);
    if (!(scaled < 2e9F)) return 2000000000;  // Also what is no number.
    return scaled > -2e9F ? static_cast<int>(scaled) : -2000000000;
  }
  /// Sums may wrap around where boxes lie in one place; the trial is of no use then.
  JAM_HD_INLINE void add_push(int i, float size, const contact::Correction<float>& push) const {
    const float relative = scene_.inverse_scale;
    team_.add(m_.push[0][i], in_units(size * push.move.x * relative, move_unit));
    team_.add(m_.push[1][i], in_units(size * push.move.y * relative, move_unit));
    team_.add(m_.push[2][i], in_units(size * push.move.z * relative, move_unit));
    team_.add(m_.push[3][i], in_units(size * push.turn.x, turn_unit));
    team_.add(m_.push[4][i], in_units(size * push.turn.y, turn_unit));
    team_.add(m_.push[5][i], in_units(size * push.turn.z, turn_unit));
  }

  /// The pushes of the wall against the boxes `first` and on, at most wall_group of them.
  JAM_HD_INLINE void find_wall(int first, int& energy, float& deepest) {
    const int last = first + wall_group < movable_count_ ? first + wall_group : movable_count_;
    const int begin = m_.triangle_begin[first];
    const int end = m_.triangle_begin[last];
    if (begin >= end) return;
    const float relative = scene_.inverse_scale;
    JAM_ROLLED
    for (int k = team_.lane(); k < wall_group * faces_of_box * 8; k += team_.lanes()) m_.face[k / 8][k % 8] = 0;
    team_.sync();
    bool touched = false;
    JAM_ROLLED
    for (int at = begin + team_.lane(); at < end; at += team_.lanes()) {
      const std::uint32_t entry = triangles_[at];
      const int i = static_cast<int>(entry >> triangle_bits);
      const contact::Box<float> box = box_at(i);
      Vec3f q[3];
      Vec3f n;
      localise(box, static_cast<int>(entry & ((1U << triangle_bits) - 1U)), q, n);
      const TrianglePush push = box_triangle_push(box.half, box.margin, q, n, 0.0F);
      if (!(push.depth > 0.0F)) continue;
      touched = true;
      // The face that is turned most against the push.
      const float x = fabsf(push.normal.x);
      const float y = fabsf(push.normal.y);
      const float z = fabsf(push.normal.z);
      const int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
      int* const face = m_.face[faces_of_box * (i - first) + 2 * axis + (contact::component(push.normal, axis) > 0.0F ? 1 : 0)];
      const float depth = push.depth * relative;
      const auto listed = static_cast<float>(m_.triangle_begin[i + 1] - m_.triangle_begin[i]);
      const int weight = static_cast<int>((depth < 32.0F ? depth : 32.0F) * fminf(weight_of_mm, weights_in_all / listed)) + 1;
      const float point_scale = 1024.0F / boxes().size(i).radius;
      const auto product = [weight](float value) { return weight * static_cast<int>(value); };
      team_.raise(face[0], static_cast<int>(depth * 0x1p20F));
      team_.add(face[1], weight);
      team_.add(face[2], product(push.normal.x * 1024.0F));
      team_.add(face[3], product(push.normal.y * 1024.0F));
      team_.add(face[4], product(push.normal.z * 1024.0F));
      team_.add(face[5], product(push.point.x * point_scale));
      team_.add(face[6], product(push.point.y * point_scale));
      team_.add(face[7], product(push.point.z * point_scale));
    }
    if (!team_.any(touched)) return;
    team_.sync();
    JAM_ROLLED
    for (int f = team_.lane(); f < wall_group * faces_of_box; f += team_.lanes()) {
      const int* const face = m_.face[f];
      if (face[0] <= 0) continue;
      const int i = first + f / faces_of_box;
      const contact::Box<float> box = box_at(i);
      const float depth = static_cast<float>(face[0]) * 0x1p-20F;  // For litre boxes.
      const auto world = [&](Vec3f v) { return v.x * box.axis[0] + v.y * box.axis[1] + v.z * box.axis[2]; };
      const Vec3f sum{static_cast<float>(face[2]), static_cast<float>(face[3]), static_cast<float>(face[4])};
      const float scale = boxes().size(i).radius / (1024.0F * static_cast<float>(face[1]));
      const Vec3f point{static_cast<float>(face[5]) * scale, static_cast<float>(face[6]) * scale, static_cast<float>(face[7]) * scale};
      const float side = (f & 1) != 0 ? 1.0F : -1.0F;
      const int axis = f % faces_of_box / 2;
      const Vec3f along = world(normalised(sum, Vec3f{axis == 0 ? side : 0.0F, axis == 1 ? side : 0.0F, axis == 2 ? side : 0.0F}));
      const Vec3f place = box.centre + world(point);
      const int at = team_.add(m_.wall_total, 1);
      if (at < wall_push_limit)
        m_.touching.wall[at] = {
            static_cast<std::uint32_t>(i), depth * scene_.scale, {along.x, along.y, along.z}, {place.x, place.y, place.z}};
      const int squeeze = squeeze_of(depth);
      team_.add(m_.contacts[i], 1);
      team_.add(m_.squeeze[i], squeeze);
      energy += squeeze;
      deepest = fmaxf(deepest, depth);
    }
    team_.sync();
  }

  using TrialLists<Team>::localise;
  using TrialLists<Team>::skin;
  using TrialLists<Team>::team_;
  using TrialLists<Team>::m_;
  using TrialLists<Team>::scene_;
  using TrialLists<Team>::triangles_;
  using TrialLists<Team>::box_count_;
  using TrialLists<Team>::movable_count_;
  using TrialLists<Team>::pair_count_;
  using TrialLists<Team>::fits_;
};

}  // namespace jam::trunk
