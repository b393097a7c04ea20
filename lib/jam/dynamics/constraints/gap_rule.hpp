// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How gaps and impacts enter the right side q of a contact, for host and device.
#pragma once

#include "jam/core/macros.hpp"

namespace jam::dynamics {

struct GapRule {
  /// Moreau's rule (Nuetzi 2.6): contacts that are closed, without a term for the gap. Otherwise gap / h is
  /// added (Negrut 2.4), so that an open contact may close by the end of the step and not earlier.
  bool impacts_only = false;
  double step = 1e-3;         ///< Time step h [s].
  double recovery_speed = 0;  ///< Overlaps are corrected at this normal velocity at most, which is left [m/s]
                              ///< (Negrut 2.4, v_rec).
};

/// The rule of a step under gravity [m/s^2]. The recovery speed is a tenth of what gravity adds to a velocity
/// in a step: it corrects what solvers leave in resting contacts, and lifts nothing visibly.
[[nodiscard]] JAM_HD_INLINE GapRule gap_rule_of(bool moreau, double step, double gravity) {
  return {moreau, step, moreau ? 0 : 0.1 * gravity * step};
}

/// A large overlap is corrected by a displacement that leaves no velocity. The size of a contact is the
/// smallest radius or half edge of its smaller body: overlap above a ten-thousandth of it is corrected, at
/// most a twentieth of it in a step.
inline constexpr double corrected_overlap_share = 1e-4, largest_correction_share = 0.05;

/// No overlap is corrected.
inline constexpr double no_correction = -1e300;

/// The velocity of separation by which the positions of a contact's bodies are to move apart [m/s], or
/// no_correction.
[[nodiscard]] JAM_HD_INLINE double correction_speed(double gap, double size, double step) {
  const double allowed = corrected_overlap_share * size, most = largest_correction_share * size,
               wanted = -gap - 0.5 * allowed;
  if (!(-gap > allowed)) return no_correction;
  return (wanted < most ? wanted : most) / step;
}

/// q_N of a contact with this gap [m] and restitution: `before` and `free` are its normal velocities at the
/// start of the step, and at its end if there were no contacts [m/s]. `correction` is a speed at which an
/// overlap is corrected at least [m/s].
[[nodiscard]] JAM_HD_INLINE double right_side(double before, double free, double gap, double restitution,
                                              const GapRule& rule, double correction = no_correction) {
  if (rule.impacts_only) return free + restitution * before;
  const double wanted = -gap / rule.step;
  double least = wanted < rule.recovery_speed ? wanted : rule.recovery_speed;
  if (least < correction) least = correction;
  const bool bounces = restitution > 0 && before < 0 && gap + rule.step * before <= 0;
  const double bounce = -restitution * before;
  return free - (bounces && least < bounce ? bounce : least);
}

}  // namespace jam::dynamics
