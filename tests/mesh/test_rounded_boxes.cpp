// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Exact verification of boxes with rounded edges and corners, and the polish that makes them legal.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/polish/box_polish.hpp"
#include "scenes/trunk/rounded_boxes.hpp"
#include "shapes.hpp"

using namespace jam::mesh;
using jam::from_axis_angle;
using jam::Quaterniond;
using jam::Vec3d;
using jam::trunk::BoxPacking;
using jam::trunk::Container;
using jam::trunk::PlacedBox;
using jam::trunk::test::filleted_container;
using shapes::box;

namespace {

constexpr double radius = 10;

Verification verify(const std::vector<PlacedBox>& boxes, const Container& container,
                    double corner_radius = radius, double tolerance = 0) {
  return verify_boxes(BoxPacking{boxes}, container, tolerance, 1, corner_radius);
}

std::string first(const Verification& verdict) {
  return verdict.violations.empty() ? std::string() : verdict.violations.front();
}

Container room() { return shapes::container(shapes::cuboid({0, 0, 0}, {1000, 1000, 1000})); }

/// Fits around a rounded litre box: eight facets per 90 degrees come up to 1.1 % nearer than the fillet that
/// they stand for.
Container close_cavity(double fillet) { return filleted_container({200.4, 100.4, 50.4}, fillet, 8); }

Quaterniond random_rotation(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return normalised(Quaterniond{normal(random), normal(random), normal(random), normal(random)});
}

Container turned(Container container, const Quaterniond& turn, Vec3d shift) {
  for (auto* mesh : {&container.surface, &container.original})
    for (Vec3d& vertex : mesh->vertices) vertex = rotate(turn, vertex) + shift;
  return container;
}

/// As two boxes that meet with crossed edges, the upper one `lift` higher than where rounded ones touch.
std::vector<PlacedBox> crossed_edges(double lift, double corner_radius) {
  const Quaterniond on_edge = from_axis_angle(Vec3d{1, 0, 0}, std::numbers::pi / 4);
  const Quaterniond across = from_axis_angle(Vec3d{0, 0, 1}, std::numbers::pi / 2) * on_edge;
  const double height = (75 - 2 * corner_radius) / std::sqrt(2.0) + corner_radius;
  return {box({500, 500, 300}, on_edge), box({500, 500, 300 + 2 * height + lift}, across)};
}

}  // namespace

TEST_CASE("A rounded box is legal in a cavity with fillets just around it, in which the sharp box is not") {
  const Container cavity = close_cavity(10.2);
  const Verification rounded = verify({box({0, 0, 0})}, cavity);
  INFO(first(rounded));
  CHECK(rounded.legal);
  CHECK(rounded.clearance.front() > 0.05);
  CHECK(rounded.clearance.front() < 0.21);
  CHECK_FALSE(verify({box({0, 0, 0})}, cavity, 0).legal);
  // Fillets that are too large for it: 20.2 mm leave 4.2 mm less on the way into an edge.
  CHECK_FALSE(verify({box({0, 0, 0})}, close_cavity(20.2)).legal);
  CHECK_FALSE(verify({box({0.3, 0, 0})}, cavity).legal);
}

TEST_CASE("That holds under any rotation, and to the last step of the tolerance") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 10; ++i) {
    const Quaterniond turn = random_rotation(random);
    const Vec3d shift{321.5 * i, -77, 15};
    const Container cavity = turned(close_cavity(10.2), turn, shift);
    CHECK(verify({box(shift, turn)}, cavity).legal);
    CHECK_FALSE(verify({box(shift, turn)}, cavity, 0).legal);
    // Faces at a flat wall: 1e-7 mm in are granted, 1e-5 mm are not.
    const Container flat =
        turned(shapes::container(shapes::cuboid({-110, -50.2, -30}, {110, 50.2, 30})), turn, shift);
    CHECK(verify({box(shift + rotate(turn, Vec3d{0, 0.2 + 1e-7, 0}), turn)}, flat).legal);
    CHECK_FALSE(verify({box(shift + rotate(turn, Vec3d{0, 0.2 + 1e-5, 0}), turn)}, flat).legal);
    CHECK(verify({box(shift + rotate(turn, Vec3d{0, 0.2 + 1e-5, 0}), turn)}, flat, radius, 2e-5).legal);
  }
}

TEST_CASE(
    "Cores must be two radii apart: 1e-7 mm less is legal, 1e-5 mm less is not, faces, edges, turned or of "
    "largest radius") {
  const Container container = room();
  std::mt19937_64 random(5);
  for (const double corner_radius : {0.5, 10.0, 25.0}) {
    for (int i = 0; i < 20; ++i) {
      const Quaterniond turn = i == 0 ? Quaterniond{} : random_rotation(random);
      const auto faces = [&](double lack) {
        return std::vector<PlacedBox>{
            box({500, 500, 500}, turn),
            box(Vec3d{500, 500, 500} + rotate(turn, Vec3d{40, 100 - lack, 10}), turn)};
      };
      const auto edges = [&](double lack) {
        std::vector<PlacedBox> boxes = crossed_edges(-lack, corner_radius);
        for (PlacedBox& b : boxes)
          b = box(Vec3d{500, 500, 500} + rotate(turn, b.centre - Vec3d{500, 500, 400}), turn * b.rotation);
        return boxes;
      };
      INFO("radius " << corner_radius << ", turn " << i);
      CHECK(verify(faces(1e-7), container, corner_radius).legal);
      CHECK_FALSE(verify(faces(1e-5), container, corner_radius).legal);
      CHECK(verify(edges(1e-7), container, corner_radius).legal);
      const Verification overlap = verify(edges(1e-5), container, corner_radius);
      CHECK_FALSE(overlap.legal);
      CHECK(overlap.deepest_pair_penetration == Approx(1e-5).margin(1e-9));
      CHECK_FALSE(verify(edges(0), container, 0).legal);
    }
  }
}

TEST_CASE("What is accepted is apart by true distance, for random pairs") {
  const Container container = room();
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> any(-1, 1);
  int legal = 0;
  int only_rounded = 0;
  for (int i = 0; i < 300; ++i) {
    const double corner_radius = 12.5 * (1 + any(random));
    const Vec3d middle{500, 500, 500};
    std::vector<PlacedBox> boxes = {
        box(middle, random_rotation(random)),
        box(middle + 130.0 * Vec3d{any(random), any(random), any(random)}, random_rotation(random))};
    if (!verify(boxes, container, corner_radius).legal) continue;
    ++legal;
    only_rounded += verify(boxes, container, 0).legal ? 0 : 1;
    const auto core = [&](const PlacedBox& b) {
      return jam::contact::make_box(b.centre, b.rotation,
                                    0.5 * b.edge - Vec3d{corner_radius, corner_radius, corner_radius});
    };
    // The allowance of a nanometre, and what the distance is computed to.
    CHECK(jam::trunk::test::core_distance(core(boxes[0]), core(boxes[1])) > 2 * corner_radius - 2e-6);
  }
  CHECK(legal > 50);
  CHECK(only_rounded > 3);
}

TEST_CASE("Boxes that are too small for the radius, and radii that are none, are refused") {
  const Verification small = verify({box({500, 500, 500}, {}, {200, 100, 15})}, room());
  CHECK_FALSE(small.legal);
  CHECK(first(small).find("shorter than twice the radius") != std::string::npos);
  CHECK(verify({box({500, 500, 500}, {}, {200, 100, 20})}, room()).legal);
  CHECK_THROWS_AS(verify({}, room(), -1), jam::InputError);
  CHECK_THROWS_AS(verify({}, room(), std::nan("")), jam::InputError);
}

TEST_CASE("The polish moves a rounded box to where verification finds it legal") {
  const Container cavity = close_cavity(10.2);
  const jam::trunk::WallTriangles walls(cavity);
  jam::trunk::BoxPolish polish(walls);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int i = 0; i < 20; ++i) {
    const Vec3d axis{any(random), any(random), any(random)};
    std::vector<PlacedBox> boxes = {
        box(2.0 * Vec3d{any(random), any(random), any(random)}, from_axis_angle(axis, 0.03 * any(random)))};
    boxes.front().corner_radius = radius;
    REQUIRE_FALSE(verify(boxes, cavity).legal);
    const auto result = polish.run(boxes, 0);
    INFO("start " << i << ", deepest " << result.deepest);
    CHECK(result.legal);
    CHECK(verify(boxes, cavity).legal);
    boxes.front().corner_radius = 0;
    CHECK_FALSE(polish.run(boxes, 0).legal);
  }
}
