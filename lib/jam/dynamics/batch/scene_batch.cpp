// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/batch/scene_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/dynamics/constraints/joint_rows.hpp"
#include "jam/dynamics/constraints/right_side.hpp"
#include "jam/dynamics/step/step_checks.hpp"

namespace jam::dynamics {
namespace {

/// Capacities are multiples of this number.
constexpr int capacity_grain = 16;

int rounded_up(int count) { return (count + capacity_grain - 1) / capacity_grain * capacity_grain; }

/// Widens each of `count` rows from `from` to `to` elements.
template <class T>
void widen_rows(std::vector<T>& rows, int from, int to, std::size_t count) {
  std::vector<T> wider(count * static_cast<std::size_t>(to));
  for (std::size_t row = 0; row < count && from > 0; ++row) {
    std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(from)), from,
                wider.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(to)));
  }
  rows = std::move(wider);
}

/// Masses times positions of the bodies that forces move [kg m].
Vec3d moment_of(const Bodies& bodies) {
  Vec3d moment;
  for (int k = 0; k < bodies.count(); ++k) {
    if (bodies.dynamic(k)) moment += bodies.mass[k] * bodies.pose[k].position;
  }
  return moment;
}

}  // namespace

void require_batch(const World& world, const StepSettings& settings) {
  if (world.bodies.count() > small_body_limit) {
    throw InputError(fmt::format("a scene of a batch has at most {} bodies and walls: this one has {}",
                                 small_body_limit, world.bodies.count()));
  }
  check_flow(world);
  check_joints(world);
  check_settings(settings.solver);
  if (is_dense(settings.solver.kind)) {
    throw InputError(
        fmt::format("the solver {} does not run in batches: apgd, sor, jor, ccp and pe-jacobi do",
                    name_of(settings.solver.kind)));
  }
  if (settings.solver.criterion != Criterion::residual)
    throw InputError("in a batch a solve ends by its residual only");
}

SceneBatch::SceneBatch(const World& world, const StepSettings& settings, int count, const Device& device)
    : world_(world), settings_(settings), size_(body_sizes(world)), reach_(body_reaches(world)) {
  check_settings(world, settings_);
  require_batch(world, settings_);
  world_.open_gates(0);
  world_.place_walls(0, 0);
  engine_ = make_small_engine(device, settings_.solver.thread_count, count);

  const Bodies& bodies = world_.bodies;
  slot_.assign(world_.shapes.size(), -1);
  for (std::size_t i = 0; i < world_.shapes.size(); ++i) {
    of_shape_.push_back(world_.shapes[i].body);
    if (bodies.kind[world_.shapes[i].body] == BodyKind::fixed) continue;
    slot_[i] = static_cast<int>(own_.size());
    own_.push_back(static_cast<int>(i));
  }
  place_fixed_shapes();
  inverse_mass_ = inverse_masses(bodies);
  for (const Joint& joint : world_.joints) joints_.push_back({joint, gyration_radius(bodies, joint)});

  const auto n = static_cast<std::size_t>(count), all = n * static_cast<std::size_t>(bodies.count());
  records_.resize(n);
  kinds_.resize(all);
  poses_.resize(all);
  twists_.resize(all);
  if (world_.flow.interval > 0) flows_.assign(n, world_.flow);
  for (int scene = 0; scene < count; ++scene) set_start(scene, bodies);

  const auto own = static_cast<int>(own_.size());
  batch_.model = {bodies.count(),
                  static_cast<int>(world_.shapes.size()),
                  own,
                  static_cast<int>(world_.pairs.size()),
                  static_cast<int>(joints_.size()),
                  world_.shapes.data(),
                  own_.data(),
                  slot_.data(),
                  fixed_world_.data(),
                  fixed_bounds_.data(),
                  of_shape_.data(),
                  bodies.mass.data(),
                  bodies.inertia.data(),
                  size_.data(),
                  reach_.data(),
                  inverse_mass_.data(),
                  bodies.surface.data(),
                  world_.pairs.data(),
                  joints_.data()};
  joint_impulses_.resize(n * static_cast<std::size_t>(batch_.model.joint_slots()));
  batch_.scenes.joint_slots = batch_.model.joint_slots();
  batch_.scenes.joint_impulse = joint_impulses_.data();
  batch_.rules = {settings_.scheme == Scheme::moreau, settings_.warm_start, settings_.step,
                  settings_.energy_guard};
  batch_.solver = settings_.solver;
  batch_.capacity = {rounded_up(4 * own), rounded_up(8 * own)};
  batch_.scene_count = count;
  batch_.wall_count = static_cast<int>(world_.moving.size());
  batch_.scenes.record = records_.data();
  batch_.scenes.kind = kinds_.data();
  batch_.scenes.pose = poses_.data();
  batch_.scenes.twist = twists_.data();
  raise_capacity();
}

void SceneBatch::place_fixed_shapes() {
  for (const Shape& shape : world_.shapes) {
    fixed_world_.push_back(world_.bodies.pose[shape.body] * shape.pose);
    fixed_bounds_.push_back(bounds_of(shape, fixed_world_.back(), body_fixed, {}));
  }
}

void SceneBatch::set_inlet_seed(int scene, std::uint64_t seed) {
  if (!flows_.empty()) flows_[scene].inlet.seed = seed;
}

void SceneBatch::write_bodies(int scene, const Bodies& bodies) {
  const auto first = static_cast<std::ptrdiff_t>(scene) * bodies.count();
  std::copy(bodies.kind.begin(), bodies.kind.end(), kinds_.begin() + first);
  std::copy(bodies.pose.begin(), bodies.pose.end(), poses_.begin() + first);
  const std::vector<Twist> twists = twists_of(bodies);
  std::copy(twists.begin(), twists.end(), twists_.begin() + first);
}

void SceneBatch::set_start(int scene, const Bodies& bodies) {
  World start = world_;
  start.bodies.kind = bodies.kind;
  start.bodies.pose = bodies.pose;
  start.bodies.velocity = bodies.velocity;
  start.bodies.angular_velocity = bodies.angular_velocity;
  start.open_gates(0);
  check_settings(start, settings_);
  write_bodies(scene, start.bodies);
  SceneRecord& record = records_[scene];
  record = {};
  record.moment = moment_of(start.bodies);
  record.gravity = settings_.gravity;
  record.kinetic = kinetic_energy(start.bodies);
  record.energy.start = record.kinetic + record.potential();
  if (settings_.scheme != Scheme::moreau)
    record.energy.lowest = fall_energy(start.bodies, settings_.gravity, settings_.step);
  record.energy.scale = energy_scale(start, settings_.gravity);
}

/// Enlarges the capacity as full scenes need it, and lets them run.
void SceneBatch::raise_capacity() {
  SmallCapacity& capacity = batch_.capacity;
  for (SceneRecord& record : records_) {
    if (record.state != SceneState::full) continue;
    capacity.pairs = std::max(capacity.pairs, rounded_up(record.wanted_pairs));
    capacity.contacts = std::max(capacity.contacts, rounded_up(record.wanted_contacts));
    record.state = SceneState::running;
  }
  SmallScenes& scenes = batch_.scenes;
  if (scenes.contact_capacity >= capacity.contacts) return;
  widen_rows(pairs_, scenes.contact_capacity, capacity.contacts, records_.size());
  widen_rows(features_, scenes.contact_capacity, capacity.contacts, records_.size());
  widen_rows(impulses_, scenes.contact_capacity, capacity.contacts, records_.size());
  scenes.contact_capacity = capacity.contacts;
  scenes.pair = pairs_.data();
  scenes.feature = features_.data();
  scenes.impulse = impulses_.data();
}

void SceneBatch::add_walls(int step) {
  if (world_.moving.empty()) return;
  const double h = settings_.step, start = step * h;
  const auto each = [&](const auto& visit) {
    for (const MovingWall& wall : world_.moving) visit(wall.body);
  };
  const JointTimes times = joint_times(settings_.scheme == Scheme::moreau, start, h);
  world_.place_walls(times.poses, times.middle());
  const std::size_t first = walls_.size();
  const Bodies& bodies = world_.bodies;
  each([&](int k) {
    walls_.push_back({k, bodies.pose[k], {bodies.velocity[k], bodies.angular_velocity[k]}, {}, {}});
  });
  world_.place_walls(start + h, start + h);
  std::size_t number = first;
  each([&](int k) {
    walls_[number].end_pose = bodies.pose[k];
    walls_[number++].end_twist = {bodies.velocity[k], bodies.angular_velocity[k]};
  });
}

/// Takes away walls whose time is over, from all scenes.
void SceneBatch::open_gates() {
  const double now = steps_ * settings_.step;
  if (!world_.open_gates(now)) return;
  for (const Gate& gate : world_.gates) {
    if (world_.bodies.kind[gate.wall] != BodyKind::inactive) continue;
    for (std::size_t first = 0; first < kinds_.size(); first += world_.bodies.kind.size()) {
      kinds_[first + static_cast<std::size_t>(gate.wall)] = BodyKind::inactive;
    }
    for (std::size_t i = 0; i < fixed_bounds_.size(); ++i) {
      if (world_.shapes[i].body == gate.wall) fixed_bounds_[i].flags = body_fixed | body_inactive;
    }
  }
}

/// Lets bodies enter and leave the scenes that run, as Simulation does.
void SceneBatch::flow() {
  World world = world_;
  for (int k = 0; k < count(); ++k) {
    SceneRecord& record = records_[k];
    if (record.state != SceneState::running) continue;
    world.bodies = bodies(k);
    world.flow = std::move(flows_[k]);
    run_flow(world);
    flows_[k] = std::move(world.flow);
    write_bodies(k, world.bodies);
    const double before = record.kinetic + record.potential();
    record.kinetic = kinetic_energy(world.bodies);
    record.moment = moment_of(world.bodies);
    // The energy of bodies that enter or leave must not count as a gain (blow-up).
    record.energy.start += record.kinetic + record.potential() - before;
  }
}

void SceneBatch::advance(int steps, const std::function<Vec3d(double time)>& gravity) {
  const int end = steps_ + steps;
  const auto gate_opens = [&](int step) {
    return std::any_of(world_.gates.begin(), world_.gates.end(), [&](const Gate& gate) {
      return world_.bodies.kind[gate.wall] != BodyKind::inactive && gate.is_over(step * settings_.step);
    });
  };
  while (steps_ < end) {
    open_gates();
    int next = steps_ + 1;
    while (next < end && !look_follows(world_.flow, settings_.step, next) && !gate_opens(next)) ++next;
    take_steps(next - steps_, gravity);
    if (look_follows(world_.flow, settings_.step, steps_)) flow();
  }
}

void SceneBatch::take_steps(int steps, const std::function<Vec3d(double time)>& gravity) {
  gravity_.clear();
  walls_.clear();
  for (int step = steps_; step < steps_ + steps; ++step) {
    gravity_.push_back(gravity ? gravity((step + 0.5) * settings_.step) : settings_.gravity);
    add_walls(step);
  }
  batch_.first = steps_;
  batch_.gravity = gravity_;
  batch_.walls = walls_;
  const auto full = [](const SceneRecord& record) { return record.state == SceneState::full; };
  engine_->run(batch_);
  while (std::any_of(records_.begin(), records_.end(), full)) {
    raise_capacity();
    engine_->run(batch_);
  }
  steps_ += steps;
}

Bodies SceneBatch::bodies(int scene) const {
  Bodies bodies = world_.bodies;
  const std::size_t first = static_cast<std::size_t>(scene) * bodies.kind.size();
  for (std::size_t k = 0; k < bodies.kind.size(); ++k) {
    bodies.kind[k] = kinds_[first + k];
    bodies.pose[k] = poses_[first + k];
    bodies.velocity[k] = twists_[first + k].linear;
    bodies.angular_velocity[k] = twists_[first + k].angular;
  }
  return bodies;
}

std::string SceneBatch::blown_up(int scene) const {
  const SceneRecord& r = record(scene);
  if (r.state != SceneState::blown_up) return {};
  return r.broken >= 0 ? broken_text(r.broken) : gain_text(r.gained, r.allowed);
}

}  // namespace jam::dynamics
