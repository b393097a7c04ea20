// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes with rounded edges and corners in contact: axes and depths against true distances, and their
// simulation.
#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <vector>

#include "jam/contact/box_box.hpp"
#include "jam/contact/box_point.hpp"
#include "jam/contact/contact_point.hpp"
#include "jam/core/error.hpp"
#include "jam/core/philox.hpp"
#include "jam/trunk/relax/box_instances.hpp"
#include "scenes/trunk/cavity.hpp"
#include "scenes/trunk/rounded_boxes.hpp"

using namespace jam;
using namespace jam::trunk;
using contact::Box;

namespace {

Vec3d any_vector(RandomStream& random) {
  const double x = 2 * random.uniform_double() - 1;
  const double y = 2 * random.uniform_double() - 1;
  return {x, y, 2 * random.uniform_double() - 1};
}

Box<double> litre_box(Vec3d centre, Quaterniond rotation, double radius) {
  return contact::make_box(centre, rotation, Vec3d{100 - radius, 50 - radius, 25 - radius}, radius);
}

PlacedBox placed_at(Vec3d centre, Quaterniond rotation, double radius) {
  PlacedBox box;
  box.centre = centre;
  box.rotation = rotation;
  box.corner_radius = radius;
  return box;
}

/// Points of a wall far around everything.
PointGrid far_walls() {
  std::vector<Vec3d> points = jam::test::cavity_points({6000, 6000, 6000}, 200);
  for (Vec3d& p : points) p -= Vec3d{3000, 3000, 3000};
  return PointGrid(points);
}

BoxRelaxationResult relax(BoxPacking& packing, const PointGrid& grid, ContactLaw law,
                          const std::vector<std::uint8_t>& fixed = {}) {
  BoxInstances instances(1, packing.count());
  instances.load(0, packing, grid.origin(), fixed);
  BoxRelaxation parameters;
  parameters.law = law;
  BoxRelaxationResult result;
  make_cpu_relax_engine(grid, 1)->run({instances, parameters, {&result, 1}});
  instances.store(0, packing, grid.origin());
  return result;
}

Box<double> as_double(const PlacedBox& box) { return litre_box(box.centre, box.rotation, box.corner_radius); }

}  // namespace

TEST_CASE(
    "axes never take rounded boxes for farther apart than they are, nor for deeper in each other than sharp "
    "ones") {
  RandomStream random(3, StreamId::test, 0, 0);
  int apart = 0;
  int exact = 0;
  int gained = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const double radius = 25 * random.uniform_double();
    const Quaterniond turn_a = turned({}, 3.0 * any_vector(random));
    const Quaterniond turn_b = turned({}, 3.0 * any_vector(random));
    const Vec3d between = 140.0 * any_vector(random);
    const Box<double> a = litre_box({}, turn_a, radius);
    const Box<double> b = litre_box(between, turn_b, radius);
    const double overlap = contact::least_overlap(a, b).overlap;
    const double sharp =
        contact::least_overlap(litre_box({}, turn_a, 0), litre_box(between, turn_b, 0)).overlap;
    const double gap = trunk::test::core_distance(a, b) - 2 * radius;
    // The distance is computed to 1e-6 mm.
    if (overlap < 0) CHECK(-overlap <= gap + 1e-6);
    CHECK(overlap <= sharp + 1e-9);
    apart += overlap < 0 ? 1 : 0;
    exact += overlap < 0 && gap + overlap < 1e-4 ? 1 : 0;
    gained += overlap < 0 && sharp > 0 ? 1 : 0;
  }
  // Faces and edges are what most pairs are nearest at.
  CHECK(apart > 300);
  CHECK(exact > apart / 4);
  CHECK(gained > 20);
}

TEST_CASE(
    "along a face a rounded box reaches as far as a sharp one, corner to corner the axes do not see the "
    "round") {
  const double radius = 10;
  const Box<double> a = litre_box({}, {}, radius);
  const Box<double> beside = litre_box({199, 20, 10}, {}, radius);
  CHECK(contact::least_overlap(a, beside).overlap == Approx(1).margin(1e-12));
  CHECK(contact::least_overlap(a, beside).axis == 0);

  // Corners of the cores 18 mm apart, less than two radii, however the corners meet.
  const Vec3d cores{180 + 18 / std::sqrt(3.0), 80 + 18 / std::sqrt(3.0), 30 + 18 / std::sqrt(3.0)};
  const Box<double> diagonal = litre_box(cores, {}, radius);
  CHECK(trunk::test::core_distance(a, diagonal) == Approx(18).margin(1e-6));
  CHECK(contact::least_overlap(a, diagonal).overlap > 0);
  // 22 mm apart they are free of each other; the axes take them for overlapping, never the other way round.
  const double w = 22 / std::sqrt(3.0);
  const Box<double> free = litre_box({180 + w, 80 + w, 30 + w}, {}, radius);
  CHECK(trunk::test::core_distance(a, free) > 2 * radius);
  CHECK(contact::least_overlap(a, free).overlap == Approx(20 - w).margin(1e-9));

  // Crossed edges: the distance of the cores' edges less two radii, and deeper for sharp boxes by 2 (sqrt 2 -
  // 1) R.
  const Quaterniond on_edge = from_axis_angle(Vec3d{1, 0, 0}, std::numbers::pi / 4);
  const Quaterniond across = from_axis_angle(Vec3d{0, 0, 1}, std::numbers::pi / 2) * on_edge;
  const double height = (50 - radius + 25 - radius) / std::sqrt(2.0);
  const Box<double> under = litre_box({}, on_edge, radius);
  const Box<double> over = litre_box({0, 0, 2 * height + 2 * radius + 0.5}, across, radius);
  CHECK(contact::least_overlap(under, over).overlap == Approx(-0.5).margin(1e-9));
  CHECK(contact::least_overlap(litre_box({}, on_edge, 0), litre_box(over.centre, across, 0)).overlap ==
        Approx(2 * (std::sqrt(2.0) - 1) * radius - 0.5).margin(1e-9));
}

TEST_CASE(
    "the depth of a point is the radius less its distance from the core beyond an edge, and that of a sharp "
    "box over a face") {
  RandomStream random(5, StreamId::test, 0, 0);
  int beyond_edges = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const double radius = trial % 3 == 0 ? 25 : 25 * random.uniform_double();
    const Quaterniond turn = turned({}, 3.0 * any_vector(random));
    const Box<double> box = litre_box({3, 4, 5}, turn, radius);
    const Box<double> sharp = litre_box({3, 4, 5}, turn, 0);
    const Vec3d any = any_vector(random);
    const Vec3d point =
        box.centre + 110 * any.x * box.axis[0] + 60 * any.y * box.axis[1] + 30 * any.z * box.axis[2];
    const double depth = contact::depth_in_box(box, point).depth;
    const double distance = length(point - trunk::test::nearest_in_core(box, point));
    const double sharp_depth = contact::depth_in_box(sharp, point).depth;
    const bool beyond = distance > 1e-9;
    CHECK(depth == Approx(beyond ? radius - distance : sharp_depth).margin(1e-9));
    CHECK(depth <= sharp_depth + 1e-9);
    beyond_edges += beyond && depth < sharp_depth - 1 ? 1 : 0;
    const Box<float> small{
        {3, 4, 5},
        {{static_cast<float>(box.axis[0].x), static_cast<float>(box.axis[0].y),
          static_cast<float>(box.axis[0].z)},
         {static_cast<float>(box.axis[1].x), static_cast<float>(box.axis[1].y),
          static_cast<float>(box.axis[1].z)},
         {static_cast<float>(box.axis[2].x), static_cast<float>(box.axis[2].y),
          static_cast<float>(box.axis[2].z)}},
        {static_cast<float>(box.half.x), static_cast<float>(box.half.y), static_cast<float>(box.half.z)},
        static_cast<float>(radius)};
    const Vec3f at{static_cast<float>(point.x), static_cast<float>(point.y), static_cast<float>(point.z)};
    CHECK(static_cast<double>(contact::depth_in_box(small, at).depth) ==
          Approx(depth).margin(1e-3));  // Floats of 100 mm.
  }
  CHECK(beyond_edges > 100);
}

TEST_CASE("where rounded boxes press on each other lies between them") {
  const double radius = 8;
  // A box flat on another, 1 mm deep: in the middle of where they meet, half a millimetre below the face.
  const Box<double> under = litre_box({}, {}, radius);
  const Box<double> over = litre_box({50, 0, 49}, {}, radius);
  const Vec3d flat = contact::patch_contact_point(under, over, 2, Vec3d{0, 0, 1}, 1.0);
  CHECK(length(flat - Vec3d{25, 0, 24.5}) < 1e-9);
  CHECK(length(contact::patch_contact_point(under, over, 5, Vec3d{0, 0, 1}, 1.0) - flat) < 1e-9);
  // On a corner: on the ball around the corner of the core.
  const Quaterniond turn = turned({}, Vec3d{0.5, 0.3, 0});
  const Box<double> high = litre_box({}, turn, radius);
  const Vec3d lowest = contact::farthest_vertex(high, Vec3d{0, 0, -1});
  const Box<double> tilted = litre_box({0, 0, 24 + radius - lowest.z}, turn, radius);
  CHECK(contact::single_contact_point(under, tilted, 2, Vec3d{0, 0, 1}, 1.0).z == Approx(24.5).margin(1e-9));
}

TEST_CASE(
    "the contact simulation leaves rounded boxes alone where only sharp ones overlap, and parts them where "
    "they do") {
  const auto law = GENERATE(ContactLaw::patch, ContactLaw::single);
  const PointGrid grid = far_walls();
  const double radius = GENERATE(3.0, 12.0, 25.0);
  RandomStream random(11, StreamId::test, 0, 0);
  int untouched = 0;
  for (int trial = 0; trial < 40; ++trial) {
    BoxPacking packing;
    packing.boxes.push_back(placed_at({}, turned({}, 3.0 * any_vector(random)), radius));
    packing.boxes.push_back(
        placed_at(110.0 * any_vector(random), turned({}, 3.0 * any_vector(random)), radius));
    const BoxPacking before = packing;
    const double overlap =
        contact::least_overlap(as_double(packing.boxes[0]), as_double(packing.boxes[1])).overlap;
    const BoxRelaxationResult result = relax(packing, grid, law);
    INFO("radius " << radius << ", trial " << trial << ", overlap " << overlap);
    CHECK(result.status.has(StatusBit::converged));
    // Floats, as for sharp boxes.
    CHECK(contact::least_overlap(as_double(packing.boxes[0]), as_double(packing.boxes[1])).overlap < 0.03);
    if (overlap < -0.01) {
      CHECK(result.steps == 0);
      BoxPacking sharp = before;
      for (PlacedBox& box : sharp.boxes) box.corner_radius = 0;
      untouched += relax(sharp, grid, law).steps > 0 ? 1 : 0;
    }
  }
  if (radius == 25.0) CHECK(untouched > 0);
}

TEST_CASE(
    "points of a wall push a rounded box off where they are in it, and not where only the sharp box holds "
    "them") {
  const auto law = GENERATE(ContactLaw::patch, ContactLaw::single);
  const double radius = 20;
  std::vector<Vec3d> points = jam::test::cavity_points({600, 600, 600}, 60);
  for (Vec3d& p : points) p -= Vec3d{300, 300, 300};
  const Vec3d in_the_sharp_corner{99, 49, 24};
  points.push_back(in_the_sharp_corner);
  BoxPacking packing;
  packing.boxes.push_back(placed_at({}, {}, radius));
  CHECK(relax(packing, PointGrid(points), law).steps == 0);
  packing.boxes[0].corner_radius = 0;
  CHECK(relax(packing, PointGrid(points), law).steps > 0);

  points.back() = {90, 40, 20};  // From the core's corner at (84, 34, 9) not 20 mm away.
  packing.boxes[0] = placed_at({4, 4, 4}, {}, radius);
  const BoxRelaxationResult result = relax(packing, PointGrid(points), law);
  CHECK(result.steps > 0);
  CHECK(result.status.has(StatusBit::converged));
  CHECK(contact::depth_in_box(as_double(packing.boxes[0]), points.back()).depth < 0.02);
}

TEST_CASE("a radius of more than half of an edge, or below 0, is refused") {
  const PointGrid grid = far_walls();
  for (const double radius : {25.1, -1.0, std::nan("")}) {
    BoxPacking packing;
    packing.boxes.push_back(placed_at({}, {}, radius));
    BoxInstances instances(1, 1);
    CHECK_THROWS_AS(instances.load(0, packing, grid.origin()), InputError);
  }
}

TEST_CASE("the volume of a rounded box is that of its core, faces, edges and corners") {
  CHECK(rounded_volume({200, 100, 50}, 0) == 1e6);
  CHECK(rounded_volume({50, 50, 50}, 25) == Approx(4 * std::numbers::pi / 3 * 15625));  // A ball.
  // Sampled on a grid of half millimetres.
  int inside = 0;
  const Box<double> box = contact::make_box<double>({}, {}, {15, 5, 0}, 10.0);
  for (int x = -50; x < 50; ++x) {
    for (int y = -30; y < 30; ++y) {
      for (int z = -20; z < 20; ++z)
        inside += contact::depth_in_box(box, {(x + 0.5) / 2, (y + 0.5) / 2, (z + 0.5) / 2}).depth > 0 ? 1 : 0;
    }
  }
  CHECK(inside / 8.0 == Approx(rounded_volume({50, 30, 20}, 10)).epsilon(0.005));
}
