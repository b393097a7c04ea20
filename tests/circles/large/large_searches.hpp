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

inline SearchResult search(const Problem& problem, const SearchOptions& options, double seconds = 60,
                           const Packing& start = {}, int threads = 2) {
  StopToken stop;
  stop.set_time_limit(seconds);
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
