// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// All pairs of kinds at random poses against the reference of pair_geometry.hpp. validation.md G1; Negrut
// T25.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/collide/pair_geometry.hpp"

using namespace jam;
using namespace jam::test;

namespace {

constexpr double tolerance = 1e-9;  ///< [m]; sizes are about 1 m.

Solid random_solid(ShapeKind kind, Vec3d centre, RandomStream& random) {
  const auto length_from = [&](double low, double high) {
    return low * std::pow(high / low, random.uniform_double());
  };
  const Quaterniond rotation = random_rotation(random);
  switch (kind) {
    case ShapeKind::sphere: return sphere_at(centre, length_from(0.2, 1));
    case ShapeKind::capsule: {
      const double half = length_from(0.1, 1);
      return capsule_at(centre, half, length_from(0.1, 0.5), rotation);
    }
    default: {
      const double x = length_from(0.1, 1);
      const double y = length_from(0.1, 1);
      return box_at(centre, {x, y, length_from(0.1, 1)}, rotation);
    }
  }
}

/// What face_preference allows for this pair.
double preference(const Solid& a, const Solid& b) {
  double least = 1e300;
  for (const Solid* solid : {&a, &b}) {
    if (solid->shape.kind == ShapeKind::box)
      least = std::min({least, solid->shape.half.x, solid->shape.half.y, solid->shape.half.z});
    if (solid->shape.kind == ShapeKind::capsule) least = std::min(least, solid->shape.radius);
  }
  const bool polyhedra = a.shape.kind == ShapeKind::box || b.shape.kind == ShapeKind::box;
  const bool spheres = a.shape.kind == ShapeKind::sphere || b.shape.kind == ShapeKind::sphere;
  return polyhedra && !spheres ? face_preference * least : 0;
}

struct Tally {
  int pairs = 0;
  int overlapping = 0;
  int near = 0;   ///< Apart, with contacts.
  int exact = 0;  ///< The smallest gap is the exact one.
  int contacts = 0;
};

void check_pair(const Solid& a, const Solid& b, double delta, double rounding, Tally& tally) {
  const double allowed = preference(a, b);
  const double exact = exact_gap(a, b);
  const std::vector<Contact> contacts = contacts_of(a, b, delta);
  ++tally.pairs;
  tally.contacts += static_cast<int>(contacts.size());
  if (contacts.empty()) {
    CHECK(exact > delta - rounding);
    return;
  }
  CHECK(exact <= delta + rounding);
  (exact < 0 ? tally.overlapping : tally.near) += 1;

  const double least = least_gap(contacts);
  const bool is_exact = std::abs(least - exact) <= rounding;
  tally.exact += is_exact ? 1 : 0;
  CHECK(least >= exact - allowed - rounding);
  CHECK(least <= exact + allowed + rounding);
  REQUIRE(contacts.size() <= 8);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Contact& contact = contacts[k];
    CHECK(contact.gap <= delta);
    CHECK(std::abs(length(contact.normal) - 1) < 1e-12);
    // Both points lie on the shapes (Negrut T25); where bodies overlap in their cores only the gap along the
    // normal is defined.
    const Vec3d on_a = contact.point - 0.5 * contact.gap * contact.normal;
    const Vec3d on_b = contact.point + 0.5 * contact.gap * contact.normal;
    CHECK(a.distance_to(on_a) < rounding);
    CHECK(b.distance_to(on_b) < rounding);
    // The normal separates: moved by -gap along it, B is apart from A.
    if (contact.gap == least)
      CHECK(-b.support(-contact.normal) - a.support(contact.normal) >= least - 2 * allowed - rounding);
    if (is_exact && contact.gap == least && allowed == 0) {
      CHECK(-b.support(-contact.normal) - a.support(contact.normal) == Approx(least).margin(rounding));
    }
    if (k > 0) CHECK(contacts[k - 1].feature < contact.feature);
  }
}

void check_kinds(ShapeKind kind_a, ShapeKind kind_b, int count, double exact_share, std::uint64_t seed) {
  RandomStream random(seed, StreamId::test, 0, 0);
  Tally tally;
  for (int k = 0; k < count; ++k) {
    const Solid a = random_solid(kind_a, random_vector(random), random);
    Solid b = random_solid(kind_b, {}, random);
    const Vec3d direction = normalised(random_vector(random), Vec3d{1, 0, 0});
    b.pose.position = a.pose.position + 1.1 * random.uniform_double() * (a.size() + b.size()) * direction;
    INFO("pair " << k);
    check_pair(a, b, 0.1, tolerance, tally);
  }
  INFO("overlapping " << tally.overlapping << " near " << tally.near << " exact " << tally.exact
                      << " contacts " << tally.contacts);
  CHECK(tally.overlapping > count / 5);
  CHECK(tally.near > count / 50);
  CHECK(tally.exact >= exact_share * (tally.overlapping + tally.near));
}

}  // namespace

TEST_CASE("spheres and capsules have the gap of the reference", "[dynamics][g1][t25]") {
  check_kinds(ShapeKind::sphere, ShapeKind::sphere, 2000, 1, 1);
  check_kinds(ShapeKind::sphere, ShapeKind::capsule, 2000, 1, 2);
  check_kinds(ShapeKind::capsule, ShapeKind::sphere, 2000, 1, 3);
  check_kinds(ShapeKind::capsule, ShapeKind::capsule, 5000, 1, 4);
}

TEST_CASE("spheres and capsules against boxes have the gap of the reference", "[dynamics][g1][t25]") {
  check_kinds(ShapeKind::sphere, ShapeKind::box, 5000, 1, 5);
  check_kinds(ShapeKind::box, ShapeKind::sphere, 2000, 1, 6);
  check_kinds(ShapeKind::capsule, ShapeKind::box, 5000, 0.9, 7);
  check_kinds(ShapeKind::box, ShapeKind::capsule, 2000, 0.9, 8);
}

TEST_CASE("10 000 pairs of boxes have the gap of the reference", "[dynamics][g1][t25]") {
  check_kinds(ShapeKind::box, ShapeKind::box, 10'000, 0.95, 9);
}

TEST_CASE("nearly parallel boxes have the gap of the reference", "[dynamics][g1]") {
  RandomStream random(10, StreamId::test, 0, 0);
  const double right = std::numbers::pi / 2;
  Tally tally;
  for (int orientation = 0; orientation < 24; ++orientation) {
    const int side = orientation / 4;
    const Quaterniond first = side < 4 ? from_axis_angle(Vec3d{0, 0, 1}, side * right)
                                       : from_axis_angle(Vec3d{0, 1, 0}, (2 * side - 9) * right);
    const Quaterniond cube = first * from_axis_angle(Vec3d{1, 0, 0}, (orientation % 4) * right);
    for (const double angle : {0.0, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3, 0.02, 0.3, 0.785}) {
      for (const Vec3d axis :
           {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}, Vec3d{1, 1, 0}, Vec3d{1, 2, 3}}) {
        const Solid a = box_at({0, 0, 0}, {1, 0.5, 0.25});
        const Solid b =
            box_at(1.3 * random_vector(random), {1, 0.5, 0.25}, from_axis_angle(axis, angle) * cube);
        INFO("orientation " << orientation << " angle " << angle << " axis " << axis.x << axis.y << axis.z);
        check_pair(a, b, 0.1, 1e-7,
                   tally);  // Edges at an angle of 1e-9 count as parallel: this costs 1e-8 of their length.
      }
    }
  }
  CHECK(tally.overlapping > tally.pairs / 5);
  CHECK(tally.overlapping < tally.pairs);
}

TEST_CASE("contacts are those of the exchanged pair, and move with it", "[dynamics]") {
  RandomStream random(11, StreamId::test, 0, 0);
  const ShapeKind kinds[] = {ShapeKind::sphere, ShapeKind::capsule, ShapeKind::box};
  int compared = 0;
  for (int k = 0; k < 6000; ++k) {
    const Solid a = random_solid(kinds[k % 3], random_vector(random), random);
    const Solid b =
        random_solid(kinds[k / 3 % 3], a.pose.position + 0.8 * a.size() * random_vector(random), random);
    const std::vector<Contact> contacts = contacts_of(a, b, 0.05);
    const auto find = [](const std::vector<Contact>& list, const Contact& wanted) {
      return std::any_of(list.begin(), list.end(), [&](const Contact& contact) {
        return length(contact.point - wanted.point) < 1e-8 && length(contact.normal - wanted.normal) < 1e-6 &&
               std::abs(contact.gap - wanted.gap) < 1e-8;
      });
    };
    INFO("pair " << k);

    const std::vector<Contact> exchanged = contacts_of(b, a, 0.05);
    CHECK(exchanged.size() == contacts.size());
    for (Contact contact : contacts) {
      contact.normal = -contact.normal;
      CHECK(find(exchanged, contact));
      ++compared;
    }

    const Pose motion{3.0 * random_vector(random), random_rotation(random)};
    const std::vector<Contact> moved =
        contacts_of({a.shape, motion * a.pose}, {b.shape, motion * b.pose}, 0.05);
    CHECK(moved.size() == contacts.size());
    for (Contact contact : contacts) {
      contact.point = motion.position + rotate(motion.rotation, contact.point);
      contact.normal = rotate(motion.rotation, contact.normal);
      CHECK(find(moved, contact));
      // Features belong to the bodies: they do not move.
      CHECK(std::any_of(moved.begin(), moved.end(),
                        [&](const Contact& other) { return other.feature == contact.feature; }));
    }
  }
  CHECK(compared > 5000);
}
