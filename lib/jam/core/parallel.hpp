// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// CPU threads over independent instances. What an instance computes may depend on its index alone: then results do not depend on
// the number of threads, and neither does the exception that is thrown.
#pragma once

#include <functional>

namespace jam {

/// Threads this process may use: cores of its affinity mask, at least 1.
[[nodiscard]] int available_threads();

/// Calls body(i) once for each i in [0, count), on at most `thread_count` threads (0 = available_threads(); never more than these).
/// `grain` neighbouring indices go to a thread at once; take more than 1 where a call lasts less than about 10 us. One thread runs the
/// indices in order, in the calling thread. When calls throw, the exception of the smallest throwing index is rethrown; smaller indices
/// have all been run then, larger ones may have been.
void parallel_for(int count, int thread_count, const std::function<void(int)>& body, int grain = 1);

}  // namespace jam
