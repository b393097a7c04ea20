// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Iterates and numbers of iterations of jor, sor and ccp against those of independent prototypes of the same
// formulas (Nuetzi C, Negrut T7, T12). dense-sor processes contacts in the order of the list, as the
// prototypes do; sor by colours: a stack of more than two spheres takes other numbers then, up to 10 %.
#include <catch2/catch.hpp>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/solvers/solver.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

constexpr Vec3d down{0, 0, -9.81};

constexpr SolverKind every_kind[] = {SolverKind::jor,          SolverKind::sor,       SolverKind::ccp,
                                     SolverKind::apgd,         SolverKind::dense_jor, SolverKind::dense_sor,
                                     SolverKind::dense_relaxed};

SolverSettings by_steps(SolverKind kind, double alpha, double relative, double absolute, int limit = 100000) {
  SolverSettings settings;
  settings.kind = kind;
  settings.criterion = Criterion::step_norm;
  settings.relaxation = alpha;
  settings.relative = relative;
  settings.absolute = absolute;
  settings.iteration_limit = limit;
  return settings;
}

int iterations(const ContactProblem& problem, SolverKind kind, double alpha, double tolerance) {
  const Solution solution = solve(problem, by_steps(kind, alpha, tolerance, tolerance));
  CHECK(solution.status == SolveStatus::solved);
  return solution.iterations;
}

}  // namespace

TEST_CASE("first iterates of a stack of two (Nuetzi C1)") {
  const ContactProblem problem = gravity_problem(stack_world(2), down, 1e-3);
  const double jor[4][2] = {{0.00981, 0}, {0.00981, 0.004905}, {0.014715, 0.004905}, {0.014715, 0.0073575}};
  const double sor[4][2] = {
      {0.00981, 0.004905}, {0.014715, 0.0073575}, {0.0171675, 0.00858375}, {0.01839375, 0.009196875}};
  for (int k = 0; k < 4; ++k) {
    CAPTURE(k);
    // One iteration at a time, from the iterate before: a solve that reaches its limit returns the best
    // impulses, not the last.
    const auto iterate = [&](SolverKind kind) {
      ContactProblem next = problem;
      for (int turn = 0; turn <= k; ++turn) {
        SolverSettings one = by_steps(kind, 1, 1e9, 1e9);
        next.start = solve(next, one).impulses;
      }
      return next.start;
    };
    const std::vector<Vec3d> j = iterate(SolverKind::jor), s = iterate(SolverKind::sor);
    const std::vector<Vec3d> dense_j = iterate(SolverKind::dense_jor),
                             dense_s = iterate(SolverKind::dense_sor);
    for (int i = 0; i < 2; ++i) {
      CHECK(j[i].x == Approx(jor[k][i]).epsilon(1e-12));
      CHECK(s[i].x == Approx(sor[k][i]).epsilon(1e-12));
      CHECK(dense_j[i].x == Approx(jor[k][i]).epsilon(1e-12));
      CHECK(dense_s[i].x == Approx(sor[k][i]).epsilon(1e-12));
    }
  }
}

TEST_CASE("iterations of stacks grow with the square of their height (Nuetzi C2)") {
  struct Row {
    int spheres, jor_coarse, sor_coarse, jor_fine, sor_fine;
  };
  for (const Row& row : {Row{2, 34, 18, 68, 35}, Row{5, 214, 111, 444, 226}, Row{10, 822, 426, 1752, 891},
                         Row{20, 3102, 1609, 6832, 3474}, Row{50, 17078, 8894, 40404, 20557}}) {
    CAPTURE(row.spheres);
    const ContactProblem problem = gravity_problem(stack_world(row.spheres), down, 1e-3);
    const double order = row.spheres == 2 ? 0 : 0.1;
    CHECK(std::abs(iterations(problem, SolverKind::jor, 1, 1e-7) - row.jor_coarse) <= 1);
    CHECK(std::abs(iterations(problem, SolverKind::jor, 1, 1e-12) - row.jor_fine) <= 1);
    CHECK(std::abs(iterations(problem, SolverKind::sor, 1, 1e-7) - row.sor_coarse) <=
          1 + order * row.sor_coarse);
    CHECK(std::abs(iterations(problem, SolverKind::sor, 1, 1e-12) - row.sor_fine) <=
          1 + order * row.sor_fine);
    CHECK(std::abs(iterations(problem, SolverKind::dense_jor, 1, 1e-7) - row.jor_coarse) <= 1);
    CHECK(std::abs(iterations(problem, SolverKind::dense_jor, 1, 1e-12) - row.jor_fine) <= 1);
    CHECK(std::abs(iterations(problem, SolverKind::dense_sor, 1, 1e-7) - row.sor_coarse) <= 1);
    CHECK(std::abs(iterations(problem, SolverKind::dense_sor, 1, 1e-12) - row.sor_fine) <= 1);
    for (const SolverKind kind : {SolverKind::sor, SolverKind::dense_sor}) {
      const Solution solution = solve(problem, by_steps(kind, 1, 1e-12, 1e-12));
      for (int i = 0; i < row.spheres; ++i)
        CHECK(solution.impulses[i].x == Approx((row.spheres - i) * 9.81e-3).epsilon(1e-6));
    }
  }
}

TEST_CASE("over-relaxation of a stack of ten (Nuetzi C3)") {
  const ContactProblem problem = gravity_problem(stack_world(10), down, 1e-3);
  const std::pair<double, int> sor[] = {{0.5, 1152}, {1.0, 426}, {1.3, 240}};
  for (const auto& [alpha, expected] : sor) {
    CAPTURE(alpha);
    CHECK(iterations(problem, SolverKind::sor, alpha, 1e-7) == Approx(expected).epsilon(0.1));
  }
  const std::pair<double, int> in_order[] = {{0.5, 1152}, {1.0, 426}, {1.3, 240},
                                             {1.5, 150},  {1.7, 68},  {1.9, 116}};
  for (const auto& [alpha, expected] : in_order) {
    CAPTURE(alpha);
    CHECK(std::abs(iterations(problem, SolverKind::dense_sor, alpha, 1e-7) - expected) <= 1);
  }
  const auto by_element = [&](SolverKind kind) {
    SolverSettings element = by_steps(kind, 1, 1e-7, 1e-7);
    element.criterion = Criterion::step_element;
    return solve(problem, element).iterations;
  };
  for (const SolverKind kind : {SolverKind::jor, SolverKind::dense_jor}) {
    CHECK(std::abs(iterations(problem, kind, 0.5, 1e-7) - 1487) <= 1);
    CHECK(solve(problem, by_steps(kind, 1.3, 1e-7, 1e-7, 20000)).status == SolveStatus::diverged);
    CHECK(std::abs(by_element(kind) - 792) <= 1);
  }
  CHECK(std::abs(by_element(SolverKind::dense_sor) - 397) <= 1);
}

TEST_CASE("a heavy sphere on a light one (Nuetzi C4)") {
  World world = stack_world(1);
  add_sphere(world, 0.1, 100, {0, 0, 0.3}, {0.3, 0});
  const ContactProblem problem = gravity_problem(world, down, 1e-3);
  for (const SolverKind kind : {SolverKind::jor, SolverKind::dense_jor})
    CHECK(std::abs(iterations(problem, kind, 1, 1e-7) - 2136) <= 1);
  for (const SolverKind kind : {SolverKind::sor, SolverKind::dense_sor})
    CHECK(std::abs(iterations(problem, kind, 1, 1e-7) - 1103) <= 1);
  for (const SolverKind kind :
       {SolverKind::jor, SolverKind::sor, SolverKind::dense_jor, SolverKind::dense_sor}) {
    const Solution solution = solve(problem, by_steps(kind, 1, 1e-7, 1e-7));
    CHECK(solution.impulses[0].x == Approx(0.99081).epsilon(4e-5));
    CHECK(solution.impulses[1].x == Approx(0.98100).epsilon(4e-5));
  }
}

TEST_CASE("a cube on four corners (Nuetzi C5)") {
  const auto count = [](double beta, SolverKind kind, double alpha) {
    SolverSettings settings = by_steps(kind, alpha, 1e-10, 1e-12, 20000);
    const Solution solution = solve(gravity_problem(cube_world(), inclined(beta), 1e-3), settings);
    return solution.status == SolveStatus::solved ? solution.iterations : -1;
  };
  const std::pair<double, int> jor_10[] = {{0.3, 139}, {0.4, 104}, {0.5, 84}, {0.6, -1}, {0.7, -1}};
  const std::pair<double, int> jor_20[] = {{0.3, 60}, {0.4, 43}, {0.5, 33}, {0.6, 25}, {0.7, 22}};
  for (const SolverKind kind : {SolverKind::jor, SolverKind::dense_jor}) {
    for (const auto& [alpha, expected] : jor_10) CHECK(std::abs(count(10, kind, alpha) - expected) <= 1);
    for (const auto& [alpha, expected] : jor_20) CHECK(std::abs(count(20, kind, alpha) - expected) <= 1);
  }
  const std::pair<double, int> sor_10[] = {{0.5, 72}, {1.0, 25}, {1.3, 46}},
                               sor_20[] = {{0.5, 172}, {1.0, 56}, {1.3, 38}, {1.6, 58}};
  for (const SolverKind kind : {SolverKind::sor, SolverKind::dense_sor}) {
    for (const auto& [alpha, expected] : sor_10) CHECK(std::abs(count(10, kind, alpha) - expected) <= 1);
    for (const auto& [alpha, expected] : sor_20) CHECK(std::abs(count(20, kind, alpha) - expected) <= 1);
  }
  CHECK(count(10, SolverKind::dense_sor, 1.6) == -1);
}

TEST_CASE("sums of the corner impulses of a cube (Nuetzi C5)") {
  for (const SolverKind kind : {SolverKind::jor, SolverKind::sor, SolverKind::apgd, SolverKind::dense_jor,
                                SolverKind::dense_sor, SolverKind::dense_relaxed}) {
    for (const double beta : {10.0, 20.0}) {
      CAPTURE(name_of(kind), beta);
      World world = cube_world();
      const ContactProblem problem = gravity_problem(world, inclined(beta), 1e-3);
      SolverSettings settings;
      settings.kind = kind;
      settings.tolerance = 1e-11;
      settings.iteration_limit = 100000;
      const Solution solution = solve(problem, settings);
      REQUIRE(solution.status == SolveStatus::solved);
      // Corners 0 and 2 are at -x, the rear, as gravity pulls towards +x; 1 and 3 in front.
      const double rear = solution.impulses[0].x + solution.impulses[2].x,
                   front = solution.impulses[1].x + solution.impulses[3].x;
      CHECK(front + rear == Approx(beta == 10 ? 0.009660964 : 0.009218385).margin(1e-9));
      CHECK(front == Approx(beta == 10 ? 0.005682226 : 0.005991950).margin(1e-9));
      CHECK(rear == Approx(beta == 10 ? 0.003978738 : 0.003226435).margin(1e-9));
      const BodyOperator matrix(
          contact_rows(world.bodies, {world.bodies.pose}, hand_contacts(world, world.bodies.pose, 1e-9)),
          inverse_masses(world.bodies));
      std::vector<Twist> change(2);
      matrix.velocities(solution.impulses, change, 1);
      // It sticks, or slides after h with g h (sin - mu cos): 5.8970e-4 m/s.
      CHECK(change[1].linear.x + 1e-3 * inclined(beta).x == Approx(beta == 10 ? 0 : 5.89702e-4).margin(1e-9));
    }
  }
}

TEST_CASE("divergence is a status, without numbers that are none (Nuetzi C8)") {
  const ContactProblem problem = gravity_problem(cube_world(), inclined(20), 1e-3);
  for (const SolverKind kind : {SolverKind::jor, SolverKind::dense_jor, SolverKind::dense_relaxed}) {
    const Solution solution = solve(problem, by_steps(kind, 1.9, 1e-10, 1e-12, 20000));
    CHECK(solution.status == SolveStatus::diverged);
    for (const Vec3d r : solution.impulses) CHECK(std::isfinite(r.x + r.y + r.z));
    CHECK(std::isfinite(solution.residual));
  }
  ContactProblem broken = problem;
  broken.q[0].x = std::nan("");
  for (const SolverKind kind : every_kind) {
    SolverSettings settings;
    settings.kind = kind;
    CHECK(solve(broken, settings).status == SolveStatus::diverged);
  }
}

TEST_CASE("a solution is recognised in one iteration or none (Nuetzi C9)") {
  ContactProblem problem = gravity_problem(cube_world(), inclined(20), 1e-3);
  problem.start = solve(problem, by_steps(SolverKind::sor, 1, 1e-14, 1e-16)).impulses;
  for (const SolverKind kind : {SolverKind::jor, SolverKind::dense_jor, SolverKind::dense_relaxed}) {
    CHECK(iterations(problem, kind, 0.5, 1e-10) == 1);
  }
  for (const SolverKind kind : {SolverKind::sor, SolverKind::dense_sor})
    CHECK(iterations(problem, kind, 1, 1e-10) == 1);
  for (const SolverKind kind : every_kind) {
    SolverSettings settings;
    settings.kind = kind;
    CHECK(solve(problem, settings).iterations == 0);
  }
}

TEST_CASE("solvers that sweep end at the first look after they have converged (Nuetzi D7)") {
  const ContactProblem problem = gravity_problem(stack_world(5), down, 1e-3);
  SolverSettings settings;
  settings.kind =
      GENERATE(SolverKind::sor, SolverKind::dense_sor, SolverKind::dense_jor, SolverKind::dense_relaxed);
  settings.group = 2;
  CAPTURE(name_of(settings.kind));
  settings.tolerance = 1e-5;
  settings.check_interval = 1;
  const int needed = solve(problem, settings).iterations;
  REQUIRE(needed > 20);
  for (const int interval : {7, 10}) {
    settings.check_interval = interval;
    settings.tolerance = 1e-5;
    const Solution solution = solve(problem, settings);
    CHECK(solution.iterations == (needed + interval - 1) / interval * interval);
    // The same as of a solve that goes on to this iteration.
    settings.tolerance = 1e-300;
    settings.iteration_limit = solution.iterations;
    const Solution longer = solve(problem, settings);
    for (int i = 0; i < problem.count(); ++i) CHECK(longer.impulses[i] == solution.impulses[i]);
    settings.iteration_limit = 2000;
  }
}

TEST_CASE("three spheres in a row obey Newton's law at once (Nuetzi A6)") {
  for (const double e : {1.0, 0.5, 0.0}) {
    World world;
    for (int k = 0; k < 3; ++k) add_sphere(world, 0.1, 1, {0.2 * k, 0, 0}, {0, e});
    world.bodies.velocity[1 - 1] = {1, 0, 0};
    const ContactProblem problem = gravity_problem(world, {}, 1e-3);
    REQUIRE(problem.count() == 2);
    const Solution sor = solve(problem, by_steps(SolverKind::sor, 1, 1e-13, 1e-15)),
                   jor = solve(problem, by_steps(SolverKind::jor, 1, 1e-13, 1e-15)),
                   dense_sor = solve(problem, by_steps(SolverKind::dense_sor, 1, 1e-13, 1e-15)),
                   dense_jor = solve(problem, by_steps(SolverKind::dense_jor, 1, 1e-13, 1e-15));
    CHECK(sor.impulses[0].x == Approx((1 + e) * 2 / 3).epsilon(1e-12));
    CHECK(sor.impulses[1].x == Approx((1 + e) / 3).epsilon(1e-12));
    if (e == 1) {
      CHECK(std::abs(jor.iterations - 44) <= 1);
      CHECK(std::abs(sor.iterations - 23) <= 1);
      CHECK(std::abs(dense_jor.iterations - 44) <= 1);
      CHECK(std::abs(dense_sor.iterations - 23) <= 1);
    }
  }
}

TEST_CASE("one sphere at rest (Negrut T7)") {
  World world;
  add_floor(world, {0.3, 0});
  add_sphere(world, 0.5, 2, {0, 0, 0.5}, {0.3, 0});
  const ContactProblem problem = gravity_problem(world, down, 0.01);
  SolverSettings settings;
  settings.kind = SolverKind::ccp;
  settings.law = ContactLaw::ccp;
  settings.relaxation = 1;
  settings.tolerance = 1e-12 / 0.0981;
  const Solution solution = solve(problem, settings);
  CHECK(solution.impulses[0].x == Approx(0.1962).epsilon(1e-10));
  CHECK(std::abs(solution.iterations - 55) <= 1);
}

TEST_CASE("stacks by Negrut's fixed point (Negrut T12)") {
  const struct {
    int spheres, iterations;
  } rows[] = {{2, 117}, {5, 695}, {10, 2637}, {20, 9952}, {40, 37418}};
  for (const auto& row : rows) {
    CAPTURE(row.spheres);
    World world;
    add_floor(world, {0.3, 0});
    for (int i = 0; i < row.spheres; ++i) add_sphere(world, 0.5, 1, {0, 0, 0.5 + i}, {0.3, 0});
    const ContactProblem problem = gravity_problem(world, down, 0.01);
    SolverSettings settings;
    settings.kind = SolverKind::ccp;
    settings.law = ContactLaw::ccp;
    settings.relaxation = 1;
    // 1e-6 g h; the scale is the largest component of W r and q, about g h at the end.
    settings.tolerance = 1e-6;
    settings.iteration_limit = 100000;
    const Solution solution = solve(problem, settings);
    CHECK(solution.status == SolveStatus::solved);
    CHECK(solution.iterations == Approx(row.iterations).epsilon(0.1));
    if (row.spheres > 10) continue;
    for (int i = 0; i < row.spheres; ++i)
      CHECK(solution.impulses[i].x == Approx((row.spheres - i) * 0.0981).epsilon(1e-5));
  }
}
