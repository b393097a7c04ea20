// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The list of contacts of whole scenes against the narrow phase of every pair. Negrut T21, T24, T25.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "dynamics/collide/pair_geometry.hpp"
#include "support/refusal.hpp"

using namespace jam;
using namespace jam::test;

namespace {

struct Scene {
  std::vector<Shape> shapes;
  std::vector<Pose> poses;
  std::vector<std::uint8_t> flags;

  /// A body of one shape; returns its index.
  int add(const Solid& solid, std::uint8_t body_flags = 0) {
    const int body = static_cast<int>(poses.size());
    shapes.push_back(solid.shape);
    shapes.back().body = body;
    poses.push_back(solid.pose);
    flags.push_back(body_flags);
    return body;
  }
  [[nodiscard]] std::vector<Contact> contacts(double delta, int threads = 1) const {
    std::vector<Contact> result;
    Collider collider;
    collider.detect({shapes, poses, flags}, delta, threads, result);
    return result;
  }
};

bool equal(const Contact& a, const Contact& b) {
  return a.shape_a == b.shape_a && a.shape_b == b.shape_b && a.body_a == b.body_a && a.body_b == b.body_b &&
         a.feature == b.feature && a.point == b.point && a.normal == b.normal && a.gap == b.gap;
}
bool equal(const std::vector<Contact>& a, const std::vector<Contact>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Contact& p, const Contact& q) { return equal(p, q); });
}

/// The contacts of all pairs, without a broad phase.
std::vector<Contact> of_all_pairs(const Scene& scene, double delta) {
  std::vector<Pose> world;
  for (const Shape& shape : scene.shapes) world.push_back(scene.poses[shape.body] * shape.pose);
  std::vector<std::uint64_t> pairs;
  const std::size_t n = scene.shapes.size();
  const auto is_plane = [&](std::size_t i) { return scene.shapes[i].kind == ShapeKind::plane; };
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      const auto flags_a = scene.flags[scene.shapes[a].body];
      const auto flags_b = scene.flags[scene.shapes[b].body];
      if (is_plane(a) || (!is_plane(b) && a >= b) || scene.shapes[a].body == scene.shapes[b].body) continue;
      if (((flags_a & flags_b) & body_fixed) != 0 || ((flags_a | flags_b) & body_inactive) != 0) continue;
      pairs.push_back(pair_key(a, b, n));
    }
  }
  std::vector<Contact> contacts;
  NarrowPhase narrow;
  narrow.run(scene.shapes, world, std::vector<StepMotion>(n, {{}, {}, 0.5 * delta}), pairs, 1, contacts);
  return contacts;
}

/// Spheres, capsules, boxes, unions of these, planes in between; some bodies fixed, some inactive.
Scene mixed_scene(int bodies, std::uint64_t seed) {
  RandomStream random(seed, StreamId::test, 0, 0);
  Scene scene;
  const double edge = 1.1 * std::cbrt(bodies);
  for (int k = 0; k < bodies; ++k) {
    const Pose pose{edge * random_vector(random), random_rotation(random)};
    const double size = 0.2 + 0.6 * random.uniform_double();
    const auto flags =
        static_cast<std::uint8_t>((k % 7 == 0 ? 1 : 0) * body_fixed | (k % 11 == 0 ? 1 : 0) * body_inactive);
    if (k == bodies / 2) scene.add(plane_at({0, 0, -0.5 * edge}), body_fixed);
    if (k == bodies / 3) scene.add(plane_at({0.8 * edge, 0, 0}, {-1, 0, 0.2}), body_fixed);
    switch (k % 4) {
      case 0: scene.add({sphere_at({}, size).shape, pose}, flags); break;
      case 1: scene.add({capsule_at({}, size, 0.5 * size).shape, pose}, flags); break;
      case 2: scene.add({box_at({}, {size, 0.7 * size, 0.4 * size}).shape, pose}, flags); break;
      default: {
        const int body = scene.add({sphere_at({}, size).shape, pose}, flags);
        Shape box = box_at({}, {0.3, 0.3, 0.9}).shape;
        box.pose = {{0.2, 0, 0.1}, random_rotation(random)};
        box.body = body;
        scene.shapes.push_back(box);
      }
    }
  }
  return scene;
}

}  // namespace

TEST_CASE("a scene has the contacts of all its pairs, in order, for any number of threads",
          "[dynamics][g2][t21]") {
  for (const int bodies : {3, 30, 60, 600}) {  // Below and above the size from which bins are used.
    for (const double delta : {0.0, 0.1}) {
      const Scene scene = mixed_scene(bodies, static_cast<std::uint64_t>(bodies));
      const std::vector<Contact> contacts = scene.contacts(delta);
      INFO(bodies << " bodies, delta " << delta << ", " << contacts.size() << " contacts");
      CHECK(equal(contacts, of_all_pairs(scene, delta)));
      if (bodies == 600) CHECK(contacts.size() > 1000);
      CHECK(std::is_sorted(contacts.begin(), contacts.end(), [](const Contact& a, const Contact& b) {
        return std::tie(a.shape_a, a.shape_b, a.feature) < std::tie(b.shape_a, b.shape_b, b.feature);
      }));
      for (const int threads : {2, 3, 0}) CHECK(equal(scene.contacts(delta, threads), contacts));
    }
  }
}

TEST_CASE("a collider that is used again finds what a new one finds", "[dynamics]") {
  Collider collider;
  for (const int bodies : {600, 20, 200}) {
    const Scene scene = mixed_scene(bodies, 5);
    std::vector<Contact> contacts;
    collider.detect({scene.shapes, scene.poses, scene.flags}, 0.05, 2, contacts);
    CHECK(equal(contacts, scene.contacts(0.05)));
  }
}

TEST_CASE("shapes of one body do not collide, those of two do", "[dynamics][t24]") {
  // Two L-shaped bodies of three overlapping spheres, the second moved and rotated.
  Scene scene;
  const Vec3d places[] = {{0, 0, 0}, {0.8, 0, 0}, {0, 0.8, 0}};
  for (int body = 0; body < 2; ++body) {
    for (const Vec3d& place : places) {
      Shape shape{.kind = ShapeKind::sphere, .radius = 0.5, .body = body};
      shape.pose.position = place;
      scene.shapes.push_back(shape);
    }
    scene.flags.push_back(0);
  }
  scene.poses = {{{0, 0, 0}, {}}, {{0.5, 0.3, 0.6}, from_axis_angle(Vec3d{1, 2, 3}, 1.0)}};
  const std::vector<Contact> contacts = scene.contacts(0);
  std::size_t expected = 0;
  for (const Vec3d& a : places) {
    for (const Vec3d& b : places) {
      expected += length(scene.poses[1].position + rotate(scene.poses[1].rotation, b) - a) <= 1 ? 1 : 0;
    }
  }
  CHECK(expected >= 2);
  CHECK(contacts.size() == expected);
  for (const Contact& contact : contacts)
    CHECK((contact.body_a == 0 && contact.body_b == 1 && contact.shape_a < 3 && contact.shape_b >= 3));
  scene.poses[1].position = {10, 0, 0};
  CHECK(scene.contacts(0).empty());
}

TEST_CASE("fixed bodies ignore each other, inactive ones everybody", "[dynamics]") {
  Scene scene;
  scene.add(plane_at({0, 0, 0}), body_fixed);
  scene.add(box_at({0, 0, 0.9}, {1, 1, 1}), body_fixed);
  CHECK(scene.contacts(0).empty());
  scene.add(sphere_at({0, 0, 2.3}, 0.5), 0);
  CHECK(scene.contacts(0).size() == 1);
  scene.flags[2] = body_inactive;
  CHECK(scene.contacts(0).empty());
  scene.flags = {body_fixed, 0, 0};
  CHECK(scene.contacts(0).size() == 4 + 1);
}

TEST_CASE("a pose that is not finite is refused with its body", "[dynamics]") {
  Scene scene = mixed_scene(100, 1);
  scene.poses[37].position.y = std::numeric_limits<double>::quiet_NaN();
  const auto refusal = [&] { return test::refusal_of([&] { return scene.contacts(0).size(); }); };
  CHECK(refusal() == "collision detection: the pose of body 37 is not finite");
  scene.poses[37] = {{}, {std::numeric_limits<double>::infinity(), 0, 0, 0}};
  CHECK(refusal() == "collision detection: the pose of body 37 is not finite");
}

TEST_CASE("a lattice of spheres on a plane has its 931 contacts", "[dynamics]") {
  // 7 x 7 x 7 spheres (Negrut T13, Strobl A14): 49 on the plane, 3 x 6 x 49 among themselves.
  Scene scene;
  scene.add(plane_at({0, 0, 0}), body_fixed);
  for (int k = 0; k < 343; ++k)
    scene.add(sphere_at({2.0 * (k % 7), 2.0 * (k / 7 % 7), 1 + 2.0 * (k / 49)}, 1));
  const std::vector<Contact> contacts = scene.contacts(1e-9);
  CHECK(contacts.size() == 931);
  for (const Contact& contact : contacts) CHECK(contact.gap == 0);
  CHECK(std::count_if(contacts.begin(), contacts.end(),
                      [](const Contact& contact) { return contact.shape_b == 0; }) == 49);
}
