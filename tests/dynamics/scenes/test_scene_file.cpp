// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Scenes in files: what is read and written, and what is refused where.
#include <catch2/catch.hpp>

#include <fstream>

#include "jam/core/error.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "refused_scene.hpp"
#include "support/paths.hpp"
#include "support/refusal.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

const std::string mixed =
    R"({"schema": "jampack/scene/1", "name": "mixed", "gravity_mps2": [0, 0, -1.62], "step_s": 0.002, "friction": 0.4,
  "statics": [{"shape": "plane", "position_m": [0, 0, -0.5], "restitution": 0.2},
              {"shape": "box", "size_m": [1, 2, 0.1], "position_m": [0, 0, -0.45],
               "motion": {"amplitude_m": [0.01, 0, 0], "frequency_hz": 5, "phase_rad": 0.25}}],
  "bodies": [{"shape": "sphere", "radius_m": 0.1, "mass_kg": 2, "position_m": [0, 0, 1], "velocity_mps": [1, 0, 0]},
             {"shape": "box", "size_m": [0.2, 0.1, 0.05], "density_kgpm3": 600, "position_m": [1, 0, 1], "friction": 0.7},
             {"shape": "capsule", "radius_m": 0.05, "length_m": 0.3, "mass_kg": 1, "position_m": [2, 0, 1],
              "orientation": [0.6, 0, 0.8, 0], "angular_velocity_radps": [1, 2, 3]},
             {"shape": "union", "density_kgpm3": 1000, "position_m": [3, 0, 1], "angular_velocity_radps": [0, 0, 1],
              "parts": [{"shape": "sphere", "radius_m": 0.1},
                        {"shape": "box", "size_m": [0.1, 0.2, 0.3], "position_m": [0.2, 0, 0]}]}]})";

/// A wall, and two bodies that overlap each other where joints connect them.
const std::string jointed = R"({"schema": "jampack/scene/1",
  "statics": [{"shape": "box", "size_m": [0.1, 0.1, 0.1], "position_m": [0, 0, 3]},
              {"shape": "box", "size_m": [0.1, 0.1, 0.1], "position_m": [0, 0, 9]}],
  "bodies": [{"shape": "box", "size_m": [1, 0.1, 0.1], "mass_kg": 1, "position_m": [0.5, 0, 3]},
             {"shape": "box", "size_m": [1, 0.1, 0.1], "mass_kg": 1, "position_m": [1.5, 0, 3]},
             {"shape": "union", "mass_kg": 1, "position_m": [0, 0, 8], "orientation": [0.6, 0, 0, 0.8],
              "parts": [{"shape": "sphere", "radius_m": 0.1}, {"shape": "box", "size_m": [0.1, 0.2, 0.3], "position_m": [0.2, 0, 0.1]}]}],
  "joints": [{"kind": "revolute", "a": 0, "b": 2, "point_m": [0, 0, 3], "axis": [0, -2, 0],
              "drive": {"amplitude_rad": 0.2, "frequency_hz": 3, "rate_radps": 0.5}},
             {"kind": "spherical", "a": 2, "b": 3, "point_m": [1, 0, 3]},
             {"kind": "prismatic", "a": 1, "b": 4, "point_m": [0, 0, 8], "axis": [0, -1, 0],
              "drive": {"amplitude_m": 0.1, "frequency_hz": 2}}]})";

/// A room of 4 x 2 x 3 m, its floor in two halves.
const std::string room =
    R"("vertices_m": [[0, 0, 0], [4, 0, 0], [0, 2, 0], [4, 2, 0], [0, 0, 3], [4, 0, 3], [0, 2, 3], [4, 2, 3]],
  "triangles": [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6],
                [1, 3, 5], [3, 7, 5]])";

/// A plane, a mesh with these keys, and a ball at this place.
std::string in_mesh(const std::string& keys, const std::string& place) {
  return R"({"schema": "jampack/scene/1", "statics": [{"shape": "plane", "position_m": [0, 0, -9]}, {"shape": "mesh", )" +
         keys + R"(}], "bodies": [{"shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "position_m": [)" +
         place + "]}]}";
}

}  // namespace

TEST_CASE("a scene is read with all that it says") {
  const TemporaryFile file("scene.json", mixed);
  const Scene scene = read_scene(file.path());
  const World& world = scene.world;
  CHECK(scene.name == "mixed");
  CHECK(scene.gravity == Vec3d{0, 0, -1.62});
  CHECK(scene.step == 0.002);
  REQUIRE(world.bodies.count() == 6);
  CHECK(world.bodies.kind[0] == BodyKind::fixed);
  CHECK(world.bodies.kind[1] == BodyKind::moving);
  CHECK(world.bodies.surface[0].friction == 0.4);
  CHECK(world.bodies.surface[0].restitution == 0.2);
  CHECK(world.moving.at(0).motion.phase == 0.25);
  CHECK(world.bodies.mass[2] == Approx(2));
  CHECK(world.bodies.velocity[2] == Vec3d{1, 0, 0});
  CHECK(world.bodies.mass[3] == Approx(0.6));
  CHECK(world.bodies.surface[3].friction == 0.7);
  CHECK(world.shapes[4].half.x == 0.15);
  // Angular velocities are in the world.
  CHECK(length(rotate(world.bodies.pose[4].rotation, world.bodies.angular_velocity[4]) - Vec3d{1, 2, 3}) <
        1e-14);
  // The union: two shapes, and the pose is that of the centre of mass.
  REQUIRE(world.shapes.size() == 7);
  const double ball = 4.0 / 3 * std::acos(-1.0), block = 6;
  CHECK(world.bodies.mass[5] == Approx(ball + block));
  CHECK(world.bodies.pose[5].position.x == Approx(3 + 0.2 * block / (ball + block)));
}

TEST_CASE("a scene that was written is read as the same scene") {
  const TemporaryFile file("scene.json", mixed);
  const Scene scene = read_scene(file.path());
  StepSettings settings;
  settings.gravity = scene.gravity;
  Simulation simulation(scene.world, settings, collider_detection());
  for (int k = 0; k < 50; ++k) simulation.advance();
  const TemporaryFile again("again.json", scene_text(scene, simulation));
  const Scene read = read_scene(again.path());
  const Bodies &a = simulation.world().bodies, &b = read.world.bodies;
  REQUIRE(b.count() == a.count());
  for (int i = 0; i < a.count(); ++i) {
    CAPTURE(i);
    CHECK(a.kind[i] == b.kind[i]);
    CHECK(length(a.pose[i].position - b.pose[i].position) < 1e-14);
    CHECK(b.mass[i] == Approx(a.mass[i]).epsilon(1e-14));
    if (!a.dynamic(i)) continue;
    CHECK(a.velocity[i] == b.velocity[i]);
    // Principal axes may come in another order: compare in the world.
    const Vec3d spin = rotate(a.pose[i].rotation, a.angular_velocity[i]),
                spin_again = rotate(b.pose[i].rotation, b.angular_velocity[i]);
    CHECK(length(spin - spin_again) < 1e-13);
    CHECK(kinetic_energy(b, i) == Approx(kinetic_energy(a, i)).epsilon(1e-12));
  }
  // The wall goes on where it was.
  const Motion &before = scene.world.moving[0].motion, &after = read.world.moving[0].motion;
  const Vec3d expected =
      motion_at(scene.world.moving[0].start, before, simulation.time() + 0.07).pose.position;
  CHECK(length(motion_at(read.world.moving[0].start, after, 0.07).pose.position - expected) < 1e-12);
}

TEST_CASE("a scene with a flow, a gate and a wall of several boxes is written and read as the same scene") {
  const Scene scene = built_in_scene("tank", 3, 10'000);
  World world = scene.world;
  world.flow.drain = 0.02;  // Some leave at once; they wait.
  world.flow.inlet.batch = 5;
  StepSettings settings;
  settings.solver.iteration_limit = 1;
  Simulation simulation(world, settings, collider_detection());
  for (int k = 0; k < 40; ++k) simulation.advance();
  const Flow& flow = simulation.world().flow;
  REQUIRE(flow.looks == 2);
  REQUIRE(flow.waiting.size() > 10);
  const TemporaryFile file("again.json", scene_text(scene, simulation));
  const World read = read_scene(file.path()).world;
  REQUIRE(read.bodies.count() == world.bodies.count());
  CHECK(read.shapes.size() == world.shapes.size());
  CHECK(read.flow.waiting == flow.waiting);
  CHECK(read.flow.looks == 2);
  CHECK(read.flow.left == flow.left);
  CHECK(read.flow.entered == 10);
  CHECK(read.flow.inlet.pitch == flow.inlet.pitch);
  CHECK(read.flow.returns);
  CHECK(read.bodies.kind == simulation.world().bodies.kind);
  REQUIRE(read.gates.size() == 1);
  CHECK(read.gates[0].wall == world.gates[0].wall);
  CHECK(read.gates[0].until == Approx(0.3 - 0.04));
}

TEST_CASE(
    "joints are read by a point and an axis, and written with frames and with drives from then on (Negrut "
    "2.2)") {
  const TemporaryFile file("scene.json", jointed);
  const Scene scene = read_scene(file.path());
  const World& world = scene.world;
  REQUIRE(world.joints.size() == 3);
  CHECK(world.joints[0].kind == JointKind::revolute);
  CHECK(world.joints[0].a == 0);
  CHECK(world.joints[0].b == 2);
  CHECK(world.joints[0].drive.amplitude == 0.2);
  CHECK(!world.joints[1].driven);
  for (const Joint& joint : world.joints) {
    // The frames are one and the same at the start, with the axis as z.
    const Pose a = world.bodies.pose[joint.a] * joint.frame_a, b = world.bodies.pose[joint.b] * joint.frame_b;
    CHECK(length(a.position - b.position) < 1e-14);
    if (joint.kind != JointKind::spherical)
      CHECK(length(rotate(a.rotation, {0, 0, 1}) - Vec3d{0, -1, 0}) < 1e-14);
  }
  StepSettings settings;
  Simulation simulation(world, settings, collider_detection());
  for (int k = 0; k < 70; ++k) REQUIRE(simulation.advance().blown_up.empty());
  const TemporaryFile again("again.json", scene_text(scene, simulation));
  const World read = read_scene(again.path()).world;
  REQUIRE(read.joints.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    const Joint &before = world.joints[k], &after = read.joints[k];
    CHECK(after.kind == before.kind);
    CHECK(after.a == before.a);
    CHECK(after.b == before.b);
    // Principal axes may come in another order: compare in the world.
    const auto in_world = [](const World& at, int body, const Pose& frame) {
      return at.bodies.pose[body] * frame;
    };
    const Pose a = in_world(simulation.world(), before.a, before.frame_a),
               a_again = in_world(read, after.a, after.frame_a);
    const Pose b = in_world(simulation.world(), before.b, before.frame_b),
               b_again = in_world(read, after.b, after.frame_b);
    CHECK(length(a.position - a_again.position) < 1e-14);
    CHECK(length(b.position - b_again.position) < 1e-14);
    CHECK(length((conjugate(a.rotation) * a_again.rotation).vector()) < 1e-14);
    CHECK(length((conjugate(b.rotation) * b_again.rotation).vector()) < 1e-14);
    CHECK(after.driven == before.driven);
    CHECK(drive_at(after.drive, 0.3) == Approx(drive_at(before.drive, simulation.time() + 0.3)));
  }
}

TEST_CASE(
    "a mesh is read from a file beside the scene, or from vertices and triangles, and written with these") {
  const TemporaryFile scene_file(
      "scene.json", in_mesh(R"("file": "room.off", "unit": "cm", "up": "y", "position_m": [1, 0, 0],
    "motion": {"velocity_mps": [0, 0, 0.5]}, "friction": 0.1)",
                            "2, -1, 0.2"));
  // 400 x 300 x 200 cm, y up, with quadrangles.
  std::ofstream(scene_file.path().parent_path() / "room.off")
      << "OFF\n8 6 0\n0 0 0\n400 0 0\n0 0 200\n400 0 200\n0 300 0\n400 300 0\n0 300 200\n400 300 200\n"
         "4 0 1 3 2\n4 4 6 7 5\n4 0 4 5 1\n4 2 3 7 6\n4 0 2 6 4\n4 1 5 7 3\n";
  const Scene scene = read_scene(scene_file.path());
  REQUIRE(scene.meshes.size() == 1);
  CHECK(scene.meshes[0].wall == 1);
  CHECK(scene.meshes[0].vertices.size() == 8);
  CHECK(scene.meshes[0].vertices[3] == Vec3d{4, -2, 0});
  CHECK(scene.world.shapes.size() == 1 + 12 + 1);
  CHECK(scene.world.bodies.surface[1].friction == 0.1);

  // The ball falls 0.1 m, while the floor comes up to it; what is written is read as the same.
  StepSettings settings;
  Simulation simulation(scene.world, settings, collider_detection());
  for (int k = 0; k < 300; ++k) REQUIRE(simulation.advance().blown_up.empty());
  CHECK(simulation.world().bodies.pose[2].position.z == Approx(0.15 + 0.1).margin(1e-4));
  const TemporaryFile again("again.json", scene_text(scene, simulation));
  const Scene read = read_scene(again.path());
  REQUIRE(read.meshes.size() == 1);
  CHECK(read.meshes[0].vertices == scene.meshes[0].vertices);
  CHECK(read.meshes[0].triangles == scene.meshes[0].triangles);
  CHECK(read.world.bodies.pose[1].position.z == Approx(0.15));
  CHECK(read.world.shapes.size() == scene.world.shapes.size());
  const TemporaryFile written("written.json", in_mesh(room, "2, 1, 0.2"));
  CHECK(read_scene(written.path()).world.shapes.size() == scene.world.shapes.size());
}

TEST_CASE("bad meshes, and bodies outside of one, are refused by name and place") {
  CHECK(
      refusal(in_mesh(R"("size_m": [1, 1, 1])", "0, 0, 0")).find("statics[1].size_m: there is no such key") !=
      std::string::npos);
  CHECK(refusal(in_mesh(R"("up": "z")", "0, 0, 0")) ==
        "scene.json: statics[1]: a mesh needs either file, or vertices_m and triangles");
  CHECK(refusal(in_mesh(R"("file": "none.off")", "0, 0, 0")).find("none.off") != std::string::npos);
  CHECK(refusal(in_mesh(R"("file": "none.off", "unit": "ft")", "0, 0, 0")) ==
        "scene.json: statics[1]: mm, cm, m or inch is accepted");
  CHECK(refusal(in_mesh(R"("vertices_m": [], "triangles": [])", "0, 0, 0")) ==
        "scene.json: statics[1].vertices_m: a mesh needs vertices");
  CHECK(refusal(in_mesh(R"("vertices_m": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 3]])",
                        "0, 0, 0")) ==
        "scene.json: statics[1].triangles[0][2]: it is 3: a whole number from 0 to 2 is needed");
  CHECK(refusal(in_mesh(R"("vertices_m": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]])",
                        "0, 0, 0")) ==
        "scene.json: statics[1]: the surface is not closed: 3 of its edges do not have one triangle on each "
        "side");
  CHECK(refusal(in_mesh(room, "5, 1, 0.2")) ==
        "scene.json: bodies[0]: it lies outside of statics[1], a mesh, which holds bodies inside");
  CHECK(refusal(in_mesh(room + R"(, "position_m": [4, 0, 0])", "5, 1, 0.2")) == "accepted");
  // Inside, but through the wall.
  const TemporaryFile file("scene.json", in_mesh(room, "3.95, 1, 0.2"));
  const World world = read_scene(file.path()).world;
  CHECK(refusal_of([&] {
          require_apart("scene", world, collider_detection(), 1);
          return 0;
        }).find("statics[1] and bodies[0] overlap by 0.05 m") != std::string::npos);
}

TEST_CASE("pairs of bodies have surfaces of their own, which are read and written") {
  const auto with_pairs = [](const std::string& pairs) {
    return R"({"schema": "jampack/scene/1", "friction": 0.5, "statics": [{"shape": "plane"}, {"shape": "plane", "position_m": [0, 0, -1]}],
      "bodies": [{"shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "position_m": [0, 0, 0.1], "restitution": 0.3},
                 {"shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "position_m": [1, 0, 0.1], "friction": 0.2}], "pairs": )" +
           pairs + "}";
  };
  const TemporaryFile file(
      "scene.json",
      with_pairs(R"([{"a": 3, "b": 0, "friction": 0.9}, {"a": 0, "b": 2, "restitution": 0.8}])"));
  const Scene scene = read_scene(file.path());
  StepSettings settings;
  Simulation simulation(scene.world, settings, collider_detection());
  const TemporaryFile again("again.json", scene_text(scene, simulation));
  for (const World& world : {scene.world, read_scene(again.path()).world}) {
    REQUIRE(world.pairs.size() == 2);
    CHECK(world.surface_of(0, 3).friction == 0.9);
    CHECK(world.surface_of(3, 0).restitution == 0);
    CHECK(world.surface_of(2, 0).restitution == 0.8);
    CHECK(world.surface_of(2, 0).friction == 0.5);
    CHECK(world.surface_of(2, 3).friction == 0.2);
  }
  CHECK(refusal(with_pairs(R"([{"a": 2, "b": 2}])")) == "scene.json: pairs[0]: it pairs body 2 with itself");
  CHECK(refusal(with_pairs(R"([{"a": 0, "b": 4}])")) ==
        "scene.json: pairs[0].b: there is no body 4: walls and bodies together are 0 to 3");
  CHECK(refusal(with_pairs(R"([{"a": 0, "b": 3, "friction": 1}, {"a": 3, "b": 0, "friction": 2}])")) ==
        "scene.json: pairs: it has the pair of 0 and 3 twice");
  CHECK(refusal(with_pairs(R"([{"a": 0, "b": 3, "friction": -1}])")) ==
        "scene.json: pairs[0].friction: the friction is negative: a coefficient of at least 0 is needed");
}

TEST_CASE("a scene whose run memory does not hold is refused with the number of bytes") {
  const TemporaryFile file("scene.json", mixed);
  const std::size_t bytes = bytes_of_run(read_scene(file.path()).world);
  CHECK(bytes > 10'000);
  CHECK(bytes < 100'000);
  CHECK_NOTHROW(require_memory(bytes, bytes, "the scene", "take less"));
  CHECK_NOTHROW(require_memory(bytes, 0, "the scene", "take less"));  // Unknown.
  CHECK_THROWS_AS(require_memory(std::size_t{2} << 30, std::size_t{1} << 30, "a.json: a run", "take less"),
                  OverflowError);
  CHECK_THROWS_WITH(require_memory(std::size_t{2} << 30, std::size_t{1} << 30, "a.json: a run", "take less"),
                    "a.json: a run needs 2.00 GiB, but only 1.00 GiB are there: take less");
  CHECK(bytes_of_run(built_in_scene("pile", 1).world) < 2 * bytes_of_run(3000));
  // 100 000 scenes of four bodies in five walls were measured to take 645 MB.
  const std::size_t batch =
      bytes_of_batch(read_scene(test::source_dir() / "instances/scenes/shaken-box.json").world, 100'000);
  CHECK(batch > 645'000'000);
  CHECK(batch < 1'300'000'000);
}

TEST_CASE("a joint to the world needs no wall, and is written and read again") {
  const TemporaryFile file("scene.json", R"({"schema": "jampack/scene/1", "bodies": [
    {"shape": "box", "size_m": [1, 0.1, 0.1], "mass_kg": 1, "position_m": [0.5, 0, 0]}],
    "joints": [{"kind": "revolute", "a": "world", "b": 0, "point_m": [0, 0, 0], "axis": [0, 1, 0]}]})");
  Scene scene = read_scene(file.path());
  CHECK(world_body(scene.world) == 1);
  Simulation simulation(scene.world, {}, collider_detection());
  for (int k = 0; k < 100; ++k) simulation.advance();
  const Pose hung = simulation.world().bodies.pose[0];
  CHECK(length(hung.position) == Approx(0.5).margin(1e-4));
  CHECK(hung.position.z < -0.01);
  const std::string text = scene_text(scene, simulation);
  CHECK(text.find(R"("a": "world", "b": 0)") != std::string::npos);
  CHECK(text.find(R"("statics": [])") != std::string::npos);
  const TemporaryFile again("again.json", text);
  CHECK(world_body(read_scene(again.path()).world) == 1);
}
