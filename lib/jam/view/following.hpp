// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The best result of a search on its way to the pages: the thread of the search leaves it, the session takes
// it later. Pages follow it until one of them changes what it shows.
#pragma once

#include <mutex>
#include <optional>
#include <utility>

#include "jam/view/live_run.hpp"

namespace jam::view {

template <class Result>
class Following {
 public:
  /// Follows the search of `run`; null: there is none.
  explicit Following(const LiveRun* run) : run_(run), following_(run != nullptr) {}

  /// Stores a result for take(). For the thread of the search, which waits for a copy at most.
  void leave(Result result) {
    const std::lock_guard lock(mutex_);
    left_ = std::move(result);
  }

  // The rest under the lock of the session.

  /// Takes the result that leave() stored. Returns whether pages are to show best().
  bool take() {
    std::optional<Result> left;
    {
      const std::lock_guard lock(mutex_);
      left.swap(left_);
    }
    if (!left) return false;
    best_ = std::move(*left);
    return following_;
  }
  [[nodiscard]] const Result& best() const { return best_; }
  void follow(bool on) { following_ = on; }

  /// The object `live`, where it has changed since the last call; with `elites`, where these have.
  [[nodiscard]] std::optional<io::JsonObject> event() {
    if (run_ == nullptr || run_->change_count() == reported_) return std::nullopt;
    reported_ = run_->change_count();
    const bool with_elites =
        std::exchange(reported_elites_, run_->elite_change_count()) != run_->elite_change_count();
    return run_->json(following_, with_elites);
  }
  /// Adds the member `live` where there is a search.
  void add_to(io::JsonObject& document) const {
    if (run_ != nullptr) document.add("live", run_->json(following_));
  }

 private:
  const LiveRun* run_;
  bool following_;
  Result best_{};
  long long reported_ = 0, reported_elites_ = 0;
  std::mutex mutex_;
  std::optional<Result> left_;
};

}  // namespace jam::view
