// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/step/collision.hpp"

#include <memory>

#include "jam/dynamics/collide/bounds.hpp"
#include "jam/dynamics/collide/collider.hpp"

namespace jam::dynamics {

std::vector<std::uint8_t> body_flags(const Bodies& bodies) {
  std::vector<std::uint8_t> flags;
  for (const BodyKind kind : bodies.kind) {
    flags.push_back(kind == BodyKind::dynamic    ? std::uint8_t{0}
                    : kind == BodyKind::inactive ? std::uint8_t{body_inactive}
                                                 : std::uint8_t{body_fixed});
  }
  return flags;
}

Simulation::Detect collider_detection() {
  return [collider = std::make_shared<Collider>()](const World& world, std::span<const Pose> poses,
                                                   const LookAhead& ahead, int thread_count) {
    std::vector<Contact> contacts;
    collider->detect({world.shapes, poses, body_flags(world.bodies), ahead.bodies}, ahead.distance,
                     thread_count, contacts);
    return contacts;
  };
}

}  // namespace jam::dynamics
