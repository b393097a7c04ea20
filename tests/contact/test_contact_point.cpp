// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contact points, points in boxes, and what a contact does to its bodies.
#include <catch2/catch.hpp>

#include <cmath>

#include "jam/contact/box_point.hpp"
#include "jam/contact/contact_point.hpp"
#include "jam/contact/position_correction.hpp"
#include "jam/core/philox.hpp"

using namespace jam;
using contact::Box;

namespace {

Vec3d random_vector(RandomStream& random) {
  const double x = random.uniform_double();
  const double y = random.uniform_double();
  return {2 * x - 1, 2 * y - 1, 2 * random.uniform_double() - 1};
}

Box<double> upright(Vec3d centre, Vec3d half) { return contact::make_box(centre, Quaterniond{}, half); }

/// Whether p lies in the box grown by `margin`.
bool inside(const Box<double>& box, Vec3d p, double margin) {
  return contact::depth_in_box(box, p).depth >= -margin;
}

}  // namespace

TEST_CASE("a face pushes at the middle of the patch where it meets the other", "[contact]") {
  const auto a = upright({0, 0, 0}, {1, 1, 1});
  const auto b = upright({1.9, 0.2, 0.1}, {1, 1, 1});
  const Vec3d n{1, 0, 0};
  const Vec3d patch = contact::patch_contact_point(a, b, 0, n, 0.1);
  // The patch is [-0.8, 1] x [-0.9, 1]; half of the depth is on either side.
  CHECK(patch.x == Approx(0.95));
  CHECK(patch.y == Approx(0.1));
  CHECK(patch.z == Approx(0.05));
  // The same from the face of B.
  const Vec3d of_b = contact::patch_contact_point(a, b, 3, n, 0.1);
  CHECK(of_b.x == Approx(0.95));
  CHECK(of_b.y == Approx(0.1));
  CHECK(of_b.z == Approx(0.05));
  // Faces crossed like a plus sign: no vertex of one lies over the other.
  const auto bar = upright({0, 0, 1.4}, {3, 0.5, 0.5});
  const auto cross = upright({0, 0, 0.45}, {0.5, 3, 0.5});
  const Vec3d middle = contact::patch_contact_point(cross, bar, 2, Vec3d{0, 0, 1}, 0.05);
  CHECK(length(middle - Vec3d{0, 0, 0.925}) < 1e-12);
}

TEST_CASE("the single contact point is a vertex lifted by half the depth, or the middle between edges",
          "[contact]") {
  const auto a = upright({0, 0, 0}, {1, 1, 1});
  const auto b =
      contact::make_box(Vec3d{0.1, 0.2, 2.2}, from_axis_angle(Vec3d{1, 1, 0}, 0.7), Vec3d{1, 1, 1});
  const auto least = contact::least_overlap(a, b);
  REQUIRE(static_cast<int>(least.axis) == 2);
  const Vec3d n = contact::axis_from_a_to_b(a, b, 2);
  const Vec3d point = contact::single_contact_point(a, b, 2, n, least.overlap);
  CHECK(point.z == Approx(1 - least.overlap / 2));
  CHECK(length(contact::farthest_vertex(b, -n) + 0.5 * least.overlap * n - point) == 0);
  const Vec3d between =
      contact::middle_between_lines(Vec3d{0, 0, 0}, Vec3d{1, 0, 0}, Vec3d{5, 7, 2}, Vec3d{0, 1, 0});
  CHECK(length(between - Vec3d{5, 0, 1}) < 1e-12);
}

TEST_CASE("the centre of pressure lies in both boxes and moves continuously", "[contact]") {
  RandomStream random(5, StreamId::test, 0, 0);
  int compared = 0;
  for (int k = 0; k < 3000; ++k) {
    const auto a = upright({0, 0, 0}, {100, 50, 25});
    const Quaterniond tilt = from_axis_angle(random_vector(random), 0.3 * random.uniform_double());
    const Vec3d centre = Vec3d{90, 60, 48} + 15 * random_vector(random);
    const auto b = contact::make_box(centre, tilt, Vec3d{100, 50, 25});
    const auto least = contact::least_overlap(a, b);
    if (!(least.overlap > 0.1)) continue;
    const int axis = static_cast<int>(least.axis);
    const Vec3d n = contact::axis_from_a_to_b(a, b, axis);
    const Vec3d point = contact::patch_contact_point(a, b, axis, n, least.overlap);
    CHECK(inside(a, point, least.overlap));
    CHECK(inside(b, point, least.overlap));
    if (axis >= contact::first_edge_axis) continue;
    // A shift of 1e-6 mm moves it by less than a thousand times as much.
    const auto moved = contact::make_box(centre + 1e-6 * random_vector(random), tilt, Vec3d{100, 50, 25});
    const Vec3d near =
        contact::patch_contact_point(a, moved, axis, n, contact::least_overlap(a, moved).overlap);
    CHECK(length(near - point) < 1e-3);
    ++compared;
  }
  CHECK(compared > 500);
}

TEST_CASE("the depth of a point is the way to the nearest face", "[contact]") {
  RandomStream random(6, StreamId::test, 0, 0);
  for (int k = 0; k < 2000; ++k) {
    const Quaterniond turn = from_axis_angle(random_vector(random), 3.0);
    const auto box = contact::make_box(random_vector(random), turn, Vec3d{1, 0.5, 0.25});
    const Vec3d local{1.2 * random_vector(random).x, 0.6 * random_vector(random).y,
                      0.3 * random_vector(random).z};
    const auto result = contact::depth_in_box(box, box.centre + rotate(turn, local));
    const double expected =
        std::min({1 - std::abs(local.x), 0.5 - std::abs(local.y), 0.25 - std::abs(local.z)});
    CHECK(result.depth == Approx(expected).margin(1e-12));
    CHECK(length(result.in_box - local) < 1e-12);
    CHECK(contact::component(box.half, static_cast<int>(result.axis)) -
              std::abs(contact::component(local, static_cast<int>(result.axis))) ==
          Approx(expected).margin(1e-12));
  }
}

TEST_CASE("a contact parts its boxes to first order and keeps both momenta", "[contact]") {
  RandomStream random(7, StreamId::test, 0, 0);
  int tried = 0;
  for (int k = 0; k < 10000; ++k) {
    Vec3d centre[2] = {{0, 0, 0}, 1.5 * random_vector(random)};
    Quaterniond turn[2] = {from_axis_angle(random_vector(random), 2.0),
                           from_axis_angle(random_vector(random), 2.0)};
    const Vec3d half[2] = {{1, 0.5, 0.25}, {0.5, 0.7, 0.3}};
    const double mass[2] = {1, 3};
    const auto boxes = [&](int i) { return contact::make_box(centre[i], turn[i], half[i]); };
    const auto a = boxes(0);
    const auto b = boxes(1);
    const auto least = contact::least_overlap(a, b);
    if (!(least.overlap > 1e-6 && least.overlap < 0.01)) continue;
    ++tried;
    const int axis = static_cast<int>(least.axis);
    const Vec3d n = contact::axis_from_a_to_b(a, b, axis);
    const Vec3d point = contact::single_contact_point(a, b, axis, n, least.overlap);
    const auto ia = contact::inverse_inertia_of_box(mass[0], half[0]);
    const auto ib = contact::inverse_inertia_of_box(mass[1], half[1]);
    const auto pa = contact::push(a, ia, point, n);
    const auto pb = contact::push(b, ib, point, n);
    const double size = least.overlap / (pa.inverse_mass + pb.inverse_mass);
    const auto ca = -size * pa.correction;
    const auto cb = size * pb.correction;
    // Momentum, and angular momentum about the origin.
    CHECK(length(mass[0] * ca.move + mass[1] * cb.move) < 1e-12);
    const auto spin = [&](const Box<double>& box, const contact::InverseInertia<double>& inertia, Vec3d w) {
      Vec3d sum{};
      for (int i = 0; i < 3; ++i)
        sum += (dot(box.axis[i], w) / contact::component(inertia.principal, i)) * box.axis[i];
      return sum;
    };
    const Vec3d angular = spin(a, ia, ca.turn) + cross(a.centre, mass[0] * ca.move) + spin(b, ib, cb.turn) +
                          cross(b.centre, mass[1] * cb.move);
    CHECK(length(angular) < 1e-12);
    // The points of both bodies go apart by just the depth.
    const Vec3d apart =
        cb.move + cross(cb.turn, point - b.centre) - ca.move - cross(ca.turn, point - a.centre);
    CHECK(dot(apart, n) == Approx(least.overlap).epsilon(1e-12));
    contact::apply(ca, centre[0], turn[0]);
    CHECK(norm(turn[0]) == Approx(1).epsilon(1e-15));
    CHECK(length(centre[0] - ca.move) == 0);
  }
  CHECK(tried > 20);
}
