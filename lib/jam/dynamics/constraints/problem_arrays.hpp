// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Arrays of contacts and bodies as the kernels see them: plain pointers, for device and host memory alike, so
// that tests run the same functions on the host. Data that are streamed have one array per component; data
// that are gathered lie together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "jam/core/macros.hpp"
#include "jam/dynamics/constraints/contact_arms.hpp"

namespace jam::dynamics {

/// Vectors as three consecutive arrays of numbers.
struct Vec3Array {
  double* data = nullptr;
  std::size_t stride = 0;  ///< Capacity of each of the three.

  JAM_HD_INLINE Vec3d operator[](std::size_t i) const {
    return {data[i], data[i + stride], data[i + 2 * stride]};
  }
  JAM_HD_INLINE void set(std::size_t i, Vec3d v) const {
    data[i] = v.x;
    data[i + stride] = v.y;
    data[i + 2 * stride] = v.z;
  }
};

/// Contacts, sorted by (pair, feature); see Contact (collide/contact.hpp).
struct ContactArrays {
  std::uint64_t* pair = nullptr;  ///< pair_key() of the shapes.
  std::uint32_t* feature = nullptr;
  Vec3Array point, normal;
  double* gap = nullptr;
  double* share = nullptr;
};

/// An impulse in the world, 32 bytes, so that a gather touches one sector of memory.
struct alignas(16) WorldImpulse {
  double x = 0, y = 0, z = 0, unused = 0;
};

/// The bodies of a contact, -1: a wall.
struct BodyIndices {
  int a = -1, b = -1;
};

/// The three rows of a block of a joint (constraints/joint_rows.hpp) in the world.
struct JointRows {
  Vec3d axis[3];    ///< [-]
  Vec3d turn_a[3];  ///< [m]
  Vec3d turn_b[3];  ///< [m]
};

/// Effect of a block of a joint: an impulse on its B, and moments on both; A's have the other sign.
struct JointImpulse {
  Vec3d linear, on_a, on_b;
};

/// No block is one of a joint.
inline constexpr int no_joint = std::numeric_limits<int>::max();

/// The matrix W of a step, applied through the bodies. Blocks of joints come after the contacts; they count
/// as contacts unless the kind matters.
struct OperatorArrays {
  int contacts = 0;  ///< Number of contacts, blocks of joints included.
  int bodies = 0;
  const BodyIndices* body = nullptr;  ///< Bodies of each contact.
  Vec3Array normal;
  Vec3Array arm_a,
      arm_b;  ///< Arms from the centres of mass to the contact point, in the world [m]; 0 for walls.
  const int* start = nullptr;  ///< Body k has the sides start[k] .. start[k + 1] - 1.
  /// 2 contact + (0: the body is its A, 1: its B); ascending for each body.
  const std::uint32_t* side = nullptr;
  Vec3Array side_arm;  ///< A copy of the arms, in the order of the sides; null if memory is fast.
  const WorldInverseMass* inverse_mass = nullptr;  ///< Inverse mass of each body.
  WorldImpulse* impulse = nullptr;                 ///< Impulse of each contact on its B, in the world.
  Twist* twist = nullptr;                          ///< Change of each body's velocities, both in the world.
  int first_joint = no_joint;                      ///< Contacts from this number on are blocks of joints.
  const JointRows* joint = nullptr;                ///< Rows of each block of a joint.
  JointImpulse* joint_impulse = nullptr;
  /// Frame of each contact, on a host; null: computed from the normal when needed.
  ContactFrame* frame = nullptr;
};

/// The frame of contact i. On a device it is always computed, which takes less time there than reading it.
[[nodiscard]] JAM_HD_INLINE ContactFrame frame_of(const OperatorArrays& matrix, int i) {
#ifndef __CUDA_ARCH__
  if (matrix.frame != nullptr) return matrix.frame[i];
#endif
  return contact_frame(matrix.normal[i]);
}

/// The contact problem of a step (contact_problem.hpp).
struct ProblemArrays {
  OperatorArrays matrix;
  Vec3Array q;
  double* released = nullptr;  ///< q_N without a correction of overlaps by displacements [m/s].
  Vec3Array diagonal;          ///< Diagonal entries of the blocks W_ii [1/kg].
  double* tangent = nullptr;   ///< Mean of the diagonal entries of the two tangents, for each block [1/kg].
  double* largest = nullptr;   ///< Largest diagonal entry of each block [1/kg].
  double* friction = nullptr;
};

}  // namespace jam::dynamics
