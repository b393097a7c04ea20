// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Backend that advances a simulation and owns the state of its bodies from step to step: a CUDA device
// (cuda/device.hpp).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/constraints/contact_problem.hpp"
#include "jam/dynamics/model/bodies.hpp"
#include "jam/dynamics/solvers/solver.hpp"
#include "jam/dynamics/step/step_outcome.hpp"

namespace jam::dynamics {

struct StepSettings;

class StepDriver {
 public:
  virtual ~StepDriver() = default;

  /// Takes over kinds, poses and velocities of all bodies.
  virtual void load(const World& world) = 0;
  /// Takes over the kinds alone, if they changed.
  virtual void load_kinds(const World& world) = 0;
  /// Takes over contacts, in the order of detection, and their impulses, and the impulses of joints by slot,
  /// as those of the last step: the next solve begins with them.
  virtual void load_impulses(std::span<const Contact> contacts, std::span<const Vec3d> impulses,
                             std::vector<Vec3d> joints) = 0;
  /// Impulses of joints by slot (constraints/joint_rows.hpp).
  [[nodiscard]] virtual const std::vector<Vec3d>& joint_impulses() const = 0;
  /// Gravity from the next step on [m/s^2]; at first that of the settings.
  virtual void set_gravity(Vec3d gravity) = 0;
  /// Takes the step from the time `start` [s] on; `corrects`: displacements correct overlaps. Moves the
  /// walls of `world`, none of its other bodies.
  virtual StepOutcome advance(World& world, double start, bool corrects) = 0;
  /// Undoes the last step; bodies are as before it.
  virtual void take_back() = 0;
  /// Gives poses and velocities of the bodies that forces move.
  virtual void store(Bodies& bodies) const = 0;
  /// Gives contacts, problem (without the impulses to begin with) and impulses of the last step.
  virtual void store(const World& world, std::vector<Contact>& contacts, ContactProblem& problem,
                     Solution& solution) const = 0;
};

/// Makes a driver for a world, with settings that have no default left.
using MakeDriver =
    std::function<std::unique_ptr<StepDriver>(const World& world, const StepSettings& settings)>;

}  // namespace jam::dynamics
