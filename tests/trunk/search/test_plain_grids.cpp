// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes of edges without a common divisor: plain grids are the floor of every search, and that no box fits is
// said with a proof only.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "jam/trunk/lattice/search.hpp"
#include "jam/trunk/search/fit_proof.hpp"
#include "trunk/search/search_support.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

BoxSet boxes_of(Vec3d edge, int count = 0) { return {"box", {{"box", edge, count, false}}}; }

TrunkResult searched(const TrunkProblem& problem, long long turns, TrunkListener& listener) {
  TrunkSearchOptions options;
  options.turn_limit = turns;
  StopToken stop;
  const VerifyRows verify = search_test::convex_verification(problem.container);
  return search_trunk(problem, options, verify, {.thread_count = 1, .stop = stop, .listener = listener});
}

}  // namespace

TEST_CASE(
    "cavities that boxes of any edges fill to the last digit are filled in the first turn, turned by any "
    "rotation") {
  struct Cavity {
    Vec3d box;
    Vec3d size;
    int count;
  };
  const Quaterniond turn = from_axis_angle(Vec3d{-0.3, 0.1, 0.7}, 2.3);
  for (const auto& [box, size, count] :
       {Cavity{{97, 47, 33}, {970, 470, 330}, 1000}, Cavity{{330, 230, 18}, {660, 460, 396}, 88},
        Cavity{{5, 410, 110}, {210, 410, 110}, 42}, Cavity{{457, 330, 165}, {914, 660, 660}, 16},
        Cavity{{409, 209, 109}, {410, 210, 110}, 1}}) {
    for (const Quaterniond& rotation : {Quaterniond{}, turn}) {
      INFO(size_text(box));
      const Container container = search_test::cuboid_container(size, rotation);
      TrunkListener nobody;
      const TrunkResult result = searched(
          search_test::problem_in(container, search_test::cuboid_points(size, rotation), boxes_of(box)), 1,
          nobody);
      CHECK(static_cast<int>(result.rows.size()) == count);
      // The same as pieces of a set.
      CHECK(static_cast<int>(searched(search_test::problem_in(container, {}, boxes_of(box, count)), 1, nobody)
                                 .rows.size()) == count);
    }
  }
}

TEST_CASE("no search has fewer boxes than the best plain grid") {
  // Clearance in every direction, no common divisor of the edges, no round measures.
  for (const Vec3d box : {Vec3d{83, 59, 31}, Vec3d{151, 40.5, 22.25}}) {
    const Vec3d size{505, 380, 251};
    int grid = 0;
    for (const Vec3d& turned : turned_edges(box)) {
      const auto along = [](double length, double edge) { return static_cast<int>(length / edge); };
      grid = std::max(grid, along(size.x, turned.x) * along(size.y, turned.y) * along(size.z, turned.z));
    }
    LatticeOptions options;
    options.edge = box;
    options.thread_count = 1;
    StopToken stop;
    const TriangleMesh mesh = search_test::cuboid(size, from_axis_angle(Vec3d{0, 1, 1}, 0.4));
    LatticeSearch search(mesh, options);
    static_cast<void>(search.advance(stop));
    CHECK(search.best().packing.count() >= grid);
  }
}

TEST_CASE("lattices follow all three edges, and cubes only where these divide them") {
  CHECK(rounding_loss({200, 100, 50}, suitable_pitch({200, 100, 50}, 10)) == 1);
  CHECK(rounding_loss({97, 47, 33}, suitable_pitch({97, 47, 33}, 10)) > 1);
  CHECK(turned_edges({97, 47, 33}).size() == 6);
  for (const Vec3d& turned : turned_edges({97, 47, 33})) {
    const Vec3d pitch = stacking_pitch(turned, 10);
    for (int axis = 0; axis < 3; ++axis) {
      const double cells = component(turned, axis) / component(pitch, axis);
      CHECK(cells == Approx(std::round(cells)));
    }
  }
}

TEST_CASE("that no box fits is proven by volume, width, diameter or cross-section, or not at all") {
  const auto why = [](Vec3d size, Vec3d box, double tolerance = 0) {
    const Quaterniond turn = from_axis_angle(Vec3d{1, -2, 0.5}, 0.83);
    TrunkProblem problem =
        search_test::problem_in(search_test::cuboid_container(size, turn), {}, boxes_of(box));
    problem.tolerance = tolerance;
    return why_no_box_fits(problem);
  };
  CHECK_THAT(why({150, 90, 70}, {200, 100, 50}), Catch::Contains("larger than the 0.94 l"));
  CHECK_THAT(why({900, 900, 40}, {200, 100, 50}), Catch::Contains("40.0 mm wide"));
  CHECK_THAT(why({130, 130, 130}, {200, 100, 50}), Catch::Contains("229.1 mm apart"));
  CHECK_THAT(why({60, 60, 900}, {100, 100, 50}), Catch::Contains("cross-section"));
  // Boxes that fit, and one that does not although none of the proofs says so.
  CHECK(why({200, 100, 50}, {200, 100, 50}).empty());
  CHECK(why({200, 100, 49.9}, {200, 100, 50}, 0.05).empty());
  CHECK(why({141, 141, 200}, {200, 190, 1}).empty());
  CHECK(why({199, 110, 60}, {200, 100, 50}).empty());
}

TEST_CASE(
    "a box that lies in no lattice is found by polishing poses, and without a proof nothing is claimed") {
  // A bar across the diagonal of a cube: 300 mm where the edges are 200 mm.
  const Container cube = search_test::cuboid_container({200, 200, 200});
  const TrunkProblem problem =
      search_test::problem_in(cube, search_test::cuboid_points({200, 200, 200}), boxes_of({300, 10, 10}));
  TrunkListener nobody;
  const TrunkResult found = searched(problem, 12, nobody);
  CHECK(!found.rows.empty());
  CHECK(search_test::convex_verification(cube)(found.rows));
  // 199 mm are too short for 200 mm in a narrow cavity, but none of the proofs says so.
  const Vec3d narrow{199, 110, 60};
  const Container container = search_test::cuboid_container(narrow);
  const TrunkResult none =
      searched(search_test::problem_in(container, search_test::cuboid_points(narrow)), 3, nobody);
  CHECK(none.rows.empty());
  CHECK(none.why_none.empty());
  CHECK(none.totals.turns == 3);
}
