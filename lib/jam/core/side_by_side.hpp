// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Work that is shared out over several devices: equal ranges of it, and a thread for each that waits for its device.
#pragma once

#include <functional>

namespace jam {

/// Indices first .. first + count - 1.
struct IndexRange {
  int first = 0;
  int count = 0;
};

/// Range number `part` of the `part_count` ranges into which [0, count) is cut; their lengths differ by at most 1.
[[nodiscard]] IndexRange share_of(int part, int part_count, int count);

/// Calls body(k) for each k in [0, count) at the same time, each in a thread of its own, however few cores there are: for calls that mostly
/// wait. Returns when all have ended. Where calls throw, the exception of the smallest k is rethrown then.
void run_side_by_side(int count, const std::function<void(int)>& body);

}  // namespace jam
