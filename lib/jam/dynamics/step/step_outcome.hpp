// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Outcome of a step on threads of the CPU or by a driver (step_driver.hpp), before a simulation judges it.
#pragma once

#include "jam/dynamics/constraints/step_contact.hpp"
#include "jam/dynamics/solvers/solver.hpp"
#include "jam/dynamics/step/body_motion.hpp"

namespace jam::dynamics {

/// Seconds that the parts of a step took on a device, over all its attempts.
struct StepTimes {
  double detection = 0, problem = 0, solver = 0, bodies = 0;
};

/// Figures that the report of a step takes over.
struct StepFigures {
  int contacts = 0;
  int iterations = 0;  ///< Number of iterations of all solves.
  SolveStatus status = SolveStatus::solved;
  double residual = 0;     ///< Natural map of the solution [-].
  double penetration = 0;  ///< Deepest overlap at detection [m].
  double overlap = 0;      ///< Largest overlap over the smallest radius or half edge of the smaller body [-].
  int overlap_a = -1, overlap_b = -1;  ///< Numbers of the bodies with the largest overlap.
  double joint_error = 0;              ///< Largest component of the errors of joints, at detection [m].
  double kinetic = 0;                  ///< Kinetic energy of the bodies that forces move, at the end [J].
  double fall = 0;                     ///< fall_energy() of all bodies at the end [J].
  int gainer = -1;                     ///< The body whose energy grew most in this step; -1: none did.
};

struct StepOutcome : StepFigures {
  Vec3d moment;          ///< Masses times positions at the end, of the bodies that forces move [kg m].
  double wall_work = 0;  ///< Work of moving walls and of joints in this step [J].
  double corrected = 0;  ///< Work of corrections of overlaps in this step [J].
  int broken_body = -1;  ///< The first body whose pose or velocity is not finite; -1: none.
  StepTimes times;       ///< Zero on a CPU.

  /// Takes over what all bodies and contacts report; the bodies of the largest overlap are left out, and so
  /// is the work of joints.
  void take(const BodyTerms& bodies, const ContactTerms& touched, int body_count) {
    penetration = touched.penetration;
    overlap = touched.overlap;
    wall_work = touched.work;
    corrected = touched.recovered + bodies.lifted;
    kinetic = bodies.kinetic;
    moment = {bodies.moment_x, bodies.moment_y, bodies.moment_z};
    fall = bodies.fall;
    gainer = bodies.gainer;
    if (bodies.broken > 0) broken_body = body_count - static_cast<int>(bodies.broken);
  }
};

}  // namespace jam::dynamics
