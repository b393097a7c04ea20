// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Lattices and annealing in turns: known answers, determinism, what counts as a result.
#include <algorithm>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "jam/trunk/model/container.hpp"
#include "jam/trunk/model/wall_triangles.hpp"
#include "jam/trunk/search/trunk_search.hpp"
#include "trunk/search/search_support.hpp"

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

TrunkSearchOptions with_turns(long long turns) {
  TrunkSearchOptions options;
  options.turn_limit = turns;
  return options;
}

TrunkResult searched(const Container& container, const std::vector<Vec3d>& points,
                     const TrunkSearchOptions& options, const VerifyRows& verify, Record& record,
                     int threads = 1) {
  StopToken stop;
  return search_trunk(search_test::problem_in(container, points), options, verify,
                      {.thread_count = threads, .stop = stop, .listener = record});
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
    const TrunkResult result = searched(container, search_test::cuboid_points(cavity.size, turn),
                                        with_turns(20), search_test::convex_verification(container), record);
    CHECK(static_cast<int>(result.rows.size()) == cavity.boxes);
    CHECK(result.totals.bound == cavity.boxes);
    CHECK(result.reason == StopReason::finished);
    CHECK(record.improvements.back().rows == result.rows);
  }
}

TEST_CASE("a tolerance lets boxes into a cavity that is too small for them") {
  const Vec3d size{599.5, 299.5, 99.5};
  const Quaterniond turn = from_axis_angle(Vec3d{-0.3, 0.1, 0.7}, 2.3);
  const Container container = search_test::cuboid_container(size, turn);
  TrunkProblem problem = search_test::problem_in(container, search_test::cuboid_points(size, turn));
  problem.fixed.push_back(search_test::box_at({100, 50, 25}));
  problem.fixed[0].centre = rotation_matrix(turn) * problem.fixed[0].centre;
  problem.fixed[0].first_axis = rotation_matrix(turn) * Vec3d{1, 0, 0};
  problem.fixed[0].second_axis = rotation_matrix(turn) * Vec3d{0, 1, 0};
  // With all their edges, and up to the tolerance in each other and in walls.
  const VerifyRows verify = [&](const std::vector<BoxRow>& rows) {
    const BoxPacking packing = packing_of(rows);
    for (const PlacedBox& box : packing.boxes) {
      if (!(box.edge == Vec3d{200, 100, 50})) throw std::logic_error("a box has lost its edges");
      if (search_test::beyond_walls(box, container.surface) > problem.tolerance + 1e-6) return false;
    }
    return search_test::deepest_overlap(packing) < problem.tolerance + 1e-6;
  };
  const auto search = [&](const TrunkSearchOptions& options, Record& record) {
    StopToken stop;
    return search_trunk(problem, options, verify, {.thread_count = 1, .stop = stop, .listener = record});
  };
  Record strict;
  CHECK(search(with_turns(5), strict).rows.size() < 10);
  problem.tolerance = 0.5;
  Record record;
  const TrunkResult result = search(with_turns(20), record);
  CHECK(result.rows.size() == 18);
  CHECK(result.rows.front() == problem.fixed.front());
  CHECK(result.totals.best_litres == Approx(18));
  CHECK(record.improvements.back().rows == result.rows);
  CHECK(record.improvements.back().litres == Approx(18));
  // From a load that is legal at this tolerance alone.
  TrunkSearchOptions on = with_turns(1);
  on.starts.emplace_back(result.rows.begin() + 1, result.rows.end() - 1);
  Record from_start;
  CHECK(search(on, from_start).rows.size() >= 17);
  CHECK(from_start.improvements.front().phase == SearchPhase::start);
}

TEST_CASE("a trunk smaller than a box has no boxes and ends at once") {
  const Vec3d size{150, 90, 80};
  const Container container = search_test::cuboid_container(size);
  Record record;
  const TrunkResult result = searched(container, search_test::cuboid_points(size), with_turns(0),
                                      search_test::convex_verification(container), record);
  CHECK(result.rows.empty());
  CHECK(result.reason == StopReason::finished);
  CHECK(record.improvements.empty());
}

TEST_CASE("a trunk with room for a litre but for no box ends by itself") {
  const Vec3d size{130, 130, 130};
  const Container container = search_test::cuboid_container(size);
  Record record;
  const TrunkResult result = searched(container, search_test::cuboid_points(size), with_turns(0),
                                      search_test::convex_verification(container), record);
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
  const TrunkResult a =
      searched(container, search_test::cuboid_points(size, turn), with_turns(5), verify, one, 1);
  const TrunkResult b =
      searched(container, search_test::cuboid_points(size, turn), with_turns(5), verify, two, 2);
  CHECK(a.rows.size() >= 40);
  CHECK(a.rows == b.rows);
  REQUIRE(one.improvements.size() == two.improvements.size());
  for (std::size_t i = 0; i < one.improvements.size(); ++i)
    CHECK(one.improvements[i].rows == two.improvements[i].rows);
}

namespace {

/// 60 litres between walls that no lattice fits, so that results come one after the other.
Container sloped_container() {
  Container container;
  container.surface = trunk::test::hexahedron({{{0, 0, 0},
                                                {523, 0, 0},
                                                {0, 437, 0},
                                                {523, 437, 0},
                                                {60, 20, 333},
                                                {430, 20, 333},
                                                {60, 410, 333},
                                                {430, 410, 333}}});
  container.original = container.surface;
  container.volume = volume_of(container.surface);
  return container;
}

/// The loads that a search published, in their order.
std::vector<std::vector<BoxRow>> loads_of(const Record& record) {
  std::vector<std::vector<BoxRow>> loads;
  for (const TrunkImprovement& improvement : record.improvements) loads.push_back(improvement.rows);
  return loads;
}

/// Whether `some` are the first ones of `all`; where the first turn was cut short, one load of its own.
bool is_beginning(const std::vector<std::vector<BoxRow>>& some, const std::vector<std::vector<BoxRow>>& all,
                  bool first_turn_cut) {
  if (first_turn_cut) return some.size() <= 1;
  return some.size() <= all.size() && std::equal(some.begin(), some.end(), all.begin());
}

}  // namespace

TEST_CASE("a time limit ends the sequence of results and changes none of them") {
  const Container container = sloped_container();
  const std::vector<Vec3d> points = search_test::cuboid_points({523, 437, 333});
  const auto verify = search_test::convex_verification(container);
  const TrunkProblem problem = search_test::problem_in(container, points);
  Record whole;
  const TrunkResult all = searched(container, points, with_turns(4), verify, whole);
  REQUIRE_FALSE(whole.improvements.empty());
  // Wherever the clock stops it: between turns, or within any phase of one. How far it gets differs from run
  // to run, what it finds does not.
  for (int k = 1; k <= 6; ++k) {
    StopToken stop;
    stop.set_time_limit(all.totals.seconds * k / 5);
    Record record;
    const TrunkResult cut =
        search_trunk(problem, with_turns(4), verify, {.thread_count = 1, .stop = stop, .listener = record});
    CHECK(is_beginning(loads_of(record), loads_of(whole), cut.totals.turns == 0));
    if (!record.improvements.empty()) CHECK(cut.rows == record.improvements.back().rows);
  }
}

TEST_CASE("a stop while results are verified ends the sequence, too, and leaves a load where there is one") {
  const Container container = sloped_container();
  const std::vector<Vec3d> points = search_test::cuboid_points({523, 437, 333});
  // One box in the middle of each load is illegal, so that a load takes many verifications.
  const auto convex = search_test::convex_verification(container);
  const VerifyRows verify = [&](const std::vector<BoxRow>& rows) {
    const auto in_the_middle = [](const BoxRow& row) {
      return length(row.centre - Vec3d{260, 220, 160}) < 70;
    };
    return std::none_of(rows.begin(), rows.end(), in_the_middle) && convex(rows);
  };
  Record whole;
  long long questions = 0;
  const VerifyRows counting = [&](const std::vector<BoxRow>& rows) {
    ++questions;
    return verify(rows);
  };
  (void)searched(container, points, with_turns(2), counting, whole);
  REQUIRE_FALSE(whole.improvements.empty());
  const TrunkProblem problem = search_test::problem_in(container, points);
  for (long long last = 1; last <= questions; last += 1 + questions / 4) {
    INFO(last);
    StopToken stop;
    long long asked = 0;
    const VerifyRows stopping = [&](const std::vector<BoxRow>& rows) {
      if (++asked == last) stop.request(StopReason::interrupt);
      return verify(rows);
    };
    Record record;
    const TrunkResult cut =
        search_trunk(problem, with_turns(2), stopping, {.thread_count = 1, .stop = stop, .listener = record});
    CHECK(is_beginning(loads_of(record), loads_of(whole), cut.totals.turns == 0));
    CHECK_FALSE(cut.rows.empty());
    CHECK(verify(cut.rows));
    // At most what it takes to find one legal box among some 40 once more: halves, both of each.
    CHECK(asked <= last + 12);
  }
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
  const TrunkResult result =
      searched(container, search_test::cuboid_points(size), with_turns(4), stricter, record);
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
  TrunkProblem problem = search_test::problem_in(container, search_test::cuboid_points(size));
  problem.fixed = {search_test::box_at({101.5, 51.5, 26.5})};
  options.starts = {{search_test::box_at({310.25, 60.125, 30})}};
  Record record;
  StopToken stop;
  const VerifyRows verify = search_test::convex_verification(container);
  const TrunkResult result =
      search_trunk(problem, options, verify, {.thread_count = 1, .stop = stop, .listener = record});
  REQUIRE_FALSE(record.improvements.empty());
  CHECK(record.improvements.front().phase == SearchPhase::start);
  CHECK(record.improvements.front().rows == std::vector<BoxRow>{problem.fixed[0], options.starts[0][0]});
  REQUIRE(result.rows.size() > 2);
  CHECK(result.rows.front() == problem.fixed[0]);
  CHECK(search_test::convex_verification(container)(result.rows));
}

TEST_CASE("walls that the surface of a container does not have are sheets") {
  Container container = search_test::cuboid_container({500, 400, 300});
  CHECK(container_walls(container).sheets == 0);
  container.wrapped = true;
  container.original = search_test::cuboid({200, 400, 300});
  const TriangleMesh walls = container_walls(container);
  CHECK(walls.behind == 0);
  CHECK(walls.sheets == 10);  // Two triangles of the cuboids are the same.
  CHECK(walls.triangles.size() == container.surface.triangles.size() + 10);
  CHECK(volume_of(walls) == Approx(volume_of(container.surface)));
  CHECK(WallTriangles(container).count() == static_cast<int>(walls.triangles.size()));
}
