// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The functions of the device's solvers (cuda/rounds.hpp), called by loops on the host in place of kernels, against the operator and the
// solvers of the CPU. Negrut T30.
#include <catch2/catch.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "dynamics/heap.hpp"
#include "jam/core/error.hpp"
#include "jam/dynamics/constraints/body_operator.hpp"
#include "jam/dynamics/constraints/right_side.hpp"
#include "jam/dynamics/cuda/apgd_rounds.hpp"
#include "jam/dynamics/cuda/device.hpp"
#include "jam/dynamics/cuda/jacobi_rounds.hpp"
#include "jam/dynamics/step/collision.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

/// The arrays of a step of the CPU as the device holds them.
class HostArrays {
 public:
  HostArrays(const World& world, std::span<const Pose> poses, std::span<const Contact> contacts, const ContactProblem& problem)
      : n_(contacts.size()) {
    const auto& rows = static_cast<const BodyOperator&>(*problem.matrix).rows();
    const std::vector<InverseMass> masses = inverse_masses(world.bodies);
    const std::size_t bodies = masses.size();
    std::vector<std::vector<std::uint32_t>> sides(bodies);
    Vec3Array normal = vectors(n_), arm_a = vectors(n_), arm_b = vectors(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      const int a = rows[i].a, b = rows[i].b;
      body_.push_back({a, b});
      normal.set(i, contacts[i].normal);
      arm_a.set(i, a >= 0 ? contacts[i].point - poses[a].position : Vec3d{});
      arm_b.set(i, b >= 0 ? contacts[i].point - poses[b].position : Vec3d{});
      if (a >= 0) sides[a].push_back(static_cast<std::uint32_t>(2 * i));
      if (b >= 0) sides[b].push_back(static_cast<std::uint32_t>(2 * i + 1));
    }
    start_.push_back(0);
    for (std::size_t k = 0; k < bodies; ++k) {
      side_.insert(side_.end(), sides[k].begin(), sides[k].end());
      start_.push_back(static_cast<int>(side_.size()));
      inverse_mass_.push_back(world_inverse_mass(masses[k], poses[k].rotation));
    }
    Vec3Array side_arm = vectors(side_.size());
    for (std::size_t e = 0; e < side_.size(); ++e) side_arm.set(e, (side_[e] & 1U) != 0 ? arm_b[side_[e] / 2] : arm_a[side_[e] / 2]);
    impulse_.resize(n_);
    twist_.resize(bodies);

    ProblemArrays& p = arrays.problem;
    p.matrix = {static_cast<int>(n_), static_cast<int>(bodies), body_.data(), normal, arm_a, arm_b, start_.data(), side_.data(), side_arm,
                inverse_mass_.data(), impulse_.data(),          twist_.data()};
    p.q = vectors(n_);
    p.diagonal = vectors(n_);
    p.tangent = numbers(n_);
    p.largest = numbers(n_);
    p.friction = numbers(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      const Mat3d& block = problem.matrix->diagonal()[i];
      const Vec3d d{block.column[0].x, block.column[1].y, block.column[2].z};
      p.q.set(i, problem.q[i]);
      p.diagonal.set(i, d);
      p.tangent[i] = (d.y + d.z) / 2;
      p.largest[i] = std::max({d.x, d.y, d.z});
      p.friction[i] = problem.friction[i];
    }
    for (Vec3Array& r : arrays.r) r = vectors(n_);
    for (Vec3Array& w : arrays.product) w = vectors(n_);
    arrays.change = vectors(n_);
    arrays.shift = numbers(n_);
  }

  /// Rounds until the last one; their report, and the impulses.
  template <class Control>
  RoundsReport run(Control control, std::vector<Vec3d>& impulses) {
    int rounds = 0;
    while (control.plan.kind != RoundKind::done) {
      REQUIRE(++rounds < 100000);
      ForwardTerms ahead;
      BackwardTerms back;
      for (int i = 0; i < static_cast<int>(n_); ++i) ahead.join(forward(arrays, control, i));
      for (int k = 0; k < arrays.problem.matrix.bodies; ++k) sum_body(arrays.problem.matrix, k);
      for (int i = 0; i < static_cast<int>(n_); ++i) back.join(backward(arrays, control, i));
      decide(control, ahead, back);
    }
    impulses.clear();
    for (std::size_t i = 0; i < n_; ++i) impulses.push_back(arrays.r[control.plan.now][i]);
    return control.report;
  }

  SolverArrays arrays;

 private:
  double* numbers(std::size_t count) { return memory_.emplace_back(count).data(); }
  Vec3Array vectors(std::size_t count) { return {numbers(3 * count), count}; }

  std::size_t n_;
  std::vector<std::vector<double>> memory_;
  std::vector<BodyIndices> body_;
  std::vector<int> start_;
  std::vector<std::uint32_t> side_;
  std::vector<WorldInverseMass> inverse_mass_;
  std::vector<WorldImpulse> impulse_;
  std::vector<Twist> twist_;
};

struct Case {
  World world = mixed_heap(120, 21);
  std::vector<Contact> contacts = collider_detection()(world, world.bodies.pose, 0.01, 1);
  ContactProblem problem;

  Case() {
    const std::vector<Twist> before = twists_of(world.bodies);
    std::vector<Twist> free = before;
    for (int k = 0; k < world.bodies.count(); ++k) {
      if (world.bodies.dynamic(k)) free[k].linear += 1e-3 * Vec3d{0, 0, -9.81};
    }
    problem =
        contact_problem(world, world.bodies.pose, contacts, before, free, {.impacts_only = false, .step = 1e-3, .recovery_speed = 0.5});
  }
};

}  // namespace

TEST_CASE("rows of a normal and two arms multiply as those of the CPU, up to rounding", "[dynamics][rounds]") {
  const Case c;
  HostArrays host(c.world, c.world.bodies.pose, c.contacts, c.problem);
  const OperatorArrays& matrix = host.arrays.problem.matrix;
  std::vector<Vec3d> r, product(c.contacts.size());
  for (std::size_t i = 0; i < c.contacts.size(); ++i) {
    const auto k = static_cast<double>(i);
    r.push_back({std::sin(k), std::sin(2 * k + 1), std::sin(3 * k + 2)});
  }
  c.problem.matrix->multiply(r, product, 1);
  for (std::size_t i = 0; i < r.size(); ++i) hand_out(matrix, static_cast<int>(i), contact_frame(c.contacts[i].normal), r[i]);
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

TEST_CASE("rounds of apgd, jor, ccp and pe-jacobi solve contact problems as the CPU's solvers do (T30)", "[dynamics][rounds]") {
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
  const RoundsReport report = kind == SolverKind::apgd ? host.run(begin_apgd(settings), r) : host.run(begin_jacobi(settings), r);
  REQUIRE(expected.status == SolveStatus::solved);
  CHECK(report.status == SolveStatus::solved);
  CHECK(report.iterations == Approx(expected.iterations).epsilon(0.2).margin(20));
  CHECK(report.residual <= settings.tolerance);
  CHECK(natural_map_residual(c.problem, law, r) == Approx(report.residual).epsilon(1e-2));
}

TEST_CASE("after fifty iterations impulses of the rounds are those of the CPU to 1e-10 (T30)", "[dynamics][rounds]") {
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
  const RoundsReport report = kind == SolverKind::apgd ? host.run(begin_apgd(settings), r) : host.run(begin_jacobi(settings), r);
  CHECK(report.status == SolveStatus::limit);
  CHECK(report.iterations == 50);
  double largest = 0;
  for (std::size_t i = 0; i < r.size(); ++i) largest = std::max(largest, largest_component(r[i] - expected.impulses[i]));
  CHECK(largest <= 1e-10);
}

TEST_CASE("a limit of iterations and a relaxation that diverges end rounds with their names", "[dynamics][rounds]") {
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
  World world;
  SolverSettings settings;
  CHECK_NOTHROW(require_device_steps(world, settings));
  world.joints.emplace_back();
  CHECK_THROWS_WITH(require_device_steps(world, settings), Catch::Contains("joints"));
  world.joints.clear();
  settings.criterion = Criterion::step_norm;
  CHECK_THROWS_AS(require_device_steps(world, settings), InputError);
  settings = {};
  for (const SolverKind kind : {SolverKind::sor, SolverKind::dense_jor, SolverKind::dense_sor, SolverKind::dense_relaxed}) {
    settings.kind = kind;
    CHECK_THROWS_WITH(require_device_steps(world, settings),
                      Catch::Contains(std::string("the solver ") + name_of(kind) + " runs on the CPU"));
  }
  settings = {};
  settings.tolerance = 0;
  CHECK_THROWS_AS(require_device_steps(world, settings), InputError);
}
