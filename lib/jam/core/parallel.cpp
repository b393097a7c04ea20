// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Threads from oneTBB.
#include "jam/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <exception>
#include <future>
#include <limits>
#include <map>
#include <mutex>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

namespace jam {
namespace {

/// Keeps the exception of the smallest index.
class FirstFailure {
 public:
  /// Whether index i must still run.
  [[nodiscard]] bool wanted(int i) const { return i < index_.load(std::memory_order_relaxed); }

  void keep(int i, std::exception_ptr exception) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (i >= index_.load(std::memory_order_relaxed)) return;
    index_.store(i, std::memory_order_relaxed);
    exception_ = std::move(exception);
  }

  void rethrow() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::atomic<int> index_ = std::numeric_limits<int>::max();
  std::mutex mutex_;
  std::exception_ptr exception_;
};

}  // namespace

/// The environment variable JAM_THREADS simulates a machine with another number of cores
/// (docs/developing.md).
int available_threads() {
  static const int count = [] {
    const char* simulated = std::getenv("JAM_THREADS");
    const int wanted = simulated != nullptr ? std::atoi(simulated) : 0;
    return wanted > 0 ? std::min(wanted, 4096) : std::max(1, tbb::info::default_concurrency());
  }();
  return count;
}

void parallel_for(int count, int thread_count, const std::function<void(int)>& body, int grain) {
  const int threads = thread_count > 0 ? std::min(thread_count, available_threads()) : available_threads();
  if (threads == 1 || count <= 1) {
    for (int i = 0; i < count; ++i) body(i);
    return;
  }

  // Exceptions must not reach TBB: it would stop at the first one in time, not at the one of the smallest
  // index.
  FirstFailure failure;
  const auto run = [&](const tbb::blocked_range<int>& range) {
    for (int i = range.begin(); i < range.end() && failure.wanted(i); ++i) {
      try {
        body(i);
      } catch (...) {
        failure.keep(i, std::current_exception());
      }
    }
  };
  const tbb::blocked_range<int> range(0, count, std::max(1, grain));
  // Made once for each number: a new one takes longer than many a loop (10 us).
  thread_local std::map<int, tbb::task_arena> arenas;
  tbb::task_arena& arena = arenas.try_emplace(threads, threads).first->second;
  arena.execute([&] { tbb::parallel_for(range, run, tbb::simple_partitioner{}); });
  failure.rethrow();
}

IndexRange share_of(int part, int part_count, int count) {
  assert(part >= 0 && part < part_count && count >= 0);
  const auto begin = [&](long long k) { return static_cast<int>(k * count / part_count); };
  return {begin(part), begin(part + 1) - begin(part)};
}

void run_side_by_side(int count, const std::function<void(int)>& body) {
  if (count == 1) {
    body(0);
    return;
  }
  // A future waits for its thread in its destructor, so no thread still runs after get() has thrown.
  std::vector<std::future<void>> calls;
  for (int k = 0; k < count; ++k) calls.push_back(std::async(std::launch::async, [&body, k] { body(k); }));
  for (std::future<void>& call : calls) call.wait();
  for (std::future<void>& call : calls) call.get();
}

}  // namespace jam
