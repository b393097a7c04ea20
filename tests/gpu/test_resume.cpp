// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Searches on a GPU that go on from a kept state: N rounds are k rounds and N - k more, to the last bit.
#include <catch2/catch.hpp>

#include "jam/circles/verify/verify.hpp"
#include "support/gpus.hpp"
#include "support/resumed_search.hpp"

using namespace jam;
using namespace jam::test;

TEST_CASE(
    "a search on the GPU that goes on from any boundary ends with the same bits as one that never ended",
    "[gpu][resume]") {
  const Device device = jam::test::cuda_device();
  // A warp per packing, and a block per packing.
  for (const int n : {24, 300}) {
    const Problem problem = circles::make_problem("linear", n);
    for (const Kind kind : kinds) {
      SearchOptions options;
      options.seed = 3;
      options.instance_count = kind == Kind::multistart ? 48 : 64;
      options.active_count = kind == Kind::multistart ? 32 : 0;
      options.ladder_count = kind == Kind::multistart ? 64 : -1;
      options.stuck = n == 24 ? 3000 : 20'000;
      options.trial_limit = n == 24 ? 2'000'000 : (kind == Kind::multistart ? 200'000 : 20'000);
      const Outcome whole = search(kind, problem, options, {}, never, 300, device);
      const int rounds = static_cast<int>(whole.result.totals.rounds);
      REQUIRE(rounds > 3);
      for (const int k : {1, rounds / 2}) {
        INFO("n = " << n << ", search " << static_cast<int>(kind) << ", ended at boundary " << k << " of "
                    << rounds);
        const Outcome part = search(kind, problem, options, {}, k, 300, device);
        check_same_end(whole, search(kind, problem, options, part.state, never, 300, device));
      }
    }
  }
}

TEST_CASE("multistart by compression and by trials on the GPU goes on from any boundary to the same bits",
          "[gpu][resume]") {
  const Device device = jam::test::cuda_device();
  for (const int n : {24, 300}) {
    const Problem problem = circles::make_problem("linear", n);
    for (const circles::Strategy strategy : {circles::Strategy::compress, circles::Strategy::trials}) {
      for (const circles::Relaxation law : {circles::Relaxation::energy, circles::Relaxation::contact}) {
        SearchOptions options;
        options.seed = 3;
        options.strategy = strategy;
        options.relaxation = law;
        options.instance_count = 48;
        options.island_count = 2;
        options.exchange_interval = 2;
        options.ladder_count = 0;
        options.stuck = 300;
        options.trial_limit = n == 24 ? 50'000 : 10'000;
        INFO("n = " << n << ", strategy " << static_cast<int>(strategy) << ", law " << static_cast<int>(law));
        const Outcome whole = search(Kind::multistart, problem, options, {}, never, 300, device);
        REQUIRE(whole.result.best.count() == n);
        CHECK(circles::verify_exact(whole.result.best).legal);
        const int rounds = static_cast<int>(whole.result.totals.rounds);
        REQUIRE(rounds > 3);
        const Outcome part = search(Kind::multistart, problem, options, {}, rounds / 2, 300, device);
        check_same_end(whole, search(Kind::multistart, problem, options, part.state, never, 300, device));
      }
    }
  }
}
