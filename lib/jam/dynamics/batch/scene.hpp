// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Many small scenes side by side, as plain arrays. They share the model: bodies, shapes, walls and how these
// move. Each has poses, velocities and the contacts of its last step, and a record of what became of it. A
// step needs memory to work in. That memory belongs to the thread or block that takes the step and holds
// nothing from one step to the next.
#pragma once

#include <cstddef>
#include <cstdint>

#include "jam/dynamics/batch/colours.hpp"
#include "jam/dynamics/collide/bounds.hpp"
#include "jam/dynamics/solvers/rounds/colour_sweeps.hpp"
#include "jam/dynamics/step/body_motion.hpp"
#include "jam/dynamics/step/energy_watch.hpp"
#include "jam/dynamics/step/joint_build.hpp"

namespace jam::dynamics {

/// Largest number of bodies of a scene of a batch, walls included.
inline constexpr int small_body_limit = 128;

/// A joint, and the length by which its rotations are multiplied [m].
struct SmallJoint {
  Joint joint;
  double gyration = 0;
};

/// The model that all scenes of a batch have in common. Shapes of walls that never move, the fixed ones, are
/// placed once; all others are `own`.
struct SmallModel {
  int bodies = 0, shapes = 0, own_count = 0, pair_count = 0, joint_count = 0;
  const Shape* shape = nullptr;
  const int* own = nullptr;           ///< Shapes, ascending.
  const int* slot = nullptr;          ///< Place of each shape in `own`; -1: the shape is fixed.
  const Pose* fixed_world = nullptr;  ///< Pose of each shape; used for fixed shapes only.
  const Bounds* fixed_bounds = nullptr;
  const int* of_shape = nullptr;  ///< Body of each shape.
  const double* mass = nullptr;
  const Vec3d* inertia = nullptr;
  const double* size = nullptr;   ///< Smallest radius or half edge of each body; 1e300 for walls [m].
  const double* reach = nullptr;  ///< body_reaches() (step_checks.hpp) [m].
  const InverseMass* inverse_mass = nullptr;
  const Surface* surface = nullptr;
  const SurfacePair* pair = nullptr;
  const SmallJoint* joint = nullptr;  ///< The bodies that it connects do not collide with each other.

  /// Slots of the blocks of joints (JointBlock): the largest number of blocks.
  [[nodiscard]] JAM_HD_INLINE int joint_slots() const { return 2 * joint_count; }
};

/// The rules that all steps have in common.
struct SmallRules {
  bool moreau = false;
  bool warm_start = true;
  double h = 1e-3;          ///< [s]
  double energy_guard = 1;  ///< See StepSettings::energy_guard.
};

/// A moving wall in one step.
struct WallStep {
  int body = 0;
  Pose pose;  ///< Pose at detection.
  Twist twist;
  Pose end_pose;
  Twist end_twist;
};

/// One step of all scenes.
struct SmallStep {
  double time = 0;  ///< Time at the start of the step [s].
  Vec3d gravity;
  const WallStep* walls = nullptr;
  int wall_count = 0;
};

enum class SceneState : int {
  running,
  blown_up,  ///< The step after the last one was taken back: SceneRecord::broken, gained, allowed say why.
  full       ///< The step after the last one found more pairs or contacts than the memory holds:
             ///< SceneRecord::wanted_*.
};

/// State of a scene and figures of its steps so far.
struct SceneRecord {
  SceneState state = SceneState::running;
  int steps = 0;  ///< Number of steps taken.
  int wanted_pairs = 0, wanted_contacts = 0;
  int contacts = 0;  ///< Number of contacts in the last step.
  int limited = 0;   ///< Number of steps whose solve ended at the limit of iterations.
  int diverged = 0;  ///< Number of steps whose solve diverged.
  int broken = -1;   ///< blown_up: the first body that is not finite; -1: the energy grew.
  std::int64_t iterations = 0;
  double residual = 0;          ///< Largest residual of all steps.
  double penetration = 0;       ///< Deepest penetration of all steps [m].
  double last_penetration = 0;  ///< Deepest penetration in the last step [m].
  double joint_error = 0;       ///< Largest component of the errors of joints in all steps [m].
  double kinetic = 0;           ///< [J]
  Vec3d moment;                 ///< Masses times positions [kg m].
  Vec3d gravity;                ///< Gravity in the last step [m/s^2].
  EnergyWatch energy;
  double growth = 0;               ///< Largest growth() of the energy in all steps [J].
  double overlap = 0;              ///< Largest overlap over the size of the smaller body [-].
  std::uint64_t deepest = 0;       ///< Pair of shapes with the largest overlap.
  int deepest_step = 0;            ///< Step with the largest overlap.
  bool corrects = true;            ///< The next step corrects overlaps.
  double gained = 0, allowed = 0;  ///< blown_up [J].

  [[nodiscard]] JAM_HD_INLINE double potential() const { return -dot(gravity, moment); }
};

/// The arrays of one scene, or of all scenes one after the other.
struct SmallScenes {
  int contact_capacity = 0;  ///< Capacity of contacts of each scene.
  int joint_slots = 0;       ///< Number of slots of joints of each scene.
  SceneRecord* record = nullptr;
  BodyKind* kind = nullptr;          ///< Kind of each body.
  Pose* pose = nullptr;              ///< Pose of each body.
  Twist* twist = nullptr;            ///< Velocities of each body.
  std::uint64_t* pair = nullptr;     ///< Pair of shapes of each contact in the last step.
  std::uint32_t* feature = nullptr;  ///< Feature of each contact in the last step.
  WorldImpulse* impulse = nullptr;   ///< Impulse of each contact in the last step.
  Vec3d* joint_impulse = nullptr;    ///< Impulse of each slot in the last step; 0 for a slot without a block.

  [[nodiscard]] JAM_HD_INLINE SmallScenes at(std::size_t scene, int bodies) const {
    const std::size_t b = scene * static_cast<std::size_t>(bodies),
                      c = scene * static_cast<std::size_t>(contact_capacity);
    return {contact_capacity, joint_slots,
            record + scene,   kind + b,
            pose + b,         twist + b,
            pair + c,         feature + c,
            impulse + c,      joint_impulse + scene * static_cast<std::size_t>(joint_slots)};
  }
};

/// Limits of the numbers that a step may find.
struct SmallCapacity {
  int pairs = 0;
  int contacts = 0;
};

/// The memory of a step.
struct SmallWork {
  SmallCapacity capacity;
  // The arrays from here to next_twist have one entry for each body.
  Pose* detection_pose = nullptr;
  Quaterniond* halfway = nullptr;
  Twist* free = nullptr;
  StepMotion* ahead = nullptr;
  Twist* on_way = nullptr;  ///< Change of velocity during the step, in the world.
  Pose* next_pose = nullptr;
  Twist* next_twist = nullptr;
  Pose* world = nullptr;                ///< Pose of each own shape.
  StepMotion* motion = nullptr;         ///< Motion of each own shape.
  Bounds* bounds = nullptr;             ///< Bounds of each own shape.
  std::uint64_t* found_pair = nullptr;  ///< Pairs in the order in which they were found.
  std::uint64_t* pair = nullptr;        ///< Pairs, sorted.
  ContactArrays contacts;
  SolverArrays solver;
  BodyIndices* indices = nullptr;
  std::uint32_t* side = nullptr;
  int* side_start = nullptr;
  WorldInverseMass* inverse_mass = nullptr;
  // The arrays from here to joint_rows have one entry for each block of a joint.
  StepJoint* joint = nullptr;
  int* joint_slot = nullptr;
  double* joint_error = nullptr;  ///< [m]
  JointRows* joint_rows = nullptr;
  int joint_blocks = 0;        ///< Number of blocks of joints in this step.
  int touching = 0;            ///< Number of contacts in this step.
  int earlier_iterations = 0;  ///< Number of iterations of this step before its last solve.
  bool strayed = false;        ///< Contacts pushed a body beyond its search reach in this step.
  // Arrays of sor.
  SmallColours colours;
  ColourArrays swept;
};

/// Deals out arrays of a block of memory; without a block it only counts.
class ArrayDealer {
 public:
  JAM_HD_INLINE explicit ArrayDealer(void* memory) : memory_(static_cast<unsigned char*>(memory)) {}

  template <class T>
  JAM_HD_INLINE T* array(int count) {
    used_ = (used_ + 15) / 16 * 16;
    T* const result = memory_ != nullptr ? reinterpret_cast<T*>(memory_ + used_) : nullptr;
    used_ += static_cast<std::size_t>(count) * sizeof(T);
    return result;
  }
  JAM_HD_INLINE Vec3Array vectors(int count) {
    return {array<double>(3 * count), static_cast<std::size_t>(count)};
  }

  [[nodiscard]] JAM_HD_INLINE std::size_t used() const { return used_; }

 private:
  unsigned char* memory_;
  std::size_t used_ = 0;
};

/// The memory of a step, with what sor needs if the solver `sweeps`.
[[nodiscard]] JAM_HD_INLINE SmallWork deal_work(ArrayDealer& dealer, const SmallModel& model,
                                                SmallCapacity capacity, bool sweeps) {
  SmallWork work;
  work.capacity = capacity;
  // Blocks of joints are contacts for the solver.
  const int bodies = model.bodies, contacts = capacity.contacts + model.joint_slots();
  work.detection_pose = dealer.array<Pose>(bodies);
  work.halfway = dealer.array<Quaterniond>(bodies);
  work.free = dealer.array<Twist>(bodies);
  work.ahead = dealer.array<StepMotion>(bodies);
  work.on_way = dealer.array<Twist>(bodies);
  work.next_pose = dealer.array<Pose>(bodies);
  work.next_twist = dealer.array<Twist>(bodies);
  work.world = dealer.array<Pose>(model.own_count);
  work.motion = dealer.array<StepMotion>(model.own_count);
  work.bounds = dealer.array<Bounds>(model.own_count);
  work.found_pair = dealer.array<std::uint64_t>(capacity.pairs);
  work.pair = dealer.array<std::uint64_t>(capacity.pairs);
  work.contacts.pair = dealer.array<std::uint64_t>(contacts);
  work.contacts.feature = dealer.array<std::uint32_t>(contacts);
  work.contacts.point = dealer.vectors(contacts);
  work.contacts.normal = dealer.vectors(contacts);
  work.contacts.gap = dealer.array<double>(contacts);
  work.contacts.share = dealer.array<double>(contacts);
  work.indices = dealer.array<BodyIndices>(contacts);
  work.side = dealer.array<std::uint32_t>(2 * contacts);
  work.side_start = dealer.array<int>(bodies + 1);
  work.inverse_mass = dealer.array<WorldInverseMass>(bodies);
  ProblemArrays& problem = work.solver.problem;
  problem.matrix.arm_a = dealer.vectors(contacts);
  problem.matrix.arm_b = dealer.vectors(contacts);
  problem.matrix.impulse = dealer.array<WorldImpulse>(contacts);
  problem.matrix.twist = dealer.array<Twist>(bodies);
  problem.q = dealer.vectors(contacts);
  problem.released = dealer.array<double>(contacts);
  problem.diagonal = dealer.vectors(contacts);
  problem.tangent = dealer.array<double>(contacts);
  problem.largest = dealer.array<double>(contacts);
  problem.friction = dealer.array<double>(contacts);
  for (Vec3Array& r : work.solver.r) r = dealer.vectors(contacts);
  for (Vec3Array& product : work.solver.product) product = dealer.vectors(contacts);
  work.solver.change = dealer.vectors(contacts);
  work.solver.shift = dealer.array<double>(contacts);
  problem.matrix.body = work.indices;
  problem.matrix.bodies = bodies;
  problem.matrix.normal = work.contacts.normal;
  problem.matrix.start = work.side_start;
  problem.matrix.side = work.side;
  problem.matrix.inverse_mass = work.inverse_mass;
  work.joint = dealer.array<StepJoint>(model.joint_slots());
  work.joint_slot = dealer.array<int>(model.joint_slots());
  work.joint_error = dealer.array<double>(model.joint_slots());
  work.joint_rows = dealer.array<JointRows>(model.joint_slots());
  problem.matrix.joint = work.joint_rows;
  problem.matrix.joint_impulse = dealer.array<JointImpulse>(model.joint_slots());
  if (!sweeps) return work;
  work.colours.contact = dealer.array<int>(contacts);
  work.colours.group = dealer.array<int>(contacts + 1);
  work.colours.first = dealer.array<int>(contacts + 1);
  work.colours.begin = dealer.array<int>(contacts + 1);
  work.colours.left = dealer.array<int>(contacts);
  BodyIndices* const body = dealer.array<BodyIndices>(contacts);
  double* const friction = dealer.array<double>(contacts);
  work.swept = colour_arrays(work.solver, work.colours.contact, body, friction, dealer.vectors(contacts));
  return work;
}

}  // namespace jam::dynamics
