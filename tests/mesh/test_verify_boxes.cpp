// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Exact verification of boxes: touching is legal, penetration by 1e-5 mm is not, whatever the poses; walls
// that cut a box without a vertex in it; boxes outside; agreement of the exact test with a slow one.
#include "jam/mesh/verify_boxes.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/mesh/inside_test.hpp"
#include "jam/mesh/separation.hpp"
#include "shapes.hpp"

using namespace jam::mesh;
using jam::Quaterniond;
using jam::Vec3d;
using jam::trunk::BoxPacking;
using jam::trunk::Container;
using shapes::box;

namespace {

constexpr double pi = 3.14159265358979323846;

Container room() { return shapes::container(shapes::cuboid({0, 0, 0}, {400, 200, 100})); }

Verification verify(const std::vector<jam::trunk::PlacedBox>& boxes, const Container& container,
                    double tolerance = 0) {
  return verify_boxes(BoxPacking{boxes}, container, tolerance);
}

// The eight boxes that fill room(), moved and rotated with it.
std::vector<jam::trunk::PlacedBox> full_room(const Quaterniond& turn, Vec3d shift) {
  std::vector<jam::trunk::PlacedBox> boxes;
  for (const double x : {100.0, 300.0})
    for (const double y : {50.0, 150.0})
      for (const double z : {25.0, 75.0}) boxes.push_back(box(rotate(turn, Vec3d{x, y, z}) + shift, turn));
  return boxes;
}

Container turned(Container container, const Quaterniond& turn, Vec3d shift) {
  for (auto* mesh : {&container.surface, &container.original})
    for (Vec3d& vertex : mesh->vertices) vertex = rotate(turn, vertex) + shift;
  return container;
}

Quaterniond random_rotation(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return normalised(Quaterniond{normal(random), normal(random), normal(random), normal(random)});
}

}  // namespace

TEST_CASE("Eight boxes that fill a room exactly are legal, and no box is legal too") {
  const Verification full = verify(full_room({}, {}), room());
  CHECK(full.legal);
  CHECK(full.violations.empty());
  CHECK(full.deepest_pair_penetration == 0);
  for (const double clearance : full.clearance) CHECK(clearance == 0);
  CHECK(verify({}, room()).legal);
}

TEST_CASE("A full room stays legal under any rotation, where nothing touches exactly any more") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 50; ++i) {
    const Quaterniond turn = random_rotation(random);
    const Vec3d shift{1234.5 * i, -77.7, 310.1};
    const Verification result = verify(full_room(turn, shift), turned(room(), turn, shift));
    INFO((result.violations.empty() ? std::string() : result.violations.front()));
    CHECK(result.legal);
    for (const double clearance : result.clearance)
      CHECK(clearance == Approx(0).margin(1e-9));  // Doubles of size 1e5: 1e-11 each.
  }
}

TEST_CASE("Two boxes may overlap by 1e-7 mm but not by 1e-5 mm, face on face, turned or edge to edge") {
  const Container hall = shapes::container(shapes::cuboid({-1000, -1000, -1000}, {1000, 1000, 1000}));
  std::mt19937_64 random(3);
  for (int i = 0; i < 20; ++i) {
    const Quaterniond turn = i == 0 ? Quaterniond{} : random_rotation(random);
    // Along the second axis; and edge to edge: the second box rotated by 45 degrees about the first axis,
    // then about the third.
    const Vec3d along = rotate(turn, Vec3d{0, 1, 0});
    for (const double overlap : {1e-7, 1e-5}) {
      const bool legal = overlap < 1e-6;
      const Verification faces = verify({box({}, turn), box((100 - overlap) * along, turn)}, hall);
      CHECK(faces.legal == legal);
      CHECK(faces.deepest_pair_penetration == Approx(overlap).margin(1e-11));
      CHECK(faces.clearance[0] == Approx(-overlap).margin(1e-11));

      // Two 100 x 100 mm sections, each standing on its edge, crossing at a right angle: their edges touch at
      // half diagonals' distance.
      const Quaterniond on_edge = from_axis_angle(Vec3d{1, 0, 0}, pi / 4);
      const Quaterniond crossing = from_axis_angle(Vec3d{0, 0, 1}, pi / 2) * on_edge;
      const Vec3d edge{200, 100, 100};
      const double distance = 100 * std::sqrt(2.0) - overlap;
      const Verification edges = verify(
          {box({}, turn * on_edge, edge), box(rotate(turn, Vec3d{0, 0, distance}), turn * crossing, edge)},
          hall);
      CHECK(edges.legal == legal);
      CHECK(edges.deepest_pair_penetration == Approx(overlap).margin(1e-11));
    }
  }
  const Verification result = verify({box({}), box({0, 99, 0})}, hall);
  REQUIRE(result.violations.size() == 1);
  CHECK(result.violations[0] == "boxes 0 and 1 overlap by 1.00000 mm");
}

TEST_CASE("A wall may be penetrated by 1e-7 mm but not by 1e-5 mm") {
  CHECK(verify({box({100 - 1e-7, 50, 25})}, room()).legal);
  const Verification result = verify({box({100 - 1e-5, 50, 25})}, room());
  CHECK_FALSE(result.legal);
  REQUIRE(result.violations.size() == 1);
  CHECK(result.violations[0].find("box 0 cuts the wall of the container") == 0);
  CHECK(result.clearance[0] == Approx(-1e-5).margin(1e-11));
}

TEST_CASE("The tolerance is how deep boxes penetrate walls and each other, at most") {
  CHECK(verify({box({99.5, 50, 25})}, room(), 0.501).legal);
  CHECK_FALSE(verify({box({99.5, 50, 25})}, room(), 0.499).legal);
  CHECK(verify({box({100, 50, 25}), box({299.5, 50, 25})}, room(), 0.501).legal);
  CHECK_FALSE(verify({box({100, 50, 25}), box({299.5, 50, 25})}, room(), 0.499).legal);
  CHECK_THROWS_AS(verify({}, room(), -1), jam::InputError);
  CHECK_THROWS_AS(verify({}, room(), std::nan("")), jam::InputError);
}

TEST_CASE(
    "A box through a wall is found although no vertex of the mesh is inside the box, and a box outside is") {
  // The middle of a long wall; the box lies across it, far from all of the mesh's vertices and edges.
  const Container hall = shapes::container(shapes::cuboid({0, 0, 0}, {10000, 10000, 10000}));
  const Verification across = verify({box({90, 3000, 2000})}, hall);
  CHECK_FALSE(across.legal);
  CHECK(across.clearance[0] == Approx(-10));

  const Verification outside = verify({box({-500, 3000, 2000})}, hall);
  REQUIRE(outside.violations.size() == 1);
  CHECK(outside.violations[0] == "box 0 has its centre outside the container");
  CHECK(outside.clearance[0] == Approx(400));  // Its nearest face is 400 mm from the wall.

  // Around the whole container: no wall inside it shows by vertices outside.
  CHECK_FALSE(verify({box({5000, 5000, 5000}, {}, {20001, 20001, 20001})}, hall).legal);
}

TEST_CASE("A spike that pierces a box is found, whether its tip is in the box or beyond") {
  // A needle from the floor: a tetrahedron 1 mm wide.
  for (const double tip : {40.0, 90.0}) {
    Container spiked = room();
    jam::trunk::TriangleMesh needle;
    needle.vertices = {{50, 30, 10}, {51, 30, 10}, {50, 31, 10}, {50.2, 30.2, tip}};
    needle.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    spiked.surface = shapes::joined(spiked.surface, shapes::inside_out(needle));
    const Verification result = verify({box({100, 50, 55})}, spiked);
    CHECK_FALSE(result.legal);
    CHECK(verify({box({300, 50, 55})}, spiked).legal);
  }
}

TEST_CASE("A box in the hole of a frame is outside although walls surround it") {
  const Container frame = shapes::container(shapes::frame());
  CHECK(frame.volume == Approx(600.0 * 600 * 100 - 200.0 * 200 * 100));
  CHECK(verify({box({-200, 0, 0}), box({200, 0, 25})}, frame).violations.empty());
  CHECK_FALSE(verify({box({0, 0, 0})}, frame).legal);
  CHECK(verify({box({0, 0, 0})}, frame).violations[0] == "box 0 has its centre outside the container");
}

TEST_CASE("In a wrapped container the original triangles stop boxes as well") {
  Container wrapped = room();
  wrapped.wrapped = true;
  wrapped.original = shapes::cuboid({1, 1, 1}, {399, 199, 99});
  CHECK(verify({box({101, 51, 26})}, wrapped).legal);
  const Verification result = verify({box({100.5, 51, 26})}, wrapped);
  REQUIRE(result.violations.size() == 1);
  CHECK(result.violations[0].find("box 0 cuts the original mesh") == 0);
  CHECK(result.clearance[0] == Approx(-0.5));
}

TEST_CASE("Boxes of different sizes are verified by their own edges") {
  CHECK(verify({box({150, 100, 50}, {}, {300, 200, 100}), box({350, 100, 50}, {}, {100, 200, 100})}, room())
            .legal);
  CHECK_FALSE(verify({box({150, 100, 50}, {}, {300.1, 200, 100})}, room()).legal);
  const Verification result = verify({box({20, 20, 20}, {}, {10, 10, 10})}, room());
  CHECK(result.legal);
  CHECK(result.clearance[0] == Approx(15));
}

TEST_CASE("Rows that are no boxes are violations of their own") {
  std::vector<jam::trunk::BoxRow> rows(4);
  for (auto& row : rows) row.centre = {100, 50, 25};
  rows[0].second_axis = {0.001, 1, 0};
  rows[1].centre.x = std::numeric_limits<double>::quiet_NaN();
  rows[2].edge.z = 0;
  const Verification result = verify_boxes(rows, room());
  CHECK_FALSE(result.legal);
  REQUIRE(result.violations.size() == 3);
  CHECK(result.violations[0] ==
        "box 0 has axes that are off orthonormal by 0.001000; at most 0.0001 is allowed");
  CHECK(result.violations[1] == "box 1 holds a number that is not finite or beyond 1e9");
  CHECK(result.violations[2] == "box 2 has an edge that is not positive");
  CHECK(std::isinf(result.clearance[0]));
  CHECK(result.clearance[3] == 0);
}

TEST_CASE("At most ten violations are listed, the others counted, the same for any number of threads") {
  std::vector<jam::trunk::PlacedBox> boxes;
  for (int i = 0; i < 14; ++i) boxes.push_back(box({1000.0 + 300 * i, 0, 0}));
  const Verification result = verify_boxes(BoxPacking{boxes}, room(), 0, 1);
  REQUIRE(result.violations.size() == 11);
  CHECK(result.violations[10] == "and 4 more");
  CHECK(result.violation_count == 14);
  const Verification threads = verify_boxes(BoxPacking{boxes}, room(), 0, 4);
  CHECK(threads.violations == result.violations);
  CHECK(threads.clearance == result.clearance);
}

TEST_CASE("A surface that is open has no inside and is refused") {
  Container open = room();
  open.surface.triangles.pop_back();
  CHECK_THROWS_AS(verify({box({100, 50, 25})}, open), jam::InputError);
  Container fan = room();
  fan.surface.triangles.push_back({0, 2, 5});
  CHECK_THROWS_AS(verify({box({100, 50, 25})}, fan), jam::InputError);
}

TEST_CASE("The preparation of verifications ends on a stop, and leaves nothing half-made") {
  jam::StopToken stop;
  stop.request(jam::StopReason::interrupt);
  const Container container =
      shapes::container(shapes::cuboid({0, 0, 0}, {401, 203, 107}));  // That of no other test.
  CHECK_THROWS_AS(prepare_verification(container, &stop), jam::StoppedError);
  CHECK(verify({box({100, 50, 25})}, container).legal);
  prepare_verification(container, &stop);  // It is made by now.
}

TEST_CASE("The inside test decides points a unit in the last place from a wall") {
  const InsideTest inside(room().surface);
  CHECK(inside.contains({200, 100, 50}));
  CHECK_FALSE(inside.contains({200, 100, 100}));
  CHECK(inside.contains({200, 100, std::nextafter(100.0, 0.0)}));
  CHECK_FALSE(inside.contains({200, 100, std::nextafter(100.0, 200.0)}));
  CHECK(inside.contains({200, 100, 5e-324}));
  CHECK_FALSE(inside.contains({200, 100, -5e-324}));
}

TEST_CASE("The verdict on random triangles is that of points sampled from them") {
  // One box, one needle or slab of a triangle. Where a sampled point of the triangle is clearly in the box,
  // it must be found; where it was found, the measured separation must be negative.
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> place(-150, 150);
  std::uniform_real_distribution<double> share(0, 1);
  int met = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto b = jam::trunk::row_of(box({}, random_rotation(random)));
    const Triangle<double> t = {Vec3d{place(random), place(random), place(random)},
                                Vec3d{place(random), place(random), place(random)},
                                Vec3d{place(random), place(random), place(random)}};
    const double gap = separation(parallelepiped<double>(b, 0), t);
    bool sampled = false;
    for (int k = 0; k < 3000; ++k) {
      double u = share(random), v = share(random);
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Vec3d p = t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
      sampled = sampled || (std::abs(dot(p, b.first_axis)) < 100 && std::abs(dot(p, b.second_axis)) < 50 &&
                            std::abs(dot(p, b.third_axis())) < 25);
    }
    met += sampled;
    if (sampled) CHECK(gap < 0);
    if (gap < -20) CHECK(sampled);  // Nearly all of the box's 25 mm: of 3000 points, dozens lie inside.
  }
  CHECK(met > 100);
}
