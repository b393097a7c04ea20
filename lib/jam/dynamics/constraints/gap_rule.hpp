// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How gaps and impacts enter the right side q of a contact, for host and device.
#pragma once

#include "jam/core/macros.hpp"

namespace jam::dynamics {

struct GapRule {
  /// Moreau's rule (Nuetzi 2.6): contacts that are closed, without a term for the gap. Otherwise gap / h is added (Negrut 2.4), so that an
  /// open contact may close by the end of the step and an overlap is corrected.
  bool impacts_only = false;
  double step = 1e-3;           ///< h [s]
  double recovery_speed = 1e9;  ///< Overlaps are corrected at this normal velocity at most [m/s] (Negrut 2.4, v_rec).
};

/// q_N of a contact with this gap [m] and restitution: `before` and `free` are its normal velocities at the start of the step, and at its
/// end if there were no contacts [m/s].
[[nodiscard]] JAM_HD_INLINE double right_side(double before, double free, double gap, double restitution, const GapRule& rule) {
  if (rule.impacts_only) return free + restitution * before;
  const double wanted = -gap / rule.step;
  const double correction = wanted < rule.recovery_speed ? wanted : rule.recovery_speed;
  const bool bounces = restitution > 0 && before < 0 && gap + rule.step * before <= 0;
  const double bounce = -restitution * before;
  return free - (bounces && correction < bounce ? bounce : correction);
}

}  // namespace jam::dynamics
