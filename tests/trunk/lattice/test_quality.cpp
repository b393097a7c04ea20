// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How many boxes the lattice search puts into trunks after fixed numbers of rounds. Results do not depend on
// the machine; a count that falls by 2 % is a loss of quality, whatever else a change improves.
#include <catch2/catch.hpp>

#include <string>

#include "jam/trunk/lattice/search.hpp"
#include "scenes/trunk/lattice_meshes.hpp"
#include "trunk/car_trunks.hpp"

using namespace jam;
using namespace jam::trunk;

TEST_CASE("trunks of cars take as many boxes as before, within 2 percent") {
  struct Trunk {
    std::string mesh;
    long long rounds;
    int boxes;  ///< Boxes of the better one of seeds 1 and 2.
  };
  for (const Trunk& trunk : {Trunk{"roadster.off", 60'000, 100}, Trunk{"sedan.off", 100'000, 403}}) {
    INFO(trunk.mesh);
    const TriangleMesh mesh = trunk::test::car_trunk(trunk.mesh).surface;
    LatticeOptions options = trunk::test::few_frames();
    options.round_budget = trunk.rounds;
    StopToken stop;
    LatticeSearch search(mesh, options);
    while (search.advance(stop)) {
    }
    const BoxPacking& found = search.best().packing;
    CHECK(found.count() > 0.98 * trunk.boxes);
    CHECK(trunk::test::deepest_overlap(found) < 0);
  }
}

TEST_CASE("every phase of the search on lattices has its part in the boxes of a trunk") {
  const TriangleMesh mesh = trunk::test::car_trunk("hatchback.off").surface;
  LatticeOptions options = trunk::test::few_frames();
  options.first_rounds = 20;
  options.round_budget = 200'000;
  options.seed = 2;
  StopToken stop;
  LatticeSearch search(mesh, options);
  int orders = 0, offsets = 0,
      populations = 0;  // Boxes after the first bracket, after the second one, and at the end.
  while (search.advance(stop)) {
    const LatticeProgress& progress = search.progress();
    if (progress.bracket <= 1) orders = progress.best_count;
    if (progress.bracket <= 2) offsets = progress.best_count;
    populations = progress.best_count;
  }
  INFO("bracket " << search.progress().bracket);
  CHECK(search.generation().era > 1);
  INFO(orders << ' ' << offsets << ' ' << populations);
  CHECK(offsets > orders);
  CHECK(populations > offsets);
  CHECK(populations > 0.98 * 310);
  // Packings of several lattices go to the annealing.
  CHECK(search.kept().size() > 3);
  for (const LatticePacking& kept : search.kept()) CHECK(trunk::test::deepest_overlap(kept.packing) < 0);
}
