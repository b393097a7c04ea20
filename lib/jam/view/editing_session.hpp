// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A document that pages change, with undo and redo. A search may feed it: the thread of the search leaves its
// best results here, the session takes them later, and pages follow them until one of them changes the
// document.
#pragma once

#include <mutex>
#include <optional>
#include <utility>

#include "jam/view/feed.hpp"
#include "jam/view/history.hpp"
#include "jam/view/live_run.hpp"
#include "jam/view/session.hpp"

namespace jam::view {

/// `State` is what pages change, `Best` a result of the search. All but show() is done under the lock of
/// mutex_; a class that derives from it locks before it calls protected members.
template <class State, class Best>
class EditingSession : public Session {
 public:
  [[nodiscard]] long long revision() const override {
    const std::lock_guard lock(mutex_);
    return history_.revision();
  }
  void publish_live() override {
    const std::lock_guard lock(mutex_);
    look_at_search();
    if (run_ == nullptr || run_->change_count() == reported_) return;
    reported_ = run_->change_count();
    const long long elites = run_->elite_change_count();
    feed_.publish("live", run_->json(following_, std::exchange(reported_elites_, elites) != elites).text());
  }

  /// Takes the best result of the search that feeds the session. Called by the thread of the search, which
  /// waits for a copy at most.
  void show(Best best) {
    const std::lock_guard lock(left_mutex_);
    left_ = std::move(best);
  }

 protected:
  /// `run`: the search that feeds the session; null: none. Run and feed must outlive the session.
  EditingSession(State first, LiveRun* run, Feed& feed)
      : feed_(feed), run_(run), following_(run != nullptr), history_(std::move(first)) {}

  /// Makes best_ the document, and tells pages.
  virtual void follow() = 0;

  /// Takes the result that show() left; pages that follow the search get it.
  void look_at_search() {
    std::optional<Best> left;
    {
      const std::lock_guard lock(left_mutex_);
      left.swap(left_);
    }
    if (!left) return;
    best_ = std::move(*left);
    if (following_) follow();
  }

  /// Adds the member `live` if there is a search.
  void add_live(io::JsonObject& document) const {
    if (run_ != nullptr) document.add("live", run_->json(following_));
  }

  Feed& feed_;
  LiveRun* const run_;
  bool following_;  ///< Pages show the best result of the search.
  Best best_{};     ///< The last one that was taken.
  mutable std::mutex mutex_;
  History<State> history_;

 private:
  long long reported_ = 0, reported_elites_ = 0;  ///< Numbers of changes of `run_` that pages know.
  std::mutex left_mutex_;
  std::optional<Best> left_;
};

}  // namespace jam::view
