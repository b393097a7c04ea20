// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <random>

#include "jam/loading/sweep.hpp"

using namespace jam;
using namespace jam::loading;

namespace {

contact::Box<double> box_at(Vec3d centre, Quaterniond rotation = {}) {
  return contact::make_box(centre, rotation, Vec3d{100, 50, 25});
}

}  // namespace

TEST_CASE("a pushed box overlaps another from the moment when their faces meet until they part") {
  const Zonotope moving = zonotope_of(box_at({0, 0, 0}));
  const Times times = overlap_times(moving, {1, 0, 0}, zonotope_of(box_at({300, 0, 0})), 0);
  CHECK(times.from == Approx(100));
  CHECK(times.to == Approx(500));
  CHECK(overlap_times(moving, {1, 0, 0}, zonotope_of(box_at({300, 100, 0})), 0).none());
  CHECK(overlap_times(moving, {0, 0, 1}, zonotope_of(box_at({200, 0, 0})), 0).none());
}

TEST_CASE("what is allowed shortens an overlap at both of its ends, and makes it none if it is as deep") {
  const Zonotope moving = zonotope_of(box_at({0, 0, 0})), other = zonotope_of(box_at({300, 99, 0}));
  const Times times = overlap_times(moving, {1, 0, 0}, other, 0.5);
  CHECK(times.from == Approx(100.5));
  CHECK(times.to == Approx(499.5));
  CHECK(overlap_times(moving, {1, 0, 0}, other, 1).none());
}

TEST_CASE("a box that passes through a triangle overlaps it while they have points in common") {
  const Triangle wall{{{300, -200, -200}, {300, 200, -200}, {300, 0, 300}}};
  const Times times = overlap_times(zonotope_of(box_at({0, 0, 0})), {1, 0, 0}, wall, 0);
  CHECK(times.from == Approx(200));
  CHECK(times.to == Approx(400));
  CHECK(overlap_times(zonotope_of(box_at({0, 0, 400})), {1, 0, 0}, wall, 0).none());
}

TEST_CASE("a swept box covers what the box covers on its way") {
  // Random boxes: the swept box meets another if and only if the box meets it at some time of the way.
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-300, 300), part(-1, 1);
  const auto rotation = [&] {
    return normalised(Quaterniond{part(random), part(random), part(random), part(random)});
  };
  int met = 0;
  for (int k = 0; k < 2000; ++k) {
    const Zonotope box = zonotope_of(box_at({0, 0, 0}, rotation()));
    const Zonotope other = zonotope_of(box_at({place(random), place(random), place(random)}, rotation()));
    const Vec3d way{place(random), place(random), place(random)};
    const Times times = overlap_times(box, way, other, 0);
    const bool meets = !times.none() && times.from < 1 && times.to > 0;
    const Times standing = overlap_times(swept(box, way), {1e-9, 0, 0}, other, 0);
    CHECK(meets == (!standing.none() && standing.from < 0 && standing.to > 0));
    met += meets ? 1 : 0;
  }
  CHECK(met > 200);
  CHECK(met < 1600);
}
