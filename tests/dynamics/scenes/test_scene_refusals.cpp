// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Scenes that are refused, and the place that the message names.
#include <catch2/catch.hpp>

#include "jam/dynamics/scenes/scene.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "refused_scene.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

/// A scene of one body with these keys.
std::string one_body(const std::string& keys) {
  return R"({"schema": "jampack/scene/1", "bodies": [{)" + keys + "}]}";
}

}  // namespace

TEST_CASE("bad joints are refused by name and place") {
  const auto joint = [](const std::string& keys) {
    return refusal(R"({"schema": "jampack/scene/1", "statics": [{"shape": "plane"}, {"shape": "plane"}],
      "bodies": [{"shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "position_m": [0, 0, 1]}], "joints": [{)" +
                   keys + "}]}");
  };
  CHECK(joint(R"("kind": "weld", "a": 0, "b": 2)") ==
        "scene.json: joints[0].kind: 'weld' is unknown: spherical, revolute, prismatic are accepted");
  CHECK(joint(R"("kind": "spherical", "a": 0, "b": 3, "point_m": [0, 0, 0])") ==
        "scene.json: joints[0].b: there is no body 3: walls and bodies together are 0 to 2");
  CHECK(joint(R"("kind": "spherical", "a": 2, "b": 2, "point_m": [0, 0, 0])") ==
        "scene.json: joints[0]: it connects body 2 with itself");
  CHECK(joint(R"("kind": "spherical", "a": 0, "b": 1, "point_m": [0, 0, 0])") ==
        "scene.json: joints[0]: it connects two walls, which forces do not move");
  CHECK(joint(R"("kind": "revolute", "a": 0, "b": 2, "point_m": [0, 0, 0], "axis": [0, 0, 0])") ==
        "scene.json: joints[0].axis: an axis of length 0 has no direction");
  CHECK(joint(R"("kind": "revolute", "a": 0, "b": 2, "point_m": [0, 0, 0])") ==
        "scene.json: joints[0]: the key axis is missing");
  CHECK(joint(R"("kind": "spherical", "a": 0, "b": 2, "point_m": [0, 0, 0], "drive": {})") ==
        "scene.json: joints[0]: a spherical joint has no axis to drive");
}

TEST_CASE("bad scenes are refused by name and place") {
  CHECK(refusal("{}") == "scene.json: the key schema is missing");
  CHECK(refusal(R"({"schema": "jampack/scene/1"})") == "scene.json: the key bodies is missing");
  CHECK(refusal(one_body(R"("shape": "sphere", "radius_m": 0.1, "mass_kg": 0)")) ==
        "scene.json: bodies[0].mass_kg: it is 0: a number above 0 is needed");
  CHECK(refusal(one_body(R"("shape": "sphere", "radius_m": 0.1)")) ==
        "scene.json: bodies[0]: either mass_kg or density_kgpm3 is needed");
  CHECK(refusal(one_body(R"("shape": "sphere", "radius_m": -1, "mass_kg": 1)")) ==
        "scene.json: bodies[0].radius_m: it is -1: a number above 0 is needed");
  CHECK(refusal(one_body(R"("shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "friction": -0.1)")) ==
        "scene.json: bodies[0].friction: the friction is negative: a coefficient of at least 0 is needed");
  CHECK(refusal(one_body(R"("shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "restitution": 1.5)")) ==
        "scene.json: bodies[0].restitution: a restitution from 0 to 1 is needed");
  // Its moment of inertia is 0 in double precision.
  CHECK(refusal(one_body(R"("shape": "sphere", "radius_m": 1e-200, "mass_kg": 1)")) ==
        "scene.json: bodies[0]: a body that forces move needs a mass and moments of inertia above 0, all of "
        "them finite and with finite "
        "reciprocals: more than 6e-309 kg and kg m^2");
  CHECK(refusal(one_body(R"("shape": "sphere", "radius_m": 0.1, "mass_kg": 1e-320)"))
            .find("finite reciprocals") != std::string::npos);
  CHECK(
      refusal(one_body(R"("shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "velocity_mps": [0, 0, 1e300])"))
          .find("1e+12 are accepted") != std::string::npos);
  CHECK(refusal(one_body(R"("shape": "cone", "radius_m": 0.1, "mass_kg": 1)")) ==
        "scene.json: bodies[0].shape: 'cone' is unknown: sphere, box, capsule, union are accepted");
  CHECK(refusal(one_body(R"("shape": "plane", "mass_kg": 1)")).find("'plane' is unknown") !=
        std::string::npos);
  CHECK(refusal(one_body(R"("shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "position_m": [0, NaN, 0])"))
            .find("not valid JSON") != std::string::npos);
  CHECK(refusal(one_body(R"("shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "position_m": [0, 1e999, 0])"))
            .find("beyond the range") != std::string::npos);
  CHECK(refusal(one_body(R"("shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "position_m": [0, 1])")) ==
        "scene.json: bodies[0].position_m: it has 2 numbers: 3 are needed");
  CHECK(
      refusal(one_body(R"("shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "position_m": [0, 1e10, 0])")) ==
      "scene.json: bodies[0].position_m: a coordinate is beyond 1e+09 m");
  CHECK(refusal(
            one_body(R"("shape": "box", "size_m": [1, 1, 1], "mass_kg": 1, "orientation": [1, 1, 0, 0])")) ==
        "scene.json: bodies[0].orientation: the quaternion is not of unit length");
  CHECK(refusal(one_body(R"("shape": "union", "parts": [], "mass_kg": 1)")) ==
        "scene.json: bodies[0].parts: a union needs at least one part");
  CHECK(
      refusal(one_body(R"("shape": "sphere", "radius": 0.1, "mass_kg": 1)")).find("did you mean radius_m?") !=
      std::string::npos);
  CHECK(refusal(R"({"schema": "jampack/scene/1", "step_s": 0, "bodies": []})") ==
        "scene.json: step_s: it is 0: a number above 0 is needed");
}

TEST_CASE("bodies that overlap at the start are refused") {
  const auto apart = [](double distance) {
    World world;
    Shape ball;
    ball.radius = 0.1;
    Shape plane;
    plane.kind = ShapeKind::plane;
    world.add_wall(plane, {}, {});
    world.add_body({&ball, 1}, {{0, 0, 1}, {}}, 1, {});
    world.add_body({&ball, 1}, {{distance, 0, 1}, {}}, 1, {});
    return refusal_of([&] {
      require_apart("scene", world, collider_detection(), 1);
      return 0;
    });
  };
  CHECK(apart(0.199) == "accepted");
  CHECK(apart(0.15) ==
        "scene: bodies[0] and bodies[1] overlap by 0.05 m: at most 0.005 m are accepted at the start");
}
