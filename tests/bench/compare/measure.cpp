// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What all engines are measured by, and this project's own.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>

#include "compare/engine.hpp"
#include "jam/dynamics/collide/collider.hpp"
#include "jam/dynamics/constraints/right_side.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/dynamics/step/simulation.hpp"

namespace jam::compare {
namespace {

class Jampack : public Engine {
 public:
  Jampack(const Scene& scene, const Setting& setting, int threads)
      : simulation_(scene.world, settings(scene, setting, threads), collider_detection()) {}
  void step() override { simulation_.advance(); }
  void fetch(Bodies& bodies) const override { bodies = simulation_.world().bodies; }
  [[nodiscard]] double residual() const override {
    return simulation_.contacts().empty() ? std::numeric_limits<double>::quiet_NaN()
                                          : simulation_.solution().residual;
  }

 private:
  static StepSettings settings(const Scene& scene, const Setting& setting, int threads) {
    StepSettings settings;
    settings.step = setting.step;
    settings.gravity = scene.gravity;
    if (setting.effort < 1) {
      settings.solver.tolerance = setting.effort;
    } else {
      settings.solver.kind = SolverKind::sor;
      settings.solver.iteration_limit = settings.solver.check_interval = static_cast<int>(setting.effort);
    }
    settings.solver.thread_count = threads;
    return settings;
  }
  Simulation simulation_;
};

/// The median; not a number for none.
double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

}  // namespace

std::unique_ptr<Engine> make_jampack(const Scene& scene, const Setting& setting, int threads) {
  return std::make_unique<Jampack>(scene, setting, threads);
}

Measured measure(const Scene& scene, const Setting& setting, Engine& engine) {
  using Clock = std::chrono::steady_clock;
  const auto steps = static_cast<int>(std::lround(scene.time / setting.step));
  const int between = std::max(1, static_cast<int>(std::lround(look_interval / setting.step)));
  Measured measured;
  std::vector<double> residuals;
  Bodies bodies = scene.world.bodies;
  Clock::duration passed{};
  std::clock_t processor = 0;
  for (int done = 0; done < steps;) {
    const int next = std::min(steps, done + between);
    const auto begin = Clock::now();
    const std::clock_t processor_begin = std::clock();
    for (; done < next; ++done) engine.step();
    processor += std::clock() - processor_begin;
    passed += Clock::now() - begin;
    engine.fetch(bodies);
    measured.overlap = std::max(measured.overlap, deepest_overlap(scene, bodies));
    const double residual = engine.residual();
    if (std::isfinite(residual)) residuals.push_back(residual);
  }
  measured.step = setting.step;
  measured.seconds = static_cast<double>(processor) / CLOCKS_PER_SEC / scene.time;
  measured.wall = std::chrono::duration<double>(passed).count() / scene.time;
  measured.residual = median(residuals);
  measured.kinetic = kinetic_energy(bodies);
  return measured;
}

double deepest_overlap(const Scene& scene, const Bodies& bodies) {
  Collider collider;
  std::vector<Contact> contacts;
  collider.detect({scene.world.shapes, bodies.pose, body_flags(bodies)}, 0, 1, contacts);
  double deepest = 0;
  for (const Contact& contact : contacts) deepest = std::max(deepest, -contact.gap);
  return deepest;
}

double residual_of(const Bodies& before, const Bodies& after, const std::vector<SolvedContact>& contacts,
                   double friction) {
  if (contacts.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<Contact> list;
  for (const SolvedContact& solved : contacts) list.push_back(solved.contact);
  const auto matrix =
      std::make_shared<BodyOperator>(contact_rows(before, {before.pose}, list), inverse_masses(before));
  const std::size_t count = contacts.size();
  std::vector<Vec3d> r(count), product(count);
  ContactProblem problem;
  problem.friction.assign(count, friction);
  for (std::size_t i = 0; i < count; ++i) {
    const ContactFrame frame = frame_of(matrix->rows()[i]);
    const auto components = [&](Vec3d v) {
      return Vec3d{dot(frame.axis[0], v), dot(frame.axis[1], v), dot(frame.axis[2], v)};
    };
    r[i] = components(contacts[i].impulse);
  }
  matrix->multiply(r, product, 1);
  for (std::size_t i = 0; i < count; ++i) {
    const Contact& contact = list[i];
    const auto point_velocity = [&](int body) {
      if (!before.dynamic(body)) return Vec3d{};
      const Vec3d spin = rotate(after.pose[body].rotation, after.angular_velocity[body]);
      return after.velocity[body] + cross(spin, contact.point - before.pose[body].position);
    };
    const ContactFrame frame = frame_of(matrix->rows()[i]);
    const Vec3d v = point_velocity(contact.body_b) - point_velocity(contact.body_a);
    const Vec3d u{dot(frame.axis[0], v) - contacts[i].wanted, dot(frame.axis[1], v), dot(frame.axis[2], v)};
    problem.q.push_back(u - product[i]);
  }
  problem.matrix = matrix;
  return natural_map(problem, ContactLaw::coulomb, r, product, largest_diagonal(*matrix), 1).relative();
}

}  // namespace jam::compare
