// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compiled once per instruction set (jam/core/isa.hpp).
#include "jam/trunk/relax/cpu_relaxation.hpp"

#include <chrono>

#include "jam/contact/box_box.hpp"
#include "jam/contact/box_lanes.hpp"
#include "jam/contact/box_point.hpp"

namespace jam::trunk {
namespace {

using contact::Box;
using contact::load_lanes;
using contact::spread;

constexpr int lanes = simd_lane_count;

/// One thread and one packing: the phases that relax_boxes calls.
class CpuBoxPhases {
 public:
  CpuBoxPhases(const BoxView& boxes, const contact::PointGridView& grid, const BoxRelaxation& parameters,
               CpuBoxMemory& memory)
      : boxes_(boxes),
        grid_(grid),
        parameters_(parameters),
        memory_(memory),
        patch_(parameters.law == ContactLaw::patch) {}

  /// Sets the carried corrections to 0.
  JAM_HD_INLINE void begin() {
    if (memory_.times != nullptr) last_ = std::chrono::steady_clock::now();
    for (int i = 0; i < boxes_.count; ++i) memory_.correction[i] = {};
  }

  JAM_HD_INLINE void refresh() {
    const int n = boxes_.count;
    const int padded = (n + lanes - 1) / lanes * lanes;
    for (int i = 0; i < padded; ++i) {
      float* const row = memory_.row + static_cast<std::int64_t>(i) * box_row_size;
      Box<float> box{
          {1e9F, 1e9F, 1e9F}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};  // Padding: a box far away.
      float radius = 0;
      if (i < n) {
        box = contact::make_box(boxes_.centre(i), boxes_.rotation(i), boxes_.size(i).half,
                                boxes_.size(i).margin);
        radius = boxes_.size(i).radius;
      }
      static_assert(sizeof box == box_row_size * sizeof(float));
      __builtin_memcpy(row, &box, sizeof box);
      memory_.sphere[i] = box.centre.x;
      memory_.sphere[memory_.box_capacity + i] = box.centre.y;
      memory_.sphere[2 * memory_.box_capacity + i] = box.centre.z;
      memory_.sphere[3 * memory_.box_capacity + i] = radius;
    }
  }

  JAM_HD_INLINE void list_pairs() {
    const int n = boxes_.count;
    const float* const x = memory_.sphere;
    const float* const y = x + memory_.box_capacity;
    const float* const z = y + memory_.box_capacity;
    const float* const r = z + memory_.box_capacity;
    // Finds pairs whose spheres are near, in blocks of sixteen, and among them pairs whose boxes are near.
    pair_count_ = 0;
    int first[lanes];
    int second[lanes];
    int found = 0;
    const auto flush = [&] {
      if (found == 0) return;
      const auto near = overlaps(first, second, found, -parameters_.skin);
      for (int lane = 0; lane < found; ++lane) {
        if (!(get_lane(near.overlap, lane) > -parameters_.skin)) continue;
        memory_.pair[pair_count_] = first[lane];
        memory_.pair[memory_.pair_capacity + pair_count_] = second[lane];
        ++pair_count_;
      }
      found = 0;
    };
    for (int i = 0; i < n; ++i) {
      if (pair_count_ + n > memory_.pair_capacity) memory_.grow(memory_, 2 * (pair_count_ + n), 0);
      const Floats xi(x[i]);
      const Floats yi(y[i]);
      const Floats zi(z[i]);
      const Floats reach(r[i] + parameters_.skin);
      for (int block = i / lanes * lanes; block < n; block += lanes) {
        const Floats dx = load_lanes(x + block) - xi;
        const Floats dy = load_lanes(y + block) - yi;
        const Floats dz = load_lanes(z + block) - zi;
        const Floats limit = load_lanes(r + block) + reach;
        const Floats closeness = limit * limit - (dx * dx + dy * dy + dz * dz);
        if (!any_lane(Floats(0.0F) < closeness)) continue;
        for (int lane = 0; lane < lanes; ++lane) {
          if (block + lane <= i || !(get_lane(closeness, lane) > 0.0F)) continue;
          if (boxes_.fixed(i) && boxes_.fixed(block + lane)) continue;
          first[found] = i;
          second[found] = block + lane;
          if (++found == lanes) flush();
        }
      }
    }
    flush();
    for (int k = 0; k < pose_array_count && n > 0; ++k) {
      __builtin_memcpy(memory_.listed_pose + static_cast<std::int64_t>(k) * memory_.box_capacity,
                       boxes_.pose + k * boxes_.stride, sizeof(float) * static_cast<unsigned long>(n));
    }
  }

  JAM_HD_INLINE void list_points() {
    // Points do not move; a box moves at most half the skin.
    const float margin = 0.5F * parameters_.skin;
    int end = 0;
    for (int i = 0; i < boxes_.count; ++i) {
      memory_.point_begin[i] = end;
      if (boxes_.fixed(i)) continue;
      Box<float> box = box_at(i);
      const contact::CellRange range = contact::cells_under(grid_, box, margin);
      box.half += Vec3f{margin, margin, margin};
      const Box<Floats> grown = spread(box);
      const int rows = range.row_count();
      for (int row = 0; row < rows; ++row) {
        int begin = 0;
        int stop = 0;
        contact::entries_of_row(grid_, range, row, begin, stop);
        if (end + (stop - begin) + lanes > memory_.point_capacity)
          memory_.grow(memory_, 0, 2 * (end + stop - begin + lanes));
        for (int at = begin; at < stop; at += lanes) {
          const Floats depth =
              contact::depth_in_box(
                  grown, {load_lanes(grid_.x + at), load_lanes(grid_.y + at), load_lanes(grid_.z + at)})
                  .depth;
          if (!any_lane(Floats(0.0F) < depth)) continue;
          const int left = stop - at < lanes ? stop - at : lanes;
          for (int lane = 0; lane < left; ++lane) {
            put_point(end, grid_.x[at + lane], grid_.y[at + lane], grid_.z[at + lane],
                      grid_.number[at + lane]);
            end += get_lane(depth, lane) > 0.0F ? 1 : 0;
          }
        }
      }
      while (end % lanes != 0) put_point(end++, 1e9F, 1e9F, 1e9F, 0x7fffffff);
    }
    memory_.point_begin[boxes_.count] = end;
  }

  JAM_HD_INLINE void find_pair_contacts() {
    totals_ = {};
    for (int i = 0; i < boxes_.count; ++i) memory_.contact_count[i] = 0;
    for (int first = 0; first < pair_count_; first += lanes) {
      const int* const a = memory_.pair + first;
      const int* const b = memory_.pair + memory_.pair_capacity + first;
      const int count = pair_count_ - first < lanes ? pair_count_ - first : lanes;
      const auto least = overlaps(a, b, count, 0.0F);
      if (!any_lane(Floats(0.0F) < least.overlap)) continue;
      for (int lane = 0; lane < count; ++lane) {
        const float depth = get_lane(least.overlap, lane);
        if (!(depth > 0.0F)) continue;
        const int at = totals_.pair_count++;
        memory_.contact_pair[at] = a[lane];
        memory_.contact_pair[memory_.pair_capacity + at] = b[lane];
        memory_.contact[at] =
            pair_contact(box_at(a[lane]), box_at(b[lane]), boxes_.inertia(a[lane]), boxes_.inertia(b[lane]),
                         depth, static_cast<int>(get_lane(least.axis, lane)), patch_);
        memory_.contact_count[a[lane]] += 1.0F;
        memory_.contact_count[b[lane]] += 1.0F;
        add_depth(totals_, depth);
      }
    }
  }

  JAM_HD_INLINE void find_wall_contacts() {
    for (int i = 0; i < boxes_.count; ++i) {
      WallContact* const wall = memory_.wall + static_cast<std::int64_t>(i) * face_count;
      for (int face = 0; face < face_count; ++face) wall[face] = {};
      const int begin = memory_.point_begin[i];
      const int end = memory_.point_begin[i + 1];
      if (begin == end) continue;
      const Box<Floats> box = spread(box_at(i));
      WallSums sums;
      for (int at = begin; at < end; at += lanes) {
        const float* const x = memory_.point + at;
        const auto result = contact::depth_in_box(box, {load_lanes(x), load_lanes(x + memory_.point_capacity),
                                                        load_lanes(x + 2 * memory_.point_capacity)});
        if (!any_lane(Floats(0.0F) < result.depth)) continue;
        for (int lane = 0; lane < lanes; ++lane) {
          const float depth = get_lane(result.depth, lane);
          if (!(depth > 0.0F)) continue;
          const Vec3f in_box{get_lane(result.in_box.x, lane), get_lane(result.in_box.y, lane),
                             get_lane(result.in_box.z, lane)};
          sums.add({depth, get_lane(result.axis, lane), in_box}, memory_.point_number[at + lane], patch_);
        }
      }
      const DeepestPoint& deepest = sums.deepest;
      if (patch_) {
        for (int face = 0; face < face_count; ++face) wall[face] = wall_contact(sums.face[face]);
      } else if (deepest.depth > 0.0F) {
        wall[deepest.face] = {deepest.depth, deepest.u, deepest.v};
      }
      for (int face = 0; face < face_count; ++face) {
        if (!(wall[face].depth > 0.0F)) continue;
        memory_.contact_count[i] += 1.0F;
        ++totals_.wall_count;
        add_depth(totals_, wall[face].depth);
      }
    }
  }

  [[nodiscard]] JAM_HD_INLINE ContactTotals totals() const { return totals_; }

  /// True if a box has moved so far that the lists must be rebuilt.
  JAM_HD_INLINE bool apply_corrections() {
    const float factor = push_factor(parameters_);
    const float momentum = patch_ ? parameters_.momentum : 0.0F;
    for (int i = 0; i < boxes_.count; ++i) {
      memory_.correction[i] = carried(momentum, memory_.correction[i]);
      if (!patch_) memory_.contact_count[i] = 1.0F;
    }
    for (int at = 0; at < totals_.pair_count; ++at) {
      const int a = memory_.contact_pair[at];
      const int b = memory_.contact_pair[memory_.pair_capacity + at];
      const PairContact& pair = memory_.contact[at];
      const float size = push_size(pair.at.depth, pair.inverse_mass_a, memory_.contact_count[a],
                                   pair.inverse_mass_b, memory_.contact_count[b], factor);
      memory_.correction[a] +=
          -size * contact::push(box_at(a), boxes_.inertia(a), pair.at.point, pair.at.normal).correction;
      memory_.correction[b] +=
          size * contact::push(box_at(b), boxes_.inertia(b), pair.at.point, pair.at.normal).correction;
    }
    bool stale = false;
    const float limit = motion_limit(parameters_);
    for (int i = 0; i < boxes_.count; ++i) {
      if (boxes_.fixed(i)) continue;
      const Box<float> box = box_at(i);
      const WallContact* const wall = memory_.wall + static_cast<std::int64_t>(i) * face_count;
      for (int face = 0; face < face_count; ++face) {
        if (wall[face].depth > 0.0F) {
          memory_.correction[i] +=
              wall_correction(box, boxes_.inertia(i), face, wall[face], memory_.contact_count[i], factor);
        }
      }
      const BoxView listed{memory_.listed_pose, nullptr, nullptr, memory_.box_capacity, boxes_.count};
      stale |= move_box(boxes_, listed, i, memory_.correction[i], limit);
    }
    return stale;
  }

  [[nodiscard]] JAM_HD_INLINE bool finite() const {
    bool all = true;
    for (int i = 0; i < boxes_.count; ++i) all &= boxes_.finite(i);
    return all;
  }

  JAM_HD_INLINE void mark(RelaxPhase phase) {
    if (memory_.times == nullptr) return;
    const auto now = std::chrono::steady_clock::now();
    memory_.times->seconds[static_cast<int>(phase)] += static_cast<double>((now - last_).count()) * 1e-9;
    last_ = now;
  }

 private:
  [[nodiscard]] JAM_HD_INLINE Box<float> box_at(int i) const {
    Box<float> box;
    __builtin_memcpy(static_cast<void*>(&box), memory_.row + static_cast<std::int64_t>(i) * box_row_size,
                     sizeof box);
    return box;
  }

  /// Least overlaps of `count` pairs.
  [[nodiscard]] JAM_HD_INLINE contact::AxisOverlap<Floats> overlaps(const int* a, const int* b, int count,
                                                                    float enough) const {
    contact::BoxLanes first;
    contact::BoxLanes second;
    for (int lane = 0; lane < lanes; ++lane) {
      const int k = lane < count ? lane : 0;
      first.set(lane, memory_.row + static_cast<std::int64_t>(a[k]) * box_row_size);
      second.set(lane, memory_.row + static_cast<std::int64_t>(b[k]) * box_row_size);
    }
    return contact::least_overlap(first.boxes(), second.boxes(), Floats(enough),
                                  Floats(edge_share(parameters_)));
  }

  JAM_HD_INLINE void put_point(int at, float x, float y, float z, std::int32_t number) const {
    memory_.point[at] = x;
    memory_.point[memory_.point_capacity + at] = y;
    memory_.point[2 * memory_.point_capacity + at] = z;
    memory_.point_number[at] = number;
  }

  const BoxView& boxes_;
  const contact::PointGridView& grid_;
  const BoxRelaxation& parameters_;
  CpuBoxMemory& memory_;
  bool patch_;
  int pair_count_ = 0;
  ContactTotals totals_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace

BoxRelaxationResult JAM_ISA_FUNCTION(cpu_relaxation)(const BoxView& boxes, const contact::PointGridView& grid,
                                                     const BoxRelaxation& parameters, CpuBoxMemory& memory) {
  CpuBoxPhases packing(boxes, grid, parameters, memory);
  return relax_boxes(packing, parameters);
}

}  // namespace jam::trunk
