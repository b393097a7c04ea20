// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Many bodies: conservation laws and dissipation (Nuetzi A7, A8, validation D6, D7).
#include <catch2/catch.hpp>

#include <cmath>
#include <random>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/step/simulation.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

/// 125 spheres of radius 0.1 m that fly towards each other (Nuetzi A7).
World cloud(double restitution, double friction) {
  std::mt19937 engine(5);
  const auto number = [&engine] { return static_cast<double>(engine()) / 2147483648.0 - 1; };
  World world;
  for (int k = 0; k < 125; ++k) {
    const Vec3d jitter{0.02 * number(), 0.02 * number(), 0.02 * number()};
    const Vec3d x = Vec3d{0.3 * (k % 5) - 0.6, 0.3 * (k / 5 % 5) - 0.6, 0.3 * (k / 25) - 0.6} + jitter;
    const int ball = add_sphere(world, 0.1, 1 + 0.5 * number(), x, {friction, restitution});
    world.bodies.velocity[ball] = -x + 0.1 * Vec3d{number(), number(), number()};
    world.bodies.angular_velocity[ball] = {number(), number(), number()};
  }
  return world;
}

StepSettings weightless() {
  StepSettings settings;
  settings.scheme = Scheme::moreau;
  settings.gravity = {};
  settings.solver.kind = SolverKind::sor;
  settings.solver.tolerance = 1e-13;
  settings.solver.iteration_limit = 20000;
  return settings;
}

struct Momenta {
  Vec3d linear, angular;
};

Momenta momenta(const Bodies& bodies) {
  Momenta sum;
  for (int i = 0; i < bodies.count(); ++i) {
    const Vec3d p = bodies.mass[i] * bodies.velocity[i];
    sum.linear += p;
    sum.angular += cross(bodies.pose[i].position, p) +
                   rotate(bodies.pose[i].rotation, scaled(bodies.inertia[i], bodies.angular_velocity[i]));
  }
  return sum;
}

}  // namespace

TEST_CASE(
    "momentum and angular momentum of a cloud are kept, energy is not created (Nuetzi A7, validation D7)") {
  struct Row {
    double restitution, friction;
  };
  for (const Row& row : {Row{0.5, 0.5}, Row{1, 0}, Row{0, 0.5}}) {
    CAPTURE(row.restitution, row.friction);
    Simulation simulation(cloud(row.restitution, row.friction), weightless(), hand_contacts);
    const Bodies& bodies = simulation.world().bodies;
    const Momenta before = momenta(bodies);
    const double energy = kinetic_energy(bodies);
    double last = energy, largest_rise = 0;
    int contacts = 0;
    for (int k = 0; k < 2000; ++k) {
      const StepReport report = simulation.advance();
      REQUIRE(report.status == SolveStatus::solved);
      contacts += report.contacts;
      largest_rise = std::max(largest_rise, report.kinetic - last);
      last = report.kinetic;
    }
    CHECK(contacts > 200);
    const Momenta after = momenta(bodies);
    CHECK(length(after.linear - before.linear) < 1e-10);
    CHECK(length(after.angular - before.angular) < 1e-10);
    if (row.restitution == 1) CHECK(last == Approx(energy).epsilon(1e-11));
    if (row.restitution == 0) CHECK(largest_rise < 1e-12 * energy);
  }
}

TEST_CASE("the energy that impacts without friction take is known (Nuetzi A8)") {
  const double e = 0.5;
  Simulation simulation(cloud(e, 0), weightless(), hand_contacts);
  double last = kinetic_energy(simulation.world().bodies);
  int impacts = 0;
  for (int k = 0; k < 1000; ++k) {
    const StepReport report = simulation.advance();
    if (report.contacts > 0) {
      const Solution& solution = simulation.solution();
      std::vector<Vec3d> product(report.contacts);
      simulation.problem().matrix->multiply(solution.impulses, product, 1);
      double quadratic = 0;
      for (int i = 0; i < report.contacts; ++i) quadratic += dot(solution.impulses[i], product[i]);
      // dE = - (1 - e) / (1 + e) / 2 L.W L, where every contact obeys Newton's law: to the tolerance of the
      // solver.
      CHECK(report.kinetic - last == Approx(-0.5 * (1 - e) / (1 + e) * quadratic).margin(1e-12));
      ++impacts;
    }
    last = report.kinetic;
  }
  CHECK(impacts > 100);
}

TEST_CASE("a third sphere rests on two with friction, and falls between them without (validation D6)") {
  for (const double mu : {0.5, 0.0}) {
    CAPTURE(mu);
    World world;
    add_floor(world, {mu, 0});
    const double r = 0.1;
    add_sphere(world, r, 1, {-r, 0, r}, {mu, 0});
    add_sphere(world, r, 1, {r, 0, r}, {mu, 0});
    add_sphere(world, r, 1, {0, 0, r + std::sqrt(3.0) * r}, {mu, 0});
    StepSettings settings;
    settings.solver.tolerance = 1e-9;
    Simulation simulation(world, settings, hand_contacts);
    double last = 1e9;
    for (int k = 0; k < 1500; ++k) {
      const StepReport report = simulation.advance();
      REQUIRE(report.blown_up.empty());
      if (mu > 0) CHECK(report.kinetic + report.potential <= last + 1e-6);
      last = report.kinetic + report.potential;
    }
    const double z = simulation.world().bodies.pose[3].position.z;
    if (mu > 0) CHECK(z == Approx((1 + std::sqrt(3.0)) * r).margin(1e-4));
    else CHECK(z == Approx(r).margin(1e-4));
  }
}
