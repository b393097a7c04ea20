// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "jam/dynamics/scenes/scene.hpp"
#include "jam/io/json_writer.hpp"

namespace jam::dynamics {
namespace {

using io::JsonObject;
using io::JsonText;

constexpr double two_pi = 2 * std::numbers::pi;

void add_shape(JsonObject& object, const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::sphere: object.add("shape", "sphere").add("radius_m", shape.radius); return;
    case ShapeKind::capsule:
      object.add("shape", "capsule").add("radius_m", shape.radius).add("length_m", 2 * shape.half.x);
      return;
    case ShapeKind::box: object.add("shape", "box").add("size_m", 2.0 * shape.half); return;
    case ShapeKind::triangle: throw std::logic_error("a wall of triangles has no mesh");
    case ShapeKind::plane: object.add("shape", "plane");
  }
}

JsonObject& add_pose(JsonObject& object, const Pose& pose) {
  return object.add("position_m", pose.position).add("orientation", pose.rotation);
}

JsonObject& add_surface(JsonObject& object, Surface surface) {
  return object.add("friction", surface.friction).add("restitution", surface.restitution);
}

/// One shape in its body's frame, or several as a union.
void add_shapes(JsonObject& object, const std::vector<Shape>& shapes) {
  const Pose at = shapes.front().pose;
  if (shapes.size() == 1 && at.position == Vec3d{} && at.rotation.w == 1)
    return add_shape(object, shapes.front());
  const auto part_object = [](const Shape& part) {
    JsonObject one;
    add_shape(one, part);
    return add_pose(one, part.pose);
  };
  object.add("shape", "union").add("parts", io::json_array(shapes, part_object));
}

/// `waits`: place in the queue of those that enter, from 1; 0: the body is in the scene.
JsonObject body_object(const World& world, int i, const std::vector<Shape>& shapes, std::size_t waits) {
  const Bodies& bodies = world.bodies;
  JsonObject object;
  add_shapes(object, shapes);
  object.add("mass_kg", bodies.mass[i]);
  add_pose(object, bodies.pose[i])
      .add("velocity_mps", bodies.velocity[i])
      .add("angular_velocity_radps", rotate(bodies.pose[i].rotation, bodies.angular_velocity[i]));
  add_surface(object, bodies.surface[i]);
  if (waits > 0) object.add("waits", waits);
  return object;
}

JsonObject wall_object(const Scene& scene, const World& world, int i, const std::vector<Shape>& shapes,
                       double time) {
  JsonObject object;
  if (const auto mesh = std::ranges::find(scene.meshes, i, &SceneMesh::wall); mesh != scene.meshes.end())
    object.add("shape", "mesh").add("vertices_m", mesh->vertices).add("triangles", mesh->triangles);
  else add_shapes(object, shapes);
  add_pose(object, world.bodies.pose[i]);
  add_surface(object, world.bodies.surface[i]);
  for (const Gate& gate : world.gates) {
    if (gate.wall == i) object.add("until_s", gate.until - time);
  }
  for (const MovingWall& wall : world.moving) {
    if (wall.body != i) continue;
    // From now on: the phase moves on, so that the same motion follows.
    const Motion& m = wall.motion;
    object.add("motion", JsonObject("velocity_mps", m.velocity, "amplitude_m", m.amplitude)
                             .add("frequency_hz", m.frequency)
                             .add("phase_rad", m.phase + two_pi * m.frequency * time)
                             .add("angular_velocity_radps", m.angular_velocity));
  }
  return object;
}

/// The number of a body; -1: the world.
JsonText number_of_body(int body) { return {body < 0 ? "\"world\"" : std::to_string(body)}; }

/// A joint between bodies of these numbers, with its drive from now on.
JsonObject joint_object(const Joint& joint, int a, int b, double time) {
  JsonObject frame_a, frame_b, object;
  object.add("kind", word_of(joint.kind, joint_words))
      .add("a", number_of_body(a), "b", number_of_body(b), "frame_a", add_pose(frame_a, joint.frame_a))
      .add("frame_b", add_pose(frame_b, joint.frame_b));
  if (!joint.driven) return object;
  const bool slides = joint.kind == JointKind::prismatic;
  const Drive& d = joint.drive;
  return object.add("drive", JsonObject(slides ? "start_m" : "start_rad", drive_at(d, time))
                                 .add(slides ? "rate_mps" : "rate_radps", d.rate)
                                 .add(slides ? "amplitude_m" : "amplitude_rad", d.amplitude)
                                 .add("frequency_hz", d.frequency)
                                 .add("phase_rad", d.phase + two_pi * d.frequency * time));
}

JsonObject flow_object(const Flow& flow) {
  JsonObject object;
  object.add("interval_s", flow.interval).add("returns", flow.returns);
  if (std::isfinite(flow.drain)) object.add("drain_z_m", flow.drain);
  const Inlet& inlet = flow.inlet;
  if (inlet.pitch > 0) {
    object.add("inlet", JsonObject("centre_m", inlet.centre, "radius_m", inlet.radius)
                            .add("pitch_m", inlet.pitch, "jitter_m", inlet.jitter, "batch", inlet.batch)
                            .add("velocity_mps", inlet.velocity, "seed", inlet.seed));
  }
  return object.add("looks", flow.looks).add("left", flow.left).add("entered", flow.entered);
}

}  // namespace

std::string scene_text(const Scene& scene, const Simulation& simulation) {
  const World& world = simulation.world();
  std::vector<std::vector<Shape>> shapes(world.bodies.count());
  for (const Shape& shape : world.shapes) shapes[shape.body].push_back(shape);
  std::vector<JsonObject> walls, bodies, joints, pairs, contacts;
  // Walls and bodies in their order; contacts count them in one row, walls first.
  std::vector<int> number_of(world.bodies.count(), -1);
  std::vector<std::size_t> waits(world.bodies.count());
  for (std::size_t k = 0; k < world.flow.waiting.size(); ++k) waits[world.flow.waiting[k]] = k + 1;
  int next = 0;
  const int itself = world_body(world);
  for (const bool wall : {true, false}) {
    for (int i = 0; i < world.bodies.count(); ++i) {
      // Walls that are gone and bodies that have left for good are no part of the scene.
      if (i == itself || world.bodies.is_wall(i) != wall ||
          (world.bodies.kind[i] == BodyKind::inactive && waits[i] == 0))
        continue;
      number_of[i] = next++;
      if (wall) walls.push_back(wall_object(scene, world, i, shapes[i], simulation.time()));
      else bodies.push_back(body_object(world, i, shapes[i], waits[i]));
    }
  }
  for (const Joint& joint : world.joints) {
    const bool there =
        world.bodies.kind[joint.a] != BodyKind::inactive && world.bodies.kind[joint.b] != BodyKind::inactive;
    if (there)
      joints.push_back(joint_object(joint, number_of[joint.a], number_of[joint.b], simulation.time()));
  }
  for (const SurfacePair& pair : world.pairs) {
    const bool there = number_of[pair.a] >= 0 && number_of[pair.b] >= 0;
    if (there)
      add_surface(pairs.emplace_back().add("a", number_of[pair.a]).add("b", number_of[pair.b]), pair.surface);
  }
  for (std::size_t k = 0; k < simulation.contacts().size(); ++k) {
    const Contact& contact = simulation.contacts()[k];
    int a = number_of[contact.body_a], b = number_of[contact.body_b];
    Vec3d normal = contact.normal, impulse = simulation.solution().impulses[k];
    if (a > b) {
      // The smaller number first: normal and first tangent (n x e) change their signs, the second (n x t1)
      // does not, and the impulse is that on the other body.
      std::swap(a, b);
      normal = -normal;
      impulse.z = -impulse.z;
    }
    contacts.push_back(JsonObject("a", a, "b", b, "point_m", contact.point, "normal", normal)
                           .add("gap_m", contact.gap, "impulse_Ns", impulse));
  }
  JsonObject text = JsonObject::document();
  text.add("schema", "jampack/scene/1")
      .add("name", scene.name, "time_s", simulation.time(), "gravity_mps2", scene.gravity)
      .add("step_s", simulation.settings().step);
  if (world.flow.interval > 0) text.add("flow", flow_object(world.flow));
  text.add("statics", io::json_lines(walls))
      .add("bodies", io::json_lines(bodies), "joints", io::json_lines(joints));
  if (!pairs.empty()) text.add("pairs", io::json_lines(pairs));
  return text.add("contacts", io::json_lines(contacts)).text();
}

}  // namespace jam::dynamics
