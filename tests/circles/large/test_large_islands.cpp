// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Several islands of the large search: how they begin, what they share, and which result is polished.
#include <catch2/catch.hpp>

#include "jam/circles/polish/polish.hpp"
#include "jam/circles/verify/verify.hpp"
#include "large_searches.hpp"

using namespace jam;
using namespace jam::circles;
using namespace jam::test;

TEST_CASE("islands of a large search begin apart, and share what they find", "[large]") {
  const Problem problem = make_problem("linear", 60);
  SearchOptions options;
  options.seed = 2;
  options.island_count = 4;
  options.exchange_interval = 16;
  options.trial_limit = 4 * 200;
  const SearchResult four = search(problem, options);
  CHECK(four.totals.instance_count == 4);
  CHECK(verify_exact(four.best).legal);
  CHECK(same_bits(four.best, search(problem, options, {}, 1).best));
  // One of them alone, with as many relaxations.
  options.island_count = 1;
  options.trial_limit = 200;
  CHECK(four.best.enclosing_radius < search(problem, options).best.enclosing_radius);
  // Without what the others sent, each island goes another way.
  options.island_count = 4;
  options.trial_limit = 4 * 200;
  options.exchange_interval = 1'000'000;
  CHECK_FALSE(same_bits(four.best, search(problem, options).best));
}

TEST_CASE(
    "islands begin from a start, or from lattices, in ways of their own, and the best of them is polished",
    "[large]") {
  SearchOptions options;
  options.seed = 4;
  options.island_count = 3;
  options.trial_limit = 3 * 40;
  options.exchange_interval = 4;
  const Problem few = make_problem("linear", 40);
  const Packing start = search(few, options).best;
  const SearchResult improved = search(few, options, start);
  CHECK(improved.best.enclosing_radius <= start.enclosing_radius);
  CHECK(verify_exact(improved.best).legal);
  // With thousands of equal circles the first island begins from the lattice, the others from it, shaken.
  options.trial_limit = 3 * 4;
  const SearchResult lattices = search(make_problem("equal", 4000), options);
  CHECK(density(lattices.best) > 0.87);  // The lattice has 0.887; random places end at 0.82 to 0.85.
  CHECK(verify_exact(lattices.best).legal);
  // Thousands are polished at the end alone, whichever island has found the best and whichever has taken it
  // over.
  options.seed = 1;  // The first island has taken the best state over.
  options.trial_limit = 3 * 50;
  options.exchange_interval = 1;
  const SearchResult polished = search(make_problem("linear", 2100), options);
  CHECK(polished.reason == StopReason::finished);
  // A second polish hardly gains; the first one gains some 1e-4 and more.
  CHECK(polish(polished.best, {.circle_limit = polish_patient_limit}).packing.enclosing_radius >
        polished.best.enclosing_radius * (1 - 5e-5));
  options.island_count = 2000;
  CHECK_THROWS_WITH(search(few, options), Catch::Contains("--islands 2000"));
}
