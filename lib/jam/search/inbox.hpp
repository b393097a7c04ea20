// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Results that a user hands to a running search (--live): bytes as an island's migrant. The search takes them
// at round boundaries; what it does from then on depends on when that was. A search whose inbox stays empty
// is not affected.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace jam {

/// All members may be called from any thread.
class Inbox {
 public:
  /// Results that wait at most; more replace the oldest.
  static constexpr std::size_t limit = 8;

  /// Leaves a result for the search.
  void put(std::string bytes) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(bytes));
    if (waiting_.size() > limit) waiting_.pop_front();
  }

  /// Removes and returns the oldest result; nothing if none waits.
  [[nodiscard]] std::optional<std::string> take() {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) return std::nullopt;
    std::string bytes = std::move(waiting_.front());
    waiting_.pop_front();
    ++taken_;
    return bytes;
  }

  /// Results that the search has taken.
  [[nodiscard]] long long taken() const { return taken_; }

 private:
  std::mutex mutex_;
  std::deque<std::string> waiting_;
  std::atomic<long long> taken_ = 0;
};

}  // namespace jam
