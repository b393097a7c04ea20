// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The boxes of a packing in the memory of a block of GPU threads, and the lists of near pairs and near
// points. What every step reads lies in shared memory; lists and contacts lie in scratch memory on the
// device, which stays in the cache.
//
// Lists are built by the kernel and have a fixed capacity. A box whose list does not fit is marked, and its
// pairs or points are found by brute force: the capacity changes the speed and no result. Which boxes are
// marked depends on the timing of the threads, so listed and unlisted pairs and points must give the same
// bits. Therefore this is compiled with --fmad=false: otherwise the compiler might fuse a product and a sum
// in one of the two places only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "jam/contact/point_grid.hpp"
#include "jam/trunk/relax/box_physics.hpp"

namespace jam::trunk {

/// Capacity of the list of near partners of a box.
inline constexpr int row_limit = 64;
/// Capacity per box of the list of near pairs (each is listed once), shared by all boxes of a packing.
inline constexpr int pairs_per_box = 24;
/// Places of each box in the list of near points.
inline constexpr int own_points = 80;
/// Places per box in all: those beyond own_points are shared by the boxes with more points.
inline constexpr int points_per_box = 160;

/// Scratch memory of a block on the device; `capacity` boxes.
struct BoxScratch {
  float* listed_pose;      ///< [pose_array_count][capacity]
  std::uint16_t* partner;  ///< [capacity][row_limit], ascending
  std::uint8_t* back;  ///< [capacity][row_limit]: for a lower partner, the index of this box among the higher
                       ///< partners of that one.
  std::uint32_t* pair;  ///< [pairs_per_box capacity]: lower | higher << 16
  /// [3][pairs_per_box capacity]: normal and depth; point and inverse_mass of the lower; inverse_mass of the
  /// higher. If a pair does not overlap, its depth is at most 0 and nothing else counts. If its contact is
  /// still to be found, the first number is its axis.
  float4* contact;
  WallContact* wall;    ///< [capacity][face_count]
  std::int32_t* point;  ///< [own_points capacity], then the shared part: [points_per_box capacity] in all.
  /// [pairs_per_box capacity]: slots in `contact` of the pairs that overlap, in any order.
  std::int32_t* overlap;
};

/// Offsets of the arrays in the shared memory of a block [bytes].
struct BoxLayout {
  int capacity;
  unsigned pose;         ///< float [pose_array_count][capacity]
  unsigned axes;         ///< float [9][capacity]
  unsigned correction;   ///< float [6][capacity]
  unsigned contacts;     ///< int [capacity]
  unsigned pair_begin;   ///< int [capacity]: -1 if the pairs with higher partners are not listed.
  unsigned point_begin;  ///< int [capacity]
  unsigned point_count;  ///< int [capacity]: -1 if the points are not listed.
  unsigned row;          ///< unsigned [capacity]: partners below | partners << 16.
  unsigned sizes;        ///< BoxSize [size count]
  unsigned kind;         ///< uint8 [capacity]
  unsigned words;        ///< BlockWords
};

/// Words that the threads of a block share.
struct BlockWords {
  long long energy;
  int deepest;  ///< The bits of a float >= 0, which are ordered as the float is.
  int pair_count;
  int wall_count;
  int overlap_total;  ///< Listed pairs that overlap.
  int pair_total;     ///< Listed pairs.
  int point_total;    ///< Listed points in the shared part.
};

class CudaBoxLists {
 public:
  /// All threads of the block construct it together. `boxes` views the shared memory described by `layout`.
  __device__ CudaBoxLists(std::byte* shared, const BoxLayout& layout, const BoxScratch& scratch,
                          const contact::PointGridView& grid, int count, const BoxRelaxation& parameters)
      : boxes_{reinterpret_cast<float*>(shared + layout.pose),
               reinterpret_cast<std::uint8_t*>(shared + layout.kind),
               reinterpret_cast<const BoxSize*>(shared + layout.sizes), layout.capacity, count},
        axes_(reinterpret_cast<float*>(shared + layout.axes)),
        correction_(reinterpret_cast<float*>(shared + layout.correction)),
        contacts_(reinterpret_cast<int*>(shared + layout.contacts)),
        pair_begin_(reinterpret_cast<int*>(shared + layout.pair_begin)),
        point_begin_(reinterpret_cast<int*>(shared + layout.point_begin)),
        point_count_(reinterpret_cast<int*>(shared + layout.point_count)),
        row_(reinterpret_cast<unsigned*>(shared + layout.row)),
        words_(*reinterpret_cast<BlockWords*>(shared + layout.words)),
        scratch_(scratch),
        grid_(grid),
        parameters_(parameters),
        capacity_(layout.capacity),
        patch_(parameters.law == ContactLaw::patch) {}

  /// Sets the carried corrections to 0. Also makes the caller's writes to poses and kinds visible to all
  /// threads.
  __device__ __forceinline__ void begin() {
    for (int i = thread(); i < boxes_.count; i += threads()) {
      for (int k = 0; k < 6; ++k) correction_[k * capacity_ + i] = 0.0F;
    }
    __syncthreads();
  }

  /// Axes from poses; counters to 0.
  __device__ __forceinline__ void refresh() {
    for (int i = thread(); i < boxes_.count; i += threads()) {
      const Mat3<float> matrix = rotation_matrix(boxes_.rotation(i));
#pragma unroll
      for (int k = 0; k < 3; ++k) {
        axes_[(3 * k) * capacity_ + i] = matrix.column[k].x;
        axes_[(3 * k + 1) * capacity_ + i] = matrix.column[k].y;
        axes_[(3 * k + 2) * capacity_ + i] = matrix.column[k].z;
      }
      contacts_[i] = 0;
    }
    if (thread() == 0) {
      words_.energy = 0;
      words_.deepest = 0;
      words_.pair_count = 0;
      words_.wall_count = 0;
      words_.overlap_total = 0;
    }
    __syncthreads();
  }

  /// Rows of near partners, then the pairs for the threads.
  __device__ __forceinline__ void list_pairs() {
    const int n = boxes_.count;
    if (thread() == 0) {
      words_.pair_total = 0;
      words_.point_total = 0;
    }
    for (int i = warp(); i < n; i += warps()) list_row(i);
    __syncthreads();
    for (int i = thread(); i < n; i += threads()) list_pairs_above(i);
    __syncthreads();
    for (int place = thread(); place < n * row_limit; place += threads()) {
      const int i = place / row_limit;
      const int m = place % row_limit;
      if (m >= below(i) || row_size(i) > row_limit) continue;
      const int lower = scratch_.partner[place];
      if (pair_begin_[lower] < 0) continue;
      // Binary search of i among the higher partners of `lower`.
      int first = lower * row_limit + below(lower);
      int last = lower * row_limit + row_size(lower);
      const int start = first;
      while (first + 1 < last) {
        const int middle = (first + last) / 2;
        (scratch_.partner[middle] <= i ? first : last) = middle;
      }
      scratch_.back[place] = static_cast<std::uint8_t>(first - start);
    }
#pragma unroll
    for (int k = 0; k < pose_array_count; ++k) {
      for (int i = thread(); i < n; i += threads())
        scratch_.listed_pose[k * capacity_ + i] = boxes_.pose[k * capacity_ + i];
    }
    __syncthreads();
  }

  /// Points within half the skin of each box.
  __device__ __forceinline__ void list_points() {
    const float margin = 0.5F * parameters_.skin;
    for (int i = warp(); i < boxes_.count; i += warps()) {
      if (boxes_.fixed(i)) {
        if (lane() == 0) point_begin_[i] = point_count_[i] = 0;
        continue;
      }
      contact::Box<float> box = box_at(i);
      const contact::CellRange range = contact::cells_under(grid_, box, margin);
      box.half += Vec3f{margin, margin, margin};
      int begin = own_points * i;
      int found = write_points(range, box, begin, own_points);
      bool fits = found <= own_points;
      if (!fits) {
        if (lane() == 0) begin = atomicAdd(&words_.point_total, found);
        begin = own_points * capacity_ + __shfl_sync(all_lanes, begin, 0);
        fits = begin + found <= points_per_box * capacity_;
        if (fits) write_points(range, box, begin, found);
      }
      if (lane() == 0) {
        point_begin_[i] = begin;
        point_count_[i] = fits ? found : -1;
      }
    }
    __syncthreads();
  }

 protected:
  static constexpr unsigned all_lanes = 0xffffffffU;
  static constexpr std::uint32_t no_pair = 0xffffffffU;

  [[nodiscard]] static __device__ __forceinline__ int thread() { return static_cast<int>(threadIdx.x); }
  [[nodiscard]] static __device__ __forceinline__ int threads() { return static_cast<int>(blockDim.x); }
  [[nodiscard]] static __device__ __forceinline__ int lane() { return static_cast<int>(threadIdx.x & 31U); }
  [[nodiscard]] static __device__ __forceinline__ int warp() { return static_cast<int>(threadIdx.x >> 5U); }
  [[nodiscard]] static __device__ __forceinline__ int warps() { return static_cast<int>(blockDim.x >> 5U); }
  [[nodiscard]] static __device__ __forceinline__ unsigned lanes_below() {
    return (1U << (threadIdx.x & 31U)) - 1U;
  }
  [[nodiscard]] __device__ __forceinline__ int below(int i) const {
    return static_cast<int>(row_[i] & 0xffffU);
  }
  [[nodiscard]] __device__ __forceinline__ int row_size(int i) const {
    return static_cast<int>(row_[i] >> 16);
  }

  [[nodiscard]] __device__ __forceinline__ contact::Box<float> box_at(int i) const {
    const auto axis = [&](int k) {
      return Vec3f{axes_[(3 * k) * capacity_ + i], axes_[(3 * k + 1) * capacity_ + i],
                   axes_[(3 * k + 2) * capacity_ + i]};
    };
    return {boxes_.centre(i), {axis(0), axis(1), axis(2)}, boxes_.size(i).half, boxes_.size(i).margin};
  }

  [[nodiscard]] __device__ __forceinline__ contact::PointDepth<float> point_depth(
      const contact::Box<float>& box, int at) const {
    return contact::depth_in_box(box, Vec3f{grid_.x[at], grid_.y[at], grid_.z[at]});
  }

  /// Calls visit(point, valid) with all lanes for the points of the cells.
  template <class Visit>
  __device__ __forceinline__ void for_each_point(const contact::CellRange& range, const Visit& visit) const {
    const int rows = range.row_count();
    for (int first = 0; first < rows; first += 32) {
      // Each lane looks up a row; the warp then walks along the rows with points.
      int begin = 0;
      int end = 0;
      if (first + lane() < rows) contact::entries_of_row(grid_, range, first + lane(), begin, end);
      unsigned filled = __ballot_sync(all_lanes, begin < end);
      while (filled != 0) {
        const int source = __ffs(static_cast<int>(filled)) - 1;
        filled &= filled - 1;
        const int row_begin = __shfl_sync(all_lanes, begin, source);
        const int row_end = __shfl_sync(all_lanes, end, source);
        for (int at = row_begin; at < row_end; at += 32) {
          const bool valid = at + lane() < row_end;
          visit(valid ? at + lane() : row_begin, valid);
        }
      }
    }
  }

  BoxView boxes_;
  float* axes_;
  float* correction_;
  int* contacts_;
  int* pair_begin_;
  int* point_begin_;
  int* point_count_;
  unsigned* row_;
  BlockWords& words_;
  const BoxScratch& scratch_;
  const contact::PointGridView& grid_;
  const BoxRelaxation& parameters_;
  int capacity_;
  bool patch_;

 private:
  /// A warp writes the points of the cells that lie in the box to `point` from `begin` on, `room` at most.
  /// Returns how many there are.
  __device__ __forceinline__ int write_points(const contact::CellRange& range, const contact::Box<float>& box,
                                              int begin, int room) {
    int found = 0;
    for_each_point(range, [&](int at, bool valid) {
      const bool near = valid && point_depth(box, at).depth > 0.0F;
      const unsigned bits = __ballot_sync(all_lanes, near);
      const int place = found + __popc(bits & lanes_below());
      if (near && place < room) scratch_.point[begin + place] = at;
      found += __popc(bits);
    });
    return found;
  }

  /// A warp writes the near partners of box i.
  __device__ __forceinline__ void list_row(int i) {
    const int n = boxes_.count;
    const bool fixed = boxes_.fixed(i);
    const Vec3f centre = boxes_.centre(i);
    const float reach = boxes_.size(i).radius + parameters_.skin;
    int found = 0;
    int lower = 0;
    for (int first = 0; first < n; first += 32) {
      const int j = first + lane();
      bool near = false;
      if (j < n && j != i && !(fixed && boxes_.fixed(j))) {
        const Vec3f between = boxes_.centre(j) - centre;
        const float limit = reach + boxes_.size(j).radius;
        near = dot(between, between) < limit * limit;
      }
      if (near) {
        const contact::Box<float> one = box_at(i < j ? i : j);
        const contact::Box<float> other = box_at(i < j ? j : i);
        near = contact::least_overlap(one, other, -parameters_.skin, edge_share(parameters_)).overlap >
               -parameters_.skin;
      }
      const unsigned bits = __ballot_sync(all_lanes, near);
      const int place = found + __popc(bits & lanes_below());
      if (near && place < row_limit) scratch_.partner[i * row_limit + place] = static_cast<std::uint16_t>(j);
      found += __popc(bits);
      lower += __popc(__ballot_sync(all_lanes, near && j < i));
    }
    if (lane() == 0) row_[i] = static_cast<unsigned>(lower) | static_cast<unsigned>(found) << 16;
  }

  /// Assigns slots to the pairs of box i with higher partners.
  __device__ __forceinline__ void list_pairs_above(int i) {
    pair_begin_[i] = -1;
    const int count = row_size(i) - below(i);
    if (row_size(i) > row_limit) return;
    const int slots = pairs_per_box * capacity_;
    const int begin = atomicAdd(&words_.pair_total, count);
    const bool fits = begin + count <= slots;
    for (int k = 0; k < count && begin + k < slots; ++k) {
      const std::uint32_t partner = scratch_.partner[i * row_limit + below(i) + k];
      scratch_.pair[begin + k] = fits ? static_cast<std::uint32_t>(i) | partner << 16 : no_pair;
    }
    if (fits) pair_begin_[i] = begin;
  }
};

}  // namespace jam::trunk
