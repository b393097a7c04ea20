// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Blocks of joints in the functions of the device's solvers, called by loops on the host, against the CPU's.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "dynamics/heap.hpp"
#include "dynamics/host_arrays.hpp"
#include "jam/dynamics/solvers/rounds/apgd_rounds.hpp"
#include "jam/dynamics/solvers/rounds/jacobi_rounds.hpp"
#include "jam/dynamics/step/collision.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

/// A heap of which some bodies are connected to each other or to a wall, by joints of all kinds with and
/// without a motor.
struct JointedCase {
  World world = mixed_heap(80, 22);
  std::vector<Contact> contacts;
  std::vector<JointBlock> blocks;
  ContactProblem problem;
  std::vector<Twist> free;
  std::vector<StepJoint> joints;

  JointedCase() {
    const double h = 1e-3;
    std::vector<int> moving;
    for (int k = 0; k < world.bodies.count(); ++k) {
      if (world.bodies.dynamic(k)) moving.push_back(k);
    }
    for (int k = 0; k + 1 < 24; k += 2) {
      const Vec3d point =
          0.5 * (world.bodies.pose[moving[k]].position + world.bodies.pose[moving[k + 1]].position);
      const JointKind kind = k % 6 == 0   ? JointKind::spherical
                             : k % 6 == 2 ? JointKind::revolute
                                          : JointKind::prismatic;
      Joint joint = joint_at(world, kind, k == 8 ? 0 : moving[k], moving[k + 1], point, {1, 2, 3});
      joint.driven = kind != JointKind::spherical && k > 10;
      joint.drive = {.start = 0.01, .rate = 0.2};
      world.joints.push_back(joint);
    }
    contacts = collider_detection()(world, world.bodies.pose, 0.01, 1);
    std::erase_if(contacts, [&](const Contact& contact) {
      return std::ranges::any_of(world.joints, [&](const Joint& joint) {
        return std::minmax({joint.a, joint.b}) == std::minmax({contact.body_a, contact.body_b});
      });
    });
    const std::vector<Twist> before = twists_of(world.bodies);
    free = before;
    for (const int k : moving) free[k].linear += h * Vec3d{0, 0, -9.81};
    blocks = joint_blocks(world, world.bodies.pose, {0, h, 0});
    problem = contact_problem(world, world.bodies.pose, contacts, before, free,
                              {.impacts_only = false, .step = h, .recovery_speed = 0.5}, blocks);
    for (const JointBlock& block : blocks) {
      joints.push_back(step_joint(block.row, world.bodies.pose[block.row.a], world.bodies.pose[block.row.b],
                                  block.violation / h + block.rate, {}));
    }
  }

  HostArrays arrays() const {
    HostArrays host(world, world.bodies.pose, contacts, problem);
    BodyArrays bodies;
    bodies.count = world.bodies.count();
    bodies.kind = world.bodies.kind.data();
    bodies.pose = world.bodies.pose.data();
    bodies.free = free.data();
    host.add_joints(bodies, joints);
    return host;
  }
};

}  // namespace

TEST_CASE("blocks of joints have the diagonals, right sides and products of the CPU's",
          "[dynamics][rounds]") {
  const JointedCase c;
  const HostArrays host = c.arrays();
  const ProblemArrays& p = host.arrays.problem;
  REQUIRE(c.blocks.size() > 16);
  REQUIRE(p.matrix.first_joint > 50);
  for (int i = p.matrix.first_joint; i < p.matrix.contacts; ++i) {
    const Mat3d& block = c.problem.matrix->diagonal()[i];
    CHECK(largest_component(p.diagonal[i] - Vec3d{block.column[0].x, block.column[1].y, block.column[2].z}) <=
          1e-12 * p.largest[i]);
    CHECK(largest_component(p.q[i] - c.problem.q[i]) <= 1e-12 * (1 + largest_component(c.problem.q[i])));
    CHECK(p.friction[i] == two_sided);
  }
  std::vector<Vec3d> r, product(c.problem.count());
  for (int i = 0; i < c.problem.count(); ++i)
    r.push_back({std::sin(i), std::sin(2 * i + 1), std::sin(3 * i + 2)});
  c.problem.matrix->multiply(r, product, 1);
  for (int i = 0; i < c.problem.count(); ++i) hand_out(p.matrix, i, contact_frame(p.matrix.normal[i]), r[i]);
  for (int k = 0; k < p.matrix.bodies; ++k) sum_body(p.matrix, k);
  double largest = 0, scale = 0;
  for (int i = 0; i < c.problem.count(); ++i) {
    largest = std::max(
        largest,
        largest_component(contact_velocity(p.matrix, i, contact_frame(p.matrix.normal[i])) - product[i]));
    scale = std::max(scale, largest_component(product[i]));
  }
  CHECK(largest <= 1e-13 * scale);
}

TEST_CASE("rounds solve problems with joints as the CPU's solvers do", "[dynamics][rounds]") {
  const SolverKind kind = GENERATE(SolverKind::apgd, SolverKind::jor);
  const ContactLaw law = GENERATE(ContactLaw::coulomb, ContactLaw::ccp);
  CAPTURE(name_of(kind), name_of(law));
  const JointedCase c;
  HostArrays host = c.arrays();
  SolverSettings settings;
  settings.kind = kind;
  settings.law = law;
  settings.tolerance = 1e-5;
  settings.iteration_limit = 50000;
  const Solution expected = solve(c.problem, settings);
  std::vector<Vec3d> r;
  const RoundsReport report =
      kind == SolverKind::apgd ? host.run(begin_apgd(settings), r) : host.run(begin_jacobi(settings), r);
  REQUIRE(expected.status == SolveStatus::solved);
  CHECK(report.status == SolveStatus::solved);
  CHECK(report.iterations == Approx(expected.iterations).epsilon(0.3).margin(50));
  CHECK(natural_map_residual(c.problem, law, r) == Approx(report.residual).epsilon(1e-2));
}

TEST_CASE("sweeps by colours take blocks of joints along", "[dynamics][rounds]") {
  const JointedCase c;
  HostArrays host = c.arrays();
  SolverSettings settings;
  settings.kind = SolverKind::sor;
  settings.tolerance = 1e-15;
  settings.relaxation = 0.9;
  settings.iteration_limit = settings.check_interval = 20;
  const Solution expected = solve(c.problem, settings);
  REQUIRE(expected.iterations == 20);
  const std::vector<Vec3d> r = host.sweep<ContactLaw::coulomb>(
      static_cast<const BodyOperator&>(*c.problem.matrix).colouring(), 0.9, 20, 10);
  double largest = 0, scale = 0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    largest = std::max(largest, largest_component(r[i] - expected.impulses[i]));
    scale = std::max(scale, largest_component(r[i]));
  }
  CHECK(largest <= 1e-10 * scale);
}
