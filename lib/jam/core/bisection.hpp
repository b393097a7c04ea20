// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Bisection of sorted items by their numbers, for host and device, in place of std::partition_point, which
// devices lack.
#pragma once

#include "jam/core/macros.hpp"

namespace jam {

/// The first of the numbers [0, count) for which before(number) is false; `count` if there is none. `before`
/// is true for all numbers below one of them, and false for the others.
template <class Before>
[[nodiscard]] JAM_HD_INLINE int first_not(int count, const Before& before) {
  int low = 0, high = count;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (before(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

}  // namespace jam
