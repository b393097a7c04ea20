// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/step/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "jam/core/error.hpp"
#include "jam/dynamics/constraints/body_operator.hpp"
#include "jam/dynamics/constraints/ranges.hpp"
#include "jam/dynamics/constraints/right_side.hpp"
#include "jam/dynamics/model/free_motion.hpp"
#include "jam/dynamics/step/step_checks.hpp"
#include "jam/io/number_text.hpp"

namespace jam::dynamics {
namespace {

bool finite(Vec3d v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

bool finite(const Bodies& bodies, int i) {
  const Quaterniond q = bodies.pose[i].rotation;
  return finite(bodies.pose[i].position) && std::isfinite(q.w) && finite(q.vector()) && finite(bodies.velocity[i]) &&
         finite(bodies.angular_velocity[i]);
}

double smallest_size(const std::vector<Shape>& shapes) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const Shape& shape : shapes) {
    if (shape.kind == ShapeKind::box) smallest = std::min({smallest, shape.half.x, shape.half.y, shape.half.z});
    if (shape.kind == ShapeKind::sphere || shape.kind == ShapeKind::capsule) smallest = std::min(smallest, shape.radius);
  }
  return std::isfinite(smallest) ? smallest : 0;
}

}  // namespace

const char* name_of(Scheme scheme) { return scheme == Scheme::moreau ? "moreau" : "semi-implicit"; }

double energy_scale(const World& world, Vec3d gravity) {
  const double g = length(gravity);
  double energy = kinetic_energy(world.bodies), mass = 0, lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (const Shape& shape : world.shapes) {
    if (shape.kind == ShapeKind::plane || !(g > 0)) continue;
    const double height = dot(gravity, (world.bodies.pose[shape.body] * shape.pose).position) / g;
    const double size = shape.radius + length(shape.half);
    lowest = std::min(lowest, height - size);
    highest = std::max(highest, height + size);
  }
  for (const double m : world.bodies.mass) mass += m;
  if (highest > lowest) energy += mass * g * (highest - lowest);
  return energy;
}

StepSettings checked_settings(const World& world, const StepSettings& settings) {
  if (!(settings.step > 0 && std::isfinite(settings.step))) {
    throw InputError("the step is " + io::number_text(settings.step) + " s: a time above 0 is needed");
  }
  if (!finite(settings.gravity)) throw InputError("the gravity is not finite");
  if (!(settings.recovery_speed >= 0 && settings.energy_guard >= 0)) {
    throw InputError("a recovery speed and an energy guard of at least 0 are accepted");
  }
  for (int i = 0; i < world.bodies.count(); ++i) {
    if (!finite(world.bodies, i)) throw InputError(fmt::format("body {}: its pose or velocity is not finite", i));
    const Surface surface = world.bodies.surface[i];
    if (!(surface.friction >= 0 && surface.restitution >= 0 && surface.restitution <= 1)) {
      throw InputError(fmt::format("body {}: friction of at least 0 and restitution from 0 to 1 are accepted", i));
    }
  }
  StepSettings result = settings;
  if (result.contact_distance < 0) result.contact_distance = 0.1 * smallest_size(world.shapes);
  return result;
}

std::string broken_text(int body) { return fmt::format("the pose or velocity of body {} is not finite", body); }

std::string gain_text(double gained, double allowed) {
  return fmt::format("the mechanical energy has grown by {:.4g} J, of which {:.4g} J are allowed", gained, allowed);
}

Simulation::Simulation(World world, const StepSettings& settings, Detect detect, const MakeDriver& make_driver)
    : world_(std::move(world)), settings_(settings), detect_(std::move(detect)) {
  check_flow(world_);
  check_joints(world_);
  for (const Joint& joint : world_.joints) connected_.push_back(std::minmax({joint.a, joint.b}));
  std::sort(connected_.begin(), connected_.end());
  world_.open_gates(0);
  world_.place_walls(0, 0);
  settings_ = checked_settings(world_, settings);
  energy_scale_ = energy_scale(world_, settings_.gravity);
  start_energy_ = kinetic_energy(world_.bodies) + potential_energy(world_.bodies, settings_.gravity);
  if (make_driver) driver_ = make_driver(world_, settings_);
}

void Simulation::set_gravity(Vec3d gravity) {
  if (world_is_old_) start_energy_ -= dot(gravity - settings_.gravity, driver_moment_);
  else start_energy_ += potential_energy(world_.bodies, gravity) - potential_energy(world_.bodies, settings_.gravity);
  settings_.gravity = gravity;
  if (driver_) driver_->set_gravity(gravity);
}

void Simulation::enter(std::span<const Entrance> entrances) {
  if (entrances.empty()) return;
  if (world_is_old_) driver_->store(world_.bodies);
  world_is_old_ = false;
  Bodies& bodies = world_.bodies;
  for (const auto& [body, pose] : entrances) {
    bodies.kind[body] = BodyKind::dynamic;
    bodies.pose[body] = pose;
    bodies.velocity[body] = bodies.angular_velocity[body] = {};
    start_energy_ -= bodies.mass[body] * dot(settings_.gravity, pose.position);
  }
  if (driver_) driver_->load(world_);
}

const World& Simulation::world() const {
  if (world_is_old_) driver_->store(world_.bodies);
  world_is_old_ = false;
  return world_;
}

void Simulation::fetch_contacts() const {
  if (!contacts_are_old_) return;
  driver_->store(world_, contacts_, problem_, solution_);
  solution_.iterations = driver_solution_.iterations;
  solution_.status = driver_solution_.status;
  solution_.residual = driver_solution_.residual;
  contacts_are_old_ = false;
}

const std::vector<Contact>& Simulation::contacts() const {
  fetch_contacts();
  return contacts_;
}

const ContactProblem& Simulation::problem() const {
  fetch_contacts();
  return problem_;
}

const Solution& Simulation::solution() const {
  fetch_contacts();
  return solution_;
}

StepReport Simulation::advance() {
  StepReport report;
  report.step = steps_ + 1;
  report.time = static_cast<double>(report.step) * settings_.step;
  if (world_.open_gates(time()) && driver_) driver_->load_kinds(world_);
  if (driver_) step_by_driver(report);
  else step_here(report);
  if (report.blown_up.empty()) flow(report);
  const auto& kinds = world_.bodies.kind;
  report.bodies = static_cast<int>(std::count(kinds.begin(), kinds.end(), BodyKind::dynamic));
  report.left = world_.flow.left;
  return report;
}

void Simulation::step_by_driver(StepReport& report) {
  const StepDriver::Result result = driver_->advance(world_, time());
  world_is_old_ = contacts_are_old_ = true;
  ++steps_;
  driver_solution_.iterations = report.iterations = result.iterations;
  driver_solution_.status = report.status = result.status;
  driver_solution_.residual = report.residual = result.residual;
  driver_times_ = result.times;
  report.contacts = result.contacts;
  report.penetration = result.penetration;
  report.joint_error = result.joint_error;
  report.kinetic = result.kinetic;
  driver_moment_ = result.moment;
  report.potential = -dot(settings_.gravity, result.moment);
  add_wall_work(result.wall_work);
  report.wall_work = wall_work_;
  report.blown_up = blow_up(report, result.broken_body);
  if (report.blown_up.empty()) return;
  driver_->take_back();
  --steps_;
  world_.place_walls(time(), time());
}

void Simulation::step_here(StepReport& report) {
  const double h = settings_.step, start = time();
  const bool moreau = settings_.scheme == Scheme::moreau;
  const Bodies before = world_.bodies;
  const int count = world_.bodies.count(), threads = settings_.solver.thread_count;

  // Poses of detection: those in the middle of the step, or at its start.
  world_.place_walls(moreau ? start + h / 2 : start, start + h / 2);
  Bodies& bodies = world_.bodies;
  std::vector<Pose> poses(bodies.pose);
  std::vector<Quaterniond> halfway(moreau ? count : 0);
  if (moreau) {
    for_ranges(count, threads, [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        if (!bodies.dynamic(i)) continue;
        bodies.pose[i].position += h / 2 * bodies.velocity[i];
        halfway[i] = turned_linearly(bodies.pose[i].rotation, bodies.angular_velocity[i], h / 2);
        poses[i] = {bodies.pose[i].position, normalised(halfway[i])};
      }
    });
  }
  solve_contacts(poses, report);
  move(halfway);
  world_.place_walls(start + h, start + h);
  ++steps_;

  report.kinetic = kinetic_energy(bodies);
  report.potential = potential_energy(bodies, settings_.gravity);
  report.wall_work = wall_work_;
  report.blown_up = blow_up(report, broken_body());
  if (!report.blown_up.empty()) {
    world_.bodies = before;
    --steps_;
  }
}

/// Lets bodies enter and leave, where it is time to.
void Simulation::flow(const StepReport& report) {
  if (!flow_is_due()) return;
  Bodies& bodies = world_.bodies;
  if (world_is_old_) driver_->store(bodies);
  world_is_old_ = false;
  run_flow(world_);
  if (driver_) driver_->load(world_);
  // What bodies carry into the scene and out of it is no gain.
  start_energy_ += kinetic_energy(bodies) + potential_energy(bodies, settings_.gravity) - report.kinetic - report.potential;
}

bool Simulation::flow_is_due() const {
  if (!(world_.flow.interval > 0)) return false;
  const double looks_per_step = settings_.step / world_.flow.interval;
  const auto looks_after = [&](long long steps) { return std::floor(static_cast<double>(steps) * looks_per_step + 1e-9); };
  return looks_after(steps_) > looks_after(steps_ - 1);
}

void Simulation::solve_contacts(std::span<const Pose> poses, StepReport& report) {
  const bool moreau = settings_.scheme == Scheme::moreau;
  const double h = settings_.step;
  const int threads = settings_.solver.thread_count;
  Bodies& bodies = world_.bodies;
  contacts_ = detect_(world_, poses, moreau ? 0 : settings_.contact_distance, threads);
  if (!connected_.empty()) {
    std::erase_if(contacts_, [&](const Contact& contact) {
      return std::binary_search(connected_.begin(), connected_.end(), std::minmax({contact.body_a, contact.body_b}));
    });
  }
  const std::vector<JointBlock> joints = joint_blocks(world_, poses, {time(), h, moreau ? time() + h / 2 : time()});

  // Velocities at the end of the step if there were no contacts.
  const std::vector<Twist> now = twists_of(bodies);
  std::vector<Twist> free = now;
  for_ranges(bodies.count(), threads, [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      if (bodies.dynamic(i)) free[i] = {now[i].linear + h * settings_.gravity, spun(now[i].angular, bodies.inertia[i], h)};
    }
  });
  problem_ = contact_problem(world_, poses, contacts_, now, free, {moreau, h, settings_.recovery_speed}, joints, threads);
  const auto& matrix = static_cast<const BodyOperator&>(*problem_.matrix);
  if (settings_.warm_start) problem_.start = warm_.start(contacts_, matrix.rows(), joints);
  solution_ = solve(problem_, settings_.solver);
  if (settings_.warm_start) warm_.keep(contacts_, matrix.rows(), solution_.impulses, joints);

  std::vector<Twist> change(bodies.count());
  matrix.velocities(solution_.impulses, change, threads);
  for_ranges(bodies.count(), threads, [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      if (!bodies.dynamic(i)) continue;
      bodies.velocity[i] = free[i].linear + change[i].linear;
      bodies.angular_velocity[i] = free[i].angular + change[i].angular;
    }
  });
  add_wall_work(work_of_walls(poses) +
                work_of_joints(bodies, joints, std::span(solution_.impulses).subspan(contacts_.size()), now, twists_of(bodies)));
  report.contacts = static_cast<int>(contacts_.size());
  report.iterations = solution_.iterations;
  report.status = solution_.status;
  report.residual = solution_.residual;
  for (const Contact& contact : contacts_) report.penetration = std::max(report.penetration, -contact.gap);
  report.joint_error = joint_error(joints);
}

void Simulation::move(std::span<const Quaterniond> halfway) {
  const double h = settings_.step;
  Bodies& bodies = world_.bodies;
  for_ranges(bodies.count(), settings_.solver.thread_count, [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      if (!bodies.dynamic(i)) continue;
      Pose& pose = bodies.pose[i];
      if (settings_.scheme == Scheme::moreau) {
        pose.position += h / 2 * bodies.velocity[i];
        pose.rotation = normalised(turned_linearly(halfway[i], bodies.angular_velocity[i], h / 2));
      } else {
        pose.position += h * bodies.velocity[i];
        pose.rotation = turned_exactly(pose.rotation, bodies.angular_velocity[i], h);
      }
    }
  });
}

void Simulation::add_wall_work(double work) {
  wall_work_ += work;
  wall_work_sum_ += std::fabs(work);
}

/// Impulses on bodies times the velocities of the points of moving walls.
double Simulation::work_of_walls(std::span<const Pose> poses) const {
  const Bodies& bodies = world_.bodies;
  const auto& rows = static_cast<const BodyOperator&>(*problem_.matrix).rows();
  double work = 0;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    for (const bool is_b : {false, true}) {
      const int wall = is_b ? contacts_[i].body_b : contacts_[i].body_a;
      if (bodies.kind[wall] != BodyKind::moving) continue;
      const Vec3d spin = rotate(poses[wall].rotation, bodies.angular_velocity[wall]);
      const Vec3d velocity = bodies.velocity[wall] + cross(spin, contacts_[i].point - poses[wall].position);
      const Vec3d r = solution_.impulses[i];
      const Vec3d on_b = r.x * rows[i].axis[0] + r.y * rows[i].axis[1] + r.z * rows[i].axis[2];
      work += (is_b ? -1 : 1) * dot(on_b, velocity);
    }
  }
  return work;
}

/// The first body whose pose or velocity is not finite; -1: none.
int Simulation::broken_body() const {
  for (int i = 0; i < world_.bodies.count(); ++i) {
    if (!finite(world_.bodies, i)) return i;
  }
  return -1;
}

std::string Simulation::blow_up(const StepReport& report, int broken) const {
  if (broken >= 0) return broken_text(broken);
  if (settings_.energy_guard == 0) return {};
  const double gained = report.kinetic + report.potential - start_energy_ - wall_work_;
  const double allowed = settings_.energy_guard * (energy_scale_ + wall_work_sum_);
  return gained <= allowed ? std::string() : gain_text(gained, allowed);
}

}  // namespace jam::dynamics
