// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/dynamics/scenes/scene.hpp"

namespace jam::dynamics {
namespace {

/// Radius or smallest half edge; a plane has no size.
double size_of(const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::sphere:
    case ShapeKind::capsule: return shape.radius;
    case ShapeKind::box: return std::min({shape.half.x, shape.half.y, shape.half.z});
    case ShapeKind::plane:
    case ShapeKind::triangle: break;
  }
  return std::numeric_limits<double>::infinity();
}

/// `body 3` or `wall 0`, counted as in a file.
std::string name_of_body(const Bodies& bodies, int body) {
  const bool wall = bodies.is_wall(body);
  const auto before = std::count_if(bodies.mass.begin(), bodies.mass.begin() + body, [&](double mass) { return (mass == 0) == wall; });
  return fmt::format("{}[{}]", wall ? "statics" : "bodies", before);
}

}  // namespace

void require_apart(const World& world, const Simulation::Detect& detect, int thread_count) {
  // Bodies of a joint do not collide.
  const auto connected = [&](int a, int b) {
    return std::any_of(world.joints.begin(), world.joints.end(), [&](const Joint& joint) {
      return std::minmax({joint.a, joint.b}) == std::minmax({a, b});
    });
  };
  for (const Contact& contact : detect(world, world.bodies.pose, 0, thread_count)) {
    const double allowed = 0.05 * std::min(size_of(world.shapes[contact.shape_a]), size_of(world.shapes[contact.shape_b]));
    if (-contact.gap <= allowed || connected(contact.body_a, contact.body_b)) continue;
    throw InputError(fmt::format("{} and {} overlap by {:.4g} m: at most {:.4g} m are accepted at the start",
                                 name_of_body(world.bodies, contact.body_a), name_of_body(world.bodies, contact.body_b), -contact.gap,
                                 allowed));
  }
}

}  // namespace jam::dynamics
