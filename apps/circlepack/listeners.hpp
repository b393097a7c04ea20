// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Several listeners to one search, told in the order in which they are given.
#pragma once

#include <utility>
#include <vector>

#include "jam/circles/model/search.hpp"

namespace jam::app {

/// Passes the news of a search on. The listeners must outlive it.
class Listeners : public circles::SearchListener {
 public:
  explicit Listeners(std::vector<circles::SearchListener*> listeners) : listeners_(std::move(listeners)) {}

  void improved(const circles::Improvement& improvement) override {
    for (auto* listener : listeners_) listener->improved(improvement);
  }
  void progressed(const circles::Progress& progress) override {
    for (auto* listener : listeners_) listener->progressed(progress);
  }

 private:
  std::vector<circles::SearchListener*> listeners_;
};

}  // namespace jam::app
