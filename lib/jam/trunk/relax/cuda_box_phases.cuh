// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The relaxation of one packing by a block of GPU threads: the phases that relax_boxes calls.
//
// Work is distributed as follows: a thread per near pair finds whether it overlaps, a thread per overlapping
// pair its contact, a warp per box searches its points, a thread per box sums its contacts in ascending
// order of partners. All sums over threads are sums of integers: results do not depend on the number of
// threads.
#pragma once

#include "jam/trunk/relax/box_instances.hpp"
#include "jam/trunk/relax/cuda_box_lists.cuh"

namespace jam::trunk {

class CudaBoxPhases : public CudaBoxLists {
 public:
  using CudaBoxLists::CudaBoxLists;

  /// Time is not measured here.
  __device__ __forceinline__ void mark(RelaxPhase /*phase*/) const {}

  __device__ __forceinline__ void find_pair_contacts() {
    const int slots = pairs_per_box * capacity_;
    Counters counters;
    find_overlaps(slots);
    __syncthreads();
    for (int k = thread(); k < words_.overlap_total; k += threads()) {
      const int slot = scratch_.overlap[k];
      const std::uint32_t pair = scratch_.pair[slot];
      const int a = static_cast<int>(pair & 0xffffU);
      const int b = static_cast<int>(pair >> 16);
      const float4 overlap = scratch_.contact[slot];
      const PairContact contact = contact_of(a, b, overlap.w, static_cast<int>(overlap.x));
      scratch_.contact[slot] =
          make_float4(contact.at.normal.x, contact.at.normal.y, contact.at.normal.z, contact.at.depth);
      scratch_.contact[slots + slot] =
          make_float4(contact.at.point.x, contact.at.point.y, contact.at.point.z, contact.inverse_mass_a);
      scratch_.contact[2 * slots + slot] = make_float4(contact.inverse_mass_b, 0.0F, 0.0F, 0.0F);
      count_pair(a, b, contact.at.depth, counters);
    }
    // Pairs without a slot.
    for (int a = warp(); a < boxes_.count; a += warps()) {
      if (pair_begin_[a] >= 0) continue;
      for (int b = a + 1 + lane(); b < boxes_.count; b += 32) {
        if (boxes_.fixed(a) && boxes_.fixed(b)) continue;
        const float depth = evaluate_slowly(a, b).at.depth;
        if (depth > 0.0F) count_pair(a, b, depth, counters);
      }
    }
    counters.add_to(words_);
  }

  __device__ __forceinline__ void find_wall_contacts() {
    Counters counters;
    for (int i = warp(); i < boxes_.count; i += warps()) {
      const int count = point_count_[i];
      if (count == 0) continue;
      const contact::Box<float> box = box_at(i);
      WallSums sums;
      bool touched = false;
      const auto take = [&](int at, const contact::PointDepth<float>& result) {
        if (!(result.depth > 0.0F)) return;
        touched = true;
        sums.add(result, grid_.number[at], patch_);
      };
      if (count >= 0) {
        visit_listed(box, scratch_.point + point_begin_[i], count, take);
      } else {
        for_each_point(contact::cells_under(grid_, box, 0.0F), [&](int at, bool valid) {
          if (valid) take(at, point_depth(box, at));
        });
      }
      WallContact* const wall = scratch_.wall + static_cast<std::int64_t>(i) * face_count;
      touched = __any_sync(all_lanes, touched) != 0;
      int faces = 0;
      if (touched && !patch_) reduce(sums.deepest);
#pragma unroll
      for (int f = 0; f < face_count; ++f) {
        WallContact contact{};
        if (touched && patch_) {
          if (__any_sync(all_lanes, sums.face[f].depth > 0.0F) != 0) {
            reduce(sums.face[f]);
            contact = wall_contact(sums.face[f]);
          }
        } else if (touched && f == sums.deepest.face) {
          contact = {sums.deepest.depth, sums.deepest.u, sums.deepest.v};
        }
        if (lane() == 0) {
          wall[f] = contact;
          if (contact.depth > 0.0F) {
            ++faces;
            ++counters.wall_count;
            counters.add(contact.depth);
          }
        }
      }
      if (lane() == 0 && faces > 0) atomicAdd(&contacts_[i], faces);
    }
    counters.add_to(words_);
    __syncthreads();
  }

  [[nodiscard]] __device__ __forceinline__ ContactTotals totals() const {
    return {__int_as_float(words_.deepest), words_.energy, words_.pair_count, words_.wall_count};
  }

  /// True if a box has moved so far that the lists must be rebuilt.
  __device__ __forceinline__ bool apply_corrections() {
    const float momentum = patch_ ? parameters_.momentum : 0.0F;
    const float limit = motion_limit(parameters_);
    bool stale = false;
    for (int i = thread(); i < boxes_.count; i += threads()) {
      if (boxes_.fixed(i)) continue;
      float* const kept = correction_ + i;
      contact::Correction<float> correction = carried(momentum, kept_correction(i));
      const contact::Box<float> box = box_at(i);
      add_pairs(i, box, correction);
      add_walls(i, box, correction);
      kept[0] = correction.move.x;
      kept[capacity_] = correction.move.y;
      kept[2 * capacity_] = correction.move.z;
      kept[3 * capacity_] = correction.turn.x;
      kept[4 * capacity_] = correction.turn.y;
      kept[5 * capacity_] = correction.turn.z;
    }
    __syncthreads();  // Boxes without lists read the poses of others.
    for (int i = thread(); i < boxes_.count; i += threads()) {
      if (boxes_.fixed(i)) continue;
      const BoxView listed{scratch_.listed_pose, nullptr, nullptr, capacity_, boxes_.count};
      stale |= move_box(boxes_, listed, i, kept_correction(i), limit);
    }
    return __syncthreads_or(stale) != 0;
  }

  [[nodiscard]] __device__ __forceinline__ bool finite() const {
    bool all = true;
    for (int i = thread(); i < boxes_.count; i += threads()) all &= boxes_.finite(i);
    return __syncthreads_and(all) != 0;
  }

 private:
  /// Counters of a thread, added to those of the block once per phase.
  struct Counters : ContactTotals {
    __device__ __forceinline__ void add(float depth) { add_depth(*this, depth); }
    __device__ __forceinline__ void add_to(BlockWords& words) {
#pragma unroll
      for (int step = 16; step > 0; step /= 2) {
        energy += __shfl_xor_sync(all_lanes, static_cast<long long>(energy), step);
        const float other = __shfl_xor_sync(all_lanes, deepest, step);
        deepest = other > deepest ? other : deepest;
        pair_count += __shfl_xor_sync(all_lanes, pair_count, step);
        wall_count += __shfl_xor_sync(all_lanes, wall_count, step);
      }
      if (lane() != 0 || !(deepest > 0.0F)) return;
      atomicAdd(reinterpret_cast<unsigned long long*>(&words.energy),
                static_cast<unsigned long long>(energy));
      atomicMax(&words.deepest, __float_as_int(deepest));
      atomicAdd(&words.pair_count, pair_count);
      atomicAdd(&words.wall_count, wall_count);
    }
  };

  /// Calls take(point, depth) for the listed points of a box. The loads of several points are under way
  /// together.
  template <class Take>
  __device__ __forceinline__ void visit_listed(const contact::Box<float>& box, const std::int32_t* points,
                                               int count, const Take& take) const {
    constexpr int together = 4;
    for (int first = lane(); first < count; first += 32 * together) {
      int at[together];
      Vec3f place[together];
#pragma unroll
      for (int k = 0; k < together; ++k) at[k] = first + 32 * k < count ? points[first + 32 * k] : -1;
#pragma unroll
      for (int k = 0; k < together; ++k)
        place[k] = at[k] >= 0 ? Vec3f{grid_.x[at[k]], grid_.y[at[k]], grid_.z[at[k]]} : Vec3f{};
#pragma unroll
      for (int k = 0; k < together; ++k) {
        if (at[k] >= 0) take(at[k], contact::depth_in_box(box, place[k]));
      }
    }
  }

  [[nodiscard]] __device__ __forceinline__ contact::Correction<float> kept_correction(int i) const {
    const float* const kept = correction_ + i;
    return {{kept[0], kept[capacity_], kept[2 * capacity_]},
            {kept[3 * capacity_], kept[4 * capacity_], kept[5 * capacity_]}};
  }

  /// Puts the slots of listed pairs that overlap into `overlap`, in any order, and axis and depth of each
  /// into its slot.
  __device__ __forceinline__ void find_overlaps(int slots) {
    const int total = words_.pair_total < slots ? words_.pair_total : slots;
    for (int first = 32 * warp(); first < total; first += threads()) {
      const int slot = first + lane();
      const std::uint32_t pair = slot < total ? scratch_.pair[slot] : no_pair;
      contact::AxisOverlap<float> least{0.0F, 0.0F};
      if (pair != no_pair) {
        least = overlap_of(static_cast<int>(pair & 0xffffU), static_cast<int>(pair >> 16));
        scratch_.contact[slot] = make_float4(least.axis, 0.0F, 0.0F, least.overlap);
      }
      const unsigned overlapping = __ballot_sync(all_lanes, least.overlap > 0.0F);
      int begin = 0;
      if (lane() == 0 && overlapping != 0) begin = atomicAdd(&words_.overlap_total, __popc(overlapping));
      begin = __shfl_sync(all_lanes, begin, 0);
      if (least.overlap > 0.0F) scratch_.overlap[begin + __popc(overlapping & lanes_below())] = slot;
    }
  }

  [[nodiscard]] __device__ __forceinline__ contact::AxisOverlap<float> overlap_of(int a, int b) const {
    return contact::least_overlap(box_at(a), box_at(b), 0.0F, edge_share(parameters_));
  }
  [[nodiscard]] __device__ __forceinline__ PairContact contact_of(int a, int b, float depth, int axis) const {
    return pair_contact(box_at(a), box_at(b), boxes_.inertia(a), boxes_.inertia(b), depth, axis, patch_);
  }
  /// The contact of boxes a < b; depth 0 if they do not overlap.
  [[nodiscard]] __device__ __noinline__ PairContact evaluate_slowly(int a, int b) const {
    const auto least = overlap_of(a, b);
    return least.overlap > 0.0F ? contact_of(a, b, least.overlap, static_cast<int>(least.axis))
                                : PairContact{};
  }

  __device__ __forceinline__ void count_pair(int a, int b, float depth, Counters& counters) const {
    atomicAdd(&contacts_[a], 1);
    atomicAdd(&contacts_[b], 1);
    ++counters.pair_count;
    counters.add(depth);
  }

  static __device__ __forceinline__ void reduce(FaceSum& sum) {
#pragma unroll
    for (int step = 16; step > 0; step /= 2) {
      const float other = __shfl_xor_sync(all_lanes, sum.depth, step);
      sum.depth = other > sum.depth ? other : sum.depth;
      sum.weight += __shfl_xor_sync(all_lanes, static_cast<long long>(sum.weight), step);
      sum.u += __shfl_xor_sync(all_lanes, static_cast<long long>(sum.u), step);
      sum.v += __shfl_xor_sync(all_lanes, static_cast<long long>(sum.v), step);
    }
  }

  static __device__ __forceinline__ void reduce(DeepestPoint& deepest) {
#pragma unroll
    for (int step = 16; step > 0; step /= 2) {
      DeepestPoint other;
      other.depth = __shfl_xor_sync(all_lanes, deepest.depth, step);
      other.number = __shfl_xor_sync(all_lanes, deepest.number, step);
      other.face = __shfl_xor_sync(all_lanes, deepest.face, step);
      other.u = __shfl_xor_sync(all_lanes, deepest.u, step);
      other.v = __shfl_xor_sync(all_lanes, deepest.v, step);
      deepest.take(other);
    }
  }

  __device__ __forceinline__ void add_pair(int i, int partner, const contact::Box<float>& box,
                                           const PairContact& contact,
                                           contact::Correction<float>& correction) const {
    const int a = i < partner ? i : partner;
    const int b = i < partner ? partner : i;
    const float size = push_size(contact.at.depth, contact.inverse_mass_a, share(a), contact.inverse_mass_b,
                                 share(b), push_factor(parameters_));
    correction += (i == a ? -size : size) *
                  contact::push(box, boxes_.inertia(i), contact.at.point, contact.at.normal).correction;
  }

  [[nodiscard]] __device__ __forceinline__ float share(int i) const {
    return patch_ ? static_cast<float>(contacts_[i]) : 1.0F;
  }

  __device__ __forceinline__ void add_pairs(int i, const contact::Box<float>& box,
                                            contact::Correction<float>& correction) const {
    const int slots = pairs_per_box * capacity_;
    const int size = row_size(i);
    if (size > row_limit) {
      for (int j = 0; j < boxes_.count; ++j) {
        if (j != i) add_unlisted(i, j, box, correction);
      }
      return;
    }
    for (int m = 0; m < size; ++m) {
      const int partner = scratch_.partner[i * row_limit + m];
      const bool lower = m < below(i);
      const int begin = pair_begin_[lower ? partner : i];
      if (begin < 0) {
        add_unlisted(i, partner, box, correction);
        continue;
      }
      const int slot = begin + (lower ? scratch_.back[i * row_limit + m] : m - below(i));
      const float4 first = scratch_.contact[slot];
      if (!(first.w > 0.0F)) continue;
      const float4 second = scratch_.contact[slots + slot];
      const float inverse_mass_b = scratch_.contact[2 * slots + slot].x;
      add_pair(
          i, partner, box,
          {{{first.x, first.y, first.z}, {second.x, second.y, second.z}, first.w}, second.w, inverse_mass_b},
          correction);
    }
  }

  __device__ __forceinline__ void add_unlisted(int i, int partner, const contact::Box<float>& box,
                                               contact::Correction<float>& correction) const {
    const PairContact contact = evaluate_slowly(i < partner ? i : partner, i < partner ? partner : i);
    if (contact.at.depth > 0.0F) add_pair(i, partner, box, contact, correction);
  }

  __device__ __forceinline__ void add_walls(int i, const contact::Box<float>& box,
                                            contact::Correction<float>& correction) const {
    if (point_count_[i] == 0) return;
    const WallContact* const wall = scratch_.wall + static_cast<std::int64_t>(i) * face_count;
    for (int face = 0; face < face_count; ++face) {
      const WallContact contact = wall[face];
      if (contact.depth > 0.0F)
        correction +=
            wall_correction(box, boxes_.inertia(i), face, contact, share(i), push_factor(parameters_));
    }
  }
};

/// CudaBoxPhases with a clock. The kernel is compiled a second time with this class, for batches whose phases
/// are timed; others pay nothing. After each phase the threads of the block wait for each other, and the
/// first one reads the clock of the multiprocessor: the cycles tell how the time of the launch is divided
/// among the phases.
class ClockedBoxPhases : public CudaBoxPhases {
 public:
  using CudaBoxPhases::CudaBoxPhases;

  __device__ __forceinline__ void begin() {
    CudaBoxPhases::begin();
    last_ = clock64();
  }
  __device__ __forceinline__ void mark(RelaxPhase phase) {
    __syncthreads();
    const long long now = clock64();
    cycles_[static_cast<int>(phase)] += now - last_;
    last_ = now;
  }

  /// Adds what the first thread counted to `cycles` [relax_phase_count]; the order of blocks does not matter
  /// to integers.
  __device__ __forceinline__ void add_cycles(unsigned long long* cycles) const {
    if (threadIdx.x != 0) return;
#pragma unroll
    for (int phase = 0; phase < relax_phase_count; ++phase)
      atomicAdd(cycles + phase, static_cast<unsigned long long>(cycles_[phase]));
  }

 private:
  long long last_ = 0;
  long long cycles_[relax_phase_count] = {};
};

}  // namespace jam::trunk
