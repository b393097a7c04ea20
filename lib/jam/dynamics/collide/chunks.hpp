// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Loops and lists in chunks, whose borders do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "jam/core/parallel.hpp"

namespace jam::dynamics {

/// Calls body(chunk, first, last) for the chunks of [0, count), the chunk with number c beginning at c *
/// size.
template <class Body>
void for_chunks(std::size_t count, std::size_t size, int thread_count, const Body& body) {
  const int chunks = static_cast<int>((count + size - 1) / size);
  parallel_for(chunks, thread_count, [&](int chunk) {
    const std::size_t first = static_cast<std::size_t>(chunk) * size;
    body(chunk, first, std::min(count, first + size));
  });
}

/// Replaces values by the sums of all before them; returns the sum of all.
template <class T>
T exclusive_scan_in_place(std::vector<T>& values) {
  T sum = 0;
  for (T& value : values) {
    const T here = value;
    value = sum;
    sum += here;
  }
  return sum;
}

/// Appends what the chunks have found, in the order of the chunks.
template <class T>
void append_lists(const std::vector<std::vector<T>>& lists, int thread_count, std::vector<T>& all) {
  std::vector<std::size_t> places;
  for (const std::vector<T>& list : lists) places.push_back(list.size());
  const std::size_t before = all.size();
  all.resize(before + exclusive_scan_in_place(places));
  parallel_for(static_cast<int>(lists.size()), thread_count, [&](int k) {
    const std::vector<T>& list = lists[k];
    std::copy(list.begin(), list.end(), all.begin() + static_cast<std::ptrdiff_t>(before + places[k]));
  });
}

}  // namespace jam::dynamics
