// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A Team: workers (jam/core/workers.hpp) that relax packings of circles:
//   SimdTeam    (here)           one CPU thread relaxes 16 packings of one instance, one in each SIMD lane;
//                                Real = Floats
//   SerialTeam  (here)           one CPU thread relaxes one packing; Real = float; the reference that tests
//                                compare with
//   WarpTeam    (cuda_team.cuh)  32 GPU threads share one packing
//   BlockTeam   (cuda_team.cuh)  a block of GPU threads shares one packing
// `Real` is the value of one packing's scalar in a thread: its lanes are packings, never circles.
#pragma once

#include <concepts>
#include <cstdint>

#include "jam/core/macros.hpp"
#include "jam/core/simd.hpp"
#include "jam/core/stop_query.hpp"
#include "jam/core/workers.hpp"

namespace jam::circles {

/// Stands for the function that is handed to for_owned().
struct AnyOwned {
  JAM_HD_INLINE void operator()(int, int) const {}
};

/// `Local` holds one Real per item that a thread owns (registers on a GPU, memory on a CPU), indexed by the
/// slot that for_owned hands out. `Neighbours` holds the near items of each owned item. Sums are in a fixed
/// order.
template <class T>
concept Team = Workers<T> && requires(const T team, typename T::Real value, bool flag, float& scalar) {
  { T::packing_count } -> std::convertible_to<int>;  // Packings relaxed at once: lanes of Real.
  { team.stopped() } -> std::same_as<bool>;          // The work is to be given up; never by a warp.
  team.for_owned(1, AnyOwned());                     // f(item, slot) for the items of this thread.
  { team.sum(value) } -> std::same_as<typename T::Real>;
  { team.any(flag) } -> std::same_as<bool>;  // True in all threads if true in one.
  team.largest(scalar, scalar, scalar);  // All get the three values of the thread with the largest first one.
  { team.local(0) } -> std::same_as<typename T::Local>;  // The n-th per-item array.
  { team.neighbours() } -> std::same_as<typename T::Neighbours>;
};

/// Memory of a serial team, for `item_limit` items. Made once per thread; the arrays are plain pointers so
/// that teams copy freely.
template <class R>
struct SerialScratch {
  R* locals = nullptr;  ///< local_count arrays of item_limit values.
  int* list = nullptr;  ///< item_limit * (item_limit - 1) entries: near items, row after row.
  int* row = nullptr;   ///< item_limit + 1 entries: where each row of `list` starts.
  int item_limit = 0;
  StopQuery stop{};  ///< Not memory, but it goes the same way.
};

/// Per-item arrays an algorithm may ask a team for.
inline constexpr int local_count = 6;

/// One thread, as many packings as R has lanes.
template <class R, int lanes>
class OneThreadTeam : public OneThread {
 public:
  using Real = R;
  static constexpr int packing_count = lanes;

  struct Local {
    R* values;
    JAM_HD_INLINE R& operator[](int slot) const { return values[slot]; }
  };

  /// Rows of near items. `build` asks whether item j is near item i in any lane; ascending order in each row.
  class Neighbours {
   public:
    explicit Neighbours(const SerialScratch<R>& scratch) : list_(scratch.list), row_(scratch.row) {
      row_[0] = 0;
    }

    template <class Near>
    JAM_HD_INLINE void build(int i, int, int count, const Near& near) {
      int end = row_[i];
      for (int j = 0; j < i; ++j) {
        list_[end] = j;
        end += static_cast<int>(any_lane(near(j)));
      }
      for (int j = i + 1; j < count; ++j) {
        list_[end] = j;
        end += static_cast<int>(any_lane(near(j)));
      }
      row_[i + 1] = end;
    }

    /// Calls visit(j) for each item j near item i, ascending.
    template <class Visit>
    JAM_HD_INLINE void for_each(int i, int, const Visit& visit) const {
      const int end = row_[i + 1];
      for (int k = row_[i]; k < end; ++k) visit(list_[k]);
    }

   private:
    int* list_;
    int* row_;
  };

  /// The memory of `scratch` must outlive it; two teams must not use it at the same time.
  explicit OneThreadTeam(const SerialScratch<R>& scratch) : scratch_(scratch) {}

  [[nodiscard]] JAM_HD_INLINE bool stopped() const { return scratch_.stop.stopped(); }
  template <class F>
  JAM_HD_INLINE void for_owned(int count, const F& f) const {
    for (int i = 0; i < count; ++i) f(i, i);
  }
  [[nodiscard]] JAM_HD_INLINE R sum(const R& value) const { return value; }
  template <class M>
  [[nodiscard]] JAM_HD_INLINE bool any(const M& mask) const {
    return any_lane(mask);
  }
  JAM_HD_INLINE void largest(float&, float&, float&) const {}
  [[nodiscard]] JAM_HD_INLINE Local local(int index) const {
    return {scratch_.locals + static_cast<std::int64_t>(index) * scratch_.item_limit};
  }
  [[nodiscard]] JAM_HD_INLINE Neighbours neighbours() const { return Neighbours(scratch_); }

 private:
  SerialScratch<R> scratch_;
};

#if !defined(__CUDACC__)
using SerialTeam = OneThreadTeam<float, 1>;
using SimdTeam = OneThreadTeam<Floats, simd_lane_count>;
static_assert(Team<SerialTeam> && Team<SimdTeam>);
#endif

}  // namespace jam::circles
