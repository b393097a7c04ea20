// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Batches of small scenes. Issue 13: the same bits for a scene alone or in a batch.
#include <catch2/catch.hpp>

#include <cmath>

#include "dynamics/batch_worlds.hpp"
#include "dynamics/heap.hpp"
#include "jam/core/error.hpp"
#include "jam/dynamics/constraints/colouring.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "support/refusal.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

/// Largest distance of two poses' positions [m].
double apart(const Bodies& a, const Bodies& b) {
  double largest = 0;
  for (int k = 0; k < a.count(); ++k)
    largest = std::max(largest, length(a.pose[k].position - b.pose[k].position));
  return largest;
}

std::string refused(const World& world, const StepSettings& settings) {
  return refusal_of([&] { return SceneBatch(world, settings, 1).count(); });
}

}  // namespace

TEST_CASE("a step of a batch is that of a simulation, up to rounding (T30)", "[dynamics][batch]") {
  const Scheme scheme = GENERATE(Scheme::semi_implicit, Scheme::moreau);
  const SolverKind kind = GENERATE(SolverKind::apgd, SolverKind::sor, SolverKind::jor, SolverKind::ccp);
  CAPTURE(name_of(scheme), name_of(kind));
  const World world = mixed_heap(60, 5);
  StepSettings settings = batch_settings();
  settings.scheme = scheme;
  settings.solver.kind = kind;
  settings.solver.law = ContactLaw::ccp;
  settings.solver.tolerance = 1e-7;
  settings.solver.iteration_limit = 20000;
  Simulation alone(world, settings, collider_detection());
  SceneBatch batch(world, settings, 1);
  StepReport report;
  int iterations = 0;
  for (int step = 0; step < 3; ++step) {
    report = alone.advance();
    iterations += report.iterations;
    batch.advance(1);
    const SceneRecord& record = batch.record(0);
    REQUIRE(record.state == SceneState::running);
    CHECK(record.contacts == report.contacts);
    CHECK(record.last_penetration == Approx(report.penetration).margin(1e-6));
    CHECK(record.kinetic == Approx(report.kinetic).epsilon(1e-4));
    CHECK(record.potential() == Approx(report.potential).epsilon(1e-7));
    CHECK(record.energy.work == Approx(report.wall_work).epsilon(1e-3).margin(1e-6));
  }
  REQUIRE(report.contacts > 80);
  CHECK(static_cast<double>(batch.record(0).iterations) == Approx(iterations).epsilon(0.25).margin(30));
  CHECK(apart(alone.world().bodies, batch.bodies(0)) < 1e-6);
}

TEST_CASE("a scene has the same bits alone, in a batch, on any threads and in any portions of steps",
          "[dynamics][batch]") {
  const World world = boxes_in_mesh(12);
  StepSettings settings = batch_settings();
  constexpr int scenes = 5;
  SceneBatch batch(world, settings, scenes);
  for (int k = 0; k < scenes; ++k) batch.set_start(k, jittered(world, k));
  batch.advance(40, swaying);
  for (int k = 0; k < scenes; ++k) {
    settings.solver.thread_count = k % 2;
    SceneBatch alone(world, settings, 1);
    alone.set_start(0, jittered(world, k));
    for (int part = 0; part < 4; ++part) alone.advance(10, swaying);
    CHECK(alone.steps() == 40);
    CHECK(same_bits(alone.bodies(0), batch.bodies(k)));
    CHECK(alone.record(0).iterations == batch.record(k).iterations);
    CHECK(batch.record(k).steps == 40);
  }
  CHECK_FALSE(same_bits(batch.bodies(0), batch.bodies(1)));
  CHECK(batch.record(0).contacts > 20);
}

TEST_CASE("boxes that are shaken in a mesh stay in it, as in a simulation", "[dynamics][batch]") {
  const World world = boxes_in_mesh(8);
  const StepSettings settings = batch_settings();
  Simulation alone(world, settings, collider_detection());
  SceneBatch batch(world, settings, 1);
  batch.advance(200, swaying);
  for (int step = 0; step < 200; ++step) {
    alone.set_gravity(swaying(alone.time() + settings.step / 2));
    REQUIRE(alone.advance().blown_up.empty());
  }
  CHECK(batch.record(0).state == SceneState::running);
  CHECK(batch.record(0).penetration < 2e-3);
  const Bodies bodies = batch.bodies(0);
  for (int k = 1; k < bodies.count(); ++k) {
    const Vec3d p = bodies.pose[k].position;
    CHECK((p.x > 0.1 && p.x < 0.9 && p.y > 0.1 && p.y < 0.9 && p.z > 0.08 && p.z < 0.6));
  }
  CHECK(apart(alone.world().bodies, bodies) < 0.05);
}

TEST_CASE("colours of a small scene are those of large ones", "[dynamics][batch]") {
  RandomStream random(21, StreamId::test, 0, 0);
  for (const int contacts : {1, 2, 30, 700}) {
    const int bodies = contacts == 700 ? 128 : 12;
    std::vector<BodyIndices> body;
    std::vector<BodyPair> pairs;
    for (int i = 0; i < contacts; ++i) {
      const bool repeated = i > 0 && random.below(3) == 0, on_wall = random.below(4) == 0;
      const int a = static_cast<int>(random.below(bodies)), b = static_cast<int>(random.below(bodies));
      body.push_back(repeated ? body.back() : BodyIndices{on_wall ? -1 : a, b == a ? (a + 1) % bodies : b});
      pairs.push_back({body.back().a, body.back().b});
    }
    std::vector<int> contact(contacts), group(contacts + 1), first(contacts + 1), begin(contacts + 1),
        left(contacts);
    SmallColours colours{contact.data(), group.data(), first.data(), begin.data(), left.data()};
    find_colours(body.data(), contacts, colours);
    const Colouring expected = colours_by_bodies(pairs, bodies);
    REQUIRE(colours.count == expected.count());
    CHECK(contact == expected.contacts);
    group.resize(expected.group.size());
    first.resize(expected.first.size());
    CHECK(group == expected.group);
    CHECK(first == expected.first);
  }
}

TEST_CASE("joints and motors in a batch are those of a simulation", "[dynamics][batch]") {
  const Scheme scheme = GENERATE(Scheme::semi_implicit, Scheme::moreau);
  const SolverKind kind = GENERATE(SolverKind::apgd, SolverKind::sor);
  CAPTURE(name_of(scheme), name_of(kind));
  const World world = driven_bar();
  StepSettings settings = batch_settings();
  settings.scheme = scheme;
  settings.solver.kind = kind;
  settings.solver.tolerance = 1e-8;
  settings.solver.iteration_limit = 20000;
  Simulation alone(world, settings, collider_detection());
  SceneBatch batch(world, settings, 2);
  batch.set_start(1, jittered(world, 1));
  double error = 0;
  StepReport report;
  for (int step = 0; step < 60; ++step) {
    report = alone.advance();
    error = std::max(error, report.joint_error);
  }
  batch.advance(60);
  const SceneRecord& record = batch.record(0);
  CHECK(record.contacts == report.contacts);
  CHECK(record.limited + record.diverged == 0);
  CHECK(record.joint_error == Approx(error).epsilon(1e-3));
  CHECK(record.joint_error < 2e-3);
  CHECK(record.energy.work == Approx(report.wall_work).epsilon(1e-3));
  CHECK(std::fabs(record.energy.work) > 0.1);
  CHECK(apart(alone.world().bodies, batch.bodies(0)) < 2e-5);
  // The scene beside it begins with joints that are off, and mends them.
  CHECK(batch.record(1).joint_error > 5e-3);
}

TEST_CASE("bodies enter and leave the scenes of a batch, and walls go, as in a simulation",
          "[dynamics][batch]") {
  const World world = refilled_box();
  StepSettings settings = batch_settings();
  settings.solver.tolerance = 1e-9;
  settings.solver.iteration_limit = 20000;
  Simulation alone(world, settings, collider_detection());
  SceneBatch batch(world, settings, 3);
  batch.set_inlet_seed(1, 99);
  for (int part = 0; part < 2; ++part) {
    // The floor goes in the first part, and the first spheres leave and enter again in the second one.
    const int steps = part == 0 ? 60 : 140;
    StepReport report;
    for (int step = 0; step < steps; ++step) report = alone.advance();
    batch.advance(steps);
    const SceneRecord& record = batch.record(0);
    REQUIRE(record.steps == alone.steps());
    CHECK(record.contacts == report.contacts);
    CHECK(batch.left(0) == report.left);
    CHECK(batch.bodies(0).kind == alone.world().bodies.kind);
    CHECK(record.energy.work == Approx(report.wall_work).margin(1e-9));
    CHECK(apart(alone.world().bodies, batch.bodies(0)) < 1e-5);
  }
  CHECK(batch.left(0) > 9);
  CHECK(same_bits(batch.bodies(0), batch.bodies(2)));
  CHECK_FALSE(same_bits(batch.bodies(0), batch.bodies(1)));
}

TEST_CASE("a scene that blows up stops before that step, and the others go on", "[dynamics][batch]") {
  const World world = skidding_rod();
  StepSettings settings;
  settings.step = 1e-4;
  settings.gravity = {};
  settings.energy_guard = 0.1;
  Bodies flying = world.bodies;
  flying.pose[1].position.z += 1;
  SceneBatch batch(world, settings, 3);
  for (const int k : {0, 2}) batch.set_start(k, flying);
  batch.advance(10);
  CHECK(batch.blown_up(0).empty());
  CHECK(batch.blown_up(1).find("the mechanical energy has grown by") == 0);
  CHECK(batch.record(1).steps == 0);
  CHECK(same_bits(batch.bodies(1), world.bodies));
  for (const int k : {0, 2}) {
    CHECK(batch.record(k).steps == 10);
    CHECK(batch.bodies(k).pose[1].position.z == Approx(flying.pose[1].position.z - 1e-3).epsilon(1e-12));
    CHECK(batch.record(k).contacts == 0);
  }
}

TEST_CASE("scenes of a batch may have some of the bodies only", "[dynamics][batch]") {
  const World world = boxes_in_mesh(6);
  SceneBatch batch(world, batch_settings(), 2);
  Bodies fewer = world.bodies;
  fewer.kind[1] = BodyKind::inactive;
  batch.set_start(1, fewer);
  batch.advance(20);
  CHECK(batch.bodies(1).pose[1].position == world.bodies.pose[1].position);
  CHECK(batch.bodies(0).pose[1].position.z < world.bodies.pose[1].position.z);
  CHECK(batch.record(1).contacts < batch.record(0).contacts);
}

TEST_CASE("gravity that changes is no gain of energy", "[dynamics][batch]") {
  const World world = boxes_in_mesh(4);
  StepSettings settings = batch_settings();
  settings.energy_guard = 1e-3;
  SceneBatch batch(world, settings, 1);
  // Upwards and down again, far from every wall.
  batch.advance(10, [](double time) { return Vec3d{0, 0, time < 0.01 ? 9.81 : -9.81}; });
  CHECK(batch.blown_up(0).empty());
  CHECK(batch.record(0).steps == 10);
}

TEST_CASE("a batch that the memory of a GPU does not hold is refused with the bytes", "[dynamics][batch]") {
  SmallBatch batch;
  batch.model.bodies = 21;
  batch.model.own_count = 20;
  batch.capacity = {80, 160};
  batch.scenes.contact_capacity = 160;
  // A scene has a record, and 116 bytes a body and 44 a contact at least; a step has some 470 bytes a
  // contact.
  const std::size_t step = step_bytes(batch), scenes = 10'000 * (sizeof(SceneRecord) + 21 * 116 + 160 * 44);
  CHECK(step > 60'000);
  CHECK(step < 120'000);
  CHECK_NOTHROW(require_device_memory(batch, 10'000, 1000, 2 * scenes + 1000 * step));
  CHECK_THROWS_AS(require_device_memory(batch, 10'000, 1000, scenes), OverflowError);
  CHECK_THROWS_WITH(require_device_memory(batch, 10'000, 1000, scenes),
                    Catch::StartsWith("a batch of 10000 scenes on this GPU needs ") &&
                        Catch::EndsWith(": a smaller batch needs less"));
}

TEST_CASE("what a batch does not take is refused", "[dynamics][batch]") {
  const World world = boxes_in_mesh(2);
  StepSettings settings = batch_settings();
  settings.solver.kind = SolverKind::dense_sor;
  CHECK(refused(world, settings) ==
        "the solver dense-sor does not run in batches: apgd, sor, jor, ccp and pe-jacobi do");
  settings = batch_settings();
  settings.solver.criterion = Criterion::step_norm;
  CHECK(refused(world, settings) == "in a batch a solve ends by its residual only");
  settings = batch_settings();
  settings.step = 0;
  CHECK(refused(world, settings) == "the step is 0 s: a time above 0 is needed");
  CHECK(refused(boxes_in_mesh(128), batch_settings()) ==
        "a scene of a batch has at most 128 bodies and walls: this one has 129");
  World other = world;
  other.joints.push_back({});
  CHECK(refused(other, batch_settings()) == "joints[0]: it connects body 0 with itself");
  other = world;
  other.gates.push_back({0, -1});
  CHECK(refused(other, batch_settings()) == "a wall is there until a time of at least 0 s");
  SceneBatch batch(world, batch_settings(), 2);
  Bodies broken = world.bodies;
  broken.velocity[1].x = std::nan("");
  CHECK(refusal_of([&] { return batch.set_start(1, broken), 0; }) ==
        "body 1: its pose or velocity is not finite");
}
