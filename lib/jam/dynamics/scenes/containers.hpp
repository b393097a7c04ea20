// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Walls and fillings that several of the built-in scenes have; not for users of the library. Lengths in
// metres; inner sizes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/dynamics/model/bodies.hpp"

namespace jam::dynamics {

[[nodiscard]] Shape ball_shape(double radius);
/// A box with these full edges.
[[nodiscard]] Shape box_shape(Vec3d edges, const Pose& pose = {});

/// A plane through a point with its normal into the scene.
int add_plane(World& world, Vec3d point, Vec3d normal, Surface surface);

/// Upright boxes on a circle about the z axis that close a ring: inner faces at `radius`, from z = 0 to
/// `height`.
[[nodiscard]] std::vector<Shape> ring_of_boxes(int count, double radius, double thickness, double height);

/// Four slabs with their upper faces at z = 0 around a square hole; the floor reaches to |x|, |y| = `reach`.
[[nodiscard]] std::vector<Shape> floor_with_hole(double hole, double reach, double thickness);

/// A bin of square section 2 `half` x 2 `half` over a funnel, whose four faces have a slope [rad] and end at
/// a square outlet of edge `outlet` at z = 0, closed by a gate until a time [s].
struct HopperSize {
  double half = 1;
  double slope = 1;
  double outlet = 0.1;
  double opens_at = 0;
};
void add_hopper(World& world, const HopperSize& size, Surface surface);
/// Half of the width of the hopper's section at a height.
[[nodiscard]] double half_width(const HopperSize& size, double z);

/// Random numbers of the places of bodies.
[[nodiscard]] RandomStream scene_numbers(std::uint64_t seed);

/// Points of a cubic lattice with a jitter, layer by layer upwards from `low`, `count` of those that lie
/// inside; |x|, |y| up to `reach`.
struct Lattice {
  double pitch = 1;
  double jitter = 0;  ///< Largest shift along each axis.
  double low = 0;
  double reach = 1;
};
[[nodiscard]] std::vector<Vec3d> lattice_points(const Lattice& lattice, int count,
                                                const std::function<bool(Vec3d)>& inside,
                                                RandomStream& random);

}  // namespace jam::dynamics
