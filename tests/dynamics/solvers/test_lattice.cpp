// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Bounds of relaxation, and what all solvers find, on blocks of spheres in cubic lattices.
#include <catch2/catch.hpp>

#include <cstring>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

ContactProblem lattice(int n) { return gravity_problem(lattice_world(n, 0.5), {0, 0, -9.81}, 0.01); }

/// n^3 cells of touching spheres in the face-centred cubic lattice on the floor, four of them in a cell.
ContactProblem face_centred(int n) {
  World world;
  add_floor(world, {0.3, 0});
  const double radius = 0.5, cell = std::sqrt(8.0) * radius;
  const Vec3d places[] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
  for (int k = 0; k < n * n * n; ++k) {
    const int x = k % n, y = k / n % n, z = k / n / n;
    const Vec3d corner{1.0 * x, 1.0 * y, 1.0 * z};
    for (const Vec3d place : places)
      add_sphere(world, radius, 1, cell * (corner + place) + Vec3d{0, 0, radius}, {0.3, 0});
  }
  return gravity_problem(world, {0, 0, -9.81}, 0.01);
}

}  // namespace

TEST_CASE("the power iteration finds the bounds of a lattice (Negrut T13, Strobl A15)") {
  // 2 / lambda_max with eta, and with the scalar diagonal; of the block of 7^3 and of 2048 spheres to 1 %, as
  // much as the power iteration is off by where it ends.
  const struct {
    bool face_centred;
    int n, contacts;
    double trace, prox;
  } rows[] = {{false, 2, 16, 0.668, 0.741},    {false, 4, 160, 0.566, 0.669}, {false, 7, 931, 0.544, 0.647},
              {false, 10, 2800, 0.539, 0.642}, {true, 3, 468, 0.296, 0.388},  {true, 5, 2480, 0.277, 0.364},
              {true, 8, 10928, 0.271, 0.355}};
  for (const auto& row : rows) {
    CAPTURE(row.face_centred, row.n);
    const ContactProblem problem = row.face_centred ? face_centred(row.n) : lattice(row.n);
    REQUIRE(problem.count() == row.contacts);
    const auto bound = [&](JacobiSteps steps) {
      return 2 / largest_eigenvalue(*problem.matrix, step_lengths(*problem.matrix, steps), 1, 400);
    };
    const double allowed = row.n >= 7 ? 0.01 : 0.015;
    CHECK(bound(JacobiSteps::trace) == Approx(row.trace).epsilon(allowed));
    CHECK(bound(JacobiSteps::prox) == Approx(row.prox).epsilon(allowed));
  }
}

TEST_CASE("the bound of a cube on its corners is 3.581139 (Nuetzi B4)") {
  const ContactProblem problem = gravity_problem(cube_world(), {0, 0, -9.81}, 1e-3);
  CHECK(largest_eigenvalue(*problem.matrix, step_lengths(*problem.matrix, JacobiSteps::prox), 1, 1000) ==
        Approx(3.581139).epsilon(1e-3));
}

TEST_CASE("Negrut's fixed point converges below the bound and diverges above it (Negrut T13)") {
  ContactProblem problem = lattice(7);
  // A start that is no symmetric one, so that the fastest growing mode is there.
  for (int i = 0; i < problem.count(); ++i) problem.start.push_back({0.1, 0.01 * (i % 3), 0.01 * (i % 5)});
  SolverSettings settings;
  settings.kind = SolverKind::ccp;
  settings.law = ContactLaw::ccp;
  settings.iteration_limit = 10000;
  settings.tolerance = 1e-3;
  settings.relaxation = 0.5;
  CHECK(solve(problem, settings).status == SolveStatus::solved);
  settings.relaxation = 1;
  CHECK(solve(problem, settings).status == SolveStatus::diverged);
}

TEST_CASE("the chosen relaxation does not diverge and is fast (Strobl A14)") {
  // r = 1, h = 0.0025; a residual of 5e-4 m/s is 0.02 of g h = 0.0245 m/s.
  // The spheres are shifted sideways by up to 0.02, and all 931 contacts count as closed.
  World world = lattice_world(7, 1);
  unsigned state = 1;
  const auto shift = [&state] {
    return 0.04 * ((state = state * 1664525U + 1013904223U) / 4294967296.0 - 0.5);
  };
  for (int i = 1; i < world.bodies.count(); ++i) world.bodies.pose[i].position += Vec3d{shift(), shift(), 0};
  const ContactProblem problem = gravity_problem(world, {0, 0, -9.81}, 0.0025, 0.1);
  REQUIRE(problem.count() == 931);
  for (const SolverKind kind : {SolverKind::jor, SolverKind::sor, SolverKind::ccp, SolverKind::apgd}) {
    for (const ContactLaw law : {ContactLaw::coulomb, ContactLaw::ccp}) {
      CAPTURE(name_of(kind), name_of(law));
      SolverSettings settings;
      settings.kind = kind;
      settings.law = law;
      settings.tolerance = 0.02;
      const Solution solution = solve(problem, settings);
      CHECK(solution.status == SolveStatus::solved);
      // The bound of the source, for projections of normal and tangents by themselves; a step that is the
      // same for all three, which the cone needs, is 3.5 times as short.
      const bool by_cone = kind == SolverKind::ccp || (law == ContactLaw::ccp && kind != SolverKind::apgd);
      CHECK(solution.iterations <= (by_cone ? 700 : 200));
    }
  }
}

TEST_CASE("all solvers find the same velocities, and obey the law (Nuetzi B8, C7, Negrut T14, Strobl A16)") {
  World world = lattice_world(4, 0.5);
  // A push, so that contacts slide and open.
  for (int i = 1; i < world.bodies.count(); ++i)
    world.bodies.velocity[i] = {0.02 * (i % 7), 0.01 * (i % 5), -0.03 * (i % 3)};
  const ContactProblem problem = gravity_problem(world, {0, 0, -9.81}, 0.01);
  for (const ContactLaw law : {ContactLaw::coulomb, ContactLaw::ccp}) {
    std::vector<Vec3d> reference;
    double least = 0;  // Least value of the energy that the relaxed problem minimises.
    for (const SolverKind kind : {SolverKind::sor, SolverKind::jor, SolverKind::ccp, SolverKind::apgd,
                                  SolverKind::dense_sor, SolverKind::dense_jor, SolverKind::dense_relaxed}) {
      CAPTURE(name_of(kind), name_of(law));
      SolverSettings settings;
      settings.kind = kind;
      settings.law = law;
      settings.tolerance = 1e-10;
      settings.iteration_limit = 200000;
      const Solution solution = solve(problem, settings);
      REQUIRE(solution.status == SolveStatus::solved);
      CHECK(solution.residual <= 1e-10);
      std::vector<Vec3d> u(problem.count());
      problem.matrix->multiply(solution.impulses, u, 1);
      double complementary = 0, energy = 0;
      for (int i = 0; i < problem.count(); ++i) {
        energy += dot(solution.impulses[i], 0.5 * u[i] + problem.q[i]);
        u[i] += problem.q[i];
        const double mu = problem.friction[i];
        const Vec3d r = solution.impulses[i];
        CHECK(tangential(r) <= mu * r.x * (1 + 1e-12) + 1e-12);
        CHECK(u[i].x - (law == ContactLaw::ccp ? mu * tangential(u[i]) : 0) >= -1e-8);
        complementary += std::fabs(dot(r, law == ContactLaw::coulomb ? lifted(u[i], mu) : u[i]));
      }
      CHECK(complementary < 1e-6);
      if (reference.empty()) reference = u, least = energy;
      if (law == ContactLaw::ccp) CHECK(energy == Approx(least).epsilon(1e-6));
      // The relaxed problem is convex, so its velocities are unique; Coulomb's law has several solutions
      // here, which are near each other.
      double difference = 0;
      for (int i = 0; i < problem.count(); ++i)
        difference = std::max(difference, length(u[i] - reference[i]));
      CHECK(difference < (law == ContactLaw::ccp ? 2e-5 : 1e-2));
    }
  }
}

TEST_CASE("solutions have the same bits for any number of threads (Strobl A19)") {
  World world = lattice_world(18, 0.5);
  for (int i = 1; i < world.bodies.count(); ++i)
    world.bodies.velocity[i] = {0.02 * (i % 7), 0.01 * (i % 5), -0.03 * (i % 3)};
  const ContactProblem problem = gravity_problem(world, {0, 0, -9.81}, 0.01);
  REQUIRE(problem.count() > 16384);
  for (const SolverKind kind : {SolverKind::sor, SolverKind::jor, SolverKind::ccp, SolverKind::apgd}) {
    CAPTURE(name_of(kind));
    SolverSettings settings;
    settings.kind = kind;
    settings.iteration_limit = 10;
    settings.tolerance = 1e-12;
    const Solution one = solve(problem, settings);
    settings.thread_count = 2;
    const Solution two = solve(problem, settings);
    CHECK(one.status == SolveStatus::limit);
    CHECK(std::memcmp(one.impulses.data(), two.impulses.data(), one.impulses.size() * sizeof(Vec3d)) == 0);
    CHECK(one.residual == two.residual);
  }
}

TEST_CASE("apgd takes at most a third of the iterations of jor on a lattice") {
  const ContactProblem problem = lattice(7);
  SolverSettings settings;
  settings.tolerance = 1e-6;
  settings.iteration_limit = 100000;
  const int apgd = solve(problem, settings).iterations;
  settings.kind = SolverKind::jor;
  const Solution jor = solve(problem, settings);
  CAPTURE(apgd, jor.iterations);
  CHECK(jor.status == SolveStatus::solved);
  CHECK(3 * apgd <= jor.iterations);
}
