// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Joints: what two bodies, or a body and a wall, keep to each other (Negrut 2.2). A joint has a frame in
// each of its bodies: a point and three axes, of which z is the axis of the joint. SI units.
#pragma once

#include <cmath>
#include <cstdint>

#include "jam/core/macros.hpp"
#include "jam/core/words.hpp"
#include "jam/dynamics/model/shape.hpp"

namespace jam::dynamics {

struct World;

enum class JointKind : std::uint8_t {
  spherical,  ///< The points coincide.
  revolute,   ///< The points coincide and the axes are parallel: B rotates about the axis.
  prismatic,  ///< The frames are parallel and B's point lies on A's axis: B slides along the axis.
};

/// A motor: the angle of B against A about the axis [rad], or B's way along it [m], is start + rate t +
/// amplitude (sin(2 pi f t + phase) - sin(phase)), whatever force that takes.
struct Drive {
  double start = 0;      ///< [rad or m]
  double rate = 0;       ///< [rad/s or m/s]
  double amplitude = 0;  ///< [rad or m]
  double frequency = 0;  ///< Frequency f [Hz].
  double phase = 0;      ///< [rad]
};
[[nodiscard]] JAM_HD_INLINE double drive_at(const Drive& drive, double time) {
  const double turn = 6.283185307179586 * drive.frequency * time;
  return drive.start + drive.rate * time +
         drive.amplitude * (std::sin(turn + drive.phase) - std::sin(drive.phase));
}

struct Joint {
  JointKind kind = JointKind::spherical;
  int a = 0, b = 0;  ///< Numbers of the bodies; bodies that a joint connects do not collide with each other.
  Pose frame_a = {}, frame_b = {};
  bool driven = false;  ///< Not of spherical joints.
  Drive drive = {};
};

/// A joint at a point and along an axis of any length above 0, in the world, for the present poses of the
/// bodies.
[[nodiscard]] Joint joint_at(const World& world, JointKind kind, int a, int b, Vec3d point,
                             Vec3d axis = {0, 0, 1});

/// Throws InputError for a joint between a body and itself or between two walls, for a body that there is not
/// or that waits to enter, and for a drive of a spherical joint; names the joint by its number.
void check_joints(const World& world);

/// Words of files.
inline constexpr Words<JointKind> joint_words[] = {{"spherical", JointKind::spherical},
                                                   {"revolute", JointKind::revolute},
                                                   {"prismatic", JointKind::prismatic}};

}  // namespace jam::dynamics
