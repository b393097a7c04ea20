// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/load_world.hpp"

#include <algorithm>

namespace jam::dynamics {

World load_world(const Load& load, Surface surface, double density) {
  World world;
  world.add_wall(load.walls, {}, surface);
  for (std::size_t k = 0; k < load.boxes.size(); ++k) {
    const BoxAt& box = load.boxes[k];
    Shape shape;
    shape.kind = ShapeKind::box;
    shape.half = box.half;
    if (k < load.fixed) world.add_wall(shape, box.pose, surface);
    else
      world.add_body({&shape, 1}, box.pose,
                     box.mass > 0 ? box.mass / (8 * box.half.x * box.half.y * box.half.z) : density, surface);
  }
  return world;
}

double largest_way(const Vec3d& half, const Pose& before, const Pose& now) {
  double largest = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3d p{(corner & 1) != 0 ? half.x : -half.x, (corner & 2) != 0 ? half.y : -half.y,
                  (corner & 4) != 0 ? half.z : -half.z};
    const Vec3d moved = now.position + rotate(now.rotation, p) - before.position - rotate(before.rotation, p);
    largest = std::max(largest, length(moved));
  }
  return largest;
}

}  // namespace jam::dynamics
