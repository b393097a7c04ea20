// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Draws the change of a trial. Lengths in mm.
// A vacancy is the place, of a few random ones, with most free space around it, drawn in proportion to the
// third power of that space. A box is placed at the best of 32 random poses: they prefer the orientations of
// boxes and walls nearby, and are compared by their overlaps with boxes and by how much of them lies
// outside of the container.
#pragma once

#include "jam/contact/box_point.hpp"
#include "jam/trunk/annealing/change.hpp"
#include "jam/trunk/annealing/clusters.hpp"
#include "jam/trunk/annealing/draws.hpp"
#include "jam/trunk/annealing/lists.hpp"
#include "jam/trunk/annealing/sets/boxes.hpp"

namespace jam::trunk {

template <WarpWorkers Team>
class TrialMoves {
 public:
  /// `packing` are the boxes that have a place.
  JAM_HD_INLINE TrialMoves(const Team& team, ProposalMemory& memory, const TrialScene& scene,
                           const BoxView& packing, const std::int32_t* squeeze)
      : team_(team), m_(memory), scene_(scene), packing_(packing), squeeze_(squeeze) {}

  /// All lanes get the same change.
  JAM_HD_INLINE void propose(RandomStream random, bool insert, TrialChange& change) {
    random_ = random;
    const float scale = scene_.scale;
    const float kind = draw(random_);
    const int squeezed = squeezed_box();
    const Vec3f focus = packing_.centre(squeezed);
    const TrialRules& rules = scene_.rules;
    const float to_rebuild = rules.relocate + rules.rebuild;
    const float to_rotate = to_rebuild + rules.rotate;
    const float to_shake = to_rotate + rules.shake;
    change.kind = insert                  ? TrialKind::insert
                  : kind < rules.relocate ? TrialKind::relocate
                  : kind < to_rebuild     ? TrialKind::rebuild
                  : kind < to_rotate      ? TrialKind::rotate
                  : kind < to_shake       ? TrialKind::shake
                                          : TrialKind::cluster;
    change.place[0] = focus;
    change.radius[0] = (MoveLengths::least_region + MoveLengths::region_range * draw(random_)) * scale;
    const Vec3f any = bell_vector(random_);
    const int number = draw_below(random_, anew_limit);  // Number of boxes, or index of one.
    const bool other = draw(random_) > MoveShares::squeezed_box;
    if (change.kind == TrialKind::shake) {
      change.shift = (MoveLengths::least_shift + MoveLengths::shift_range * draw(random_)) * scale;
      return;
    }
    if (change.kind == TrialKind::cluster) {
      change.possible = rotate_cluster(change, focus + MoveLengths::cluster_stray * scale * any);
      return;
    }
    // Targets of the boxes: a vacancy, or points near their places.
    const bool to_vacancy = change.kind == TrialKind::insert || change.kind == TrialKind::relocate;
    Vec3f place = change.kind == TrialKind::rebuild  ? focus + MoveLengths::rebuild_stray * scale * any
                  : change.kind == TrialKind::rotate ? focus + MoveLengths::rotate_stray * scale * any
                                                     : focus;
    if (to_vacancy) change.possible = vacancy(place, scale);
    // Which boxes.
    int taken[anew_limit];
    const bool at_focus = change.kind == TrialKind::relocate;
    const int wanted = change.kind == TrialKind::insert   ? number
                       : change.kind == TrialKind::rotate ? 1
                       : at_focus                         ? anew_limit
                                                          : number + 1;
    const int found = nearest(at_focus ? focus : place, wanted, taken);
    if (change.kind == TrialKind::insert) {
      take(change, packing_.count);  // The absent box is the last one.
      JAM_ROLLED
      for (int k = 0; k < found; ++k) take(change, taken[k]);
      change.radius[0] = MoveLengths::insert_region * scale;
    } else if (at_focus) {
      take(change, other ? taken[number < found ? number : found - 1] : squeezed);
      change.place[1] = packing_.centre(change.changed[0].number);
      change.radius[1] = MoveLengths::left_region * scale;
    } else {
      // In random order.
      JAM_ROLLED
      for (int k = found; k > 1; --k) {
        const int with = draw_below(random_, k);
        const int last = taken[k - 1];
        taken[k - 1] = taken[with];
        taken[with] = last;
      }
      JAM_ROLLED
      for (int k = 0; k < found; ++k) take(change, taken[k]);
      change.possible = found > 0;
    }
    JAM_ROLLED
    for (int k = 0; k < change.changed_count; ++k) {
      const bool fresh = to_vacancy && k == 0;
      const float spread = change.kind == TrialKind::rotate ? MoveLengths::rotate_spread
                           : fresh                          ? MoveLengths::vacancy_spread
                                                            : MoveLengths::anew_spread;
      const int box = change.changed[k].number;
      place_box(change, k, box < packing_.count ? packing_.kind[box] : scene_.new_kind,
                fresh ? place : packing_.centre(box), spread * scale);
    }
    change.place[0] = at_focus ? change.changed[0].centre : place;
  }

 protected:
  static constexpr int pose_count = 32;
  static constexpr int vacancy_count = 8;
  static constexpr int sample_count = 32;

  JAM_HD_INLINE void take(TrialChange& change, int number) const {
    change.changed[change.changed_count++].number = number;
  }

  /// A box drawn in proportion to its energy; any box if all energies are 0. Never a fixed one.
  [[nodiscard]] JAM_HD_INLINE int squeezed_box() {
    const int first = scene_.fixed_count;
    int own = 0;
    JAM_ROLLED
    for (int i = first + team_.rank(); i < packing_.count; i += team_.size()) own += squeeze_[i] >> 4;
    const int total = team_.sum(own);
    const float at = draw(random_);
    if (total <= 0 && scene_.is_set()) return present_box(team_, scene_, packing_, at);
    if (total <= 0) return first + static_cast<int>(at * static_cast<float>(packing_.count - first));
    const int target = static_cast<int>(at * static_cast<float>(total));
    int sum = 0;
    JAM_ROLLED
    for (int i = first; i < packing_.count; ++i) {
      sum += squeeze_[i] >> 4;
      if (sum > target) return i;
    }
    return packing_.count - 1;
  }

  /// The numbers of the `k` boxes nearest to `place`, nearest first. Returns how many there are.
  JAM_HD_INLINE int nearest(Vec3f place, int k, int* numbers) const {
    std::uint64_t last = 0;
    int found = 0;
    JAM_ROLLED
    for (; found < k; ++found) {
      std::uint64_t own = ~0ULL;
      JAM_ROLLED
      for (int i = scene_.fixed_count + team_.rank(); i < packing_.count; i += team_.size()) {
        if (scene_.is_set() && is_away(packing_.centre(i))) continue;
        const Vec3f between = packing_.centre(i) - place;
        // The square of the distance in quarter millimetres, equal for all beyond 16 m, then the number of
        // the box.
        const float square = least_of(dot(between, between) * 16.0F, 4294967040.0F);
        const std::uint64_t key =
            (static_cast<std::uint64_t>(square) << 32 | static_cast<std::uint32_t>(i)) + 1;
        if (key > last && key < own) own = key;
      }
      const std::uint64_t key = team_.least(own);
      if (key == ~0ULL) break;
      numbers[found] = static_cast<int>(static_cast<std::uint32_t>(key - 1));
      last = key;
    }
    return found;
  }

  /// Copies the boxes whose centres are within `reach` of `place` into the memory of the proposal, without
  /// changed boxes; then the changed boxes before `placed`. Leaves boxes beyond part_box_limit out. Returns
  /// the number of copied boxes.
  JAM_HD_INLINE int gather(Vec3f place, float reach, const TrialChange* change, int placed) {
    team_.sync();
    int found = 0;
    JAM_ROLLED
    for (int base = 0; base < packing_.count; base += team_.size()) {
      const int i = base + team_.rank();
      bool near = i < packing_.count;
      if (near) {
        const Vec3f between = packing_.centre(i) - place;
        near = dot(between, between) < reach * reach;
        JAM_ROLLED
        for (int k = 0; change != nullptr && k < change->changed_count; ++k)
          near = near && change->changed[k].number != i;
      }
      const int at = found + team_.count_before(near);
      if (near && at < part_box_limit - changed_limit) {
        m_.kind[at] = packing_.kind[i];
        m_.number[at] = static_cast<std::uint16_t>(i);
        set_box(m_, at, packing_.centre(i), packing_.rotation(i));
      }
      found += team_.count(near);
    }
    if (found > part_box_limit - changed_limit) found = part_box_limit - changed_limit;
    JAM_ROLLED
    for (int k = 0; k < placed; ++k) {
      const ChangedBox& box = change->changed[k];
      if (team_.rank() == 0) {
        m_.kind[found] = box.number < packing_.count ? packing_.kind[box.number] : scene_.new_kind;
        set_box(m_, found, box.centre, box.rotation);
      }
      ++found;
    }
    team_.sync();
    return found;
  }

  /// Draws an empty place for a box of this scale. False if the container has no inner cells.
  [[nodiscard]] JAM_HD_INLINE bool vacancy(Vec3f& place, float scale) {
    const InnerView& inner = scene_.inner;
    if (inner.list_count == 0) return false;
    const float half = MoveLengths::vacancy_half_edge * scale;
    const float box_radius = scene_.sizes[scene_.new_kind & (fixed_box - 1)].radius;
    Vec3f places[vacancy_count];
    float weights[vacancy_count];
    float total = 0;
    JAM_ROLLED
    for (int v = 0; v < vacancy_count; ++v) {
      const int cell = inner.list[draw_below(random_, inner.list_count)];
      const float x = static_cast<float>(cell % inner.size[0]) + draw(random_);
      const int row = cell / inner.size[0], layer = row / inner.size[1];
      const float y = static_cast<float>(row % inner.size[1]) + draw(random_);
      const float z = static_cast<float>(layer) + draw(random_);
      places[v] = inner.low + inner.edge * Vec3f{x, y, z};
      const int near = gather(places[v], box_radius + MoveShares::vacancy_reach * half, nullptr, 0);
      int free = 0;
      JAM_ROLLED
      for (int s = team_.rank(); s < sample_count; s += team_.size()) {
        RandomStream own = random_;
        own.seek(4096 + 4 * static_cast<std::uint64_t>(sample_count * v + s));
        const float a = draw(own);
        const float b = draw(own);
        const float c = draw(own);
        const Vec3f point = places[v] + 2.0F * half * Vec3f{a - 0.5F, b - 0.5F, c - 0.5F};
        bool empty = inner.contains(point);
        JAM_ROLLED
        for (int i = 0; i < near && empty; ++i)
          empty = !(contact::depth_in_box(box_of(m_, scene_, i), point).depth > 0.0F);
        free += empty ? 1 : 0;
      }
      const auto share = static_cast<float>(team_.sum(free));
      weights[v] = share * share * share;
      total += weights[v];
    }
    float at = draw(random_) * total;
    place = places[vacancy_count - 1];
    JAM_ROLLED
    for (int v = 0; v < vacancy_count; ++v) {
      at -= weights[v];
      if (at < 0.0F) {
        place = places[v];
        break;
      }
    }
    return true;
  }

  /// Rotates a cluster with the box that is nearest to `place`, or with any box. False if that box spans
  /// none.
  [[nodiscard]] JAM_HD_INLINE bool rotate_cluster(TrialChange& change, Vec3f place) {
    int first = scene_.fixed_count + draw_below(random_, packing_.count - scene_.fixed_count);
    if (draw(random_) >= MoveShares::any_cluster && nearest(place, 1, &first) == 0) return false;
    const BoxSize& size = packing_.size(first);
    const contact::Box<float> frame =
        contact::make_box(packing_.centre(first), packing_.rotation(first), size.half, size.margin);
    // Boxes farther away are not tested; if one reaches into the cluster, the relaxation shows it.
    const int near = gather(frame.centre, MoveShares::cluster_reach * size.radius, nullptr, 0);
    const ClusterRotation rotation = draw_cluster(team_, m_, scene_, near, frame, random_);
    if (!rotation.found) return false;
    const Vec3f middle = 0.5F * (rotation.bounds.low + rotation.bounds.high);
    const Vec3f centre =
        frame.centre + middle.x * frame.axis[0] + middle.y * frame.axis[1] + middle.z * frame.axis[2];
    const Vec3f normal = rotation.axis == 0   ? frame.axis[0]
                         : rotation.axis == 1 ? frame.axis[1]
                                              : frame.axis[2];
    JAM_ROLLED
    for (int i = 0; i < near && change.changed_count < changed_limit; ++i) {
      const contact::Box<float> before = box_of(m_, scene_, i);
      if (side_of(rotation.bounds, bounds_along(frame, before), cluster_slack * scene_.scale) !=
          ClusterSide::inside)
        continue;
      take(change, m_.number[i]);
      ChangedBox& box = change.changed[change.changed_count - 1];
      box.centre = centre + rotation.rotated(before.centre - centre, normal);
      box.rotation =
          rotation_of(rotation.rotated(before.axis[0], normal), rotation.rotated(before.axis[1], normal));
    }
    change.place[0] = centre;
    return true;
  }

  /// Gives changed box k the best of random poses about `place`; those before it have theirs.
  JAM_HD_INLINE void place_box(TrialChange& change, int k, std::uint8_t kind, Vec3f place, float spread) {
    const BoxSize& size = scene_.sizes[kind & (fixed_box - 1)];
    const int near = gather(place, 2.0F * size.radius + MoveLengths::pose_margin * scene_.scale, &change, k);
    std::uint64_t own = ~0ULL;
    ChangedBox best;
    JAM_ROLLED
    for (int t = team_.rank(); t < pose_count; t += team_.size()) {
      ChangedBox pose;
      random_pose(k, t, near, place, spread, pose);
      if (scene_.is_set()) stand_up(scene_.kinds[kind].upright, pose.rotation);
      const std::uint64_t key =
          static_cast<std::uint64_t>(cost_of(pose, size, near)) << 32 | static_cast<std::uint32_t>(t);
      if (key < own) own = key, best = pose;
    }
    // All lanes get the pose of the best one.
    if (team_.least(own) == own) {
      const float pose[] = {best.centre.x,   best.centre.y,   best.centre.z,  best.rotation.w,
                            best.rotation.x, best.rotation.y, best.rotation.z};
      for (int p = 0; p < pose_array_count; ++p) m_.best[p] = pose[p];
    }
    team_.sync();
    change.changed[k].centre = {m_.best[0], m_.best[1], m_.best[2]};
    change.changed[k].rotation = {m_.best[3], m_.best[4], m_.best[5], m_.best[6]};
  }

  /// Pose number t for changed box k.
  JAM_HD_INLINE void random_pose(int k, int t, int near, Vec3f place, float spread, ChangedBox& pose) const {
    RandomStream random = random_;
    random.seek(8192 + 64 * static_cast<std::uint64_t>(pose_count * k + t));
    pose.centre = place + spread * bell_vector(random);
    const float kind = draw(random);
    const int order = draw_below(random, 6);
    const Vec3f any = bell_vector(random);
    const float w = bell_draw(random);
    const Quaternionf free = normalised(Quaternionf{w, any.x, any.y, any.z});
    if (kind > MoveShares::free_rotation || near == 0) {
      pose.rotation = free;
      return;
    }
    // An axis and another one of a box nearby, in any order; or flat on a wall, another axis along one of
    // that box.
    const int other = draw_below(random, near);
    const auto axis = [&](int c) {
      return Vec3f{m_.axis[3 * c][other], m_.axis[3 * c + 1][other], m_.axis[3 * c + 2][other]};
    };
    const int first = order % 3;
    const int second = order < 3 ? contact::next(first) : contact::after_next(first);
    Vec3f normal{};
    if (kind > MoveShares::flat_on_wall && wall_normal(random, place, normal)) {
      Vec3f guide = axis(first);
      guide -= dot(guide, normal) * normal;
      if (dot(guide, guide) < 0.04F)
        guide = cross(normal, fabsf(normal.x) < 0.7F ? Vec3f{1, 0, 0} : Vec3f{0, 1, 0});
      const Vec3f u = guide * contact::inverse_root(dot(guide, guide));
      const Vec3f v = cross(normal, u);
      const Quaternionf flat = second == 0   ? rotation_of(normal, u)
                               : second == 1 ? rotation_of(v, normal)
                                             : rotation_of(u, v);
      pose.rotation = turned_slightly(flat, MoveShares::flat_turn * any);
      return;
    }
    pose.rotation = turned_slightly(
        rotation_of(axis(first), axis(second)),
        (kind < MoveShares::precise ? MoveShares::precise_turn : MoveShares::rough_turn) * any);
  }

  /// The normal of a random triangle in a random cell near `place`; false if none was found.
  [[nodiscard]] JAM_HD_INLINE bool wall_normal(RandomStream& random, Vec3f place, Vec3f& normal) const {
    const WallView& wall = scene_.wall;
    JAM_ROLLED
    for (int attempt = 0; attempt < 6; ++attempt) {
      const int cell =
          wall.nearest_cell(place + MoveLengths::wall_distance * scene_.scale * bell_vector(random));
      const int begin = wall.cell_begin[cell];
      const int count = wall.cell_begin[cell + 1] - begin;
      if (count == 0) continue;
      normal = wall.normal_of(wall.cell_triangle[begin + draw_below(random, count)]);
      return dot(normal, normal) > 0.5F;
    }
    return false;
  }

  /// Sum of squared overlaps with the boxes nearby, and a price for corners and middles of faces outside of
  /// the container.
  [[nodiscard]] JAM_HD_INLINE std::uint32_t cost_of(const ChangedBox& pose, const BoxSize& size,
                                                    int near) const {
    const contact::Box<float> box = contact::make_box(pose.centre, pose.rotation, size.half, size.margin);
    float sum = 0;
    each_overlap_with(m_, scene_, near, box, [&](float unscaled) {
      const float overlap = unscaled * scene_.inverse_scale;
      if (overlap > 0.0F) sum += overlap * overlap;
    });
    constexpr float price = 60;
    if (!scene_.inner.contains(pose.centre)) sum += 100.0F * price;
    JAM_ROLLED
    for (int c = 0; c < 14; ++c) {
      const auto sign = [&](int bit) {
        if (c >= 8 && (c - 8) / 2 != bit) return 0.0F;
        return ((c < 8 ? c >> bit : c) & 1) != 0 ? MoveShares::tested_corner : -MoveShares::tested_corner;
      };
      const Vec3f point = box.centre + sign(0) * size.half.x * box.axis[0] +
                          sign(1) * size.half.y * box.axis[1] + sign(2) * size.half.z * box.axis[2];
      if (!scene_.inner.contains(point)) sum += price;
    }
    return static_cast<std::uint32_t>(sum < 4e6F ? sum * 256.0F : 1e9F);
  }

  Team team_;
  ProposalMemory& m_;
  const TrialScene& scene_;
  const BoxView& packing_;
  const std::int32_t* squeeze_;
  RandomStream random_{0, StreamId::move, 0, 0};
};
}  // namespace jam::trunk
