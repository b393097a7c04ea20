// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/containers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace jam::dynamics {

Shape ball_shape(double radius) {
  Shape shape;
  shape.radius = radius;
  return shape;
}

Shape box_shape(Vec3d edges, const Pose& pose) {
  Shape shape;
  shape.kind = ShapeKind::box;
  shape.half = 0.5 * edges;
  shape.pose = pose;
  return shape;
}

int add_plane(World& world, Vec3d point, Vec3d normal, Surface surface) {
  const Vec3d z{0, 0, 1}, axis = cross(z, normal);
  Pose pose{point, {}};
  if (length(axis) > 0) pose.rotation = from_axis_angle(axis, std::acos(dot(z, normal)));
  else if (normal.z < 0) pose.rotation = {0, 1, 0, 0};
  Shape plane;
  plane.kind = ShapeKind::plane;
  return world.add_wall(plane, pose, surface);
}

std::vector<Shape> ring_of_boxes(int count, double radius, double thickness, double height) {
  std::vector<Shape> boxes;
  // The inner faces of neighbours meet at an edge; boxes overlap outside of it.
  const double width = 2 * (radius + thickness) * std::tan(std::numbers::pi / count);
  for (int k = 0; k < count; ++k) {
    const double angle = 2 * std::numbers::pi * k / count, middle = radius + thickness / 2;
    const Pose pose{{middle * std::cos(angle), middle * std::sin(angle), height / 2},
                    from_axis_angle(Vec3d{0, 0, 1}, angle)};
    boxes.push_back(box_shape({thickness, width, height}, pose));
  }
  return boxes;
}

std::vector<Shape> floor_with_hole(double hole, double reach, double thickness) {
  const double inner = hole / 2, width = reach - inner, middle = (reach + inner) / 2, z = -thickness / 2;
  return {box_shape({width, 2 * reach, thickness}, {{middle, 0, z}, {}}),
          box_shape({width, 2 * reach, thickness}, {{-middle, 0, z}, {}}),
          box_shape({hole, width, thickness}, {{0, middle, z}, {}}),
          box_shape({hole, width, thickness}, {{0, -middle, z}, {}})};
}

double half_width(const HopperSize& size, double z) {
  return std::min(size.half, size.outlet / 2 + std::max(0.0, z) / std::tan(size.slope));
}

void add_hopper(World& world, const HopperSize& size, Surface surface) {
  const double a = size.half, b = size.outlet / 2, thickness = 0.2 * a;
  for (const Vec3d normal : {Vec3d{1, 0, 0}, Vec3d{-1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, -1, 0}})
    add_plane(world, -a * normal, normal, surface);
  // The face towards +x: from (b, 0) to (a, height) in the plane of x and z; it reaches into the planes of
  // the bin.
  const double height = (a - b) * std::tan(size.slope), slant = (a - b) / std::cos(size.slope);
  const Vec3d inwards{-std::sin(size.slope), 0, std::cos(size.slope)},
      upwards{std::cos(size.slope), 0, std::sin(size.slope)};
  const double beyond = thickness;
  const Pose face{0.5 * Vec3d{a + b, 0, height} + (beyond / 2) * upwards - (thickness / 2) * inwards,
                  from_axis_angle(Vec3d{0, 1, 0}, -size.slope)};
  for (int k = 0; k < 4; ++k) {
    const Pose turn{{}, from_axis_angle(Vec3d{0, 0, 1}, k * std::numbers::pi / 2)};
    world.add_wall(box_shape({slant + beyond, 2 * a, thickness}), turn * face, surface);
  }
  const double lid = 0.2 * size.outlet;
  const int gate = world.add_wall(box_shape({size.outlet + 2 * lid, size.outlet + 2 * lid, lid}),
                                  {{0, 0, -lid / 2}, {}}, surface);
  world.gates.push_back({gate, size.opens_at});
}

RandomStream scene_numbers(std::uint64_t seed) { return {seed, StreamId::start, 0, 0}; }

std::vector<Vec3d> lattice_points(const Lattice& lattice, int count, const std::function<bool(Vec3d)>& inside,
                                  RandomStream& random) {
  std::vector<Vec3d> points;
  const int last = static_cast<int>(lattice.reach / lattice.pitch);
  const auto jitter = [&] { return lattice.jitter * (2 * random.uniform_double() - 1); };
  for (int k = 0; static_cast<int>(points.size()) < count; ++k) {
    for (int j = -last; j <= last; ++j) {
      for (int i = -last; i <= last && static_cast<int>(points.size()) < count; ++i) {
        const Vec3d point{i * lattice.pitch, j * lattice.pitch, lattice.low + k * lattice.pitch};
        if (!inside(point)) continue;
        const double x = jitter(), y = jitter(), z = jitter();
        points.push_back(point + Vec3d{x, y, z});
      }
    }
  }
  return points;
}

}  // namespace jam::dynamics
