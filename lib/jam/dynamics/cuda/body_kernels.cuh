// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The kernels of a step before detection and after the solver: free motion, new velocities and poses, and
// what goes into the report.
#pragma once

#include "jam/dynamics/cuda/contact_setup.cuh"
#include "jam/dynamics/step/body_motion.hpp"

namespace jam::dynamics {

/// A wall that moves.
struct WallState {
  int body;
  Pose pose;
  Twist twist;
};

__global__ static void wall_kernel(int count, const WallState* walls, Pose* pose, Twist* twist) {
  const int k = thread_index();
  if (k >= count) return;
  pose[walls[k].body] = walls[k].pose;
  twist[walls[k].body] = walls[k].twist;
}

/// Moves the walls of a world, on the host and in the states of bodies on a device.
class DeviceWalls {
 public:
  /// Times at which the walls have their poses and their velocities [s].
  struct Times {
    double pose = 0;
    double velocity = 0;
  };

  void place(World& world, Times times, DeviceBuffer<Pose>& pose, DeviceBuffer<Twist>& twist,
             cudaStream_t stream) {
    world.place_walls(times.pose, times.velocity);
    if (world.moving.empty()) return;
    const Bodies& bodies = world.bodies;
    states_.clear();
    for (const auto& wall : world.moving) {
      const int k = wall.body;
      states_.push_back({k, bodies.pose[k], {bodies.velocity[k], bodies.angular_velocity[k]}});
    }
    reserve(on_device_, "walls", states_.size());
    on_device_.upload(states_, stream);
    const int count = static_cast<int>(states_.size());
    launch_items("wall", count, stream, wall_kernel, count, on_device_.data(), pose.data(), twist.data());
  }

 private:
  std::vector<WallState> states_;
  DeviceBuffer<WallState> on_device_;
};

struct StepTerms {
  BodyTerms bodies;
  ContactTerms contacts;
};

__global__ static void begin_kernel(BodyStep motion) {
  const int k = thread_index();
  if (k < motion.count) begin_body(motion, k);
}

/// New velocities and poses; the last block joins what the bodies report.
__global__ static void end_kernel(BodyStep motion, const Twist* change, const Twist* on_way, BodyTerms* terms,
                                  BodyTerms* scratch, unsigned* arrived, StepTerms* result) {
  __shared__ BodyTerms shared[32];
  const int k = thread_index();
  BodyTerms mine;
  if (k < motion.count) mine = end_body(motion, change[k], on_way[k], k);
  mine = block_tree(mine, shared);
  if (threadIdx.x == 0) terms[blockIdx.x] = mine;
  if (!is_last_block(arrived)) return;
  const BodyTerms all = grid_tree(terms, scratch, static_cast<int>(gridDim.x));
  if (threadIdx.x == 0) result->bodies = all;
}

/// Deepest overlap, and the work of moving walls.
__global__ static void contact_terms_kernel(int count, BuildInput input, const WorldImpulse* impulses,
                                            ContactTerms* terms, ContactTerms* scratch, unsigned* arrived,
                                            StepTerms* result) {
  __shared__ ContactTerms shared[32];
  const int i = thread_index();
  ContactTerms mine;
  if (i < count) mine = contact_terms(input, impulses, i);
  mine = block_tree(mine, shared);
  if (threadIdx.x == 0) terms[blockIdx.x] = mine;
  if (!is_last_block(arrived)) return;
  const ContactTerms all = grid_tree(terms, scratch, static_cast<int>(gridDim.x));
  if (threadIdx.x == 0) result->contacts = all;
}

}  // namespace jam::dynamics
