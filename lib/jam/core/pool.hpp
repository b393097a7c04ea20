// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Objects that threads borrow, such as the scratch memory of a thread: one is made when none is free, and
// reused later.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace jam {

/// Owns its objects until it ends, and must outlive its loans. Any thread may borrow.
template <class T>
class Pool {
 public:
  struct Return {
    Pool* pool;
    void operator()(T* object) const { pool->take_back(object); }
  };
  /// Goes back to the pool when it ends.
  using Loan = std::unique_ptr<T, Return>;

  /// An object as the last borrower left it, or a new one, made from `arguments`.
  template <class... Arguments>
  [[nodiscard]] Loan borrow(const Arguments&... arguments) {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      free_.reserve(made_ + 1);  // Taking back does not fail.
      free_.push_back(std::make_unique<T>(arguments...));
      ++made_;
    }
    Loan loan(free_.back().release(), Return{this});
    free_.pop_back();
    return loan;
  }

 private:
  void take_back(T* object) {
    const std::lock_guard lock(mutex_);
    free_.emplace_back(object);
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> free_;
  std::size_t made_ = 0;
};

}  // namespace jam
