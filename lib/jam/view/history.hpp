// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A state with the states before it, for undo and redo.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <utility>

#include "jam/io/json_writer.hpp"
#include "jam/view/session.hpp"

namespace jam::view {

/// Changes that can be undone.
inline constexpr std::size_t undo_limit = 500;

/// Keeps undo_limit whole states at most. Not thread-safe: the owner locks.
template <class State>
class History {
 public:
  explicit History(State state) : present_(std::move(state)) {}

  /// Valid until the next change, undo or redo.
  [[nodiscard]] const State& present() const { return present_; }
  /// Grows by every change, also by undo.
  [[nodiscard]] long long revision() const { return revision_; }

  /// Makes `state` the present one; `change` names what was done: `move box 3`.
  void change(const std::string& change, State state) {
    past_.emplace_back(change, std::exchange(present_, std::move(state)));
    if (past_.size() > undo_limit) past_.pop_front();
    future_.clear();
    ++revision_;
  }

  /// Goes on with the last change, which is undone as a whole.
  void amend(State state) {
    present_ = std::move(state);
    ++revision_;
  }

  /// Begins again with a state: nothing can be undone.
  void restart(State state) {
    past_.clear();
    future_.clear();
    present_ = std::move(state);
    ++revision_;
  }

  /// Throw Refusal if there is nothing to undo or redo.
  void undo() { go(past_, future_, "undo"); }
  void redo() { go(future_, past_, "redo"); }

  /// Members of an object: can_undo, can_redo, and the names of these changes, else null.
  [[nodiscard]] io::JsonObject members() const {
    const auto name = [](const Changes& changes) {
      return io::json_if(!changes.empty(), changes.empty() ? "" : changes.back().first);
    };
    return io::JsonObject("can_undo", !past_.empty(), "can_redo", !future_.empty(), "undo", name(past_))
        .add("redo", name(future_));
  }

 private:
  using Changes = std::deque<std::pair<std::string, State>>;  ///< A change, and the state on its other side.

  /// Exchanges the present state with the last one of `from`, and moves that change to `to`.
  void go(Changes& from, Changes& to, const char* what) {
    if (from.empty()) throw Refusal(409, "nothing", std::string("there is nothing to ") + what);
    std::swap(present_, from.back().second);
    to.push_back(std::move(from.back()));
    from.pop_back();
    ++revision_;
  }

  State present_;
  Changes past_, future_;
  long long revision_ = 1;
};

}  // namespace jam::view
