// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The threads of a block as Workers (workers.hpp): 32, 64, 128 or 256 of them. Numbers are those of
// SerialWorkers: places are counted in the order of the items, and sums are the same tree over the same
// lanes, whatever the size of the block.
#pragma once

#include "jam/core/cuda/workers.cuh"
#include "jam/dynamics/batch/workers.hpp"
#include "jam/dynamics/cuda/kernels.cuh"
#include "jam/dynamics/step/body_motion.hpp"
#include "jam/dynamics/step/contact_build.hpp"

namespace jam::dynamics {

/// A sum of lanes, 32 of which are a group.
inline constexpr int lane_groups = sum_lanes / 32;

template <class T>
struct LaneSums {
  T group[lane_groups];
};

class BlockWorkers : public BlockThreads<> {
 public:
  /// Memory that the threads share: sums of each kind, so that two of them may wait for conclude().
  struct Shared : LaneSums<ForwardTerms>,
                  LaneSums<BackwardTerms>,
                  LaneSums<BodyTerms>,
                  LaneSums<ContactTerms> {
    int warp_total[lane_groups] = {};
  };

  /// The sums are in shared memory.
  template <class T>
  struct Lanes {};

  __device__ explicit BlockWorkers(Shared& shared)
      : shared_(shared), lane_(WarpThreads::rank()), warp_(rank() / warp_size), warps_(size() / warp_size) {}

  template <class Make, class Write>
  __device__ int gather(int count, const Make& make, const Write& write) const {
    using Item = decltype(make(0));
    int place = 0;
    for (int first = 0; first < count; first += size()) {
      const int i = first + rank();
      const Item item = i < count ? make(i) : Item{};
      const int up_to = WarpThreads::sum_up_to(item.count);
      if (lane_ == 31) shared_.warp_total[warp_] = up_to;
      __syncthreads();
      int before = place;
      for (int warp = 0; warp < warps_; ++warp) {
        if (warp < warp_) before += shared_.warp_total[warp];
        place += shared_.warp_total[warp];
      }
      if (i < count) write(i, item, before + up_to - item.count);
      __syncthreads();
    }
    return place;
  }

  template <class T, class F>
  [[nodiscard]] __device__ Lanes<T> lanes(int count, const F& f) const {
    LaneSums<T>& sums = shared_;
    for (int group = warp_; group < lane_groups; group += warps_) {
      T sum;
      if (32 * group < count) {
        for (int i = 32 * group + lane_; i < count; i += sum_lanes) sum.join(f(i));
        sum = warp_tree(sum);
      }
      if (lane_ == 0) sums.group[group] = sum;
    }
    return {};
  }

  template <class A, class B, class F>
  __device__ void conclude(Lanes<A>&, Lanes<B>&, const F& f) const {
    __syncthreads();
    if (warp_ == 0) {
      const A a = joined<A>();
      const B b = joined<B>();
      if (lane_ == 0) f(a, b);
    }
    __syncthreads();
  }

  /// Four threads a body.
  __device__ void sum_bodies(const OperatorArrays& matrix) const {
    for (int first = 0; first < body_lanes * matrix.bodies; first += size())
      sum_body_lanes(matrix, first + rank());
  }

 private:
  template <class T>
  [[nodiscard]] __device__ T joined() const {
    const LaneSums<T>& sums = shared_;
    T sum;
    if (lane_ < lane_groups) sum = sums.group[lane_];
    return warp_tree(sum, lane_groups);
  }

  Shared& shared_;
  int lane_, warp_, warps_;
};

}  // namespace jam::dynamics
