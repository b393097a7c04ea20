// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Impulses of the last step as a start for the next one: contacts are the same where shapes and feature agree. The impulse is kept as a
// vector in the world, since the frame of a contact turns with its normal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/constraints/contact_row.hpp"

namespace jam::dynamics {

class WarmStart {
 public:
  /// Keeps the impulses of solved contacts.
  void keep(std::span<const Contact> contacts, std::span<const ContactRow> rows, std::span<const Vec3d> impulses);

  /// The impulses to start with, 0 for new contacts.
  [[nodiscard]] std::vector<Vec3d> start(std::span<const Contact> contacts, std::span<const ContactRow> rows) const;

 private:
  struct Kept {
    int shape_a, shape_b;
    std::uint32_t feature;
    Vec3d impulse;  ///< On B, in the world [N s].
  };
  std::vector<Kept> kept_;  ///< Ascending in (shape_a, shape_b, feature).
};

}  // namespace jam::dynamics
