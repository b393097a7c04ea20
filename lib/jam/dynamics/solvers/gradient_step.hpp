// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One step of a projected gradient, several contacts side by side. Compiled once per instruction set
// (jam/core/isa.hpp).
#pragma once

#include "jam/core/isa.hpp"
#include "jam/core/vec.hpp"

namespace jam::dynamics {

/// How a contact is scaled by its diagonal block: the entry for the normal, the mean of the two for the
/// tangents [1/kg]; 1 over each.
struct ContactMetric {
  double normal, tangent, over_normal, over_tangent;
};

/// Consecutive contacts, and their step next = P_K(y - share (W y + q + s e_N) / metric), on cones in the
/// metric. If `splits` is set, steep contacts (cone.hpp) project the normal first, then the tangents.
struct GradientRange {
  int count = 0;
  double share = 1;
  bool splits = false;
  const Vec3d* y = nullptr;
  const Vec3d* product = nullptr;  ///< W y.
  const Vec3d* q = nullptr;
  const double* shift = nullptr;  ///< Shift s of each contact [m/s].
  const double* friction = nullptr;
  const ContactMetric* metric = nullptr;
  Vec3d* next = nullptr;
};

using GradientStep = void(const GradientRange& range);
extern const IsaTable<GradientStep> gradient_step;

}  // namespace jam::dynamics
