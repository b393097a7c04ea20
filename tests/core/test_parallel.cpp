// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Threads over instances, and work shared out over several devices.
#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"

using namespace jam;

TEST_CASE("every index is run exactly once, for any number of threads and any grain", "[unit]") {
  for (int count : {0, 1, 2, 31, 1025}) {
    for (int threads : {0, 1, 2, 3, 1000}) {
      for (int grain : {1, 7, 5000}) {
        INFO(count << " indices, " << threads << " threads, grain " << grain);
        std::vector<std::atomic<int>> runs(count);
        parallel_for(
            count, threads, [&](int i) { ++runs[i]; }, grain);
        bool once = true;
        for (const auto& run : runs) once = once && run == 1;
        CHECK(once);
      }
    }
  }
}

TEST_CASE("results do not depend on the number of threads", "[unit]") {
  const auto compute = [](int threads) {
    std::vector<double> results(500);
    parallel_for(500, threads, [&](int i) {
      RandomStream random(11, StreamId::test, static_cast<std::uint32_t>(i), 0);
      double sum = 0;
      for (int k = 0; k < 100 + i % 50; ++k) sum += random.uniform_double();
      results[i] = sum;
    });
    return results;
  };
  const auto expected = compute(1);
  CHECK(compute(2) == expected);
  CHECK(compute(0) == expected);
}

TEST_CASE("one thread is the calling thread, in order", "[unit]") {
  std::vector<int> order;
  bool same_thread = true;
  const auto caller = std::this_thread::get_id();
  parallel_for(20, 1, [&](int i) {
    order.push_back(i);
    same_thread = same_thread && std::this_thread::get_id() == caller;
  });
  CHECK(same_thread);
  CHECK(order.size() == 20);
  CHECK(std::is_sorted(order.begin(), order.end()));
}

TEST_CASE("the exception of the smallest index comes out, whatever the number of threads", "[unit]") {
  for (int threads : {1, 2, 0}) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      INFO(threads << " threads");
      std::atomic<int> low_runs{0};
      const auto body = [&](int i) {
        if (i < 37) ++low_runs;
        if (i >= 37 && i % 2 == 1) throw std::runtime_error("index " + std::to_string(i));
      };
      CHECK_THROWS_WITH(parallel_for(200, threads, body), "index 37");
      CHECK(low_runs == 37);
    }
  }
}

TEST_CASE("loops may be nested", "[unit]") {
  std::atomic<int> runs{0};
  parallel_for(4, 2, [&](int) { parallel_for(5, 2, [&](int) { ++runs; }); });
  CHECK(runs == 20);
}

TEST_CASE("there is at least one thread", "[unit]") { CHECK(available_threads() >= 1); }

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
    seen[k] = k + 1;
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
