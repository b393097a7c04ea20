// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The test of a load by manoeuvres: trunkpack --load-test.
#include "load/load_test.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace jam;
using namespace jam::trunk;

namespace {

/// A box on the floor of a cuboid of 800 x 400 x 300 mm, 300 mm from both of its ends.
TrunkProblem cuboid() {
  TrunkProblem problem;
  problem.container.surface = unit_cube();
  for (Vec3d& v : problem.container.surface.vertices) v = {800 * v.x, 400 * v.y, 300 * v.z};
  return problem;
}

BoxRow box() {
  BoxRow row;
  row.centre = {0, 0, -125};
  row.first_axis = {1, 0, 0};
  row.second_axis = {0, 1, 0};
  row.edge = {200, 100, 50};
  return row;
}

/// The options of a test.
app::Options options_of(const char* manoeuvres, std::vector<const char*> more = {}) {
  std::vector<const char*> words{"trunkpack", "cuboid.off",  "--verify",
                                 "load.box",  "--load-test", manoeuvres};
  for (const char* word : {"--threads", "1", "--quiet"}) words.push_back(word);
  words.insert(words.end(), more.begin(), more.end());
  return {static_cast<int>(words.size()), words.data()};
}

std::vector<LoadMotion> motions_of(const std::vector<BoxRow>& rows, const app::Options& options,
                                   const StopQuery& stop = {}) {
  return app::test_load(options, cuboid(), rows, stop).motions;
}

/// Stops at the question after `limit` others.
struct Countdown {
  int left;
  StopQuery query() {
    return {[](void* self) { return static_cast<Countdown*>(self)->left-- <= 0; }, this};
  }
};

}  // namespace

TEST_CASE("a box slides under a brake that friction does not hold", "[unit]") {
  const std::vector<LoadMotion> motions =
      motions_of({box()}, options_of("brake=0.3g,accelerate=0.8g", {"--pressure"}));
  REQUIRE(motions.size() == 3);
  CHECK(motions[0].moved[0] < 1);
  CHECK(motions[1].moved[0] < 1);    // Friction is 0.4.
  CHECK(motions[2].moved[0] > 250);  // Up to the wall, 300 mm away.
  CHECK(motions[2].moved[0] < 305);
  // 0.25 kg on 0.02 m^2; while it is braked, on the same floor; then a face of 0.005 m^2 hits the wall.
  CHECK(motions[0].bearing[0].pressure == Approx(0.25 * 9.81 / 0.02 * 1e-3).epsilon(0.02));
  CHECK(motions[0].bearing[0].edge_force < 0.1);
  CHECK(motions[1].bearing[0].pressure == Approx(0.25 * 9.81 / 0.02 * 1e-3).epsilon(0.05));
  CHECK(motions[2].bearing[0].pressure > 0.25 * 0.8 * 9.81 / 0.005 * 1e-3);
}

TEST_CASE("a box that is balanced on an edge bears its weight there, and nothing on a face", "[unit]") {
  BoxRow row;
  row.edge = {100, 200, 60};
  const double half_diagonal = std::hypot(50.0, 30.0);
  row.first_axis = {30 / half_diagonal, 0, 50 / half_diagonal};  // The diagonal of the ends is upright.
  row.second_axis = {0, 1, 0};
  row.centre = {0, 0, -150 + half_diagonal};
  const LoadMotion standing = motions_of({row}, options_of("bump=0.1g", {"--pressure"})).front();
  CHECK(standing.moved[0] < 0.1);  // [mm]
  CHECK(standing.bearing[0].edge_force == Approx(0.3 * 9.81).epsilon(0.01));
  CHECK(standing.bearing[0].pressure == 0);
  // At 45 degrees no face is nearer to the floor than the other: the force is not shared between them.
  row.edge = {100, 200, 100};
  row.first_axis = {std::sqrt(0.5), 0, std::sqrt(0.5)};
  row.centre = {0, 0, -150 + 100 * std::sqrt(0.5)};
  const LoadMotion between = motions_of({row}, options_of("bump=0.1g", {"--pressure"})).front();
  CHECK(between.moved[0] < 0.1);
  CHECK(between.bearing[0].edge_force == Approx(0.5 * 9.81).epsilon(0.01));
  CHECK(between.bearing[0].pressure == 0);
}

TEST_CASE("two boxes, one on the other: the lower one bears both on its bottom, and the upper one on its top",
          "[unit]") {
  BoxRow upper = box();
  upper.centre.z += 50;
  upper.edge = {100, 100, 50};
  const std::vector<LoadMotion> motions = motions_of({box(), upper}, options_of("bump=0.1g", {"--pressure"}));
  CHECK(motions[0].bearing[1].pressure == Approx(0.125 * 9.81 / 0.01 * 1e-3).epsilon(0.05));
  CHECK(motions[0].bearing[0].pressure == Approx(0.375 * 9.81 / 0.02 * 1e-3).epsilon(0.05));
  CHECK(motions_of({box()}, options_of("bump=0.1g"))[0].bearing.empty());
}

TEST_CASE("a stop leaves the motions that had ended", "[unit]") {
  const app::Options brake = options_of("brake=0.8g");
  Countdown at_once{0}, during_brake{150};  // Standing takes 100 steps.
  CHECK(motions_of({box()}, brake, at_once.query()).empty());
  const LoadTest test = app::test_load(brake, cuboid(), {box()}, during_brake.query());
  REQUIRE(test.motions.size() == 1);
  CHECK(test.motions[0].name == "standing");
  CHECK_FALSE(test.complete);
  CHECK_FALSE(verdict_of(test).holds);
  CHECK_THAT(app::hold_text(test), Catch::StartsWith("not finished: no box of 1 moves so far"));
}

TEST_CASE("a sheet in the room bears boxes above, and lets those below fall", "[unit]") {
  TrunkProblem problem = cuboid();
  Container& container = problem.container;
  container.wrapped = true;
  container.original = container.surface;
  const int first = static_cast<int>(container.original.vertices.size());
  for (const Vec3d corner : {Vec3d{-400, -200, 0}, {400, -200, 0}, {400, 200, 0}, {-400, 200, 0}})
    container.original.vertices.push_back(corner);
  const bool turned = GENERATE(false, true);
  for (const int second : {1, 2})
    container.original.triangles.push_back(
        {first, first + (turned ? second + 1 : second), first + (turned ? second : second + 1)});
  BoxRow above = box(), below = box();
  above.centre.z = 25;
  below.centre.z = -25;
  const LoadTest test = app::test_load(options_of("bump=0.1g"), problem, {above, below, box()});
  CHECK(test.motions.front().moved[0] < 0.5);
  CHECK(test.motions.front().moved[1] > 45);  // Down to the box on the floor.
}

TEST_CASE("the verdict names the manoeuvre in which the most boxes move", "[unit]") {
  LoadTest test{{},
                {{"standing", 0, {1, 9, 0}, {}}, {"brake", 0.8, {6, 7, 0}, {}}, {"kerb", 1, {6, 7, 5}, {}}}};
  CHECK(verdict_of(test).worst == 1);
  CHECK(std::ranges::count_if(test.motions, [](const LoadMotion& m) { return moving_boxes(m, 5) > 0; }) == 3);
  CHECK(app::hold_text(test) ==
        "FAILS: brake 0.8 g: 2 of 3 boxes move by more than 5 mm (friction 0.4, 250 kg/m3)");
  test.rules = {8, 0.3, 500, false};
  CHECK(app::hold_text(test) ==
        "FAILS: standing: 1 of 3 boxes moves by more than 8 mm (friction 0.3, 500 kg/m3)");
  test.rules.settle_first = true;  // Then what happens while boxes settle is no failure.
  CHECK(app::hold_text(test) ==
        "holds: no box of 3 moves by more than 8 mm (friction 0.3, 500 kg/m3, settled first)");
  test.complete = false;
  CHECK_FALSE(verdict_of(test).holds);
  test.rules.limit = 6.5;  // What has failed already stays failed.
  CHECK(verdict_of(test).holds == false);
}

TEST_CASE("friction and limit decide whether a load holds", "[unit]") {
  const auto holds = [](std::vector<const char*> more) {
    return verdict_of(app::test_load(options_of("brake=0.3g", std::move(more)), cuboid(), {box()})).holds;
  };
  CHECK(holds({}) == true);
  CHECK(holds({"--friction", "0.2"}) == false);
  CHECK(holds({"--friction", "0.2", "--limit", "400"}) == true);
}

TEST_CASE("a load that settles first is judged from where it comes to rest", "[unit]") {
  BoxRow floating = box();
  floating.centre.z += 40;
  CHECK(verdict_of(app::test_load(options_of("brake=0.2g"), cuboid(), {floating})).holds == false);
  const LoadTest settled = app::test_load(options_of("brake=0.2g", {"--settle-first"}), cuboid(), {floating});
  CHECK(settled.motions[0].moved[0] == Approx(40).margin(0.5));
  CHECK(settled.motions[1].moved[0] < 1);
  CHECK(verdict_of(settled).holds == true);
}

TEST_CASE("the density changes pressures in proportion", "[unit]") {
  const auto pressure = [](const char* density) {
    return motions_of({box()}, options_of("bump=0.1g", {"--pressure", "--density", density}))[0]
        .bearing[0]
        .pressure;
  };
  CHECK(pressure("500") == Approx(2 * pressure("250")).epsilon(0.02));
}

TEST_CASE("standard manoeuvres have their accelerations and times", "[unit]") {
  const std::vector<dynamics::Manoeuvre> all = dynamics::parse_manoeuvres("standard,brake=0.5g");
  CHECK(dynamics::manoeuvres_text(all) == "full-braking,lane-change,kerb,luggage-retention,brake=0.5g");
  for (const dynamics::Manoeuvre& each : all) {
    Vec3d change;
    double largest = 0;
    constexpr double step = 1e-4;
    for (double t = step / 2; t < dynamics::acting_time(each); t += step) {
      const Vec3d felt = dynamics::felt_acceleration(each, t);
      change = change + step * felt;
      largest = std::max(largest, length(felt));
    }
    CHECK(largest == Approx(each.g * dynamics::standard_gravity).epsilon(1e-3));
    // Braking changes the speed by 1.2 s of the peak, the impact by 50 km/h; the others by nothing.
    const double braked = each.name.find("brak") != std::string::npos
                              ? 1.2 * each.g * dynamics::standard_gravity
                          : each.name == "luggage-retention" ? 50 / 3.6
                                                             : 0;
    CHECK(change.x == Approx(-braked).margin(0.02));
    CHECK(length(Vec3d{0, change.y, change.z}) < 0.02);
    CHECK(length(dynamics::felt_acceleration(each, dynamics::acting_time(each) + 0.01)) < 1e-9);
  }
}
