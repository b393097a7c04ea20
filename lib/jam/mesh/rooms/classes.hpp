// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Items in classes that grow together (union-find).
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace jam::mesh {

class Classes {
 public:
  explicit Classes(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

  /// The least item of a class.
  [[nodiscard]] int root(int item) {
    while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
    return item;
  }
  void join(int a, int b) {
    a = root(a), b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<int> parent_;
};

}  // namespace jam::mesh
