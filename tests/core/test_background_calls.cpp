// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Calls that run concurrently with the thread that asks for them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

#include "jam/core/background_calls.hpp"
#include "jam/core/parallel.hpp"

using namespace jam;

TEST_CASE("a call runs beside its caller", "[unit]") {
  BackgroundCalls calls(1);
  std::promise<void> begun;
  std::future<void> call = calls.begin([&begun] { begun.get_future().wait(); });
  CHECK(call.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready);
  begun.set_value();
  CHECK_NOTHROW(call.get());
}

TEST_CASE("not more calls than allowed run at the same time", "[unit]") {
  for (const int threads : {1, 2, 0}) {
    INFO(threads << " threads");
    BackgroundCalls calls(threads);
    std::atomic<int> running = 0;
    std::atomic<int> most = 0;
    std::atomic<int> done = 0;
    std::vector<std::future<void>> futures;
    for (int k = 0; k < 40; ++k) {
      futures.push_back(calls.begin([&] {
        const int now = ++running;
        int known = most;
        while (now > known && !most.compare_exchange_weak(known, now)) {
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        --running;
        ++done;
      }));
    }
    for (std::future<void>& future : futures) future.get();
    CHECK(done == 40);
    const int allowed = std::max(1, available_threads() - 1);
    CHECK(most <= (threads > 0 ? std::min(threads, allowed) : allowed));
  }
}

TEST_CASE("a call's exception comes with its future", "[unit]") {
  BackgroundCalls calls(2);
  std::future<void> fails = calls.begin([] { throw std::runtime_error("no"); });
  std::future<void> works = calls.begin([] {});
  CHECK_THROWS_AS(fails.get(), std::runtime_error);
  CHECK_NOTHROW(works.get());
}
