// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The state of a simulation in a checkpoint: what steps change. Everything else follows from the scene and the settings.
#include "jam/dynamics/constraints/contact_row.hpp"
#include "jam/dynamics/step/simulation.hpp"

namespace jam::dynamics {
namespace {

constexpr const char* tag = "settle 3";

/// Visits the fields of a contact, const or not: in memory there are gaps between them.
template <class AnyContact, class Visit>
void visit_fields(AnyContact& contact, const Visit& visit) {
  const auto each = [&](auto&... fields) { (visit(fields), ...); };
  each(contact.shape_a, contact.shape_b, contact.body_a, contact.body_b, contact.feature, contact.point, contact.normal, contact.gap,
       contact.share);
}

}  // namespace

void Simulation::write(io::StateWriter& state) const {
  io::write_tag(state, tag);
  const Bodies& bodies = world().bodies;
  io::write_all(state, steps_, settings_.gravity, start_energy_, wall_work_, wall_work_sum_, corrected_, lowest_, corrects_, bodies.kind,
                bodies.pose, bodies.velocity, bodies.angular_velocity);
  const Flow& flow = world().flow;
  io::write_all(state, flow.waiting, flow.looks, flow.left, flow.entered);
  state.write(static_cast<std::uint64_t>(contacts().size()));
  for (const Contact& contact : contacts()) visit_fields(contact, [&](const auto& field) { state.write(field); });
  io::write_all(state, solution().impulses, driver_ ? driver_->joint_impulses() : warm_.joint_impulses());
}

void Simulation::read(io::StateReader& state) {
  io::read_tag(state, tag);
  Bodies& bodies = world_.bodies;
  const std::size_t count = bodies.kind.size();
  io::read_all(state, steps_, settings_.gravity, start_energy_, wall_work_, wall_work_sum_, corrected_, lowest_, corrects_, bodies.kind,
               bodies.pose, bodies.velocity, bodies.angular_velocity);
  if (bodies.kind.size() != count || bodies.pose.size() != count || bodies.velocity.size() != count ||
      bodies.angular_velocity.size() != count) {
    io::fail_state("it has other bodies");
  }
  io::read_all(state, world_.flow.waiting, world_.flow.looks, world_.flow.left, world_.flow.entered);
  contacts_.resize(state.read<std::uint64_t>());
  for (Contact& contact : contacts_) visit_fields(contact, [&](auto& field) { state.read_into(field); });
  std::vector<Vec3d> joints;
  io::read_all(state, solution_.impulses, joints);
  const std::size_t blocks = 2 * world_.joints.size();
  if (solution_.impulses.size() < contacts_.size() || solution_.impulses.size() > contacts_.size() + blocks || joints.size() > blocks) {
    io::fail_state("it has other contacts");
  }

  // What the next step begins with.
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
