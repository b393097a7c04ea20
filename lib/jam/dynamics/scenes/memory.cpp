// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Memory of a run of a scene on the host.
#include "jam/core/memory_plan.hpp"
#include "jam/dynamics/collide/bins.hpp"
#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/constraints/contact_row.hpp"
#include "jam/dynamics/scenes/scene.hpp"

namespace jam::dynamics {
namespace {

/// Contacts of a shape in a dense filling, speculative ones included: 3.5 to 4 for spheres (measured); for
/// other shapes about the number of contacts that fit.
std::size_t contacts_of(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::sphere: return 4;
    case ShapeKind::capsule: return 8;
    case ShapeKind::box: return 16;
    case ShapeKind::plane:
    case ShapeKind::triangle: break;
  }
  return 0;
}

std::size_t bytes_of(std::size_t bodies, std::size_t shapes, std::size_t contacts) {
  constexpr std::size_t twists = 3 * sizeof(Twist), poses = 3 * sizeof(Pose),
                        constants = sizeof(InverseMass) + 2 * sizeof(Vec3d);
  // The world and its copies: of the scene, and of the state before a step.
  constexpr std::size_t body = 3 * (sizeof(Pose) + 4 * sizeof(Vec3d) + sizeof(Surface) + 3 * sizeof(double)) +
                               twists + poses + constants;
  // Shapes and their bounds; entries of bins, each with its key and its place in the scratch memory of the
  // sort.
  constexpr std::size_t shape = 2 * sizeof(Shape) + sizeof(Pose) + sizeof(Bounds) + std::size_t{16} * 2 * 12;
  // A contact three times (of the last step, found, sorted), its row, its block, and the vectors of a solver.
  constexpr std::size_t contact =
      3 * sizeof(Contact) + sizeof(ContactRow) + 12 * sizeof(double) + 14 * sizeof(Vec3d);
  MemoryPlan plan;
  plan.add("bodies", body, bodies, 64);
  plan.add("shapes", shape, shapes, 64);
  plan.add("contacts", contact, contacts, 64);
  return plan.total_bytes();
}

}  // namespace

std::size_t bytes_of_run(std::size_t spheres) {
  return bytes_of(spheres, spheres, contacts_of(ShapeKind::sphere) * spheres);
}

std::size_t bytes_of_run(const World& world) {
  std::size_t contacts = 0;
  for (const Shape& shape : world.shapes)
    contacts += world.bodies.is_wall(shape.body) ? 0 : contacts_of(shape.kind);
  return bytes_of(world.bodies.kind.size(), world.shapes.size(), contacts);
}

std::size_t bytes_of_batch(const World& world, std::size_t scenes) {
  std::size_t shapes = 0;
  for (const Shape& shape : world.shapes) shapes += world.bodies.kind[shape.body] == BodyKind::fixed ? 0 : 1;
  // As the scene began, and as it is.
  constexpr std::size_t body = 2 * (sizeof(BodyKind) + sizeof(Pose) + sizeof(Twist)) + sizeof(Surface) +
                               2 * sizeof(Vec3d) + 2 * sizeof(double);
  // Its pair, feature and impulse; twice, as a batch needs more capacity where its scenes find more contacts.
  constexpr std::size_t contact = 2 * (sizeof(std::uint64_t) + sizeof(std::uint32_t) + 2 * sizeof(Vec3d));
  constexpr std::size_t record = 512, shape_contacts = 8;
  MemoryPlan plan;
  plan.add("bodies", body, world.bodies.kind.size() * scenes, 64);
  plan.add("contacts", contact, shape_contacts * shapes * scenes, 64);
  plan.add("joints", 2 * sizeof(Vec3d), world.joints.size() * scenes, 64);
  plan.add("waiting bodies", sizeof(int), world.flow.waiting.size() * scenes, 64);
  plan.add("records", record, scenes, 64);
  return plan.total_bytes();
}

void require_memory(std::size_t bytes, std::size_t available, const std::string& what,
                    const std::string& advice) {
  if (available == 0) return;
  MemoryPlan plan;
  plan.add("scene", 1, bytes, 64);
  plan.require_fit(1, available, what, advice);
}

}  // namespace jam::dynamics
