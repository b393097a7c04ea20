// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The boxes of a part, and lists of what the movable ones may touch: near boxes, and near triangles of the wall. Lists last until a box has
// moved half the skin. All lanes of the team call each function together, unless it says otherwise. Lengths in mm.
#pragma once

#include "jam/contact/box_box.hpp"
#include "jam/contact/point_grid.hpp"
#include "jam/trunk/trials/box_triangle.hpp"
#include "jam/trunk/trials/trial_memory.hpp"

namespace jam::trunk {

// By calls: kernels that fit the cache of instructions wait less for them.

[[nodiscard]] JAM_HD_CALL inline contact::AxisOverlap<float> overlap_of(const contact::Box<float> a, const contact::Box<float> b,
                                                                        float enough, float edge_share) {
  return contact::least_overlap(a, b, enough, edge_share);
}

/// Sets the axes of box i.
JAM_HD_CALL inline void set_axes_in(PartMemory& memory, int i, Quaternionf rotation) {
  const Mat3<float> matrix = rotation_matrix(rotation);
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int k = 0; k < 3; ++k) {
    memory.axis[3 * k][i] = matrix.column[k].x;
    memory.axis[3 * k + 1][i] = matrix.column[k].y;
    memory.axis[3 * k + 2][i] = matrix.column[k].z;
  }
}

template <TrialTeam Team>
class TrialLists {
 public:
  /// `triangles` has `triangle_limit` entries.
  JAM_HD_INLINE TrialLists(const Team& team, PartMemory& memory, const TrialScene& scene, std::uint32_t* triangles, int triangle_limit)
      : team_(team), m_(memory), scene_(scene), triangles_(triangles), triangle_limit_(triangle_limit) {}

  /// Whether all lists were long enough since begin().
  [[nodiscard]] JAM_HD_INLINE bool fits() const { return fits_; }

  [[nodiscard]] JAM_HD_INLINE BoxView boxes() const { return {&m_.pose[0][0], m_.kind, scene_.sizes, part_box_limit, box_count_}; }
  [[nodiscard]] JAM_HD_INLINE contact::Box<float> box_at(int i) const {
    const BoxSize& size = boxes().size(i);
    return {{m_.pose[0][i], m_.pose[1][i], m_.pose[2][i]},
            {{m_.axis[0][i], m_.axis[1][i], m_.axis[2][i]},
             {m_.axis[3][i], m_.axis[4][i], m_.axis[5][i]},
             {m_.axis[6][i], m_.axis[7][i], m_.axis[8][i]}},
            size.half,
            size.margin};
  }

  /// Sets the pose of box i and its axes; by one lane.
  JAM_HD_INLINE void place(int i, Vec3f centre, Quaternionf rotation) const {
    boxes().set(i, centre, rotation);
    set_axes_in(m_, i, rotation);
  }

  JAM_HD_INLINE void set_counts(int box_count, int movable_count) {
    box_count_ = box_count;
    movable_count_ = movable_count;
  }
  [[nodiscard]] JAM_HD_INLINE int box_count() const { return box_count_; }
  [[nodiscard]] JAM_HD_INLINE int movable_count() const { return movable_count_; }

  /// Near pairs and triangles of the movable boxes.
  JAM_HD_INLINE void list() {
    list_pairs();
    list_triangles();
    JAM_ROLLED
    for (int i = team_.lane(); i < movable_count_; i += team_.lanes()) {
      for (int k = 0; k < pose_array_count; ++k) m_.listed[k][i] = m_.pose[k][i];
    }
    team_.sync();
  }

 protected:
  /// The triangle in the frame of the box.
  JAM_HD_INLINE void localise(const contact::Box<float>& box, int t, Vec3f (&q)[3], Vec3f& n) const {
    const WallView& wall = scene_.wall;
    const auto local = [&](Vec3f v) { return Vec3f{dot(box.axis[0], v), dot(box.axis[1], v), dot(box.axis[2], v)}; };
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int k = 0; k < 3; ++k) {
      const float* const corner = wall.corner + static_cast<std::int64_t>(3 * k) * wall.count + t;
      q[k] = local(Vec3f{corner[0], corner[wall.count], corner[2 * static_cast<std::int64_t>(wall.count)]} - box.centre);
    }
    n = local({wall.normal[t], wall.normal[wall.count + t], wall.normal[2 * static_cast<std::int64_t>(wall.count) + t]});
  }

  [[nodiscard]] JAM_HD_INLINE float skin() const { return scene_.rules.skin * scene_.scale; }

  Team team_;
  PartMemory& m_;
  const TrialScene& scene_;
  std::uint32_t* triangles_;
  int triangle_limit_;
  int box_count_ = 0;
  int movable_count_ = 0;
  int pair_count_ = 0;
  bool fits_ = true;

 private:
  JAM_HD_INLINE void list_pairs() {
    const BoxView view = boxes();
    const float skin = this->skin();
    // Pairs whose spheres are near,
    int found = 0;
    JAM_ROLLED
    for (int a = 0; a < movable_count_; ++a) {
      const Vec3f centre = view.centre(a);
      const float reach = view.size(a).radius + skin;
      JAM_ROLLED
      for (int base = a + 1; base < box_count_; base += team_.lanes()) {
        const int b = base + team_.lane();
        bool near = b < box_count_;
        if (near) {
          const Vec3f between = view.centre(b) - centre;
          const float limit = reach + view.size(b).radius;
          near = dot(between, between) < limit * limit;
        }
        const int at = found + team_.count_below(near);
        if (near && at < candidate_limit) m_.candidate[at] = static_cast<std::uint16_t>(a | b << 5);
        found += team_.count(near);
      }
    }
    fits_ = fits_ && found <= candidate_limit;
    found = found < candidate_limit ? found : candidate_limit;
    team_.sync();
    // and of these the pairs whose boxes are.
    pair_count_ = 0;
    JAM_ROLLED
    for (int base = 0; base < found; base += team_.lanes()) {
      const int at = base + team_.lane();
      const std::uint16_t pair = at < found ? m_.candidate[at] : std::uint16_t{0};
      const bool near = at < found && overlap_of(box_at(pair & 31), box_at(pair >> 5), -skin, scene_.rules.edge_share).overlap > -skin;
      const int place = pair_count_ + team_.count_below(near);
      if (near && place < near_pair_limit) m_.pair[place] = pair;
      pair_count_ += team_.count(near);
    }
    fits_ = fits_ && pair_count_ <= near_pair_limit;
    pair_count_ = pair_count_ < near_pair_limit ? pair_count_ : near_pair_limit;
  }

  JAM_HD_INLINE void list_triangles() {
    const WallView& wall = scene_.wall;
    const float margin = 0.5F * skin();  // Triangles do not move; a box moves at most half the skin.
    int found = 0;
    JAM_ROLLED
    for (int i = 0; i < movable_count_; ++i) {
      if (team_.lane() == 0) m_.triangle_begin[i] = found;
      const contact::Box<float> box = box_at(i);
      const auto reach = [&](float a, float b, float c) {
        return fabsf(a) * box.half.x + fabsf(b) * box.half.y + fabsf(c) * box.half.z + (box.margin + margin);
      };
      const Vec3f hull{reach(box.axis[0].x, box.axis[1].x, box.axis[2].x), reach(box.axis[0].y, box.axis[1].y, box.axis[2].y),
                       reach(box.axis[0].z, box.axis[1].z, box.axis[2].z)};
      const auto along = [&](float x, float low, int size) { return contact::cell_along(x, low, wall.inverse_edge, size); };
      const int x0 = along(box.centre.x - hull.x, wall.low.x, wall.size[0]);
      const int x1 = along(box.centre.x + hull.x, wall.low.x, wall.size[0]);
      const int y0 = along(box.centre.y - hull.y, wall.low.y, wall.size[1]);
      const int y1 = along(box.centre.y + hull.y, wall.low.y, wall.size[1]);
      const int z0 = along(box.centre.z - hull.z, wall.low.z, wall.size[2]);
      const int z1 = along(box.centre.z + hull.z, wall.low.z, wall.size[2]);
      const int deep = y1 - y0 + 1;
      const int rows = deep * (z1 - z0 + 1);
      // The entries of a row of cells along x lie side by side. As many rows at once as there are lanes, which share their entries evenly.
      JAM_ROLLED
      for (int base = 0; base < rows; base += team_.lanes()) {
        const int row = base + team_.lane();
        int count = 0;
        if (row < rows) {
          const int first_of_row = wall.size[0] * (y0 + row % deep + wall.size[1] * (z0 + row / deep));
          const int begin_of_row = wall.cell_begin[first_of_row + x0];
          count = wall.cell_begin[first_of_row + x1 + 1] - begin_of_row;
          m_.near_row[1][team_.lane()] = begin_of_row;
        }
        m_.near_row[0][team_.lane()] = team_.sum_below(count);
        const int total = team_.sum(count);
        team_.sync();
        JAM_ROLLED
        for (int first = 0; first < total; first += team_.lanes()) {
          const int entry = first + team_.lane();
          bool near = entry < total;
          int t = 0;
          if (near) {
            int l = 0;  // The last row that begins at the entry or before it.
            JAM_ROLLED
            for (int step = team_.lanes() / 2; step > 0; step /= 2) {
              if (m_.near_row[0][l + step] <= entry) l += step;
            }
            const int at = m_.near_row[1][l] + entry - m_.near_row[0][l];
            t = wall.cell_triangle[at];
            // A triangle counts in the first of its cells that is under the box.
            const auto low = static_cast<int>(wall.low_cell[t]);
            const auto cell = static_cast<int>(wall.entry_cell[at]);
            const auto is_first = [&](int shift, int of_box) {
              const int own = low >> shift & 1023;
              return (own > of_box ? own : of_box) == (cell >> shift & 1023);
            };
            near = is_first(0, x0) && is_first(10, y0) && is_first(20, z0);
          }
          if (near) {
            Vec3f q[3];
            Vec3f n;
            localise(box, t, q, n);
            near = box_triangle_push(box.half, box.margin, q, n, margin).depth > 0.0F;
          }
          const int place = found + team_.count_below(near);
          if (near && place < triangle_limit_)
            triangles_[place] = static_cast<std::uint32_t>(t) | static_cast<std::uint32_t>(i) << triangle_bits;
          found += team_.count(near);
        }
        team_.sync();
      }
    }
    // Where they do not fit, none is listed: the trial is given up.
    fits_ = fits_ && found <= triangle_limit_;
    if (found > triangle_limit_) {
      JAM_ROLLED
      for (int i = team_.lane(); i <= movable_count_; i += team_.lanes()) m_.triangle_begin[i] = 0;
    } else if (team_.lane() == 0) {
      m_.triangle_begin[movable_count_] = found;
    }
    team_.sync();
  }
};

}  // namespace jam::trunk
