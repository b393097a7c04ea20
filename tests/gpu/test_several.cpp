// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Several GPUs as one device: the same bits as on one.
#include <catch2/catch.hpp>

#include "support/gpus.hpp"
#include "support/resumed_search.hpp"
#include "support/skip.hpp"

using namespace jam;
using namespace jam::test;

TEST_CASE("two and four GPUs find what one finds", "[gpu][several]") {
  const int device_count = cuda_device_count();
  if (device_count < 2) return skip("this machine has one GPU");
  // A warp per packing, and a block per packing.
  for (const int n : {24, 300}) {
    const Problem problem = circles::make_problem("linear", n);
    for (const Kind kind : kinds) {
      SearchOptions options;
      options.seed = 3;
      options.instance_count = kind == Kind::multistart ? 50 : 64;
      options.island_count = kind == Kind::multistart ? 3 : 0;
      options.ladder_count = kind == Kind::multistart ? 20 : -1;
      options.exchange_interval = 2;
      options.stuck = n == 24 ? 3000 : 20'000;
      options.trial_limit = n == 24 ? 1'000'000 : 40'000;
      const Outcome one = search(kind, problem, options, {}, never, 300, gpus(1));
      const int rounds = static_cast<int>(one.result.totals.rounds);
      for (int count = 2; count <= device_count; count *= 2) {
        INFO("n = " << n << ", search " << static_cast<int>(kind) << ", " << count << " GPUs");
        check_same_end(one, search(kind, problem, options, {}, never, 300, gpus(count)));
        // Begun on one, ended on several.
        const Outcome part = search(kind, problem, options, {}, rounds / 2, 300, gpus(1));
        check_same_end(one, search(kind, problem, options, part.state, never, 300, gpus(count)));
      }
    }
  }
}

TEST_CASE("two and four GPUs find what one finds with as many large packings", "[gpu][several]") {
  const int device_count = cuda_device_count();
  if (device_count < 2) return skip("this machine has one GPU");
  SearchOptions options;
  options.seed = 3;
  options.island_count = 3;
  options.exchange_interval = 4;
  options.trial_limit = 3 * 60;
  const Problem problem = circles::make_problem("linear", 5000);
  const auto search = [&](int gpu_count) {
    StopToken stop;
    stop.set_time_limit(hang_limit);
    circles::SearchListener silent;
    return search_large(problem, {}, options, {.device = gpus(gpu_count), .stop = stop, .listener = silent});
  };
  const SearchResult one = search(1);
  CHECK(one.totals.trials == options.trial_limit);
  for (int count = 2; count <= device_count; count *= 2) {
    INFO(count << " GPUs");
    const SearchResult several = search(count);
    CHECK(same_packing(one.best, several.best));
    CHECK(one.totals.relaxation_steps == several.totals.relaxation_steps);
  }
}
