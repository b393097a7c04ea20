// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Steps of rigid bodies on a CUDA device against those on the CPU. Negrut T30; validation.md D.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <string>

#include "dynamics/batch_worlds.hpp"
#include "dynamics/gpu_steps.hpp"
#include "dynamics/heap.hpp"
#include "dynamics/worlds.hpp"
#include "jam/core/error.hpp"
#include "jam/dynamics/constraints/body_operator.hpp"
#include "jam/dynamics/cuda/device.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/io/binary_state.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

TEST_CASE("a step on the GPU has the contacts, the problem and the solution of the CPU's (T30)",
          "[gpu][dynamics]") {
  const SolverKind kind = GENERATE(SolverKind::apgd, SolverKind::jor, SolverKind::ccp);
  const ContactLaw law = GENERATE(ContactLaw::coulomb, ContactLaw::ccp);
  const Scheme scheme = GENERATE(Scheme::semi_implicit, Scheme::moreau);
  CAPTURE(name_of(kind), name_of(law), name_of(scheme));
  const World world = mixed_heap(200, 11);
  StepSettings settings = settings_of(kind, law, scheme);
  settings.solver.tolerance = 1e-6;
  settings.solver.iteration_limit = 5000;
  Simulation cpu(world, settings, collider_detection()), gpu = on_gpu(world, settings);
  const StepReport a = cpu.advance(), b = gpu.advance();
  REQUIRE(a.contacts > 300);
  REQUIRE(a.contacts == b.contacts);
  // Some need more iterations than they have here.
  CHECK(b.status != SolveStatus::diverged);
  if (kind == SolverKind::apgd && law == ContactLaw::ccp)
    CHECK((a.status == SolveStatus::solved && b.status == SolveStatus::solved));
  if (b.status == SolveStatus::solved) CHECK(b.residual <= 1.01 * settings.solver.tolerance);
  CHECK(b.penetration == Approx(a.penetration).epsilon(1e-12));

  // The problem.
  double largest = 0;
  for (int i = 0; i < a.contacts; ++i) {
    largest = std::max({largest, length(cpu.problem().q[i] - gpu.problem().q[i]),
                        std::abs(cpu.problem().friction[i] - gpu.problem().friction[i])});
  }
  CHECK(largest <= 1e-12);
  // The residual that was reported is that of the impulses.
  CHECK(natural_map_residual(gpu.problem(), law, gpu.solution().impulses) ==
        Approx(b.residual).epsilon(1e-2).margin(1e-13));

  // Velocities: those of the GPU's impulses by the CPU's operator, and near those of the CPU's solution.
  const auto& matrix = static_cast<const BodyOperator&>(*gpu.problem().matrix);
  std::vector<Twist> change(world.bodies.count());
  matrix.velocities(gpu.solution().impulses, change, 1);
  double defect = 0;
  for (int k = 0; k < world.bodies.count(); ++k) {
    if (!world.bodies.dynamic(k)) continue;
    const Vec3d expected = world.bodies.velocity[k] + settings.step * settings.gravity + change[k].linear;
    defect = std::max(defect, length(expected - gpu.world().bodies.velocity[k]));
  }
  CHECK(defect <= 1e-12);
  if (a.status == SolveStatus::solved && b.status == SolveStatus::solved) {
    CHECK(largest_difference(cpu.world().bodies, gpu.world().bodies) <= 1e-3);
  }
  CHECK(b.kinetic == Approx(kinetic_energy(gpu.world().bodies)).epsilon(1e-12));
  CHECK(b.potential == Approx(potential_energy(gpu.world().bodies, settings.gravity)).epsilon(1e-12));
  CHECK(b.wall_work == Approx(a.wall_work).epsilon(1e-2).margin(1e-6));
}

TEST_CASE("many steps on the GPU have the same bits in every run and for every size of a block",
          "[gpu][dynamics]") {
  const World world = mixed_heap(300, 12);
  const StepSettings settings = settings_of(SolverKind::apgd, ContactLaw::coulomb);
  Simulation first = on_gpu(world, settings);
  std::vector<StepReport> reports;
  for (int step = 0; step < 20; ++step) reports.push_back(first.advance());
  for (const int warps : {0, 1, 4}) {
    if (warps > 0) setenv("JAM_CUDA_WARPS", std::to_string(warps).c_str(), 1);
    Simulation again = on_gpu(world, settings);
    for (const StepReport& expected : reports) {
      const StepReport report = again.advance();
      REQUIRE(report.iterations == expected.iterations);
      REQUIRE(report.residual == expected.residual);
      REQUIRE(report.kinetic == expected.kinetic);
      REQUIRE(report.wall_work == expected.wall_work);
    }
    unsetenv("JAM_CUDA_WARPS");
    CHECK(same_bits(first.world().bodies, again.world().bodies));
  }
}

TEST_CASE("solves in one launch and in many have the same bits", "[gpu][dynamics]") {
  // Above 1024 blocks of contacts a solve is many launches: so it is with 32 threads a block here, and not
  // with 256.
  const SolverKind kind = GENERATE(SolverKind::apgd, SolverKind::jor);
  const World world = lattice_world(25, 0.1);
  StepSettings settings = settings_of(kind, ContactLaw::coulomb);
  settings.solver.iteration_limit = 30;
  Simulation one = on_gpu(world, settings);
  setenv("JAM_CUDA_WARPS", "1", 1);
  Simulation many = on_gpu(world, settings);
  for (int step = 0; step < 3; ++step) {
    unsetenv("JAM_CUDA_WARPS");
    const StepReport a = one.advance();
    setenv("JAM_CUDA_WARPS", "1", 1);
    const StepReport b = many.advance();
    CHECK(a.contacts > 32 * 1024);
    CHECK(a.residual == b.residual);
    CHECK(a.kinetic == b.kinetic);
  }
  unsetenv("JAM_CUDA_WARPS");
  CHECK(same_bits(one.world().bodies, many.world().bodies));
}

TEST_CASE("a heap on the GPU goes the way of the CPU's", "[gpu][dynamics]") {
  const World world = mixed_heap(500, 14);
  StepSettings settings = settings_of(SolverKind::apgd, ContactLaw::coulomb);
  settings.solver.tolerance = 1e-6;
  Simulation cpu(world, settings, collider_detection()), gpu = on_gpu(world, settings);
  for (int step = 0; step < 10; ++step) {
    const StepReport a = cpu.advance(), b = gpu.advance();
    REQUIRE(b.blown_up.empty());
    // Deep overlaps are corrected in many steps, in which rounding decides how far contacts are looked for.
    CHECK(std::abs(b.contacts - a.contacts) <= 20 + step);
    CHECK(b.potential == Approx(a.potential).epsilon(1e-3));
  }
}

TEST_CASE("a block of spheres on the GPU is that of the CPU after 100 steps (Strobl A19)",
          "[gpu][dynamics]") {
  // r = 1, shifted sideways by up to 0.02, so that it leans and spreads. To 1e-13, states are off by 1e-11
  // for where solves end.
  const auto [kind, law] =
      GENERATE(table<SolverKind, ContactLaw>({{SolverKind::apgd, ContactLaw::coulomb},
                                              {SolverKind::jor, ContactLaw::coulomb},
                                              {SolverKind::pe_jacobi, ContactLaw::pyramid}}));
  CAPTURE(name_of(kind));
  World world = lattice_world(7, 1);
  RandomStream random(1, StreamId::test, 0, 0);
  const auto shift = [&random] { return 0.04 * (random.uniform_double() - 0.5); };
  for (int i = 1; i < world.bodies.count(); ++i) {
    const double x = shift(), y = shift();
    world.bodies.pose[i].position += Vec3d{x, y, 0};
  }
  StepSettings settings = settings_of(kind, law);
  settings.step = 0.0025;
  settings.solver.tolerance = 1e-13;
  Simulation cpu(world, settings, collider_detection()), gpu = on_gpu(world, settings);
  for (int step = 0; step < 100; ++step) {
    REQUIRE(cpu.advance().status == SolveStatus::solved);
    REQUIRE(gpu.advance().status == SolveStatus::solved);
  }
  CHECK(largest_difference(cpu.world().bodies, gpu.world().bodies) <= 1e-9);
  double off = 0;
  for (int i = 1; i < world.bodies.count(); ++i) {
    off = std::max(off, length(cpu.world().bodies.pose[i].position - gpu.world().bodies.pose[i].position));
  }
  CHECK(off <= 1e-10);
}

TEST_CASE("impulses of the step before spare iterations on the GPU", "[gpu][dynamics]") {
  const World world = lattice_world(6, 0.1);
  StepSettings settings = settings_of(SolverKind::apgd, ContactLaw::coulomb);
  settings.solver.tolerance = 1e-4;
  Simulation warm = on_gpu(world, settings);
  settings.warm_start = false;
  Simulation cold = on_gpu(world, settings);
  int warm_iterations = 0, cold_iterations = 0;
  for (int step = 0; step < 20; ++step) {
    warm_iterations += warm.advance().iterations;
    cold_iterations += cold.advance().iterations;
  }
  CHECK(2 * warm_iterations < cold_iterations);
}

TEST_CASE("a step that blows up on the GPU is taken back", "[gpu][dynamics]") {
  const World world = skidding_rod();
  StepSettings settings = settings_of(SolverKind::apgd, ContactLaw::coulomb);
  settings.step = 1e-4;
  settings.gravity = {};
  settings.energy_guard = 0.1;
  Simulation gpu = on_gpu(world, settings);
  const StepReport report = gpu.advance();
  CHECK_THAT(report.blown_up, Catch::Contains("mechanical energy"));
  CHECK(gpu.steps() == 0);
  for (int k = 0; k < world.bodies.count(); ++k) {
    if (!world.bodies.dynamic(k)) continue;
    CHECK(gpu.world().bodies.velocity[k] == world.bodies.velocity[k]);
    CHECK(gpu.world().bodies.pose[k].position == world.bodies.pose[k].position);
  }
}

TEST_CASE("a simulation on the GPU goes on to the same bits from its state", "[gpu][dynamics]") {
  const World world = mixed_heap(200, 15);
  StepSettings settings = settings_of(SolverKind::apgd, ContactLaw::coulomb);
  settings.solver.tolerance = 1e-4;
  Simulation whole = on_gpu(world, settings), first = on_gpu(world, settings),
             second = on_gpu(world, settings);
  for (int step = 0; step < 20; ++step) whole.advance();
  for (int step = 0; step < 10; ++step) first.advance();
  io::StateWriter state;
  first.write(state);
  const std::string bytes = state.finish();
  io::StateReader reader(bytes);
  second.read(reader);
  CHECK(second.steps() == 10);
  CHECK(same_bits(first.world().bodies, second.world().bodies));
  for (int step = 0; step < 10; ++step) second.advance();
  CHECK(same_bits(whole.world().bodies, second.world().bodies));
  CHECK(whole.solution().iterations == second.solution().iterations);
}

TEST_CASE("contacts of bodies that left after the step are still those of the step on the GPU",
          "[gpu][dynamics]") {
  // A ball rests on the floor; two that collide with each other, deep in the floor, are below the drain at
  // the look after the step.
  World world = lattice_world(1, 0.1);
  for (const double side : {-1.0, 1.0}) {
    const int ball = add_sphere(world, 0.1, 1, {1 + 0.1 * side, 0, 0.05}, {0.3, 0});
    world.bodies.velocity[ball] = {-side, 0, 0};
  }
  world.flow.interval = 1e-3;
  world.flow.drain = 0.06;
  StepSettings settings = settings_of(SolverKind::apgd, ContactLaw::coulomb);
  Simulation cpu(world, settings, collider_detection()), gpu = on_gpu(world, settings);
  REQUIRE(cpu.advance().left == 2);
  REQUIRE(gpu.advance().left == 2);
  REQUIRE(cpu.contacts().size() == 4);
  CHECK(gpu.contacts().size() == cpu.contacts().size());
  CHECK(gpu.problem().count() == cpu.problem().count());
  CHECK(gpu.solution().impulses.size() == gpu.contacts().size());
}

TEST_CASE("bodies in free flight on the GPU move as on the CPU", "[gpu][dynamics]") {
  const Scheme scheme = GENERATE(Scheme::semi_implicit, Scheme::moreau);
  World world;
  Shape box;
  box.kind = ShapeKind::box;
  box.half = {0.1, 0.2, 0.4};
  const int body = world.add_body({&box, 1}, {{0, 0, 1}, {}}, 1000, {});
  world.bodies.angular_velocity[body] = {1, 10, 0.1};
  const StepSettings settings = settings_of(SolverKind::apgd, ContactLaw::coulomb, scheme);
  Simulation cpu(world, settings, collider_detection()), gpu = on_gpu(world, settings);
  for (int step = 0; step < 100; ++step) cpu.advance(), gpu.advance();
  CHECK(largest_difference(cpu.world().bodies, gpu.world().bodies) <= 1e-11);
  CHECK(length(cpu.world().bodies.pose[body].position - gpu.world().bodies.pose[body].position) <= 1e-12);
}

TEST_CASE("boxes are shaken in a mesh on the GPU as on the CPU", "[gpu][dynamics]") {
  const World world = boxes_in_mesh(12);
  StepSettings settings = batch_settings();
  settings.energy_guard = 0.1;
  Simulation cpu(world, settings, collider_detection()), gpu = on_gpu(world, settings);
  for (int step = 0; step < 200; ++step) {
    const Vec3d gravity = swaying(cpu.time() + settings.step / 2);
    cpu.set_gravity(gravity), gpu.set_gravity(gravity);
    const StepReport a = cpu.advance(), b = gpu.advance();
    REQUIRE(b.blown_up.empty());
    CHECK(b.penetration < 2e-3);
    if (step >= 20) continue;
    CHECK(std::abs(b.contacts - a.contacts) <= 2);
    CHECK(b.potential == Approx(a.potential).epsilon(1e-6));
  }
  for (int k = 1; k < world.bodies.count(); ++k) {
    const Vec3d p = gpu.world().bodies.pose[k].position;
    CHECK((p.x > 0.1 && p.x < 0.9 && p.y > 0.1 && p.y < 0.9 && p.z > 0.08 && p.z < 0.8));
  }
}

TEST_CASE("gravity that changes on the GPU is no gain of energy", "[gpu][dynamics]") {
  World world;
  world.add_body(std::vector{sphere_shape(0.1)}, {{0, 0, 5}, {}}, 1000, {});
  StepSettings settings;
  settings.energy_guard = 1e-6;
  Simulation gpu = on_gpu(world, settings);
  for (int step = 0; step < 20; ++step) {
    gpu.set_gravity({0, 0, step % 10 < 5 ? 9.81 : -9.81});
    REQUIRE(gpu.advance().blown_up.empty());
  }
}

TEST_CASE("joints and motors hold on the GPU as on the CPU", "[gpu][dynamics][joints]") {
  const SolverKind kind = GENERATE(SolverKind::apgd, SolverKind::sor);
  const Scheme scheme = GENERATE(Scheme::semi_implicit, Scheme::moreau);
  CAPTURE(name_of(kind), name_of(scheme));
  // A driven crank lifts a chain of two balls, a motor pushes a box to and fro, and a ball slides on a floor:
  // all impulses are unique. (Those of a joint and a floor that hold the same box are not, and the work of a
  // motor against its friction depends on the solver.)
  World world;
  world.add_wall(plane_shape(), {}, {0.3, 0});
  const int ground = world.add_wall(sphere_shape(0.01), {{0, 0, 1}, {}}, {});
  const int crank = add_box(world, {0.25, 0.02, 0.02}, 1, {0.25, 0, 1}, {0.3, 0});
  Joint hinge = joint_at(world, JointKind::revolute, ground, crank, {0, 0, 1}, {0, 1, 0});
  hinge.driven = true;
  hinge.drive = {.rate = -1.5};
  world.joints.push_back(hinge);
  int above = crank;
  for (int k = 0; k < 2; ++k) {
    const int ball = add_sphere(world, 0.1, 1, {0.5, 0, 0.7 - 0.3 * k}, {0.3, 0});
    world.joints.push_back(joint_at(world, JointKind::spherical, above, ball, {0.5, 0, 1 - 0.3 * k}));
    above = ball;
  }
  const int box = add_box(world, {0.1, 0.1, 0.05}, 2, {0, 2, 1.5}, {0.3, 0});
  Joint slide = joint_at(world, JointKind::prismatic, ground, box, {0, 2, 1.5}, {1, 0, 0});
  slide.driven = true;
  slide.drive = {.amplitude = 0.1, .frequency = 2};
  world.joints.push_back(slide);
  const int sliding = add_sphere(world, 0.1, 1, {2, 0, 0.0999}, {0.3, 0});
  world.bodies.velocity[sliding] = {1, 0, 0};
  StepSettings settings = settings_of(kind, ContactLaw::coulomb, scheme);
  settings.solver.tolerance = 1e-9;
  Simulation cpu(world, settings, collider_detection()), gpu = on_gpu(world, settings);
  for (int step = 0; step < 50; ++step) {
    const StepReport a = cpu.advance(), b = gpu.advance();
    REQUIRE(b.blown_up.empty());
    REQUIRE(b.contacts == a.contacts);
    CHECK(b.joint_error == Approx(a.joint_error).epsilon(1e-2).margin(1e-6));
    CHECK(b.wall_work == Approx(a.wall_work).epsilon(1e-3).margin(1e-5));
  }
  CHECK(cpu.solution().impulses.size() == gpu.solution().impulses.size());
  for (int k = 0; k < world.bodies.count(); ++k) {
    CHECK(length(cpu.world().bodies.pose[k].position - gpu.world().bodies.pose[k].position) <= 1e-5);
  }
  // It goes on from its state to the same bits.
  io::StateWriter state;
  gpu.write(state);
  const std::string bytes = state.finish();
  Simulation again = on_gpu(world, settings);
  io::StateReader reader(bytes);
  again.read(reader);
  for (int step = 0; step < 5; ++step) gpu.advance(), again.advance();
  CHECK(same_bits(gpu.world().bodies, again.world().bodies));
}

TEST_CASE("what the GPU does not have is refused", "[gpu][dynamics]") {
  World world = mixed_heap(8, 1);
  StepSettings settings = settings_of(SolverKind::apgd, ContactLaw::coulomb);
  settings.solver.criterion = Criterion::step_norm;
  CHECK_THROWS_AS(on_gpu(world, settings), InputError);
}
