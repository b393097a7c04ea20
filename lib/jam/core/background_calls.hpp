// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Calls that run on threads of their own, concurrently with the thread that asks for them, which may wait for
// a device meanwhile. They come before the work of parallel_for().
#pragma once

#include <functional>
#include <future>
#include <memory>

namespace jam {

/// Any thread may ask for calls.
class BackgroundCalls {
 public:
  /// Runs at most min(thread_count, available_threads() - 1) calls at the same time, but at least one.
  /// `thread_count` 0: available_threads() - 1. Must outlive its calls.
  explicit BackgroundCalls(int thread_count);
  ~BackgroundCalls();
  BackgroundCalls(const BackgroundCalls&) = delete;
  BackgroundCalls& operator=(const BackgroundCalls&) = delete;

  /// Asks for a call. The future becomes ready when it has ended, and rethrows what it threw; unlike that of
  /// std::async it does not wait when it is destroyed.
  [[nodiscard]] std::future<void> begin(std::function<void()> call);

 private:
  struct Threads;
  std::unique_ptr<Threads> threads_;
};

}  // namespace jam
