// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Loops over bodies and contacts in ranges of fixed length, and sums whose order does not depend on the
// number of threads.
#pragma once

#include <algorithm>
#include <vector>

#include "jam/core/parallel.hpp"
#include "jam/dynamics/constraints/natural_map.hpp"

namespace jam::dynamics {

/// Items of one range.
inline constexpr int range_length = 512;

/// Threads for `count` items: one below 32 ranges, where handing them out may take longer than the work.
/// (With a limit of four ranges two threads took 1.2 to 2 times as long as one for heaps of 6000 contacts.)
[[nodiscard]] inline int threads_for(int count, int thread_count) {
  return count < 32 * range_length ? 1 : thread_count;
}

/// Number of ranges of `count` items.
[[nodiscard]] inline int range_count(int count) { return (count + range_length - 1) / range_length; }

/// Calls work(first, last) for the ranges [first, last) of [0, count).
template <class Work>
void for_ranges(int count, int thread_count, const Work& work) {
  parallel_for(range_count(count), threads_for(count, thread_count),
               [&](int k) { work(k * range_length, std::min(count, (k + 1) * range_length)); });
}

/// Folds the items of each range, fold(sum, i) from a default Value on, and then the ranges in their order,
/// join(sum, part): the same bits for any number of threads.
template <class Value, class Fold, class Join>
[[nodiscard]] Value fold_ranges(int count, int thread_count, const Fold& fold, const Join& join) {
  std::vector<Value> part(range_count(count));
  parallel_for(static_cast<int>(part.size()), threads_for(count, thread_count), [&](int k) {
    Value value{};
    for (int i = k * range_length; i < std::min(count, (k + 1) * range_length); ++i) fold(value, i);
    part[k] = value;
  });
  Value value{};
  for (const Value& p : part) join(value, p);
  return value;
}

/// The largest work(i) >= 0 over [0, count), not a number where one is not; 0 for none.
template <class Work>
[[nodiscard]] double largest_of(int count, int thread_count, const Work& work) {
  return fold_ranges<double>(
      count, thread_count, [&](double& value, int i) { value = larger(value, work(i)); },
      [](double& value, double part) { value = larger(value, part); });
}

}  // namespace jam::dynamics
