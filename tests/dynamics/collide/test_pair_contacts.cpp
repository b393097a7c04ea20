// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Each pair of kinds in poses whose contacts can be written down, degenerate ones among them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "dynamics/collide/pair_geometry.hpp"

using namespace jam;
using namespace jam::test;

namespace {

constexpr double right = std::numbers::pi / 2;
const Vec3d up{0, 0, 1};

bool near(Vec3d a, Vec3d b) { return length(a - b) < 1e-12; }

/// The one contact of two solids.
Contact only_contact(const Solid& a, const Solid& b, double delta = 0.1) {
  const std::vector<Contact> contacts = contacts_of(a, b, delta);
  REQUIRE(contacts.size() == 1);
  return contacts[0];
}

void check_contact(const Contact& contact, double gap, Vec3d normal, Vec3d point) {
  CHECK(contact.gap == Approx(gap).margin(1e-13));
  CHECK(near(contact.normal, normal));
  CHECK(near(contact.point, point));
}

/// All contacts have this gap and normal, and their points are these, in any order.
void check_patch(const std::vector<Contact>& contacts, double gap, Vec3d normal,
                 const std::vector<Vec3d>& points) {
  CHECK(contacts.size() == points.size());
  for (const Contact& contact : contacts) {
    CHECK(contact.gap == Approx(gap).margin(1e-13));
    CHECK(near(contact.normal, normal));
    CHECK(std::any_of(points.begin(), points.end(), [&](Vec3d p) { return near(p, contact.point); }));
  }
  for (std::size_t k = 1; k < contacts.size(); ++k) CHECK(contacts[k - 1].feature < contacts[k].feature);
}

}  // namespace

TEST_CASE("spheres touch on the line between their centres", "[dynamics][t25]") {
  const Solid a = sphere_at({1, 0, 0}, 0.5);
  check_contact(only_contact(a, sphere_at({2.05, 0, 0}, 0.5)), 0.05, {1, 0, 0}, {1.525, 0, 0});  // A gap.
  check_contact(only_contact(a, sphere_at({1, 1, 0}, 0.5)), 0, {0, 1, 0}, {1, 0.5, 0});  // Barely touching.
  check_contact(only_contact(a, sphere_at({1, 0, -0.75}, 0.5)), -0.25, {0, 0, -1},
                {1, 0, -0.375});  // Overlap.
  check_contact(only_contact(a, sphere_at({1.1, 0, 0}, 2)), -2.4, {1, 0, 0},
                {1 + 0.5 - 1.2, 0, 0});                                                  // One in the other.
  check_contact(only_contact(a, sphere_at({1, 0, 0}, 0.25)), -0.75, up, {1, 0, 0.125});  // Equal centres.
  CHECK(contacts_of(a, sphere_at({2.05, 0, 0}, 0.5), 0.04).empty());
  CHECK(contacts_of(a, sphere_at({2.05, 0, 0}, 0.5), 0.06).size() == 1);
}

TEST_CASE("a sphere and a capsule touch at the nearest point of the axis", "[dynamics]") {
  const Solid capsule = capsule_at({0, 0, 0}, 1, 0.25);
  check_contact(only_contact(sphere_at({0.5, 0, 0.7}, 0.5), capsule), -0.05, {0, 0, -1},
                {0.5, 0, 0.225});  // Above the axis.
  check_contact(only_contact(sphere_at({2, 0, 0}, 0.75), capsule), 0, {-1, 0, 0},
                {1.25, 0, 0});  // Before its end.
  check_contact(only_contact(capsule, sphere_at({2, 0, 0}, 0.75)), 0, {1, 0, 0}, {1.25, 0, 0});  // Exchanged.
  // The centre on the axis: out across the axis (local y), where the overlap is least.
  check_contact(only_contact(sphere_at({0.5, 0, 0}, 0.5), capsule), -0.75, {0, 1, 0}, {0.5, 0.125, 0});
}

TEST_CASE("crossing capsules touch once, capsules side by side at both ends", "[dynamics]") {
  const Quaterniond across = from_axis_angle(up, right);
  const Solid a = capsule_at({0, 0, 0}, 1, 0.25);
  check_contact(only_contact(a, capsule_at({0.5, 0, 0.45}, 1, 0.25, across)), -0.05, up, {0.5, 0, 0.225});
  // Axes that meet part along their cross product.
  const Contact meeting = only_contact(a, capsule_at({0.5, 0.5, 0}, 1, 0.25, across));
  CHECK(meeting.gap == Approx(-0.5));
  CHECK(std::abs(meeting.normal.z) == Approx(1));

  // Side by side: over the common piece of the axes, x in [0.5, 1].
  check_patch(contacts_of(a, capsule_at({1.5, 0, 0.55}, 1, 0.25), 0.1), 0.05, up,
              {{0.5, 0, 0.275}, {1, 0, 0.275}});
  check_patch(contacts_of(a, capsule_at({1.5, 0, 0.55}, 1, 0.25, from_axis_angle(up, 2 * right)), 0.1), 0.05,
              up, {{0.5, 0, 0.275}, {1, 0, 0.275}});
  // On one line: end to end, and one axis in the other.
  check_contact(only_contact(a, capsule_at({2.5, 0, 0}, 1, 0.25)), 0, {1, 0, 0}, {1.25, 0, 0});
  check_patch(contacts_of(a, capsule_at({0.5, 0, 0}, 0.25, 0.25), 0.1), -0.5, {0, 1, 0},
              {{0.25, 0, 0}, {0.75, 0, 0}});
  // At 1e-3 rad, both ends still touch, with gaps that differ; the nearest points are those of an end.
  const std::vector<Contact> tilted =
      contacts_of(a, capsule_at({0, 0, 0.5}, 1, 0.25, from_axis_angle(Vec3d{0, 1, 0}, 1e-3)), 0.1);
  REQUIRE(tilted.size() == 2);
  CHECK(tilted[0].gap - tilted[1].gap == Approx(2e-3).epsilon(1e-3));
  CHECK(least_gap(tilted) ==
        Approx(exact_gap(a, capsule_at({0, 0, 0.5}, 1, 0.25, from_axis_angle(Vec3d{0, 1, 0}, 1e-3))))
            .margin(1e-12));
}

TEST_CASE("a plane is b, and meets spheres, ends of capsules, vertices of boxes", "[dynamics]") {
  const Solid floor = plane_at({0, 0, 1});
  check_contact(only_contact(sphere_at({3, 4, 1.45}, 0.5), floor), -0.05, {0, 0, -1}, {3, 4, 0.975});
  check_contact(only_contact(sphere_at({3, 4, -7}, 0.5), floor), -8.5, {0, 0, -1},
                {3, 4, -3.25});  // Deep below.
  const std::vector<Contact> exchanged = contacts_of(floor, sphere_at({3, 4, 1.45}, 0.5), 0.1);
  REQUIRE(exchanged.size() == 1);
  CHECK((exchanged[0].shape_a == 1 && exchanged[0].shape_b == 0 && exchanged[0].body_a == 1 &&
         exchanged[0].body_b == 0));
  check_contact(exchanged[0], -0.05, {0, 0, -1}, {3, 4, 0.975});
  const Vec3d slope = normalised(Vec3d{0, 0.6, 0.8}, up);
  check_contact(only_contact(sphere_at(0.52 * slope, 0.5), plane_at({0, 0, 0}, slope)), 0.02, -slope,
                0.01 * slope);

  check_patch(contacts_of(capsule_at({0, 0, 1.3}, 1, 0.25), floor, 0.1), 0.05, {0, 0, -1},
              {{-1, 0, 1.025}, {1, 0, 1.025}});
  check_contact(only_contact(capsule_at({0, 0, 2.3}, 1, 0.25, from_axis_angle(Vec3d{0, 1, 0}, right)), floor),
                0.05, {0, 0, -1}, {0, 0, 1.025});
  check_contact(only_contact(capsule_at({0, 0, 1.25}, 0, 0.25), floor), 0, {0, 0, -1},
                {0, 0, 1});  // No axis: a sphere.

  const Solid box = box_at({0, 0, 1.24}, {1, 0.5, 0.25});
  check_patch(contacts_of(box, floor, 0.1), -0.01, {0, 0, -1},
              {{-1, -0.5, 0.995}, {1, -0.5, 0.995}, {-1, 0.5, 0.995}, {1, 0.5, 0.995}});
  CHECK(contacts_of(box_at({0, 0, 0}, {1, 0.5, 0.25}), floor, 0.1).size() == 8);  // All of it below.
  CHECK(contacts_of(floor, plane_at({0, 0, 2}), 10).empty());
}

TEST_CASE("a sphere touches a box at a face, an edge, a vertex, and from within", "[dynamics]") {
  const Solid box = box_at({0, 0, 0}, {1, 2, 3});
  check_contact(only_contact(sphere_at({0.5, 0.5, 3.4}, 0.5), box), -0.1, {0, 0, -1}, {0.5, 0.5, 2.95});
  const Vec3d diagonal = Vec3d{1, 1, 0} / std::sqrt(2.0);
  check_contact(only_contact(sphere_at(Vec3d{1, 2, 0} + 0.5 * diagonal, 0.5), box), 0, -diagonal, {1, 2, 0});
  const Vec3d corner = Vec3d{1, 1, 1} / std::sqrt(3.0);
  check_contact(only_contact(sphere_at(Vec3d{1, 2, 3} + 0.55 * corner, 0.5), box), 0.05, -corner,
                Vec3d{1, 2, 3} + 0.025 * corner);
  // The centre in the box, 0.2 below the face x = 1; on a face; in the middle.
  check_contact(only_contact(sphere_at({0.8, 0, 0}, 0.5), box), -0.7, {-1, 0, 0}, {0.65, 0, 0});
  check_contact(only_contact(sphere_at({-1, 0, 0}, 0.5), box), -0.5, {1, 0, 0}, {-0.75, 0, 0});
  check_contact(only_contact(sphere_at({0, 0, 0}, 0.5), box), -1.5, {-1, 0, 0}, {0.25, 0, 0});
}

TEST_CASE("a capsule touches a box along a face, at an end, and across an edge", "[dynamics]") {
  const Solid box = box_at({0, 0, 0}, {1, 1, 1});
  // Lying on the face, half over its rim: contacts over the face only.
  check_patch(contacts_of(capsule_at({0.8, 0, 1.2}, 0.5, 0.25), box, 0.1), -0.05, {0, 0, -1},
              {{0.3, 0, 0.975}, {1, 0, 0.975}});
  // Upright on it.
  check_contact(
      only_contact(capsule_at({0.2, 0.3, 2.26}, 1, 0.25, from_axis_angle(Vec3d{0, 1, 0}, right)), box), 0.01,
      {0, 0, -1}, {0.2, 0.3, 1.005});
  // Across the edge x = z = 1, at 45 degrees to both faces.
  const Vec3d out = Vec3d{1, 0, 1} / std::sqrt(2.0);
  check_contact(only_contact(capsule_at(Vec3d{1, 0, 1} + 0.24 * out, 0.5, 0.25,
                                        from_axis_angle(Vec3d{0, 1, 0}, right / 2)),
                             box),
                -0.01, -out, Vec3d{1, 0, 1} - 0.005 * out);
  // The axis through the whole box: out through the nearest faces.
  const std::vector<Contact> through = contacts_of(capsule_at({0, 0, 0.6}, 3, 0.25), box, 0.1);
  check_patch(through, -0.65, {0, 0, -1}, {{-1, 0, 0.675}, {1, 0, 0.675}});
}

TEST_CASE("boxes that lie on each other touch at the corners of what they share", "[dynamics]") {
  const Solid a = box_at({0, 0, 0}, {1, 1, 0.5});
  const auto corners = [](double x0, double x1, double y0, double y1, double z) {
    return std::vector<Vec3d>{{x0, y0, z}, {x1, y0, z}, {x0, y1, z}, {x1, y1, z}};
  };
  check_patch(contacts_of(a, box_at({0, 0, 1}, {1, 1, 0.5}), 0.1), 0, up,
              corners(-1, 1, -1, 1, 0.5));  // Flush.
  check_patch(contacts_of(a, box_at({0.5, 0.25, 1.02}, {1, 1, 0.5}), 0.1), 0.02, up,
              corners(-0.5, 1, -0.75, 1, 0.51));  // Like bricks.
  check_patch(contacts_of(a, box_at({0, 0, 0.98}, {0.3, 0.2, 0.5}), 0.1), -0.02, up,
              corners(-0.3, 0.3, -0.2, 0.2, 0.49));
  check_patch(contacts_of(box_at({0, 0, 0.98}, {0.3, 0.2, 0.5}), a, 0.1), -0.02, -up,
              corners(-0.3, 0.3, -0.2, 0.2, 0.49));

  // Turned by 45 degrees: the corners of an octagon.
  const double c = std::sqrt(2.0) - 1;
  check_patch(contacts_of(a, box_at({0, 0, 0.99}, {1, 1, 0.5}, from_axis_angle(up, right / 2)), 0.1), -0.01,
              up,
              {{1, c, 0.495},
               {1, -c, 0.495},
               {-1, c, 0.495},
               {-1, -c, 0.495},
               {c, 1, 0.495},
               {c, -1, 0.495},
               {-c, 1, 0.495},
               {-c, -1, 0.495}});

  // Equal centres and poses: out along the shortest half edges, as four contacts.
  const std::vector<Contact> same = contacts_of(a, a, 0.1);
  CHECK(same.size() == 4);
  for (const Contact& contact : same) {
    CHECK(contact.gap == Approx(-1));
    CHECK(std::abs(contact.normal.z) == Approx(1));
  }
}

TEST_CASE("boxes touch at an edge, at two edges, at a vertex", "[dynamics]") {
  const Quaterniond tilt = from_axis_angle(Vec3d{1, 0, 0}, right / 2);
  const double diagonal =
      std::sqrt(0.5) / 2;  // Half the diagonal of a square cross-section with edges of 0.5.
  const Solid floor = box_at({0, 0, -1}, {2, 2, 1});
  // On an edge: two contacts at its ends.
  const Solid rod = box_at({0, 0, diagonal - 0.001}, {1, 0.25, 0.25}, tilt);
  check_patch(contacts_of(floor, rod, 0.01), -0.001, up, {{-1, 0, -0.0005}, {1, 0, -0.0005}});
  // Crossing edges, with a gap and with an overlap.
  const Quaterniond across = from_axis_angle(up, right) * tilt;
  for (const double gap : {0.01, -0.01}) {
    check_contact(only_contact(rod, box_at({0.3, 0.2, rod.pose.position.z + 2 * diagonal + gap},
                                           {1, 0.25, 0.25}, across)),
                  gap, up, {0.3, 0, rod.pose.position.z + diagonal + gap / 2});
  }
  // On a vertex.
  const Quaterniond on_vertex = from_axis_angle(Vec3d{1, -1, 0}, -std::acos(1 / std::sqrt(3.0)));
  const Solid cube = box_at({0.3, 0.4, std::sqrt(3.0) / 4 + 0.02}, {0.25, 0.25, 0.25}, on_vertex);
  check_contact(only_contact(floor, cube, 0.1), 0.02, up, {0.3, 0.4, 0.01});
  // Vertex to vertex and vertex to edge, with a gap.
  const Vec3d corner = Vec3d{1, 1, 1} / std::sqrt(3.0);
  check_contact(only_contact(box_at({0, 0, 0}, {1, 1, 1}), box_at(Vec3d{2, 2, 2} + 0.05 * corner, {1, 1, 1})),
                0.05, corner, Vec3d{1, 1, 1} + 0.025 * corner);
  CHECK(contacts_of(box_at({0, 0, 0}, {1, 1, 1}), box_at(Vec3d{2, 2, 2} + 0.05 * corner, {1, 1, 1}), 0.04)
            .empty());
}

TEST_CASE("each pair of edges has a feature of its own", "[dynamics]") {
  // The crossing rods of above, each rotated by multiples of 90 degrees about its own axis: the same
  // contact, of other edges.
  const double diagonal = std::sqrt(0.5) / 2;
  const auto rod = [](double z, double about_z, int quarters) {
    const Quaterniond turn = from_axis_angle(Vec3d{1, 0, 0}, right / 2 + quarters * right);
    return box_at({0, 0, z}, {1, 0.25, 0.25}, from_axis_angle(up, about_z) * turn);
  };
  std::set<std::uint32_t> features;
  for (int one = 0; one < 4; ++one) {
    for (int other = 0; other < 4; ++other) {
      const Contact contact = only_contact(rod(0, 0, one), rod(2 * diagonal - 0.01, right, other));
      CHECK(contact.gap == Approx(-0.01).margin(1e-13));
      features.insert(contact.feature);
    }
  }
  CHECK(features.size() == 16);
}

TEST_CASE("flush boxes have four contacts whatever rounding does", "[dynamics]") {
  RandomStream random(21, StreamId::test, 0, 0);
  for (int k = 0; k < 100; ++k) {
    const Solid above = box_at(Vec3d{0, 0, 1} + 1e-13 * random_vector(random), {1, 1, 0.5},
                               from_axis_angle(random_vector(random), 1e-14));
    CHECK(contacts_of(box_at({0, 0, 0}, {1, 1, 0.5}), above, 0.1).size() == 4);
  }
}

TEST_CASE("boxes that rest on each other keep four contacts and their features while they rock",
          "[dynamics]") {
  RandomStream random(20, StreamId::test, 0, 0);
  const Solid below = box_at({0, 0, 0}, {0.1, 0.05, 0.05});
  std::set<std::uint32_t> features;
  for (const Contact& contact : contacts_of(below, box_at({0.03, 0.01, 0.1}, {0.1, 0.05, 0.05}), 1e-3))
    features.insert(contact.feature);
  CHECK(features.size() == 4);
  for (int k = 0; k < 1000; ++k) {
    const Vec3d shift = 1e-4 * random_vector(random);
    const Quaterniond turn = from_axis_angle(random_vector(random), 5e-5);
    const std::vector<Contact> contacts =
        contacts_of(below, box_at(Vec3d{0.03, 0.01, 0.1} + shift, {0.1, 0.05, 0.05}, turn), 1e-3);
    CHECK(contacts.size() == 4);
    for (const Contact& contact : contacts) CHECK(features.count(contact.feature) == 1);
  }
}
