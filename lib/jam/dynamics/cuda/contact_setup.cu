// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/cuda/contact_setup.cuh"

#include <bit>

#include "jam/dynamics/constraints/contact_row.hpp"

namespace jam::dynamics {
namespace {

/// What a row's kernel writes beside the problem.
struct SideArrays {
  std::uint32_t* body;  ///< Of each side; the number of bodies: a wall.
  std::uint32_t* side;
};

__device__ Vec3d side_velocity(const BodyArrays& bodies, const ContactRow& row, bool is_b, int body, Vec3d point, const Twist* twist) {
  switch (bodies.kind[body]) {
    case BodyKind::dynamic: return point_velocity(row.axis, is_b ? row.turn_b : row.turn_a, twist[body]);
    case BodyKind::moving: return wall_point_velocity(row, point, bodies.pose[body], twist[body]);
    default: return {};
  }
}

__global__ void row_kernel(int count, std::uint64_t shape_count, ContactArrays contacts, BodyArrays bodies, GapRule rule,
                           ProblemArrays problem, BodyIndices* indices, SideArrays sides) {
  const int i = thread_index();
  if (i >= count) return;
  const std::uint64_t key = contacts.pair[i];
  const int a = bodies.of_shape[key / shape_count], b = bodies.of_shape[key % shape_count];
  const Vec3d point = contacts.point[i];
  const bool moves_a = bodies.kind[a] == BodyKind::dynamic, moves_b = bodies.kind[b] == BodyKind::dynamic;
  const ContactRow row = contact_row(contacts.normal[i], point, moves_a ? a : -1, bodies.pose[a], moves_b ? b : -1, bodies.pose[b]);
  indices[i] = {row.a, row.b};
  problem.matrix.arm_a.set(i, moves_a ? point - bodies.pose[a].position : Vec3d{});
  problem.matrix.arm_b.set(i, moves_b ? point - bodies.pose[b].position : Vec3d{});
  const auto none = static_cast<std::uint32_t>(bodies.count);
  sides.body[2 * i] = moves_a ? static_cast<std::uint32_t>(a) : none;
  sides.body[2 * i + 1] = moves_b ? static_cast<std::uint32_t>(b) : none;
  sides.side[2 * i] = 2 * static_cast<std::uint32_t>(i);
  sides.side[2 * i + 1] = 2 * static_cast<std::uint32_t>(i) + 1;

  // The diagonal of its block, and the right side.
  Vec3d diagonal;
  if (moves_a) {
    const Mat3<double> block = coupling(row.axis, row.turn_a, row.axis, row.turn_a, bodies.inverse_mass[a], 1);
    diagonal += Vec3d{block.column[0].x, block.column[1].y, block.column[2].z};
  }
  if (moves_b) {
    const Mat3<double> block = coupling(row.axis, row.turn_b, row.axis, row.turn_b, bodies.inverse_mass[b], 1);
    diagonal += Vec3d{block.column[0].x, block.column[1].y, block.column[2].z};
  }
  problem.diagonal.set(i, diagonal);
  problem.tangent[i] = (diagonal.y + diagonal.z) / 2;
  const double yz = diagonal.y > diagonal.z ? diagonal.y : diagonal.z;
  problem.largest[i] = diagonal.x > yz ? diagonal.x : yz;
  const Surface surface = surface_between(bodies.pairs, bodies.pair_count, bodies.surface, a, b);
  problem.friction[i] = surface.friction;
  const Vec3d before = side_velocity(bodies, row, true, b, point, bodies.now) - side_velocity(bodies, row, false, a, point, bodies.now);
  Vec3d q = side_velocity(bodies, row, true, b, point, bodies.free) - side_velocity(bodies, row, false, a, point, bodies.free);
  q.x = right_side(before.x, q.x, contacts.gap[i], surface.restitution, rule);
  problem.q.set(i, q);
}

/// The impulses that contacts had before; contacts are the same where pair and feature agree.
__global__ void warm_start_kernel(int count, ContactArrays contacts, const double* friction, int last_count, ContactArrays last,
                                  const WorldImpulse* last_impulse, Vec3Array r) {
  const int i = thread_index();
  if (i >= count) return;
  const std::uint64_t pair = contacts.pair[i];
  const std::uint32_t feature = contacts.feature[i];
  int low = 0, high = last_count;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    const std::uint64_t there = last.pair[middle];
    if (there < pair || (there == pair && last.feature[middle] < feature)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  Vec3d start;
  if (low < last_count && last.pair[low] == pair && last.feature[low] == feature) {
    const WorldImpulse impulse = last_impulse[low];
    start = on_disc(to_frame(contact_frame(contacts.normal[i]), {impulse.x, impulse.y, impulse.z}), friction[i]);
  }
  r.set(i, start);
}

/// First side of each body, and the end of the last one.
__global__ void side_start_kernel(int body_count, int side_count, const std::uint32_t* side_body, int* start) {
  const int body = thread_index();
  if (body > body_count) return;
  int low = 0, high = side_count;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (side_body[middle] < static_cast<std::uint32_t>(body)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  start[body] = low;
}

__global__ void side_arm_kernel(int side_count, const std::uint32_t* sides, Vec3Array arm_a, Vec3Array arm_b, Vec3Array side_arm) {
  const int e = thread_index();
  if (e >= side_count) return;
  const std::uint32_t side = sides[e];
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
  arrays_.change = reserve_vectors(change_, "vectors of the solver", n);
  arrays_.shift = reserve(shift_, "vectors of the solver", n);
  for (int k = 0; k < impulse_buffers; ++k) arrays_.r[k] = reserve_vectors(r_[k], "vectors of the solver", n);
  for (int k = 0; k < product_buffers; ++k) arrays_.product[k] = reserve_vectors(product_[k], "vectors of the solver", n);
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
  const int bits = static_cast<int>(std::bit_width(static_cast<unsigned>(matrix.bodies)));
  run_cub(scratch_, [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, side_body_.data(), side_body_sorted_.data(), side_.data(), side_sorted_.data(),
                                           count, 0, bits, stream);
  });
  launch_items("side_start", matrix.bodies + 1, stream, side_start_kernel, matrix.bodies, count, side_body_sorted_.data(), start_.data());
  launch_items("side_arm", count, stream, side_arm_kernel, count, side_sorted_.data(), matrix.arm_a, matrix.arm_b, matrix.side_arm);
}

void DeviceProblem::build(const SolvedContacts* last, SolvedContacts& contacts, std::uint64_t shape_count, const BodyArrays& bodies,
                          const GapRule& rule, cudaStream_t stream) {
  const int count = contacts.contacts.count;
  reserve_for(static_cast<std::size_t>(count), static_cast<std::size_t>(bodies.count));
  ProblemArrays& problem = arrays_.problem;
  OperatorArrays& matrix = problem.matrix;
  matrix.contacts = count;
  matrix.bodies = bodies.count;
  matrix.normal = contacts.contacts.arrays.normal;
  matrix.impulse = reserve(contacts.impulse, "contacts", static_cast<std::size_t>(count));
  launch_items("inverse_mass", bodies.count, stream, inverse_mass_kernel, bodies, inverse_mass_.data());
  if (count == 0) return;
  launch_items("row", count, stream, row_kernel, count, shape_count, contacts.contacts.arrays, bodies, rule, problem, body_.data(),
               SideArrays{side_body_.data(), side_.data()});
  build_sides(stream);
  launch_items("warm_start", count, stream, warm_start_kernel, count, contacts.contacts.arrays, problem.friction,
               last != nullptr ? last->contacts.count : 0, last != nullptr ? last->contacts.arrays : ContactArrays{},
               last != nullptr ? last->impulse.data() : nullptr, arrays_.r[0]);
}

}  // namespace jam::dynamics
