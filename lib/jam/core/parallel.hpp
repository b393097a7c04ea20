// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Work on independent instances, shared among CPU threads or devices. If the result of an instance depends on
// its index alone, neither results nor the exception thrown depend on the number of threads.
#pragma once

#include <functional>

namespace jam {

/// Threads this process may use: cores of its affinity mask, at least 1.
[[nodiscard]] int available_threads();

/// Calls body(i) once for each i in [0, count), on at most `thread_count` threads (0 = available_threads();
/// never more than these). `grain` neighbouring indices go to a thread at once; take more than 1 where a call
/// lasts less than about 10 us. One thread runs the indices in order, in the calling thread. When calls
/// throw, the exception of the smallest throwing index is rethrown; smaller indices have all been run then,
/// larger ones may have been.
void parallel_for(int count, int thread_count, const std::function<void(int)>& body, int grain = 1);

/// Indices first .. first + count - 1.
struct IndexRange {
  int first = 0;
  int count = 0;
};

/// Range number `part` of the `part_count` ranges into which [0, count) is divided; their lengths differ by
/// at most 1.
[[nodiscard]] IndexRange share_of(int part, int part_count, int count);

/// Calls body(k) for each k in [0, count) at the same time, each in a thread of its own, however few cores
/// there are: for calls that mostly wait, for example for their devices. Returns when all have ended, and
/// rethrows the exception of the smallest k that threw.
void run_side_by_side(int count, const std::function<void(int)>& body);

}  // namespace jam
