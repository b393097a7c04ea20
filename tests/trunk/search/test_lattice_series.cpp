// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Lattice searches in turns, one of them for squeezed packings.
#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "jam/trunk/search/lattice_series.hpp"
#include "trunk/car_trunks.hpp"
#include "trunk/search/search_support.hpp"

namespace jam::trunk {
namespace {

/// Short brackets, so that populations begin early.
LatticeOptions short_brackets() {
  LatticeOptions options = test::few_frames();
  options.first_rounds = 20;
  options.thread_count = 2;
  return options;
}

/// Boxes of the best packings that best_of() finds.
struct Best {
  int squeezed = 0;
  int exact = 0;
  std::vector<SearchPhase> phases;  ///< Phases of all finds, in their order.
};

Best best_of(LatticeSeries& series, int turns) {
  Best best;
  StopToken stop;
  for (int turn = 0; turn < turns; ++turn) {
    REQUIRE(series.advance(1, false, 0, stop));
    for (const LatticeFind& find : series.found()) {
      int& most = find.squeezed() ? best.squeezed : best.exact;
      most = std::max(most, find.packing.count());
      best.phases.push_back(find.phase);
    }
  }
  return best;
}

/// One that goes on from the state of `series`.
std::unique_ptr<LatticeSeries> resumed_from(const LatticeSeries& series, const Container& container) {
  io::StateWriter state;
  series.write(state);
  const std::string bytes = state.finish();
  auto resumed = std::make_unique<LatticeSeries>(container.surface, container, short_brackets(), 0, true);
  io::StateReader reader(bytes);
  resumed->read(reader);
  reader.finish();
  return resumed;
}

std::vector<Vec3d> centres(const std::vector<LatticeFind>& found) {
  std::vector<Vec3d> all;
  for (const LatticeFind& find : found) {
    for (const PlacedBox& box : find.packing.boxes) all.push_back(box.centre);
  }
  return all;
}

}  // namespace

TEST_CASE(
    "squeezed packings of a trunk leave as many boxes as before, within 2 percent, and so do lattices in the "
    "container as it is") {
  const Container container = test::car_trunk("hatchback.off");
  LatticeSeries series(container.surface, container, short_brackets(), 0, false);
  const Best best = best_of(series, 70);
  CHECK(series.explored());
  CHECK(best.exact > 0.98 * 308);
  CHECK(best.squeezed > 0.98 * 307);
  CHECK(series.best_count() == std::max(best.squeezed, best.exact));
  // Rounds on lattices and the polish of squeezed packings are told apart.
  for (const SearchPhase phase : {SearchPhase::lattice, SearchPhase::squeezed})
    CHECK(std::count(best.phases.begin(), best.phases.end(), phase) > 0);
}

TEST_CASE("as many boxes as a plain grid holds are found by it") {
  const Container container = search_test::cuboid_container({410, 210, 110});
  LatticeSeries series(container.surface, container, short_brackets(), 0, true);
  StopToken stop;
  std::vector<LatticeFind> found;
  for (int turn = 0; turn < 3; ++turn) {
    static_cast<void>(series.advance(1, false, 0, stop));
    found.insert(found.end(), series.found().begin(), series.found().end());
  }
  REQUIRE_FALSE(found.empty());
  CHECK(found.front().packing.count() == 8);
  CHECK(found.front().phase == SearchPhase::grid);
}

TEST_CASE("the best plain grid is found before frames are compared") {
  const Container container = test::car_trunk("roadster.off");
  LatticeSeries series(container.surface, container, short_brackets(), 0, true);
  StopToken stop;
  REQUIRE(series.advance(1, false, 0, stop));
  CHECK(series.has_only_grids());
  REQUIRE(series.found().size() == 1);
  CHECK(series.found().front().phase == SearchPhase::grid);
  CHECK(series.rounds() == 0);
  const int grid = series.best_count();
  REQUIRE(series.advance(1, false, 0, stop));
  CHECK_FALSE(series.has_only_grids());
  CHECK(series.best_count() >= grid);
}

TEST_CASE("a saved series of lattice searches goes on with the same packings") {
  const Container container = test::car_trunk("roadster.off");
  LatticeSeries series(container.surface, container, short_brackets(), 0, true);
  static_cast<void>(best_of(series, 80));  // The second search for squeezed packings has begun.
  const auto resumed = resumed_from(series, container);
  StopToken stop;
  std::size_t found = 0;
  for (int turn = 0; turn < 20; ++turn) {
    REQUIRE(series.advance(1, false, 0, stop));
    REQUIRE(resumed->advance(1, false, 0, stop));
    REQUIRE(centres(resumed->found()) == centres(series.found()));
    CHECK(resumed->rounds() == series.rounds());
    found += series.found().size();
  }
  CHECK(found > 0);
}

TEST_CASE("each population of squeezed packings has twice as many rounds as the one before") {
  const Container container = test::car_trunk("roadster.off");
  const LatticeOptions options = short_brackets();
  LatticeSearch exact(container.surface, options);
  StopToken stop;
  while (!exact.compared()) REQUIRE(exact.advance(stop));
  SqueezedSearch squeezed(container.surface, container, options, 0, exact.bound(), {2, 4, 4});
  std::vector<long long>
      steps;  // Rounds of a generation's packings, different ones in their order: short ones are one step.
  for (int turn = 0; turn < 200 && steps.size() < 3; ++turn) {
    const long long before = squeezed.rounds();
    REQUIRE(squeezed.advance(1, exact.best().packing.count(), 0, exact, stop));
    const long long made = squeezed.rounds() - before;
    if (made > 0 && (steps.empty() || made != steps.back())) steps.push_back(made);
  }
  REQUIRE(steps.size() == 3);
  CHECK(steps[1] == 2 * steps[0]);
  CHECK(steps[2] == 2 * steps[1]);
}

TEST_CASE(
    "a series of lattice searches finds the same with any number of threads, and nothing when it is "
    "stopped") {
  const Container container = test::car_trunk("roadster.off");
  LatticeOptions options = short_brackets();
  LatticeSeries two(container.surface, container, options, 0, true);
  options.thread_count = 1;
  LatticeSeries one(container.surface, container, options, 0, true);
  StopToken stop;
  for (int turn = 0; turn < 25; ++turn) {
    REQUIRE(two.advance(1, false, 0, stop));
    REQUIRE(one.advance(1, false, 0, stop));
    REQUIRE(centres(one.found()) == centres(two.found()));
  }
  stop.request(StopReason::interrupt);
  CHECK_FALSE(one.advance(1, false, 0, stop));
  CHECK(one.found().empty());
}

TEST_CASE("rounded boxes of another size are squeezed beside a fixed one") {
  const Container container = test::car_trunk("roadster.off");
  LatticeOptions options = short_brackets();
  options.edge = {180, 140, 80};
  LatticeSearch search(container.surface, options);
  StopToken stop;
  while (search.best().packing.count() == 0) REQUIRE(search.advance(stop));
  options.fixed = {search.best().packing.boxes.front()};
  LatticeSeries series(container.surface, container, options, 5, true);
  const Best best = best_of(series, 25);
  CHECK(best.squeezed > 20);
  CHECK(best.squeezed >= best.exact);
}

TEST_CASE("a cavity that a plain grid fills ends the series at once") {
  const Container container =
      search_test::cuboid_container({800, 400, 200}, from_axis_angle(Vec3d{-0.3, 0.1, 0.7}, 2.3));
  LatticeSeries series(container.surface, container, {}, 0, true);
  StopToken stop;
  int turns = 0;
  while (series.advance(1, true, 0, stop) && turns < 10) ++turns;
  CHECK(turns < 3);
  CHECK(series.best_count() == 64);
}

TEST_CASE("containers for more than 1000 boxes by volume have no squeezed packings") {
  const auto squeezes = [](const Vec3d& size) {
    const Container container = search_test::cuboid_container(size);
    return LatticeSeries(container.surface, container, short_brackets(), 0, true).squeezes();
  };
  CHECK(squeezes({2000, 1000, 500}));
  CHECK_FALSE(squeezes({2000, 1000, 501}));
}

TEST_CASE("a series goes on from every turn where as many squeezed boxes as fit by volume are found") {
  const Container container = search_test::cuboid_container({200.5, 100.5, 99.9});
  LatticeSeries series(container.surface, container, short_brackets(), 0, true);
  StopToken stop;
  for (int turn = 0; turn < 20; ++turn) {
    const auto resumed = resumed_from(series, container);
    REQUIRE(resumed->advance(1, false, 0, stop) == series.advance(1, false, 0, stop));
    REQUIRE(centres(resumed->found()) == centres(series.found()));
  }
  CHECK(series.best_count() == 1);
}

}  // namespace jam::trunk
