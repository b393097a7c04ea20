// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The kernels of a step before detection and after the solver: free motion, new velocities and poses, and what goes into the report.
#pragma once

#include "jam/dynamics/cuda/contact_setup.cuh"
#include "jam/dynamics/model/free_motion.hpp"

namespace jam::dynamics {

/// What bodies add to the report of a step.
struct BodyTerms {
  double kinetic = 0, potential = 0;  ///< [J]
  double broken = 0;                  ///< Number of bodies less the index of the first that is not finite.

  __device__ void join(const BodyTerms& other) {
    kinetic += other.kinetic;
    potential += other.potential;
    broken = other.broken > broken ? other.broken : broken;
  }
};

/// What contacts add to it.
struct ContactTerms {
  double penetration = 0;  ///< [m]
  double work = 0;         ///< Of moving walls [J].

  __device__ void join(const ContactTerms& other) {
    penetration = other.penetration > penetration ? other.penetration : penetration;
    work += other.work;
  }
};

struct StepTerms {
  BodyTerms bodies;
  ContactTerms contacts;
};

/// A step of all bodies.
struct BodyStep {
  int count;
  bool moreau;
  double h;
  Vec3d gravity;
  const BodyKind* kind;
  const double* mass;
  const Vec3d* inertia;
  const Pose* pose;  ///< At the start of the step.
  const Twist* twist;
  Pose* detection_pose;
  Quaterniond* halfway;  ///< moreau: rotations in the middle of the step, not of unit length.
  Twist* free;
  Pose* next_pose;
  Twist* next_twist;
};

__global__ static void begin_kernel(BodyStep motion) {
  const int k = thread_index();
  if (k >= motion.count) return;
  Pose pose = motion.pose[k];
  const Twist now = motion.twist[k];
  Twist free = now;
  if (motion.kind[k] == BodyKind::dynamic) {
    free = {now.linear + motion.h * motion.gravity, spun(now.angular, motion.inertia[k], motion.h)};
    if (motion.moreau) {
      pose.position += motion.h / 2 * now.linear;
      const Quaterniond halfway = turned_linearly(pose.rotation, now.angular, motion.h / 2);
      motion.halfway[k] = halfway;
      pose.rotation = normalised(halfway);
    }
  }
  motion.free[k] = free;
  motion.detection_pose[k] = pose;
}

__device__ inline bool is_finite(Vec3d v) { return isfinite(v.x) && isfinite(v.y) && isfinite(v.z); }

/// New velocities and poses; the last block joins what the bodies report.
__global__ static void end_kernel(BodyStep motion, const Twist* change, BodyTerms* terms, BodyTerms* scratch, unsigned* arrived,
                                  StepTerms* result) {
  __shared__ BodyTerms shared[32];
  const int k = thread_index();
  BodyTerms mine;
  if (k < motion.count) {
    Pose pose = motion.pose[k];
    Twist twist = motion.twist[k];
    if (motion.kind[k] == BodyKind::dynamic) {
      const Pose at = motion.detection_pose[k];
      const Twist free = motion.free[k], by_contacts = change[k];
      twist = {free.linear + by_contacts.linear, free.angular + rotate_inverse(at.rotation, by_contacts.angular)};
      if (motion.moreau) {
        pose.position = at.position + motion.h / 2 * twist.linear;
        pose.rotation = normalised(turned_linearly(motion.halfway[k], twist.angular, motion.h / 2));
      } else {
        pose.position += motion.h * twist.linear;
        pose.rotation = turned_exactly(pose.rotation, twist.angular, motion.h);
      }
      mine.kinetic = kinetic_energy_of(motion.mass[k], motion.inertia[k], twist.linear, twist.angular);
      mine.potential = -motion.mass[k] * dot(motion.gravity, pose.position);
      const Quaterniond q = pose.rotation;
      if (!is_finite(pose.position) || !isfinite(q.w) || !is_finite(q.vector()) || !is_finite(twist.linear) || !is_finite(twist.angular)) {
        mine.broken = motion.count - k;
      }
    }
    motion.next_pose[k] = pose;
    motion.next_twist[k] = twist;
  }
  mine = block_tree(mine, shared);
  if (threadIdx.x == 0) terms[blockIdx.x] = mine;
  if (!is_last_block(arrived)) return;
  const BodyTerms all = grid_tree(terms, scratch, static_cast<int>(gridDim.x));
  if (threadIdx.x == 0) result->bodies = all;
}

/// Deepest overlap, and the work of moving walls: impulses on bodies times the velocities of the points of the walls.
__global__ static void contact_terms_kernel(int count, std::uint64_t shape_count, ContactArrays contacts, BodyArrays bodies,
                                            const WorldImpulse* impulses, ContactTerms* terms, ContactTerms* scratch, unsigned* arrived,
                                            StepTerms* result) {
  __shared__ ContactTerms shared[32];
  const int i = thread_index();
  ContactTerms mine;
  if (i < count) {
    mine.penetration = -contacts.gap[i];
    const std::uint64_t key = contacts.pair[i];
    const int pair[2] = {bodies.of_shape[key / shape_count], bodies.of_shape[key % shape_count]};
    for (int side = 0; side < 2; ++side) {
      const int wall = pair[side];
      if (bodies.kind[wall] != BodyKind::moving) continue;
      const Pose pose = bodies.pose[wall];
      const Twist twist = bodies.now[wall];
      const WorldImpulse on_b = impulses[i];
      const Vec3d velocity = twist.linear + cross(rotate(pose.rotation, twist.angular), contacts.point[i] - pose.position);
      mine.work += (side == 1 ? -1.0 : 1.0) * dot(Vec3d{on_b.x, on_b.y, on_b.z}, velocity);
    }
  }
  mine = block_tree(mine, shared);
  if (threadIdx.x == 0) terms[blockIdx.x] = mine;
  if (!is_last_block(arrived)) return;
  const ContactTerms all = grid_tree(terms, scratch, static_cast<int>(gridDim.x));
  if (threadIdx.x == 0) result->contacts = all;
}

}  // namespace jam::dynamics
