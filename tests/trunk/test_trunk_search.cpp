// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Lattices and annealing in turns: known answers, determinism, what counts as a result.
#include <catch2/catch.hpp>

#include "jam/trunk/container_walls.hpp"
#include "jam/trunk/trunk_search.hpp"
#include "trunk/search_support.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

/// Keeps what a search told.
class Record : public TrunkListener {
 public:
  void improved(const TrunkImprovement& improvement) override { improvements.push_back(improvement); }
  void progressed(const TrunkProgress& progress) override { last = progress; }
  std::vector<TrunkImprovement> improvements;
  TrunkProgress last;
};

TrunkSearchOptions with_turns(long long turns, int threads = 1) {
  TrunkSearchOptions options;
  options.turn_limit = turns;
  options.thread_count = threads;
  return options;
}

TrunkResult searched(const Container& container, const std::vector<Vec3d>& points, const TrunkSearchOptions& options,
                     const VerifyRows& verify, Record& record) {
  const PointGrid grid(points);
  StopToken stop;
  return search_trunk(container, grid, options, choose_device("cpu", 1), verify, stop, record);
}

}  // namespace

TEST_CASE("cavities that a lattice fills are filled, turned by any rotation") {
  struct Cavity {
    Vec3d size;
    int boxes;
  };
  const Quaterniond turn = from_axis_angle(Vec3d{-0.3, 0.1, 0.7}, 2.3);
  for (const Cavity& cavity : {Cavity{{400, 200, 100}, 8}, Cavity{{800, 400, 200}, 64}}) {
    const Container container = search_test::cuboid_container(cavity.size, turn);
    Record record;
    const TrunkResult result = searched(container, search_test::cuboid_points(cavity.size, turn), with_turns(20),
                                        search_test::convex_verification(container), record);
    CHECK(static_cast<int>(result.rows.size()) == cavity.boxes);
    CHECK(result.totals.bound == cavity.boxes);
    CHECK(result.reason == StopReason::finished);
    CHECK(record.improvements.back().rows == result.rows);
  }
}

TEST_CASE("a trunk smaller than a box has no boxes and ends at once") {
  const Vec3d size{150, 90, 80};
  const Container container = search_test::cuboid_container(size);
  Record record;
  const TrunkResult result =
      searched(container, search_test::cuboid_points(size), with_turns(0), search_test::convex_verification(container), record);
  CHECK(result.rows.empty());
  CHECK(result.reason == StopReason::finished);
  CHECK(record.improvements.empty());
}

TEST_CASE("a trunk with room for a litre but for no box ends by itself") {
  const Vec3d size{130, 130, 130};
  const Container container = search_test::cuboid_container(size);
  Record record;
  const TrunkResult result =
      searched(container, search_test::cuboid_points(size), with_turns(0), search_test::convex_verification(container), record);
  CHECK(result.rows.empty());
  CHECK(result.totals.bound == 2);
  CHECK(result.reason == StopReason::finished);
}

TEST_CASE("the number of threads changes no bit of any result") {
  const Vec3d size{523, 437, 333};
  const Quaterniond turn = from_axis_angle(Vec3d{0.2, 0.1, 1}, 0.9);
  const Container container = search_test::cuboid_container(size, turn);
  Record one;
  Record two;
  const auto verify = search_test::convex_verification(container);
  const TrunkResult a = searched(container, search_test::cuboid_points(size, turn), with_turns(5, 1), verify, one);
  const TrunkResult b = searched(container, search_test::cuboid_points(size, turn), with_turns(5, 2), verify, two);
  CHECK(a.rows.size() >= 40);
  CHECK(a.rows == b.rows);
  REQUIRE(one.improvements.size() == two.improvements.size());
  for (std::size_t i = 0; i < one.improvements.size(); ++i) CHECK(one.improvements[i].rows == two.improvements[i].rows);
}

TEST_CASE("what is not verified does not count, and improvements only get larger") {
  const Vec3d size{523, 437, 333};
  const Container container = search_test::cuboid_container(size);
  const auto verify = search_test::convex_verification(container);
  // Boxes in one corner are declared illegal.
  const VerifyRows stricter = [&](const std::vector<BoxRow>& rows) {
    for (const BoxRow& row : rows) {
      if (row.centre.x < 200 && row.centre.y < 200) return false;
    }
    return verify(rows);
  };
  Record record;
  const TrunkResult result = searched(container, search_test::cuboid_points(size), with_turns(4), stricter, record);
  CHECK(result.rows.size() > 10);
  CHECK(stricter(result.rows));
  double litres = 0;
  for (const TrunkImprovement& improvement : record.improvements) {
    CHECK(improvement.litres > litres);
    CHECK(stricter(improvement.rows));
    litres = improvement.litres;
  }
}

TEST_CASE("a legal start counts to the bit, and fixed boxes stay first") {
  const Vec3d size{450, 250, 130};
  const Container container = search_test::cuboid_container(size);
  TrunkSearchOptions options = with_turns(1);
  options.fixed = {search_test::box_at({101.5, 51.5, 26.5})};
  options.start = {search_test::box_at({310.25, 60.125, 30})};
  Record record;
  const TrunkResult result =
      searched(container, search_test::cuboid_points(size), options, search_test::convex_verification(container), record);
  REQUIRE_FALSE(record.improvements.empty());
  CHECK(record.improvements.front().phase == SearchPhase::start);
  CHECK(record.improvements.front().rows == std::vector<BoxRow>{options.fixed[0], options.start[0]});
  REQUIRE(result.rows.size() > 2);
  CHECK(result.rows.front() == options.fixed[0]);
  CHECK(search_test::convex_verification(container)(result.rows));
}

TEST_CASE("walls of a wrapped container are those of the wrap and of the mesh inside it") {
  Container container = search_test::cuboid_container({500, 400, 300});
  container.wrapped = true;
  container.original = search_test::cuboid({200, 400, 300});
  const TriangleMesh walls = container_walls(container);
  CHECK(walls.triangles.size() == container.surface.triangles.size() + 2 * container.original.triangles.size());
  CHECK(volume_of(walls) == Approx(volume_of(container.surface)));
}
