// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Dynamics on a CUDA device: whole steps, with bodies, contacts and impulses in its memory from step to step.
//
// A step (steps.cu) is a sequence of kernels in one stream:
//   bodies      free motion, poses of detection, inverse inertias in the world: a thread a body
//   detection   bounds, entries of bins, pairs, contacts (detection.cuh): the stages and the geometry of
//               collide/; sorts, scans and reductions (core/cuda/algorithms.cuh); contacts in the order of
//               the CPU: ascending in (shapes, feature)
//   problem     rows, right side, diagonal blocks, sides of each body in the order of its contacts. The
//               previous step's impulses are found by bisection of its sorted keys (contact_setup.cuh)
//   solver      sor: sweeps by colours (solvers/rounds/colour_sweeps.hpp), with checks of the natural map
//               between; the dense solvers: the problem is assembled on the host; all others: rounds of three
//               kernels (solvers/rounds/rounds.hpp): contacts, bodies, contacts. The last block of the third
//               joins all sums and decides what the next round does; the host launches ahead and reads that
//               decision every few rounds. Small problems are one launch
//   bodies      new velocities and poses, energies
// Five lengths and one report cross the bus in a step; poses and contacts only when they are asked for.
//
// The bandwidth of the memory limits the time. Rows are kept as a normal and two arms in the world
// (contact_arms.hpp, 72 bytes in place of 216), frames are computed from the normal. An iteration of apgd
// moves, in bytes per contact,
//   forward     iterate, the previous one and their products 96, q 24, friction, metric 24, normal 24;
//               writes impulse, change, impulse in the world 80                                  248
//   bodies      two sides of index 4, arm 24, impulse in the world 32; a part of a body, 104 / 3.5
//                                                                                                150
//   backward    normal, arms, bodies 80, two changes of velocity 96 (most from the cache), impulse,
//               change, q 72, friction and largest entry 16; writes the product 24               288
// together 690: 2.4 GB and at least 0.55 ms for 3.5 million contacts at 4.3 TB/s.
//
// Every number is a double. Nothing is summed by atomic operations: a body has four partial sums, each in the
// order of its contacts, sums over contacts are a binary tree over their indices (kernels.cuh). So results
// have the same bits in every run and for every size of a block. They differ from those of the CPU by
// rounding, and the number of iterations may.
#pragma once

#include "jam/dynamics/collide/bins.hpp"
#include "jam/dynamics/step/simulation.hpp"

namespace jam::dynamics {

/// Detection on a CUDA device, by its ordinal: the contacts that collider_detection() finds, in the same
/// order; gaps, points and normals have the same bits if shapes are at the same places. In slabs of at most
/// `entry_limit` entries of bins (collide/bins.hpp). All data cross the bus in every call. Throws DeviceError
/// if there is no such device.
[[nodiscard]] Simulation::Detect cuda_detection(int device, std::size_t entry_limit = slab_entries);

/// Throws InputError if the device cannot take steps with these settings: its solves end by the residual.
void require_device_steps(const SolverSettings& settings);

/// Steps on a CUDA device, by its ordinal. The driver throws OverflowError, with the bytes, if device memory
/// does not suffice, and InputError for settings that require_device_steps() rejects.
[[nodiscard]] MakeDriver cuda_steps(int device);

}  // namespace jam::dynamics
