// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The functions of the device's solvers (solvers/rounds/rounds.hpp), called by loops on the host in place of
// kernels, against the operator and the solvers of the CPU. Negrut T30.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "dynamics/heap.hpp"
#include "dynamics/host_arrays.hpp"
#include "jam/core/error.hpp"
#include "jam/dynamics/cuda/device.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "jam/dynamics/solvers/rounds/apgd_rounds.hpp"
#include "jam/dynamics/solvers/rounds/jacobi_rounds.hpp"
#include "jam/dynamics/step/collision.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

struct Case {
  World world;
  std::vector<Contact> contacts = collider_detection()(world, world.bodies.pose, 0.01, 1);
  ContactProblem problem;

  explicit Case(World bodies = mixed_heap(120, 21)) : world(std::move(bodies)) {
    const std::vector<Twist> before = twists_of(world.bodies);
    std::vector<Twist> free = before;
    for (int k = 0; k < world.bodies.count(); ++k) {
      if (world.bodies.dynamic(k)) free[k].linear += 1e-3 * Vec3d{0, 0, -9.81};
    }
    problem = contact_problem(world, world.bodies.pose, contacts, before, free,
                              {.impacts_only = false, .step = 1e-3, .recovery_speed = 0.5});
  }
};

}  // namespace

TEST_CASE("rows of a normal and two arms multiply as those of the CPU, up to rounding",
          "[dynamics][rounds]") {
  const Case c;
  HostArrays host(c.world, c.world.bodies.pose, c.contacts, c.problem);
  const OperatorArrays& matrix = host.arrays.problem.matrix;
  std::vector<Vec3d> r, product(c.contacts.size());
  for (std::size_t i = 0; i < c.contacts.size(); ++i) {
    const auto k = static_cast<double>(i);
    r.push_back({std::sin(k), std::sin(2 * k + 1), std::sin(3 * k + 2)});
  }
  c.problem.matrix->multiply(r, product, 1);
  for (std::size_t i = 0; i < r.size(); ++i)
    hand_out(matrix, static_cast<int>(i), contact_frame(c.contacts[i].normal), r[i]);
  for (int k = 0; k < matrix.bodies; ++k) sum_body(matrix, k);
  double largest = 0, scale = 0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    const Vec3d found = contact_velocity(matrix, static_cast<int>(i), contact_frame(c.contacts[i].normal));
    largest = std::max(largest, largest_component(found - product[i]));
    scale = std::max(scale, largest_component(product[i]));
  }
  REQUIRE(c.contacts.size() > 150);
  CHECK(largest <= 1e-13 * scale);
}

TEST_CASE("rounds of apgd, jor, ccp and pe-jacobi solve contact problems as the CPU's solvers do (T30)",
          "[dynamics][rounds]") {
  const SolverKind kind = GENERATE(SolverKind::apgd, SolverKind::jor, SolverKind::ccp, SolverKind::pe_jacobi);
  const ContactLaw law = GENERATE(ContactLaw::coulomb, ContactLaw::ccp, ContactLaw::pyramid);
  CAPTURE(name_of(kind), name_of(law));
  const bool pyramid = law == ContactLaw::pyramid;
  if (kind != SolverKind::jor && pyramid != (kind == SolverKind::pe_jacobi)) return;
  const Case c;
  HostArrays host(c.world, c.world.bodies.pose, c.contacts, c.problem);
  SolverSettings settings;
  settings.kind = kind;
  settings.law = law;
  settings.tolerance = 1e-7;
  settings.iteration_limit = 20000;
  const Solution expected = solve(c.problem, settings);
  std::vector<Vec3d> r;
  const RoundsReport report =
      kind == SolverKind::apgd ? host.run(begin_apgd(settings), r) : host.run(begin_jacobi(settings), r);
  REQUIRE(expected.status == SolveStatus::solved);
  CHECK(report.status == SolveStatus::solved);
  CHECK(report.iterations == Approx(expected.iterations).epsilon(0.2).margin(20));
  CHECK(report.residual <= settings.tolerance);
  CHECK(natural_map_residual(c.problem, law, r) == Approx(report.residual).epsilon(1e-2));
}

TEST_CASE("after fifty iterations impulses of the rounds are those of the CPU to 1e-10 (T30)",
          "[dynamics][rounds]") {
  const SolverKind kind = GENERATE(SolverKind::apgd, SolverKind::jor);
  const Case c;
  HostArrays host(c.world, c.world.bodies.pose, c.contacts, c.problem);
  SolverSettings settings;
  settings.kind = kind;
  settings.law = ContactLaw::ccp;
  settings.tolerance = 1e-15;
  settings.iteration_limit = 50;
  settings.relaxation = kind == SolverKind::jor ? 0.3 : 0;
  const Solution expected = solve(c.problem, settings);
  std::vector<Vec3d> r;
  const RoundsReport report =
      kind == SolverKind::apgd ? host.run(begin_apgd(settings), r) : host.run(begin_jacobi(settings), r);
  CHECK(report.status == SolveStatus::limit);
  CHECK(report.iterations == 50);
  double largest = 0;
  for (std::size_t i = 0; i < r.size(); ++i)
    largest = std::max(largest, largest_component(r[i] - expected.impulses[i]));
  CHECK(largest <= 1e-10);
}

TEMPLATE_TEST_CASE_SIG("sweeps by colours are those of the CPU's sor", "[dynamics][rounds]",
                       ((ContactLaw law), law), ContactLaw::coulomb, ContactLaw::ccp, ContactLaw::pyramid) {
  const Case c;
  HostArrays host(c.world, c.world.bodies.pose, c.contacts, c.problem);
  SolverSettings settings;
  settings.kind = SolverKind::sor;
  settings.law = law;
  settings.tolerance = 1e-15;
  settings.relaxation = 0.9;
  settings.iteration_limit = settings.check_interval = 20;
  const Solution expected = solve(c.problem, settings);
  REQUIRE(expected.iterations == 20);
  const std::vector<Vec3d> r =
      host.sweep<law>(static_cast<const BodyOperator&>(*c.problem.matrix).colouring(), 0.9, 20, 10);
  double largest = 0;
  for (std::size_t i = 0; i < r.size(); ++i)
    largest = std::max(largest, largest_component(r[i] - expected.impulses[i]));
  CHECK(largest <= 1e-12);
}

TEST_CASE("apgd goes through its three stages where De Saxce's term does not settle, and solves there",
          "[dynamics][rounds]") {
  Scene scene = built_in_scene("bricks", 1);
  StepSettings steps;
  steps.solver.tolerance = 1e-3;
  Simulation simulation(scene.world, steps, collider_detection());
  for (int k = 0; k < 40; ++k) simulation.advance();
  const Case c(simulation.world());
  SolverSettings settings;
  settings.tolerance = 1e-4;
  settings.iteration_limit = 20'000;
  HostArrays host(c.world, c.world.bodies.pose, c.contacts, c.problem);
  std::vector<Vec3d> r;
  std::vector<int> stages;
  const RoundsReport report = host.run(begin_apgd(settings), r, [&](const ApgdControl& control) {
    const int stage = !control.follows ? 3 : control.damped ? 2 : 1;
    if (stages.empty() || stages.back() != stage) stages.push_back(stage);
  });
  CAPTURE(report.iterations);
  CHECK(stages == std::vector{1, 2, 3});
  CHECK(report.status == SolveStatus::solved);
  CHECK(natural_map_residual(c.problem, ContactLaw::coulomb, r) == Approx(report.residual).epsilon(1e-2));
  // The implementation for vectors of all contacts follows the same rules.
  const Solution expected = solve(c.problem, settings);
  CHECK(expected.status == SolveStatus::solved);
  CHECK(report.iterations == Approx(expected.iterations).epsilon(0.3));
}

TEST_CASE("the rules of apgd: stages, shares and step lengths", "[dynamics][rounds]") {
  ApgdProgress progress;
  progress.follows = true;
  progress.start(1, true);
  CHECK(progress.theta == apgd_cold_theta);
  // A hundred iterations that gain a tenth are no stall.
  CHECK(progress.take_if_best(0.8));
  CHECK_FALSE(progress.advance_if_stalled(99));
  CHECK_FALSE(progress.advance_if_stalled(100));
  CHECK_FALSE(progress.take_if_best(0.8));
  CHECK(progress.advance_if_stalled(200));
  CHECK((progress.follows && progress.damped));
  // A momentum of 0.985, which stage 2 limits and stage 3 does not.
  progress.theta = 0.01;
  CHECK(progress.next_momentum(-1) == apgd_damped_momentum);
  CHECK(progress.advance_if_stalled(300));
  CHECK_FALSE(progress.follows);
  progress.theta = 0.01;
  CHECK(progress.next_momentum(-1) > apgd_damped_momentum);
  CHECK_FALSE(progress.advance_if_stalled(1000));
  // Half of the share, a tenth at least, while convex problems do not help; more afterwards.
  for (const double share : {0.5, 0.25, 0.125, 0.1, 0.1}) CHECK(progress.next_share(1) == share);
  CHECK(progress.next_share(0.5) == Approx(0.15));
  CHECK(progress.inner_is_solved(0.05, 1e-3, 1));
  CHECK_FALSE(progress.inner_is_solved(0.051, 1e-3, 1));
  CHECK(progress.inner_is_solved(0.29, 1, 1));
  // A step that goes up the gradient ends the momentum; one that is too long is taken again.
  CHECK(progress.next_momentum(1) == 0);
  progress.curvature = 1;
  CHECK(progress.raise_curvature(1.1, 1, 0));
  CHECK(progress.curvature == apgd_least_growth);
  CHECK(progress.raise_curvature(9, 1, 0));
  CHECK(progress.curvature == apgd_least_growth * apgd_most_growth);
  CHECK_FALSE(progress.raise_curvature(2, 1, 0));
}

TEST_CASE("a look at impulses is the natural map of the CPU", "[dynamics][rounds]") {
  const Case c;
  HostArrays host(c.world, c.world.bodies.pose, c.contacts, c.problem);
  const ContactLaw law = GENERATE(ContactLaw::coulomb, ContactLaw::ccp, ContactLaw::pyramid);
  std::vector<Vec3d> r;
  const RoundsReport report = host.run(begin_look(law), r);
  CHECK(report.residual == Approx(natural_map_residual(c.problem, law, r)).epsilon(1e-12));
  CHECK(report.absolute > 0);
}

TEST_CASE("a limit of iterations and a relaxation that diverges end rounds with their names",
          "[dynamics][rounds]") {
  const Case c;
  HostArrays host(c.world, c.world.bodies.pose, c.contacts, c.problem);
  SolverSettings settings;
  settings.kind = SolverKind::jor;
  settings.tolerance = 1e-12;
  settings.relaxation = 2;
  settings.iteration_limit = 5000;
  std::vector<Vec3d> r;
  CHECK(host.run(begin_jacobi(settings), r).status == SolveStatus::diverged);
}

TEST_CASE("what the device does not solve is refused", "[dynamics][rounds]") {
  SolverSettings settings;
  CHECK_NOTHROW(require_device_steps(settings));
  settings.criterion = Criterion::step_norm;
  CHECK_THROWS_WITH(require_device_steps(settings), "on a CUDA device a solve ends by its residual only");
  settings = {};
  settings.tolerance = 0;
  CHECK_THROWS_AS(require_device_steps(settings), InputError);
}
