// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "jam/dynamics/scenes/scene.hpp"
#include "jam/io/json_text.hpp"

namespace jam::dynamics {
namespace {

constexpr double two_pi = 2 * std::numbers::pi;

std::string number(double value) { return io::json_number(value); }
std::string vector(Vec3d v) { return fmt::format("[{}, {}, {}]", number(v.x), number(v.y), number(v.z)); }

std::string shape_text(const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::sphere: return fmt::format(R"("shape": "sphere", "radius_m": {})", number(shape.radius));
    case ShapeKind::capsule:
      return fmt::format(R"("shape": "capsule", "radius_m": {}, "length_m": {})", number(shape.radius),
                         number(2 * shape.half.x));
    case ShapeKind::box: return fmt::format(R"("shape": "box", "size_m": {})", vector(2.0 * shape.half));
    case ShapeKind::triangle: throw std::logic_error("a wall of triangles has no mesh");
    case ShapeKind::plane: break;
  }
  return R"("shape": "plane")";
}

std::string pose_text(const Pose& pose) {
  const Quaterniond q = pose.rotation;
  return fmt::format(R"("position_m": {}, "orientation": [{}, {}, {}, {}])", vector(pose.position),
                     number(q.w), number(q.x), number(q.y), number(q.z));
}

std::string surface_text(Surface surface) {
  return fmt::format(R"("friction": {}, "restitution": {})", number(surface.friction),
                     number(surface.restitution));
}

/// One shape in its body's frame, or several as a union.
std::string shapes_text(const std::vector<Shape>& shapes) {
  const Pose at = shapes.front().pose;
  if (shapes.size() == 1 && at.position == Vec3d{} && at.rotation.w == 1) return shape_text(shapes.front());
  return R"("shape": "union", "parts": )" + io::json_array(shapes, [](const Shape& part) {
           return "{" + shape_text(part) + ", " + pose_text(part.pose) + "}";
         });
}

/// `waits`: place in the queue of those that enter, from 1; 0: the body is in the scene.
std::string body_text(const World& world, int i, const std::vector<Shape>& shapes, std::size_t waits) {
  const Bodies& bodies = world.bodies;
  return fmt::format(
      R"({{{}, "mass_kg": {}, {}, "velocity_mps": {}, "angular_velocity_radps": {}, {}{}}})",
      shapes_text(shapes), number(bodies.mass[i]), pose_text(bodies.pose[i]), vector(bodies.velocity[i]),
      vector(rotate(bodies.pose[i].rotation, bodies.angular_velocity[i])), surface_text(bodies.surface[i]),
      waits > 0 ? fmt::format(R"(, "waits": {})", waits) : "");
}

std::string mesh_text(const SceneMesh& mesh) {
  const auto triangle = [](const std::array<int, 3>& t) {
    return fmt::format("[{}, {}, {}]", t[0], t[1], t[2]);
  };
  return fmt::format("\"shape\": \"mesh\",\n  \"vertices_m\": {},\n  \"triangles\": {}",
                     io::json_array(mesh.vertices, vector), io::json_array(mesh.triangles, triangle));
}

std::string wall_text(const Scene& scene, const World& world, int i, const std::vector<Shape>& shapes,
                      double time) {
  std::string motion;
  for (const Gate& gate : world.gates) {
    if (gate.wall == i) motion += fmt::format(R"(, "until_s": {})", number(gate.until - time));
  }
  for (const MovingWall& wall : world.moving) {
    if (wall.body != i) continue;
    // From now on: the phase moves on, so that the same motion follows.
    const Motion& m = wall.motion;
    motion += fmt::format(
        R"(, "motion": {{"velocity_mps": {}, "amplitude_m": {}, "frequency_hz": {}, "phase_rad": {}, "angular_velocity_radps": {}}})",
        vector(m.velocity), vector(m.amplitude), number(m.frequency),
        number(m.phase + two_pi * m.frequency * time), vector(m.angular_velocity));
  }
  const auto mesh = std::ranges::find(scene.meshes, i, &SceneMesh::wall);
  return fmt::format("{{{}, {}, {}{}}}", mesh != scene.meshes.end() ? mesh_text(*mesh) : shapes_text(shapes),
                     pose_text(world.bodies.pose[i]), surface_text(world.bodies.surface[i]), motion);
}

/// The number of a body; -1: the world.
std::string number_text_of(int body) { return body < 0 ? "\"world\"" : std::to_string(body); }

/// A joint between bodies of these numbers, with its drive from now on.
std::string joint_text(const Joint& joint, int a, int b, double time) {
  std::string drive;
  if (joint.driven) {
    const bool slides = joint.kind == JointKind::prismatic;
    const Drive& d = joint.drive;
    drive = fmt::format(R"(, "drive": {{"{}": {}, "{}": {}, "{}": {}, "frequency_hz": {}, "phase_rad": {}}})",
                        slides ? "start_m" : "start_rad", number(drive_at(d, time)),
                        slides ? "rate_mps" : "rate_radps", number(d.rate),
                        slides ? "amplitude_m" : "amplitude_rad", number(d.amplitude), number(d.frequency),
                        number(d.phase + two_pi * d.frequency * time));
  }
  return fmt::format(R"({{"kind": "{}", "a": {}, "b": {}, "frame_a": {{{}}}, "frame_b": {{{}}}{}}})",
                     name_of(joint.kind), number_text_of(a), number_text_of(b), pose_text(joint.frame_a),
                     pose_text(joint.frame_b), drive);
}

/// The text of a flow with a comma behind it; empty without a flow.
std::string flow_text(const Flow& flow) {
  if (!(flow.interval > 0)) return {};
  std::string text =
      fmt::format("\"flow\": {{\"interval_s\": {}, \"returns\": {}", number(flow.interval), flow.returns);
  if (std::isfinite(flow.drain)) text += fmt::format(", \"drain_z_m\": {}", number(flow.drain));
  const Inlet& inlet = flow.inlet;
  if (inlet.pitch > 0) {
    text += fmt::format(
        ",\n  \"inlet\": {{\"centre_m\": {}, \"radius_m\": {}, \"pitch_m\": {}, \"jitter_m\": {}, \"batch\": "
        "{}, \"velocity_mps\": {}, "
        "\"seed\": {}}}",
        vector(inlet.centre), number(inlet.radius), number(inlet.pitch), number(inlet.jitter), inlet.batch,
        vector(inlet.velocity), inlet.seed);
  }
  return text + fmt::format(",\n  \"looks\": {}, \"left\": {}, \"entered\": {}}},\n", flow.looks, flow.left,
                            flow.entered);
}

}  // namespace

std::string scene_text(const Scene& scene, const Simulation& simulation) {
  const World& world = simulation.world();
  std::vector<std::vector<Shape>> shapes(world.bodies.count());
  for (const Shape& shape : world.shapes) shapes[shape.body].push_back(shape);
  std::vector<std::string> walls, bodies, contacts;
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
      if (wall) walls.push_back(wall_text(scene, world, i, shapes[i], simulation.time()));
      else bodies.push_back(body_text(world, i, shapes[i], waits[i]));
    }
  }
  std::vector<std::string> joints;
  for (const Joint& joint : world.joints) {
    const bool there =
        world.bodies.kind[joint.a] != BodyKind::inactive && world.bodies.kind[joint.b] != BodyKind::inactive;
    if (there) joints.push_back(joint_text(joint, number_of[joint.a], number_of[joint.b], simulation.time()));
  }
  std::vector<std::string> pairs;
  for (const SurfacePair& pair : world.pairs) {
    const bool there = number_of[pair.a] >= 0 && number_of[pair.b] >= 0;
    if (there)
      pairs.push_back(fmt::format(R"({{"a": {}, "b": {}, {}}})", number_of[pair.a], number_of[pair.b],
                                  surface_text(pair.surface)));
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
    contacts.push_back(
        fmt::format(R"({{"a": {}, "b": {}, "point_m": {}, "normal": {}, "gap_m": {}, "impulse_Ns": {}}})", a,
                    b, vector(contact.point), vector(normal), number(contact.gap), vector(impulse)));
  }
  const auto same = [](const std::string& text) { return text; };
  return fmt::format(
      "{{\"schema\": \"jampack/scene/1\",\n\"name\": {},\n\"time_s\": {},\n\"gravity_mps2\": "
      "{},\n\"step_s\": {},\n{}\"statics\": {},\n"
      "\"bodies\": {},\n\"joints\": {},\n{}\"contacts\": {}}}\n",
      io::json_string(scene.name), number(simulation.time()), vector(scene.gravity),
      number(simulation.settings().step), flow_text(world.flow), io::json_lines(walls, 2, same),
      io::json_lines(bodies, 2, same), io::json_lines(joints, 2, same),
      pairs.empty() ? "" : fmt::format("\"pairs\": {},\n", io::json_lines(pairs, 2, same)),
      io::json_lines(contacts, 2, same));
}

}  // namespace jam::dynamics
