// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Nuetzi F in its small version: 384 spheres fall into an open box; problems sampled on the way are solved
// again by sor, jor and dense solvers. The counts of its prototype belong to other jitter and another
// order of the contacts.
#include <catch2/catch.hpp>

#include <cmath>

#include "dynamics/worlds.hpp"
#include "jam/core/philox.hpp"
#include "jam/dynamics/scenes/containers.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/dynamics/step/simulation.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

World pile_of_384() {
  World world;
  const Surface surface{0.3, 0.1};
  const double pitch = 0.21, edge = 8 * pitch;
  add_plane(world, {0, 0, 0}, {0, 0, 1}, surface);
  for (const Vec3d normal : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}}) {
    add_plane(world, {0, 0, 0}, normal, surface);
    add_plane(world, edge * normal, -normal, surface);
  }
  RandomStream random(1, StreamId::test, 0, 0);
  const auto jitter = [&random] { return 0.004 * (2 * random.uniform_double() - 1); };
  for (int z = 0; z < 6; ++z) {
    for (int y = 0; y < 8; ++y) {
      for (int x = 0; x < 8; ++x) {
        const double dx = jitter(), dy = jitter(), dz = jitter();
        add_sphere(world, 0.1, 1, {pitch * (x + 0.5) + dx, pitch * (y + 0.5) + dy, 0.15 + pitch * z + dz},
                   surface);
      }
    }
  }
  return world;
}

SolverSettings by_steps(SolverKind kind, double alpha, double tolerance = 1e-7, int limit = 50'000) {
  SolverSettings settings;
  settings.kind = kind;
  settings.criterion = Criterion::step_norm;
  settings.relaxation = alpha;
  settings.relative = settings.absolute = tolerance;
  settings.iteration_limit = limit;
  return settings;
}

/// Velocities after the step, without their part that does not depend on the impulses.
std::vector<Twist> changes(const ContactProblem& problem, const Solution& solution) {
  const auto& matrix = static_cast<const BodyOperator&>(*problem.matrix);
  std::vector<Twist> result(matrix.inverse_mass().size());
  matrix.velocities(solution.impulses, result, 1);
  return result;
}

double largest_difference(const std::vector<Twist>& a, const std::vector<Twist>& b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, length(a[k].linear - b[k].linear));
  return largest;
}

}  // namespace

TEST_CASE("a pile of 384 spheres: contacts, bounds and iterations (Nuetzi F small, S1 to S6)") {
  StepSettings settings;
  settings.scheme = Scheme::moreau;
  settings.solver = by_steps(SolverKind::sor, 1, 1e-7, 5000);
  Simulation simulation(pile_of_384(), settings, collider_detection());
  struct Sample {
    int step, contacts;
    double bound;  ///< Bound on the relaxation parameter of jor [-].
  };
  for (const Sample& sample : {Sample{150, 366, 0.901}, Sample{200, 473, 0.763}, Sample{250, 553, 0.753}}) {
    CAPTURE(sample.step);
    while (simulation.steps() < sample.step) REQUIRE(simulation.advance().blown_up.empty());
    ContactProblem problem = simulation.problem();
    CHECK(problem.count() == Approx(sample.contacts).epsilon(0.05));
    problem.start.clear();

    const double lambda =
        largest_eigenvalue(*problem.matrix, step_lengths(*problem.matrix, JacobiSteps::prox), 1, 1000);
    CHECK(2 / lambda == Approx(sample.bound).epsilon(0.05));

    const Solution sor = solve(problem, by_steps(SolverKind::sor, 1)),
                   jor = solve(problem, by_steps(SolverKind::jor, 0.35));
    CAPTURE(sor.iterations, jor.iterations);
    CHECK(sor.status == SolveStatus::solved);
    CHECK(sor.iterations < 5000);
    CHECK(jor.iterations >= 2 * sor.iterations);
    const Solution fast = solve(problem, by_steps(SolverKind::jor, 0.95 * std::min(1.0, 2 / lambda)));
    CHECK(fast.iterations >= 1.8 * sor.iterations);
    // Gauss-Seidel in the order of the list, and in groups of 32: little better than jor, and not to be
    // solved at alpha = 1 once enough contacts of a group act on each other. In the large pile that is so
    // from 0.2 s on.
    const Solution in_order = solve(problem, by_steps(SolverKind::dense_sor, 1)),
                   groups = solve(problem, by_steps(SolverKind::dense_relaxed, 0.35));
    CAPTURE(in_order.iterations, groups.iterations);
    CHECK(in_order.iterations < 5000);
    CHECK(groups.iterations <= jor.iterations);
    CHECK(groups.iterations >= 0.85 * jor.iterations);
    if (sample.step == 250) {
      CHECK(solve(problem, by_steps(SolverKind::dense_relaxed, 1, 1e-7, jor.iterations)).status !=
            SolveStatus::solved);
    }
    // Impulses of redundant contacts differ, velocities do not.
    for (const Solution* other : {&jor, &fast, &in_order, &groups})
      CHECK(largest_difference(changes(problem, sor), changes(problem, *other)) < 2e-5);
  }
}
