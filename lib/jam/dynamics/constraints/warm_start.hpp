// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Impulses of the last step as a start for the next one: contacts are the same where shapes and feature
// agree. The impulse is kept as a vector in the world, since the frame of a contact rotates with its normal.
// Those of joints are kept by their slots, in their rows.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/constraints/contact_row.hpp"
#include "jam/dynamics/constraints/joint_rows.hpp"

namespace jam::dynamics {

class WarmStart {
 public:
  /// Keeps the impulses of solved contacts, and those of joints, which follow them in `impulses`.
  void keep(std::span<const Contact> contacts, std::span<const ContactRow> rows,
            std::span<const Vec3d> impulses, std::span<const JointBlock> joints = {});

  /// The impulses to start with, 0 for new contacts.
  [[nodiscard]] std::vector<Vec3d> start(std::span<const Contact> contacts, std::span<const ContactRow> rows,
                                         std::span<const JointBlock> joints = {}) const;

  /// Impulses of joints by slot (joint_rows.hpp), for checkpoints.
  [[nodiscard]] const std::vector<Vec3d>& joint_impulses() const { return joints_; }
  void set_joint_impulses(std::vector<Vec3d> impulses) { joints_ = std::move(impulses); }

 private:
  struct Kept {
    int shape_a, shape_b;
    std::uint32_t feature;
    Vec3d impulse;  ///< Impulse on B, in the world [N s].
  };
  std::vector<Vec3d> joints_;  ///< Impulses of joints by slot.
  std::vector<Kept> kept_;     ///< Ascending in (shape_a, shape_b, feature).
};

}  // namespace jam::dynamics
