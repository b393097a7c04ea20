// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rigid bodies as a structure of arrays, and the walls among them. SI units; angular velocities and
// moments of inertia are in the body's own frame, whose axes are principal and whose origin is the centre of
// mass (Nuetzi 2.2).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jam/core/bisection.hpp"
#include "jam/core/vec.hpp"
#include "jam/dynamics/model/flow.hpp"
#include "jam/dynamics/model/joint.hpp"
#include "jam/dynamics/model/mass.hpp"
#include "jam/dynamics/model/shape.hpp"

namespace jam::dynamics {

/// The cause of a body's motion.
enum class BodyKind : std::uint8_t {
  dynamic,  ///< Forces.
  fixed,    ///< Nothing: a wall.
  moving,   ///< A prescribed motion: a moving wall, which forces do not change.
  inactive  ///< It is not in the scene: a body that waits to enter or has left (flow.hpp), a wall that is
            ///< gone.
};

/// Friction and restitution of a body, or of a pair.
struct Surface {
  double friction = 0;     ///< Coefficient of Coulomb friction [-], at least 0.
  double restitution = 0;  ///< Newton's ratio of normal velocities after and before an impact [-], 0 to 1.
};

/// The motion of a wall about its pose at time 0: translation v t + a sin(2 pi f t + phase) - a sin(phase),
/// rotation about its centre.
struct Motion {
  Vec3d velocity = {};          ///< Velocity v in the world [m/s].
  Vec3d amplitude = {};         ///< Amplitude a in the world [m].
  double frequency = 0;         ///< Frequency f [Hz].
  double phase = 0;             ///< [rad]
  Vec3d angular_velocity = {};  ///< Angular velocity in the world [rad/s].
};

/// A pose of a moving wall, and its velocities in the world [m/s, rad/s].
struct MotionState {
  Pose pose;
  Vec3d velocity;
  Vec3d angular_velocity;
};
[[nodiscard]] MotionState motion_at(const Pose& start, const Motion& motion, double time);

/// A wall that moves.
struct MovingWall {
  int body = 0;
  Pose start;  ///< Pose at time 0.
  Motion motion;
};

/// A pair of bodies with a surface of its own; a < b.
struct SurfacePair {
  int a = 0, b = 0;
  Surface surface;
};

/// Friction and restitution between two bodies: the values of the pair, if `pairs` (ascending in (a, b)) has
/// it, else the smaller values of the two surfaces.
[[nodiscard]] JAM_HD_INLINE Surface surface_between(const SurfacePair* pairs, int pair_count,
                                                    const Surface* surfaces, int a, int b) {
  const int first = a < b ? a : b, second = a < b ? b : a;
  const int low = first_not(
      pair_count, [&](int k) { return pairs[k].a < first || (pairs[k].a == first && pairs[k].b < second); });
  if (low < pair_count && pairs[low].a == first && pairs[low].b == second) return pairs[low].surface;
  const Surface p = surfaces[first], q = surfaces[second];
  return {p.friction < q.friction ? p.friction : q.friction,
          p.restitution < q.restitution ? p.restitution : q.restitution};
}

/// All bodies of a scene; index i of every array is body i.
struct Bodies {
  std::vector<BodyKind> kind;
  std::vector<double> mass;            ///< Mass [kg]; 0 for walls.
  std::vector<double> inverse_mass;    ///< 1 / mass [1/kg]; 0 for walls, as if infinitely heavy.
  std::vector<Vec3d> inertia;          ///< Principal moments [kg m^2]; 0 for walls.
  std::vector<Vec3d> inverse_inertia;  ///< 1 / principal moments [1/(kg m^2)]; 0 for walls.
  std::vector<Pose> pose;       ///< Centre of mass [m] and rotation from the body's frame to the world.
  std::vector<Vec3d> velocity;  ///< Velocity in the world [m/s].
  std::vector<Vec3d> angular_velocity;  ///< Angular velocity in the body's frame [rad/s].
  std::vector<Surface> surface;

  [[nodiscard]] int count() const { return static_cast<int>(kind.size()); }
  [[nodiscard]] bool dynamic(int body) const { return kind[body] == BodyKind::dynamic; }
  /// A wall, present or gone; all others are bodies, in the scene or not.
  [[nodiscard]] bool is_wall(int body) const { return mass[body] == 0; }

  /// Adds a body that forces move: mass and moments of `properties` are finite and above 0 (InputError
  /// otherwise). Returns its index.
  int add(const MassProperties& properties, const Pose& pose, Surface surface);
  /// Adds a wall at a pose, at rest.
  int add_wall(const Pose& pose, Surface surface);
};

/// A simulated world: bodies and their shapes, walls and how they move.
struct World {
  Bodies bodies;
  std::vector<Shape> shapes;  ///< Poses in the frames of their bodies.
  std::vector<MovingWall> moving;
  std::vector<SurfacePair> pairs;  ///< Ascending in (a, b).
  std::vector<Joint> joints;
  std::vector<Gate> gates;
  Flow flow;

  /// Adds a body of one or more shapes, whose poses are in a frame of the union: `pose` places that frame in
  /// the world. The mass is that of the density [kg/m^3]; `mass` [kg] above 0 replaces it. Returns the body.
  int add_body(std::span<const Shape> parts, const Pose& pose, double density, Surface surface,
               double mass = 0);
  /// Adds a wall of one or more shapes, whose poses are in the frame of the wall.
  int add_wall(std::span<const Shape> parts, const Pose& pose, Surface surface);
  /// Adds a wall of one shape.
  int add_wall(const Shape& shape, const Pose& pose, Surface surface) {
    return add_wall(std::span(&shape, 1), pose, surface);
  }
  /// Adds a body that waits to enter through the inlet of the flow.
  int add_waiting_body(const Shape& shape, double density, Surface surface);
  /// Lets a wall move.
  void set_motion(int wall, const Motion& motion);

  /// Friction and restitution between two bodies: the pair's own, else the smaller value of the two.
  [[nodiscard]] Surface surface_of(int a, int b) const;
  /// Takes away the walls whose time is over; returns whether one of them was still there.
  bool open_gates(double time);
  /// Sets the poses of all moving walls to those of one time, and their velocities to those of another [s].
  void place_walls(double time, double velocity_time);
};

/// The pose that undoes another.
[[nodiscard]] Pose inverted(const Pose& pose);

/// Kinetic energy of a body [J].
[[nodiscard]] double kinetic_energy(const Bodies& bodies, int body);
/// Kinetic energy of all bodies that forces move [J].
[[nodiscard]] double kinetic_energy(const Bodies& bodies);
/// Potential energy - m g . x of all bodies that forces move [J]; 0 at the origin.
[[nodiscard]] double potential_energy(const Bodies& bodies, Vec3d gravity);
/// Work of gravity in half a step h on all bodies that forces move (free_motion.hpp) [J].
[[nodiscard]] double fall_energy(const Bodies& bodies, Vec3d gravity, double h);

}  // namespace jam::dynamics
