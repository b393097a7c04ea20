// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The energy of a simulation, against what walls, joints and corrections of overlaps add to it; for host and
// device.
#pragma once

#include <cmath>

#include "jam/core/macros.hpp"

namespace jam::dynamics {

struct EnergyWatch {
  /// Kinetic and potential energy at the start [J]. What bodies bring or take with them and what a change of
  /// gravity adds is added here, so that it does not count as a gain.
  double start = 0;
  double scale = 0;      ///< energy_scale() of the scene at the start [J].
  double work = 0;       ///< Work of walls and joints so far [J].
  double work_sum = 0;   ///< Sum of the absolute values of that work [J].
  double corrected = 0;  ///< Work of correcting overlaps so far [J].
  double lowest = 0;     ///< The least of what growth() compares, so far [J].

  /// Adds the work of a step [J]: of walls and joints, and of correcting overlaps.
  JAM_HD_INLINE void add(double step_work, double step_corrected) {
    work += step_work;
    work_sum += std::fabs(step_work);
    corrected += step_corrected;
  }

  /// Energy with which gains and growth are compared [J].
  [[nodiscard]] JAM_HD_INLINE double scale_now() const { return scale + work_sum; }

  /// The energy that nothing explains [J].
  [[nodiscard]] JAM_HD_INLINE double gained(double kinetic, double potential) const {
    return kinetic + potential - start - work - corrected;
  }

  /// Whether that blows the run up; `guard`: see StepSettings::energy_guard.
  [[nodiscard]] JAM_HD_INLINE bool blows_up(double gain, double guard) const {
    return guard != 0 && !(gain <= guard * scale_now());
  }

  /// Growth of the energy and the fall (fall_energy()) since their sum was least [J]; updates `lowest`.
  [[nodiscard]] JAM_HD_INLINE double take_growth(double kinetic, double potential, double fall) {
    const double energy = kinetic + potential + fall - start - work - corrected;
    if (energy < lowest) lowest = energy;
    return energy - lowest;
  }
};

}  // namespace jam::dynamics
