// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Work shared out over several devices.
#include <catch2/catch.hpp>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <string>
#include <vector>

#include "jam/core/side_by_side.hpp"

using namespace jam;

TEST_CASE("shares are neighbours, cover everything, and differ by one at most", "[unit]") {
  for (const int parts : {1, 2, 3, 8}) {
    for (const int count : {0, 1, 7, 8, 1056, 2'000'000'000}) {
      int next = 0;
      for (int part = 0; part < parts; ++part) {
        const IndexRange share = share_of(part, parts, count);
        INFO("part " << part << " of " << parts << ", " << count << " in all");
        CHECK(share.first == next);
        CHECK(share.count >= count / parts);
        CHECK(share.count <= count / parts + 1);
        next += share.count;
      }
      CHECK(next == count);
    }
  }
}

TEST_CASE("calls run at the same time, however few cores there are", "[unit]") {
  constexpr int count = 5;
  // None of them comes through before all are there.
  std::latch all(count);
  std::vector<int> seen(count, 0);
  run_side_by_side(count, [&](int k) {
    all.arrive_and_wait();
    seen[static_cast<std::size_t>(k)] = k + 1;
  });
  CHECK(seen == std::vector<int>{1, 2, 3, 4, 5});
  int alone = 0;
  run_side_by_side(1, [&](int k) { alone += k + 1; });
  CHECK(alone == 1);
  run_side_by_side(0, [&](int) { ++alone; });
  CHECK(alone == 1);
}

TEST_CASE("the first failure is told, after all calls have ended", "[unit]") {
  std::latch thrown(1);
  std::atomic<int> ended{0};
  const auto body = [&](int k) {
    if (k == 2) {
      thrown.count_down();
      throw std::runtime_error("two");
    }
    thrown.wait();
    ++ended;
    if (k == 1) throw std::runtime_error("one");
  };
  CHECK_THROWS_WITH(run_side_by_side(4, body), "one");
  CHECK(ended == 3);
}
