// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Loops over bodies and contacts in ranges of fixed length, and sums whose order does not depend on the number of threads.
#pragma once

#include <algorithm>
#include <vector>

#include "jam/core/parallel.hpp"

namespace jam::dynamics {

/// Items of one range.
inline constexpr int range_length = 512;

/// Threads for so many items: one where handing them out takes longer than the work, which depends on nothing but the count.
[[nodiscard]] inline int threads_for(int count, int thread_count) { return count < 8 * range_length ? 1 : thread_count; }

/// Calls work(first, last) for the ranges [first, last) of [0, count).
template <class Work>
void for_ranges(int count, int thread_count, const Work& work) {
  const int ranges = (count + range_length - 1) / range_length;
  parallel_for(ranges, threads_for(count, thread_count), [&](int k) { work(k * range_length, std::min(count, (k + 1) * range_length)); });
}

/// The sum of work(first, last) over the ranges, in their order: the same bits for any number of threads.
template <class Work>
[[nodiscard]] double sum_of_ranges(int count, int thread_count, const Work& work) {
  const int ranges = (count + range_length - 1) / range_length;
  std::vector<double> part(ranges);
  parallel_for(ranges, threads_for(count, thread_count),
               [&](int k) { part[k] = work(k * range_length, std::min(count, (k + 1) * range_length)); });
  double sum = 0;
  for (const double value : part) sum += value;
  return sum;
}

/// The largest work(i) >= 0 over [0, count), not a number where one is not; 0 for none.
template <class Work>
[[nodiscard]] double largest_of(int count, int thread_count, const Work& work) {
  const int ranges = (count + range_length - 1) / range_length;
  std::vector<double> part(ranges);
  const auto larger = [](double a, double b) { return b <= a || a != a ? a : b; };
  parallel_for(ranges, threads_for(count, thread_count), [&](int k) {
    double largest = 0;
    for (int i = k * range_length; i < std::min(count, (k + 1) * range_length); ++i) largest = larger(largest, work(i));
    part[k] = largest;
  });
  double largest = 0;
  for (const double value : part) largest = larger(largest, value);
  return largest;
}

}  // namespace jam::dynamics
