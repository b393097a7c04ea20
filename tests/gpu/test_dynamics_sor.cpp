// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// sor on a CUDA device against sor on the CPU: colours, sweeps, solutions.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <string>

#include "dynamics/batch_worlds.hpp"
#include "dynamics/gpu_steps.hpp"
#include "dynamics/heap.hpp"
#include "dynamics/worlds.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

TEST_CASE("sor on the GPU has the colours, the sweeps and the solutions of the CPU's",
          "[gpu][dynamics][sor]") {
  const ContactLaw law = GENERATE(ContactLaw::coulomb, ContactLaw::ccp, ContactLaw::pyramid);
  CAPTURE(name_of(law));
  const World world = mixed_heap(300, 16);
  StepSettings settings = settings_of(SolverKind::sor, law);
  settings.solver.tolerance = 1e-6;
  Simulation cpu(world, settings, collider_detection()), gpu = on_gpu(world, settings);
  for (int step = 0; step < 3; ++step) {
    const StepReport a = cpu.advance(), b = gpu.advance();
    REQUIRE(a.contacts == b.contacts);
    CHECK(gpu.solution().colour_count == cpu.solution().colour_count);
    CHECK(b.status == a.status);
    CHECK(b.iterations == Approx(a.iterations).epsilon(0.1).margin(20));
    CHECK(b.residual <= 1e-6);
    CHECK(natural_map_residual(gpu.problem(), law, gpu.solution().impulses) ==
          Approx(b.residual).epsilon(1e-2));
    CHECK(largest_difference(cpu.world().bodies, gpu.world().bodies) <= 1e-3);
  }
}

TEST_CASE("twenty sweeps of sor on the GPU give the impulses of the CPU's",
          "[gpu][dynamics][sor][sanitizer]") {
  const World world = mixed_heap(100, 17);
  StepSettings settings = settings_of(SolverKind::sor, ContactLaw::coulomb);
  settings.solver.tolerance = 1e-300;
  settings.solver.relaxation = 0.9;
  settings.solver.iteration_limit = 20;
  Simulation cpu(world, settings, collider_detection()), gpu = on_gpu(world, settings);
  REQUIRE(cpu.advance().contacts == gpu.advance().contacts);
  double largest = 0;
  for (std::size_t i = 0; i < cpu.contacts().size(); ++i) {
    largest = std::max(largest, length(cpu.solution().impulses[i] - gpu.solution().impulses[i]));
  }
  CHECK(largest <= 1e-10);
}

TEST_CASE("colours of bodies with many neighbours are found on the GPU, too", "[gpu][dynamics][sor]") {
  // A large ball in a shell of small ones, each of which touches it: more colours than the device looks for.
  World world;
  const int large = add_sphere(world, 1, 100, {}, {0.3, 0});
  constexpr int count = 150;
  for (int k = 0; k < count; ++k) {
    const double z = 1 - (2 * k + 1.0) / count, angle = 2.399963 * k, across = std::sqrt(1 - z * z);
    const int ball = add_sphere(
        world, 0.05, 1, 1.0499 * Vec3d{across * std::cos(angle), across * std::sin(angle), z}, {0.3, 0});
    world.bodies.velocity[ball] = -world.bodies.pose[ball].position;
  }
  StepSettings settings = settings_of(SolverKind::sor, ContactLaw::coulomb);
  settings.solver.tolerance = 1e-300;
  settings.solver.relaxation = 0.9;
  settings.solver.iteration_limit = 20;
  Simulation cpu(world, settings, collider_detection()), gpu = on_gpu(world, settings);
  REQUIRE(cpu.advance().contacts == gpu.advance().contacts);
  CHECK(gpu.solution().colour_count > 64);
  CHECK(gpu.solution().colour_count == cpu.solution().colour_count);
  CHECK(length(cpu.world().bodies.velocity[large] - gpu.world().bodies.velocity[large]) <= 1e-10);
}

TEST_CASE("steps by sor on the GPU have the same bits in every run and for every size of a block",
          "[gpu][dynamics][sor]") {
  const World world = mixed_heap(300, 12);
  StepSettings settings = settings_of(SolverKind::sor, ContactLaw::coulomb);
  settings.solver.tolerance = 1e-4;
  Simulation first = on_gpu(world, settings);
  for (int step = 0; step < 10; ++step) first.advance();
  for (const int warps : {0, 1, 8}) {
    if (warps > 0) setenv("JAM_CUDA_WARPS", std::to_string(warps).c_str(), 1);
    Simulation again = on_gpu(world, settings);
    for (int step = 0; step < 10; ++step) again.advance();
    unsetenv("JAM_CUDA_WARPS");
    CHECK(same_bits(first.world().bodies, again.world().bodies));
  }
}
