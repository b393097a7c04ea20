// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Short runs of the large search, and the comparison of what they find.
#pragma once

#include <algorithm>

#include "jam/circles/large/engine.hpp"
#include "jam/circles/model/search.hpp"

namespace jam::test {

using namespace jam::circles;

/// The trial limit of the options ends the search, not the clock.
inline SearchResult search(const Problem& problem, const SearchOptions& options, const Packing& start = {},
                           int threads = 2) {
  StopToken stop;
  SearchListener silent;
  return search_large(problem, start, options, {.thread_count = threads, .stop = stop, .listener = silent});
}

inline bool same_bits(const Packing& a, const Packing& b) {
  return a.count() == b.count() && a.enclosing_radius == b.enclosing_radius &&
         std::equal(a.circles.begin(), a.circles.end(), b.circles.begin(),
                    [](const Circle& p, const Circle& q) {
                      return p.radius == q.radius && p.x == q.x && p.y == q.y;
                    });
}

}  // namespace jam::test
