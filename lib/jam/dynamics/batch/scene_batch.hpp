// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Many scenes of the same bodies, which differ in how these begin: what a filling looks like on average, how
// often it fails. Each scene is as if it were alone: it has the same bits in a batch of any size, for any
// number of threads, GPUs or threads of a block. Its steps are those of Simulation (step/simulation.hpp), up
// to rounding.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "jam/dynamics/batch/engine.hpp"
#include "jam/dynamics/step/simulation.hpp"

namespace jam::dynamics {

/// Throws InputError for a world or settings that a batch does not take: more than small_body_limit bodies, a
/// dense solver, another criterion than the residual.
void require_batch(const World& world, const StepSettings& settings);

class SceneBatch {
 public:
  /// A batch of `count` scenes, all of which begin as `world`, on the threads of the settings or on GPUs.
  /// Bodies enter and leave, and walls go, on the host, between the steps that an engine takes. Throws
  /// InputError like require_batch() and Simulation, DeviceError if there is no such device.
  SceneBatch(const World& world, const StepSettings& settings, int count, const Device& device = {});

  /// Kinds, poses and velocities with which a scene begins; masses are those of the world. Before the first
  /// step.
  void set_start(int scene, const Bodies& bodies);

  /// Sets the seed for the places where bodies enter a scene (Inlet); without a call the world's seed is
  /// used. Call it before the first step.
  void set_inlet_seed(int scene, std::uint64_t seed);

  /// Takes steps, with the gravity of the settings, or with that of the time in the middle of each step [s].
  /// Throws OverflowError, with the bytes, if the scenes do not fit into the memory of the device.
  void advance(int steps, const std::function<Vec3d(double time)>& gravity = {});

  [[nodiscard]] int count() const { return static_cast<int>(records_.size()); }
  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] const SceneRecord& record(int scene) const { return records_[scene]; }
  /// Number of bodies that have left a scene.
  [[nodiscard]] long long left(int scene) const { return flows_.empty() ? 0 : flows_[scene].left; }
  /// The bodies of a scene as they are now, its walls included.
  [[nodiscard]] Bodies bodies(int scene) const;
  /// Why a scene blew up; empty: it did not.
  [[nodiscard]] std::string blown_up(int scene) const;

 private:
  void place_fixed_shapes();
  void write_bodies(int scene, const Bodies& bodies);
  void raise_capacity();
  void add_walls(int step);
  void take_steps(int steps, const std::function<Vec3d(double time)>& gravity);
  void open_gates();
  void flow();

  World world_;
  StepSettings settings_;
  std::vector<double> size_, reach_;  ///< One entry a body (step_checks.hpp).
  int steps_ = 0;
  std::unique_ptr<SmallEngine> engine_;

  // The model.
  std::vector<int> own_, slot_, of_shape_;
  std::vector<Pose> fixed_world_;
  std::vector<Bounds> fixed_bounds_;
  std::vector<InverseMass> inverse_mass_;
  std::vector<SmallJoint> joints_;

  // The scenes.
  std::vector<SceneRecord> records_;
  std::vector<BodyKind> kinds_;
  std::vector<Pose> poses_;
  std::vector<Twist> twists_;
  std::vector<std::uint64_t> pairs_;
  std::vector<std::uint32_t> features_;
  std::vector<WorldImpulse> impulses_;
  std::vector<Vec3d> joint_impulses_;
  std::vector<Flow> flows_;  ///< Empty without a flow.

  std::vector<Vec3d> gravity_;
  std::vector<WallStep> walls_;
  SmallBatch batch_;
};

}  // namespace jam::dynamics
