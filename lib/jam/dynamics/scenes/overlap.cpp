// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/dynamics/collide/motion.hpp"
#include "jam/dynamics/scenes/scene.hpp"

namespace jam::dynamics {
std::string name_of_body(const Bodies& bodies, int body) {
  const bool wall = bodies.is_wall(body);
  const auto before = std::count_if(bodies.mass.begin(), bodies.mass.begin() + body,
                                    [&](double mass) { return (mass == 0) == wall; });
  return fmt::format("{}[{}]", wall ? "statics" : "bodies", before);
}

int world_body(const World& world) {
  const int last = world.bodies.count() - 1;
  if (last < 0 || !world.bodies.is_wall(last)) return -1;
  const bool has_shape = std::any_of(world.shapes.begin(), world.shapes.end(),
                                     [&](const Shape& shape) { return shape.body == last; });
  return has_shape ? -1 : last;
}

void require_apart(const std::string& scene, const World& world, const Simulation::Detect& detect,
                   int thread_count) {
  // Bodies of a joint do not collide.
  const auto connected = [&](int a, int b) {
    return std::any_of(world.joints.begin(), world.joints.end(), [&](const Joint& joint) {
      return std::minmax({joint.a, joint.b}) == std::minmax({a, b});
    });
  };
  for (const Contact& contact : detect(world, world.bodies.pose, 0, thread_count)) {
    const double allowed = 0.05 * std::min(smallest_half(world.shapes[contact.shape_a]),
                                           smallest_half(world.shapes[contact.shape_b]));
    if (-contact.gap <= allowed || connected(contact.body_a, contact.body_b)) continue;
    throw InputError(
        fmt::format("{}: {} and {} overlap by {:.4g} m: at most {:.4g} m are accepted at the start", scene,
                    name_of_body(world.bodies, contact.body_a), name_of_body(world.bodies, contact.body_b),
                    -contact.gap, allowed));
  }
}

}  // namespace jam::dynamics
