// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Workers (jam/core/workers.hpp) of a small scene: one CPU thread, or a block of GPU threads
// (block_workers.cuh). A step (step.hpp) is a template over them; all give the same bits. They also have
//   gather(count, make, write)    item = make(i) and then write(i, item, place) for each i, where place is
//                                 the sum of item.count over all items before; returns the sum over all items
//                                 to each of them, and sync()
//   lanes<T>(count, f)            the sums T::join of f(i) by lanes: item i belongs to lane i mod sum_lanes
//   conclude(a, b, f)             f(sum of a, sum of b) by one of them, and sync(): lanes are joined as a
//                                 binary tree
//   sum_bodies(matrix)            the change of velocity of each body (sum_body() of
//                                 solvers/rounds/rounds.hpp)
#pragma once

#include "jam/core/workers.hpp"
#include "jam/dynamics/solvers/rounds/rounds.hpp"

namespace jam::dynamics {

/// Lanes of a sum, whatever the number of workers: a power of two.
inline constexpr int sum_lanes = 256;

class SerialWorkers : public OneThread {
 public:
  template <class T>
  struct Lanes {
    T lane[sum_lanes];
    int used;  ///< Lanes from number `used` on have no items.
  };

  template <class Make, class Write>
  int gather(int count, const Make& make, const Write& write) const {
    int place = 0;
    for (int i = 0; i < count; ++i) {
      const auto item = make(i);
      write(i, item, place);
      place += item.count;
    }
    return place;
  }

  template <class T, class F>
  [[nodiscard]] Lanes<T> lanes(int count, const F& f) const {
    Lanes<T> sums;
    sums.used = count < sum_lanes ? count : sum_lanes;
    for (int i = 0; i < count; ++i) sums.lane[i % sum_lanes].join(f(i));
    return sums;
  }

  template <class A, class B, class F>
  void conclude(Lanes<A>& a, Lanes<B>& b, const F& f) const {
    f(joined(a), joined(b));
  }

  static void sum_bodies(const OperatorArrays& matrix) {
    for (int k = 0; k < matrix.bodies; ++k) sum_body(matrix, k);
  }

 private:
  template <class T>
  [[nodiscard]] static T joined(Lanes<T>& sums) {
    for (int distance = 1; distance < sums.used; distance *= 2) {
      for (int k = 0; k + distance < sums.used; k += 2 * distance) sums.lane[k].join(sums.lane[k + distance]);
    }
    return sums.lane[0];
  }
};

}  // namespace jam::dynamics
