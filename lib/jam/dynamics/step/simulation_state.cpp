// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The state of a simulation in a checkpoint: what steps change. Everything else follows from the scene and
// the settings.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "jam/dynamics/constraints/contact_row.hpp"
#include "jam/dynamics/step/simulation.hpp"

namespace jam::dynamics {
namespace {

constexpr const char* tag = "settle 4";

/// Visits the fields of a contact, const or not: in memory there are gaps between them.
template <class AnyContact, class Visit>
void visit_fields(AnyContact& contact, const Visit& visit) {
  const auto each = [&](auto&... fields) { (visit(fields), ...); };
  each(contact.shape_a, contact.shape_b, contact.body_a, contact.body_b, contact.feature, contact.point,
       contact.normal, contact.gap, contact.share);
}

/// Bytes of a contact in a state.
constexpr std::size_t contact_bytes =
    4 * sizeof(int) + sizeof(std::uint32_t) + 2 * sizeof(Vec3d) + 2 * sizeof(double);

/// Larger counts of steps and of bodies that enter or leave are no counts.
constexpr long long count_limit = 1'000'000'000'000'000;

/// Largest difference of the square of a unit vector from 1.
constexpr double unit_tolerance = 1e-6;

/// Largest coordinate of a position [m] and of a velocity [m/s, rad/s].
constexpr double magnitude_limit = 1e12;

/// Whether all components are finite and within magnitude_limit.
bool bounded(Vec3d v) {
  return std::fabs(v.x) <= magnitude_limit && std::fabs(v.y) <= magnitude_limit &&
         std::fabs(v.z) <= magnitude_limit;
}

void require_finite(bool condition) {
  if (!condition) io::fail_state("it holds numbers that are not finite");
}

/// Checks the bodies of a state against the bodies of the scene, whose kinds were `kinds`.
void check_bodies(const World& world, const std::vector<BodyKind>& kinds) {
  const Bodies& bodies = world.bodies;
  const std::size_t count = kinds.size();
  if (bodies.kind.size() != count || bodies.pose.size() != count || bodies.velocity.size() != count ||
      bodies.angular_velocity.size() != count) {
    io::fail_state("it has other bodies");
  }
  for (int i = 0; i < bodies.count(); ++i) {
    const BodyKind kind = bodies.kind[i];
    const bool opens = std::ranges::any_of(world.gates, [&](const Gate& gate) { return gate.wall == i; });
    const bool possible = bodies.is_wall(i) ? kind == kinds[i] || (kind == BodyKind::inactive && opens)
                                            : kind == BodyKind::dynamic || kind == BodyKind::inactive;
    if (!possible) io::fail_state("it has bodies of other kinds");
    const Quaterniond q = bodies.pose[i].rotation;
    if (!bounded(bodies.pose[i].position) || !bounded(bodies.velocity[i]) ||
        !bounded(bodies.angular_velocity[i]))
      io::fail_state("it has a body whose position or velocity is out of range");
    if (!(std::fabs(q.w * q.w + dot(q.vector(), q.vector()) - 1) <= unit_tolerance))
      io::fail_state("it has a rotation that is none");
  }
}

void check_flow_state(const World& world) {
  const Flow& flow = world.flow;
  for (const long long count : {flow.looks, flow.left, flow.entered}) {
    if (count < 0 || count > count_limit)
      io::fail_state("its numbers of bodies that entered and left cannot be");
  }
  std::vector<bool> waits(world.bodies.kind.size());
  for (const int body : flow.waiting) {
    const bool possible = body >= 0 && body < world.bodies.count() && !world.bodies.is_wall(body) &&
                          world.bodies.kind[body] == BodyKind::inactive && !waits[body];
    if (!possible) io::fail_state("its bodies that wait are none of the scene");
    waits[body] = true;
  }
}

void check_contact(const World& world, const Contact& contact) {
  const auto is_shape = [&](int shape, int body) {
    return shape >= 0 && shape < static_cast<int>(world.shapes.size()) && world.shapes[shape].body == body;
  };
  if (!is_shape(contact.shape_a, contact.body_a) || !is_shape(contact.shape_b, contact.body_b))
    io::fail_state("it has other contacts");
  require_finite(is_finite(contact.point) && is_finite(contact.normal) && std::isfinite(contact.gap));
  if (!(contact.share >= 0 && contact.share <= 1)) io::fail_state("it has a contact outside of its step");
  if (!(std::fabs(dot(contact.normal, contact.normal) - 1) <= unit_tolerance))
    io::fail_state("it has a contact without a direction");
}

}  // namespace

void Simulation::write(io::StateWriter& state) const {
  io::write_tag(state, tag);
  const Bodies& bodies = world().bodies;
  io::write_all(state, steps_, settings_.gravity, energy_.start, energy_.work, energy_.work_sum,
                energy_.corrected, energy_.lowest, corrects_, bodies.kind, bodies.pose, bodies.velocity,
                bodies.angular_velocity);
  const Flow& flow = world().flow;
  io::write_all(state, flow.waiting, flow.looks, flow.left, flow.entered);
  state.write(static_cast<std::uint64_t>(contacts().size()));
  for (const Contact& contact : contacts())
    visit_fields(contact, [&](const auto& field) { state.write(field); });
  io::write_all(state, solution().impulses, driver_ ? driver_->joint_impulses() : warm_.joint_impulses());
}

void Simulation::read(io::StateReader& state) {
  io::read_tag(state, tag);
  Bodies& bodies = world_.bodies;
  const std::vector<BodyKind> kinds = bodies.kind;
  io::read_all(state, steps_, settings_.gravity, energy_.start, energy_.work, energy_.work_sum,
               energy_.corrected, energy_.lowest, corrects_, bodies.kind, bodies.pose, bodies.velocity,
               bodies.angular_velocity);
  if (steps_ < 0 || steps_ > count_limit) io::fail_state("its number of steps cannot be");
  require_finite(std::isfinite(energy_.start) && std::isfinite(energy_.work) &&
                 std::isfinite(energy_.work_sum) && std::isfinite(energy_.corrected) &&
                 std::isfinite(energy_.lowest) && is_finite(settings_.gravity));
  check_bodies(world_, kinds);
  io::read_all(state, world_.flow.waiting, world_.flow.looks, world_.flow.left, world_.flow.entered);
  check_flow_state(world_);
  contacts_.resize(state.read_count(contact_bytes));
  for (Contact& contact : contacts_) {
    visit_fields(contact, [&](auto& field) { state.read_into(field); });
    check_contact(world_, contact);
  }
  std::vector<Vec3d> joints;
  io::read_all(state, solution_.impulses, joints);
  const std::size_t blocks = 2 * world_.joints.size();
  if (solution_.impulses.size() < contacts_.size() || solution_.impulses.size() > contacts_.size() + blocks ||
      joints.size() > blocks) {
    io::fail_state("it has other contacts");
  }
  require_finite(std::ranges::all_of(solution_.impulses, is_finite<double>) &&
                 std::ranges::all_of(joints, is_finite<double>));

  // Values with which the next step begins.
  if (driver_) {
    driver_->set_gravity(settings_.gravity);
    driver_->load(world_);
    driver_->load_impulses(contacts_, solution_.impulses, std::move(joints));
    world_is_old_ = contacts_are_old_ = false;
    return;
  }
  if (!settings_.warm_start) return;
  std::vector<ContactRow> rows(contacts_.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ContactFrame frame = contact_frame(contacts_[i].normal);
    for (int k = 0; k < 3; ++k) rows[i].axis[k] = frame.axis[k];
  }
  warm_.keep(contacts_, rows, solution_.impulses);
  warm_.set_joint_impulses(std::move(joints));
}

}  // namespace jam::dynamics
