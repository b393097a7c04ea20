// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Threads from oneTBB: enqueued calls run even if it has a single thread.
#include "jam/core/background_calls.hpp"

#include <algorithm>
#include <utility>

#include <tbb/task_arena.h>

#include "jam/core/parallel.hpp"

namespace jam {

struct BackgroundCalls::Threads {
  explicit Threads(int count) : arena(count, for_callers, tbb::task_arena::priority::high) {}

  static constexpr unsigned for_callers = 0;  // No place is kept for threads that wait in the arena.
  tbb::task_arena arena;
};

BackgroundCalls::BackgroundCalls(int thread_count) {
  // oneTBB counts the main thread among those of the machine, and warns where more are asked for than are
  // left.
  const int most = std::max(1, available_threads() - 1);
  const int threads = thread_count > 0 ? std::min(thread_count, most) : most;
  threads_ = std::make_unique<Threads>(threads);
}
BackgroundCalls::~BackgroundCalls() = default;

std::future<void> BackgroundCalls::begin(std::function<void()> call) {
  const auto task = std::make_shared<std::packaged_task<void()>>(std::move(call));
  std::future<void> end = task->get_future();
  threads_->arena.enqueue([task] { (*task)(); });
  return end;
}

}  // namespace jam
