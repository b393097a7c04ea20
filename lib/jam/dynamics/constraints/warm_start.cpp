// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/constraints/warm_start.hpp"

#include <algorithm>
#include <tuple>

namespace jam::dynamics {
namespace {

/// The order of contacts.
template <class A, class B>
bool before(const A& a, const B& b) {
  return std::tie(a.shape_a, a.shape_b, a.feature) < std::tie(b.shape_a, b.shape_b, b.feature);
}

}  // namespace

void WarmStart::keep(std::span<const Contact> contacts, std::span<const ContactRow> rows,
                     std::span<const Vec3d> impulses, std::span<const JointBlock> joints) {
  joints_.assign(joints.empty() ? 0 : joints.back().slot + 1, {});
  for (std::size_t k = 0; k < joints.size(); ++k) joints_[joints[k].slot] = impulses[contacts.size() + k];
  kept_.clear();
  kept_.reserve(contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    const Vec3d r = impulses[i];
    kept_.push_back({contact.shape_a, contact.shape_b, contact.feature,
                     r.x * rows[i].axis[0] + r.y * rows[i].axis[1] + r.z * rows[i].axis[2]});
  }
  // Collision detection has sorted them but for planes.
  if (!std::is_sorted(kept_.begin(), kept_.end(), before<Kept, Kept>))
    std::stable_sort(kept_.begin(), kept_.end(), before<Kept, Kept>);
}

std::vector<Vec3d> WarmStart::start(std::span<const Contact> contacts, std::span<const ContactRow> rows,
                                    std::span<const JointBlock> joints) const {
  std::vector<Vec3d> result(contacts.size() + joints.size());
  for (std::size_t k = 0; k < joints.size(); ++k) {
    if (const std::size_t slot = joints[k].slot; slot < joints_.size())
      result[contacts.size() + k] = joints_[slot];
  }
  auto found = kept_.begin();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    // Most contacts follow each other in both lists.
    if (i == 0 || before(contact, contacts[i - 1]))
      found = std::lower_bound(kept_.begin(), kept_.end(), contact, before<Kept, Contact>);
    while (found != kept_.end() && before(*found, contact)) ++found;
    if (found == kept_.end() || before(contact, *found)) continue;
    const ContactRow& row = rows[i];
    result[i] = {dot(row.axis[0], found->impulse), dot(row.axis[1], found->impulse),
                 dot(row.axis[2], found->impulse)};
  }
  return result;
}

}  // namespace jam::dynamics
