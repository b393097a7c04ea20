// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Motion of one rigid body without contacts, for host and device. Angular velocities w are in the body's
// frame, moments of inertia principal (Nuetzi 2.2).
#pragma once

#include <cmath>

#include "jam/core/macros.hpp"
#include "jam/core/quaternion.hpp"
#include "jam/core/vec.hpp"

namespace jam::dynamics {

/// Component by component.
[[nodiscard]] JAM_HD_INLINE Vec3d scaled(Vec3d a, Vec3d b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

/// Kinetic energy of a body [J]; its angular velocity w in its own frame.
[[nodiscard]] JAM_HD_INLINE double kinetic_energy_of(double mass, Vec3d inertia, Vec3d velocity, Vec3d w) {
  return 0.5 * (mass * length_squared(velocity) + inertia.x * w.x * w.x + inertia.y * w.y * w.y +
                inertia.z * w.z * w.z);
}

/// Work that gravity would do in half a step h at a velocity [J]. Semi-implicit steps of a free fall keep the
/// sum of this work, the kinetic and the potential energy; without it their energy grows and shrinks with the
/// velocity, by the first order of h.
[[nodiscard]] JAM_HD_INLINE double fall_energy(double mass, Vec3d velocity, Vec3d gravity, double h) {
  return 0.5 * h * mass * dot(gravity, velocity);
}

/// x with A x = b, by Cramer's rule; the determinant must not vanish.
[[nodiscard]] JAM_HD_INLINE Vec3d solve3(const Mat3<double>& a, Vec3d b) {
  const Vec3d yz = cross(a.column[1], a.column[2]);
  const double determinant = dot(a.column[0], yz);
  return {dot(b, yz) / determinant, dot(a.column[0], cross(b, a.column[2])) / determinant,
          dot(a.column[0], cross(a.column[1], b)) / determinant};
}

/// The angular velocity after a time h without torque: J (w' - w) = - h m x J m with the mean m = (w + w') /
/// 2, the implicit midpoint rule for the gyroscopic term of Euler's equations, which keeps the energy and the
/// length of the angular momentum for any h. Newton's method from w' = w; a body whose moments are equal
/// needs no step. (Taken at w alone, the term would gain energy: Strobl, A9.)
[[nodiscard]] JAM_HD_INLINE Vec3d spun(Vec3d w, Vec3d inertia, double h) {
  Vec3d m = w;
  for (int turn = 0; turn < 8; ++turn) {
    const Vec3d moment = scaled(inertia, m);
    const Vec3d defect = scaled(inertia, m - w) + 0.5 * h * cross(m, moment);
    if (defect == Vec3d{}) break;
    // Derivative: J + h / 2 ([m]x J - [J m]x), by columns.
    Mat3<double> derivative;
    const Vec3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; ++k) {
      const Vec3d image = scaled(inertia, axes[k]);
      derivative.column[k] = image + 0.5 * h * (cross(m, image) - cross(moment, axes[k]));
    }
    const Vec3d change = solve3(derivative, defect);
    m -= change;
    if (length_squared(change) <= 1e-32 * length_squared(m)) break;
  }
  return 2.0 * m - w;
}

/// q + h F(q) w: a linear step of the quaternion, q' = q (0, w) / 2, as Moreau's midpoint rule takes it twice
/// (Nuetzi 2.2, 2.6). The result is not of unit length.
[[nodiscard]] JAM_HD_INLINE Quaterniond turned_linearly(Quaterniond q, Vec3d w, double h) {
  const Quaterniond rate = q * Quaterniond{0, w.x, w.y, w.z};
  const double half = 0.5 * h;
  return {q.w + half * rate.w, q.x + half * rate.x, q.y + half * rate.y, q.z + half * rate.z};
}

/// q after turning with the constant angular velocity w for a time h, normalised: the exponential map
/// (Negrut, algorithm 1, step 11).
[[nodiscard]] JAM_HD_INLINE Quaterniond turned_exactly(Quaterniond q, Vec3d w, double h) {
  return normalised(q * from_axis_angle(w, length(w) * h));
}

}  // namespace jam::dynamics
