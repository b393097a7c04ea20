// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/cuda/contact_setup.cuh"

#include "jam/core/bisection.hpp"
#include "jam/core/cuda/algorithms.cuh"

namespace jam::dynamics {
namespace {

/// Arrays that the kernel of rows writes in addition to the problem.
struct SideArrays {
  std::uint32_t* body;  ///< Body of each side; for a wall, the number of bodies.
  std::uint32_t* side;
};

__device__ void write_sides(const SideArrays& sides, int body_count, BodyIndices bodies, int i) {
  const auto none = static_cast<std::uint32_t>(body_count);
  sides.body[2 * i] = bodies.a >= 0 ? static_cast<std::uint32_t>(bodies.a) : none;
  sides.body[2 * i + 1] = bodies.b >= 0 ? static_cast<std::uint32_t>(bodies.b) : none;
  sides.side[2 * i] = 2 * static_cast<std::uint32_t>(i);
  sides.side[2 * i + 1] = 2 * static_cast<std::uint32_t>(i) + 1;
}

__global__ void row_kernel(int count, BuildInput input, ProblemArrays problem, BodyIndices* indices,
                           SideArrays sides) {
  const int i = thread_index();
  if (i >= count) return;
  build_contact(input, problem, indices, i);
  write_sides(sides, input.bodies.count, indices[i], i);
}

__global__ void joint_kernel(int count, BodyArrays bodies, const StepJoint* joints, ProblemArrays problem,
                             BodyIndices* indices, JointRows* rows, SideArrays sides, Vec3Array r) {
  const int k = thread_index();
  if (k >= count) return;
  build_joint(bodies, joints[k], problem, indices, rows, k);
  const int i = problem.matrix.first_joint + k;
  write_sides(sides, bodies.count, indices[i], i);
  r.set(i, joints[k].start);
}

__global__ void warm_start_kernel(int count, ContactArrays contacts, const double* friction,
                                  LastContacts last, Vec3Array r) {
  const int i = thread_index();
  if (i < count) r.set(i, start_impulse(contacts, friction[i], last, i));
}

__global__ void release_kernel(int contacts, int rows, ProblemArrays problem, Vec3Array from, Vec3Array to) {
  const int i = thread_index();
  if (i < contacts) release_contact(problem, i);
  if (i < rows && from.data != to.data) to.set(i, from[i]);
}

/// First side of each body, and the end of the last one.
__global__ void side_start_kernel(int body_count, int side_count, const std::uint32_t* side_body,
                                  int* start) {
  const int body = thread_index();
  if (body > body_count) return;
  start[body] = first_not(side_count, [&](int k) { return side_body[k] < static_cast<std::uint32_t>(body); });
}

__global__ void side_arm_kernel(int side_count, const std::uint32_t* sides, Vec3Array arm_a, Vec3Array arm_b,
                                Vec3Array side_arm) {
  const int e = thread_index();
  if (e >= side_count) return;
  const std::uint32_t side = sides[e];  // The block of a joint has no arm, and none is read.
  side_arm.set(e, (side & 1U) != 0 ? arm_b[side >> 1] : arm_a[side >> 1]);
}

__global__ void inverse_mass_kernel(BodyArrays bodies, WorldInverseMass* inverse_mass) {
  const int k = thread_index();
  if (k < bodies.count) inverse_mass[k] = world_inverse_mass(bodies.inverse_mass[k], bodies.pose[k].rotation);
}

}  // namespace

void DeviceProblem::reserve_for(std::size_t n, std::size_t bodies) {
  ProblemArrays& problem = arrays_.problem;
  OperatorArrays& matrix = problem.matrix;
  matrix.body = reserve(body_, "contacts", n);
  matrix.arm_a = reserve_vectors(arm_a_, "contacts", n);
  matrix.arm_b = reserve_vectors(arm_b_, "contacts", n);
  matrix.side_arm = reserve_vectors(side_arm_, "contacts", 2 * n);
  problem.q = reserve_vectors(q_, "contacts", n);
  problem.diagonal = reserve_vectors(diagonal_, "contacts", n);
  problem.tangent = reserve(tangent_, "contacts", n);
  problem.largest = reserve(largest_, "contacts", n);
  problem.friction = reserve(friction_, "contacts", n);
  problem.released = reserve(released_, "contacts", n);
  arrays_.change = reserve_vectors(change_, "vectors of the solver", n);
  arrays_.shift = reserve(shift_, "vectors of the solver", n);
  for (int k = 0; k < impulse_buffers; ++k) arrays_.r[k] = reserve_vectors(r_[k], "vectors of the solver", n);
  for (int k = 0; k < product_buffers; ++k)
    arrays_.product[k] = reserve_vectors(product_[k], "vectors of the solver", n);
  reserve(side_body_, "sides of contacts", 2 * n);
  reserve(side_body_sorted_, "sides of contacts", 2 * n);
  reserve(side_, "sides of contacts", 2 * n);
  matrix.side = reserve(side_sorted_, "sides of contacts", 2 * n);
  matrix.start = reserve(start_, "bodies", bodies + 1);
  matrix.inverse_mass = reserve(inverse_mass_, "bodies", bodies);
  matrix.twist = reserve(twist_, "bodies", bodies);
}

void DeviceProblem::build_sides(cudaStream_t stream) {
  const OperatorArrays& matrix = arrays_.problem.matrix;
  const int count = 2 * matrix.contacts;
  // The sides come in the order of the contacts; the sort is stable.
  sort_by_key(scratch_, stream, side_body_.data(), side_body_sorted_.data(), side_.data(),
              side_sorted_.data(), count, bits_below(static_cast<std::uint64_t>(matrix.bodies) + 1));
  launch_items("side_start", matrix.bodies + 1, stream, side_start_kernel, matrix.bodies, count,
               side_body_sorted_.data(), start_.data());
  launch_items("side_arm", count, stream, side_arm_kernel, count, side_sorted_.data(), matrix.arm_a,
               matrix.arm_b, matrix.side_arm);
}

void DeviceProblem::release(int start_buffer, int contacts, cudaStream_t stream) {
  const int rows = arrays_.problem.matrix.contacts;
  launch_items("release", rows, stream, release_kernel, contacts, rows, arrays_.problem,
               arrays_.r[start_buffer], arrays_.r[0]);
}

void DeviceProblem::build(const SolvedContacts* last, SolvedContacts& contacts, const BuildInput& input,
                          const std::vector<StepJoint>& joints, cudaStream_t stream) {
  const int contact_count = contacts.contacts.count, joint_count = static_cast<int>(joints.size()),
            count = contact_count + joint_count;
  const BodyArrays& bodies = input.bodies;
  reserve_for(count, bodies.count);
  ProblemArrays& problem = arrays_.problem;
  OperatorArrays& matrix = problem.matrix;
  matrix.contacts = count;
  matrix.bodies = bodies.count;
  matrix.normal = input.contacts.normal;
  matrix.impulse = reserve(contacts.impulse, "contacts", count);
  matrix.first_joint = joint_count > 0 ? contact_count : no_joint;
  matrix.joint = reserve(joint_rows_, "joints", joints.size());
  matrix.joint_impulse = reserve(joint_impulse_, "joints", joints.size());
  launch_items("inverse_mass", bodies.count, stream, inverse_mass_kernel, bodies, inverse_mass_.data());
  if (count == 0) return;
  const SideArrays sides{side_body_.data(), side_.data()};
  launch_items("row", contact_count, stream, row_kernel, contact_count, input, problem, body_.data(), sides);
  if (joint_count > 0) {
    reserve(joint_, "joints", joints.size());
    joint_.upload(joints, stream);
    launch_items("joint", joint_count, stream, joint_kernel, joint_count, bodies, joint_.data(), problem,
                 body_.data(), joint_rows_.data(), sides, arrays_.r[0]);
  }
  build_sides(stream);
  LastContacts before;
  if (last != nullptr) {
    before = {last->contacts.count, last->contacts.arrays.pair, last->contacts.arrays.feature,
              last->impulse.data()};
  }
  launch_items("warm_start", contact_count, stream, warm_start_kernel, contact_count, input.contacts,
               problem.friction, before, arrays_.r[0]);
}

}  // namespace jam::dynamics
