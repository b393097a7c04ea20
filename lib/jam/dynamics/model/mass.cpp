// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/model/mass.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "jam/core/error.hpp"

namespace jam::dynamics {
namespace {

/// Moments of a solid ball, box or capsule of mass m about its own axes.
Vec3d ball_inertia(double mass, double radius) {
  const double moment = 0.4 * mass * radius * radius;
  return {moment, moment, moment};
}

Vec3d box_inertia(double mass, Vec3d half) {
  const double third = mass / 3;
  return {third * (half.y * half.y + half.z * half.z), third * (half.x * half.x + half.z * half.z),
          third * (half.x * half.x + half.y * half.y)};
}

/// A cylinder along x and the two halves of a ball at its ends. The centre of mass of half a ball lies 3 r /
/// 8 beyond its flat side.
Vec3d capsule_inertia(double cylinder, double ball, double radius, double half_length) {
  const double r2 = radius * radius, l2 = half_length * half_length;
  const double along = 0.5 * cylinder * r2 + 0.4 * ball * r2;
  const double across =
      cylinder * (0.25 * r2 + l2 / 3) + ball * (0.4 * r2 + l2 + 0.75 * radius * half_length);
  return {along, across, across};
}

Eigen::Vector3d to_eigen(Vec3d v) { return {v.x, v.y, v.z}; }

Eigen::Matrix3d rotation_of(Quaterniond q) {
  const Mat3<double> m = rotation_matrix(q);
  Eigen::Matrix3d result;
  for (int c = 0; c < 3; ++c) result.col(c) = to_eigen(m.column[c]);
  return result;
}

}  // namespace

MassProperties mass_of(const Shape& shape, double density) {
  using std::numbers::pi;
  MassProperties result;
  result.frame = shape.pose;
  const double r = shape.radius, ball = 4.0 / 3.0 * pi * r * r * r * density;
  switch (shape.kind) {
    case ShapeKind::sphere:
      result.mass = ball;
      result.inertia = ball_inertia(ball, r);
      break;
    case ShapeKind::box:
      result.mass = 8 * shape.half.x * shape.half.y * shape.half.z * density;
      result.inertia = box_inertia(result.mass, shape.half);
      break;
    case ShapeKind::capsule: {
      const double cylinder = 2 * pi * r * r * shape.half.x * density;
      result.mass = cylinder + ball;
      result.inertia = capsule_inertia(cylinder, ball, r, shape.half.x);
      break;
    }
    case ShapeKind::plane: throw InputError("a plane has no mass: only a wall may have this shape");
    case ShapeKind::triangle: throw InputError("a triangle has no mass: only a wall may have this shape");
  }
  return result;
}

MassProperties combined(std::span<const MassProperties> parts) {
  if (parts.size() == 1) return parts.front();
  MassProperties result;
  Vec3d centre;
  for (const MassProperties& part : parts) {
    result.mass += part.mass;
    centre += part.mass * part.frame.position;
  }
  centre = centre / result.mass;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  for (const MassProperties& part : parts) {
    const Eigen::Matrix3d axes = rotation_of(part.frame.rotation);
    const Eigen::Vector3d arm = to_eigen(part.frame.position - centre);
    inertia += axes * to_eigen(part.inertia).asDiagonal() * axes.transpose();
    inertia += part.mass * (arm.squaredNorm() * Eigen::Matrix3d::Identity() - arm * arm.transpose());
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia);
  Eigen::Matrix3d axes = solver.eigenvectors();
  if (axes.determinant() < 0) axes.col(2) = -axes.col(2);
  const Eigen::Quaterniond rotation(axes);
  result.inertia = {solver.eigenvalues()[0], solver.eigenvalues()[1], solver.eigenvalues()[2]};
  result.frame.position = centre;
  result.frame.rotation = normalised(Quaterniond{rotation.w(), rotation.x(), rotation.y(), rotation.z()});
  return result;
}

MassProperties scaled_to(MassProperties properties, double mass) {
  properties.inertia *= mass / properties.mass;
  properties.mass = mass;
  return properties;
}

}  // namespace jam::dynamics
