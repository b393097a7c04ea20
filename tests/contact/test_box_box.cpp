// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The 15 separating axes against an oracle: the overlap of the projections on thousands of directions, dense
// around the reported one.
#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <vector>

#include "jam/contact/box_box.hpp"
#include "jam/core/philox.hpp"

using namespace jam;
using contact::Box;

namespace {

constexpr int direction_count = 1500;

/// Overlap of the projections of both boxes on the line along the unit vector n.
double projected_overlap(const Box<double>& a, const Box<double>& b, Vec3d n) {
  double reach = 0;
  for (int k = 0; k < 3; ++k) {
    reach += contact::component(a.half, k) * std::abs(dot(a.axis[k], n)) +
             contact::component(b.half, k) * std::abs(dot(b.axis[k], n));
  }
  return reach - std::abs(dot(b.centre - a.centre, n));
}

/// Directions spread evenly over a half sphere.
std::vector<Vec3d> directions() {
  std::vector<Vec3d> result;
  for (int k = 0; k < direction_count; ++k) {
    const double z = (k + 0.5) / direction_count;
    const double angle = k * std::numbers::pi * (3 - std::sqrt(5.0));
    result.push_back({std::sqrt(1 - z * z) * std::cos(angle), std::sqrt(1 - z * z) * std::sin(angle), z});
  }
  return result;
}

Vec3d random_vector(RandomStream& random) {
  const double x = random.uniform_double();
  const double y = random.uniform_double();
  return {2 * x - 1, 2 * y - 1, 2 * random.uniform_double() - 1};
}

double size_of(const Box<double>& a, const Box<double>& b) { return length(a.half) + length(b.half); }

/// The least overlap that any direction shows: all of `around`, and random ones ever closer to the reported
/// axis.
double oracle(const Box<double>& a, const Box<double>& b, const std::vector<Vec3d>& around, Vec3d reported,
              RandomStream& random) {
  double least = 1e300;
  for (const Vec3d& n : around) least = std::min(least, projected_overlap(a, b, n));
  for (double reach = 0.3; reach > 1e-9; reach *= 0.8) {
    const Vec3d n = normalised(reported + reach * random_vector(random), reported);
    least = std::min(least, projected_overlap(a, b, n));
  }
  return least;
}

/// Checks one pair; counts overlapping ones.
template <class T>
void check_pair(const Box<double>& a, const Box<double>& b, const std::vector<Vec3d>& around,
                RandomStream& random, double tolerance, int& overlapping) {
  const auto convert = [](const Box<double>& box) {
    const auto v = [](Vec3d w) {
      return Vec3<T>{static_cast<T>(w.x), static_cast<T>(w.y), static_cast<T>(w.z)};
    };
    return Box<T>{v(box.centre), {v(box.axis[0]), v(box.axis[1]), v(box.axis[2])}, v(box.half)};
  };
  const Box<T> one = convert(a);
  const Box<T> other = convert(b);
  const auto least = contact::least_overlap(one, other);
  const Vec3<T> axis = contact::axis_from_a_to_b(one, other, static_cast<int>(least.axis));
  const Vec3d normal{static_cast<double>(axis.x), static_cast<double>(axis.y), static_cast<double>(axis.z)};
  const double margin = tolerance * size_of(a, b);
  // The axis is of unit length, points from A to B, and reproduces its own overlap.
  CHECK(length(normal) == Approx(1).margin(tolerance));
  CHECK(dot(normal, b.centre - a.centre) >= -margin);
  CHECK(projected_overlap(a, b, normal) == Approx(static_cast<double>(least.overlap)).margin(margin));
  const double true_least = oracle(a, b, around, normal, random);
  if (least.overlap > 0) {
    // No direction parts the boxes on a shorter way; in particular none separates them.
    CHECK(static_cast<double>(least.overlap) <= true_least + margin);
    ++overlapping;
  }
}

}  // namespace

TEST_CASE("the axis of least overlap of random boxes is the one of a dense sweep", "[contact][g1]") {
  RandomStream random(1, StreamId::test, 0, 0);
  const auto around = directions();
  const Vec3d shapes[] = {{1, 1, 1}, {1, 1, 0.05}, {1, 0.03, 0.04}, {2, 1, 0.5}};
  int overlapping = 0;
  int pairs = 0;
  for (const Vec3d& shape_a : shapes) {
    for (const Vec3d& shape_b : shapes) {
      for (int k = 0; k < 150; ++k) {
        const auto pose = [&](Vec3d centre, Vec3d half) {
          return contact::make_box(centre,
                                   from_axis_angle(random_vector(random), 6 * random.uniform_double()), half);
        };
        const auto a = pose(random_vector(random), shape_a);
        // Near enough to overlap about every second time.
        const auto b =
            pose(a.centre + 0.8 * random.uniform_double() * random_vector(random) * length(shape_a + shape_b),
                 shape_b);
        check_pair<double>(a, b, around, random, 1e-7, overlapping);
        // A float resolves about 1e-7 of the size, a direction from two edges at an angle of 3e-4 about 1e-7
        // / 3e-4.
        int ignored = 0;
        check_pair<float>(a, b, around, random, 1e-3, ignored);
        ++pairs;
      }
    }
  }
  CHECK(overlapping > pairs / 5);
  CHECK(overlapping < pairs * 4 / 5);
}

TEST_CASE("nearly parallel boxes miss no overlap and no separation", "[contact][g1]") {
  RandomStream random(2, StreamId::test, 0, 0);
  const auto around = directions();
  const double right = std::numbers::pi / 2;
  int overlapping = 0;
  int pairs = 0;
  for (int orientation = 0; orientation < 24; ++orientation) {
    // All 24: six directions of the first axis, four rotations about it.
    const int side = orientation / 4;
    const Quaterniond first = side < 4 ? from_axis_angle(Vec3d{0, 0, 1}, side * right)
                                       : from_axis_angle(Vec3d{0, 1, 0}, (2 * side - 9) * right);
    const Quaterniond cube = first * from_axis_angle(Vec3d{1, 0, 0}, (orientation % 4) * right);
    for (const double angle : {0.0, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3, 0.02, 0.3, 0.785}) {
      for (const Vec3d axis :
           {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}, Vec3d{1, 1, 0}, Vec3d{1, 2, 3}}) {
        const auto a = contact::make_box(Vec3d{0, 0, 0}, Quaterniond{}, Vec3d{1, 0.5, 0.25});
        const Quaterniond turn = from_axis_angle(axis, angle) * cube;
        const auto b = contact::make_box(1.3 * random_vector(random), turn, Vec3d{1, 0.5, 0.25});
        check_pair<double>(a, b, around, random, 1e-7, overlapping);
        int ignored = 0;
        check_pair<float>(a, b, around, random, 1e-3, ignored);
        ++pairs;
      }
    }
  }
  CHECK(overlapping > pairs / 5);
  CHECK(overlapping < pairs);
}

TEST_CASE("boxes that a cross product of edges alone separates are found apart", "[contact]") {
  // Two needles crossing at a right angle with a gap of 0.01 along z, rotated so that no face normal is
  // parallel to z.
  const Quaterniond tilt = from_axis_angle(Vec3d{1, 0, 0}, std::numbers::pi / 4);
  const Quaterniond across = from_axis_angle(Vec3d{0, 0, 1}, std::numbers::pi / 2) * tilt;
  const double diagonal = 0.1 * std::sqrt(2.0);
  for (const double gap : {0.01, -0.01}) {
    const auto a = contact::make_box(Vec3d{0, 0, 0}, tilt, Vec3d{1, 0.1, 0.1});
    const auto b = contact::make_box(Vec3d{0, 0, 2 * diagonal + gap}, across, Vec3d{1, 0.1, 0.1});
    const auto least = contact::least_overlap(a, b);
    CHECK(least.overlap == Approx(-gap).margin(1e-12));
    CHECK(static_cast<int>(least.axis) == contact::first_edge_axis);
    CHECK(contact::axis_from_a_to_b(a, b, static_cast<int>(least.axis)).z == Approx(1));
  }
}

TEST_CASE("faces are preferred to edges only where the difference is small", "[contact]") {
  const auto a = contact::make_box(Vec3d{0, 0, 0}, Quaterniond{}, Vec3d{1, 1, 1});
  const auto b =
      contact::make_box(Vec3d{1.9, 0.3, 0.2}, from_axis_angle(Vec3d{0.3, 1, 0.2}, 0.02), Vec3d{1, 1, 1});
  const auto exact = contact::least_overlap(a, b);
  const auto preferred = contact::least_overlap(a, b, -1e30, 0.9);
  CHECK(preferred.overlap >= exact.overlap);
  CHECK(preferred.overlap <= exact.overlap / 0.9 + 1e-12);
  CHECK(static_cast<int>(preferred.axis) < contact::first_edge_axis);
}
