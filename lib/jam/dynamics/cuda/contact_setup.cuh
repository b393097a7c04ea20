// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From contacts on the device to the contact problem of a step: rows, right side, start, and the sides of
// each body in the order of its contacts.
#pragma once

#include "jam/dynamics/cuda/detection.cuh"
#include "jam/dynamics/solvers/rounds/rounds.hpp"
#include "jam/dynamics/step/contact_build.hpp"
#include "jam/dynamics/step/joint_build.hpp"

namespace jam::dynamics {

/// Contacts of a step with the values that the next step needs.
struct SolvedContacts {
  ContactBuffers contacts;
  DeviceBuffer<WorldImpulse> impulse;  ///< Impulses on B, in the world.
};

/// The contact problem of a step and the vectors of its solver, with the memory they lie in.
class DeviceProblem {
 public:
  /// Builds the problem of the contacts of `input` and of the blocks of joints. Solvers start from the
  /// impulses of contacts that `last` had, too, or from 0 if `last` is null.
  void build(const SolvedContacts* last, SolvedContacts& contacts, const BuildInput& input,
             const std::vector<StepJoint>& joints, cudaStream_t stream);

  /// From the problem of the displacements to that of the velocities; solvers start from the impulses in this
  /// buffer.
  void release(int start_buffer, int contacts, cudaStream_t stream);

  [[nodiscard]] const SolverArrays& arrays() const { return arrays_; }

 private:
  void reserve_for(std::size_t contacts, std::size_t bodies);
  void build_sides(cudaStream_t stream);

  SolverArrays arrays_;
  DeviceBuffer<BodyIndices> body_;
  DeviceBuffer<StepJoint> joint_;
  DeviceBuffer<JointRows> joint_rows_;
  DeviceBuffer<JointImpulse> joint_impulse_;
  DeviceBuffer<double> arm_a_, arm_b_, side_arm_, q_, diagonal_, tangent_, largest_, friction_, released_,
      change_, shift_;
  DeviceBuffer<double> r_[impulse_buffers], product_[product_buffers];
  DeviceBuffer<int> start_;
  DeviceBuffer<std::uint32_t> side_body_, side_body_sorted_, side_, side_sorted_;
  DeviceBuffer<WorldInverseMass> inverse_mass_;
  DeviceBuffer<Twist> twist_;
  CachedBlocks scratch_;
};

}  // namespace jam::dynamics
