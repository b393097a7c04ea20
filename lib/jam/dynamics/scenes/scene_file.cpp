// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/dynamics/scenes/mesh_container.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "jam/dynamics/scenes/scene_values.hpp"
#include "jam/io/json.hpp"
#include "jam/io/read_file.hpp"
#include "jam/mesh/read_triangles.hpp"

namespace jam::dynamics {
namespace {

using io::JsonNode;

/// Values of bodies and walls that do not state their own.
struct Defaults {
  Surface surface{0.5, 0};
};

constexpr double inlet_limit = 1000;  ///< Largest radius of an inlet over its pitch.

/// The queue of those that wait: place in it, and body.
using Queue = std::vector<std::pair<unsigned long long, int>>;

/// A sphere, capsule or box; a plane too if `wall`.
Shape read_shape(const JsonNode& object, bool wall) {
  const JsonNode kind = object.at("shape");
  const std::string name = kind.text();
  Shape shape;
  if (name == "sphere") {
    shape.kind = ShapeKind::sphere;
    shape.radius = object.at("radius_m").positive_number();
  } else if (name == "capsule") {
    shape.kind = ShapeKind::capsule;
    shape.radius = object.at("radius_m").positive_number();
    shape.half.x = 0.5 * object.at("length_m").positive_number();
  } else if (name == "box") {
    shape.kind = ShapeKind::box;
    const std::vector<JsonNode> edges = three_items(object.at("size_m"));
    shape.half = {0.5 * edges[0].positive_number(), 0.5 * edges[1].positive_number(),
                  0.5 * edges[2].positive_number()};
  } else if (wall && name == "plane") {
    shape.kind = ShapeKind::plane;
  } else {
    kind.fail(fmt::format("'{}' is unknown: {} are accepted", name,
                          wall ? "plane, box, sphere, capsule, union, mesh" : "sphere, box, capsule, union"));
  }
  return shape;
}

/// One shape, or the parts of a union.
std::vector<Shape> read_shapes(const JsonNode& object, bool wall) {
  if (object.at("shape").text() != "union") return {read_shape(object, wall)};
  std::vector<Shape> parts;
  for (const JsonNode& part : object.at("parts").items()) {
    part.require_keys({"shape", "radius_m", "length_m", "size_m", "position_m", "orientation"});
    parts.push_back(read_shape(part, false));
    parts.back().pose = read_pose(part);
  }
  if (parts.empty()) object.at("parts").fail("a union needs at least one part");
  return parts;
}

/// Returns the frame of the file in the one of the body, which has principal axes.
Pose read_body(const JsonNode& object, const Defaults& defaults, World& world, Queue& queue) {
  object.require_keys({"shape", "radius_m", "length_m", "size_m", "parts", "mass_kg", "density_kgpm3",
                       "position_m", "orientation", "velocity_mps", "angular_velocity_radps", "friction",
                       "restitution", "waits"});
  const std::vector<Shape> parts = read_shapes(object, false);
  const auto mass = object.find("mass_kg"), density = object.find("density_kgpm3");
  if (mass.has_value() == density.has_value()) object.fail("either mass_kg or density_kgpm3 is needed");
  const Pose pose = read_pose(object);
  const double per_volume = density ? density->positive_number() : 1,
               in_all = mass ? mass->positive_number() : 0;
  const Surface surface = read_surface(object, defaults.surface);
  int body = 0;
  try {
    body = world.add_body(parts, pose, per_volume, surface, in_all);
  } catch (const InputError& error) {
    object.fail(error.what());
  }
  world.bodies.velocity[body] = vector_or(object, "velocity_mps", {});
  world.bodies.angular_velocity[body] =
      rotate_inverse(world.bodies.pose[body].rotation, vector_or(object, "angular_velocity_radps", {}));
  if (const auto place = object.find("waits")) {
    world.bodies.kind[body] = BodyKind::inactive;
    queue.emplace_back(place->whole(1, 1'000'000'000'000), body);
  }
  const Pose& kept = world.bodies.pose[body];
  const bool same =
      kept.position == pose.position && length((conjugate(kept.rotation) * pose.rotation).vector()) == 0;
  return same ? Pose{} : inverted(kept) * pose;
}

/// The mesh of a wall: a file next to the scene, or vertices and triangles.
SceneMesh read_mesh(const JsonNode& object, const std::filesystem::path& folder) {
  SceneMesh mesh;
  const auto file = object.find("file");
  if (file.has_value() == object.find("vertices_m").has_value())
    object.fail("a mesh needs either file, or vertices_m and triangles");
  if (!file) {
    for (const JsonNode& vertex : object.at("vertices_m").items())
      mesh.vertices.push_back(read_point(vertex));
    if (mesh.vertices.empty()) object.at("vertices_m").fail("a mesh needs vertices");
    for (const JsonNode& triangle : object.at("triangles").items()) {
      const std::vector<JsonNode> corners = three_items(triangle);
      const auto number = [&](int k) {
        return static_cast<int>(corners[k].whole(0, mesh.vertices.size() - 1));
      };
      mesh.triangles.push_back({number(0), number(1), number(2)});
    }
    return mesh;
  }
  const auto unit_node = object.find("unit"), up_node = object.find("up");
  try {
    std::optional<mesh::LengthUnit> unit;
    std::optional<mesh::UpAxis> up;
    if (unit_node) unit = mesh::parse_length_unit(unit_node->text());
    if (up_node) up = mesh::parse_up_axis(up_node->text());
    trunk::TriangleMesh read = mesh::read_triangles(folder / file->text(), unit, up);
    mesh.vertices = std::move(read.vertices);
    mesh.triangles = std::move(read.triangles);
  } catch (const InputError& error) {
    object.fail(error.what());
  }
  for (Vec3d& vertex : mesh.vertices) vertex *= 1e-3;  // From mm.
  return mesh;
}

/// A mesh that is a wall.
struct MeshWall {
  MeshContainer container;
  SceneMesh mesh;
};

void read_wall(const JsonNode& object, const Defaults& defaults, const std::filesystem::path& folder,
               World& world, std::vector<MeshWall>& meshes) {
  const bool is_mesh = object.at("shape").text() == "mesh";
  if (is_mesh) {
    object.require_keys({"shape", "file", "unit", "up", "vertices_m", "triangles", "position_m",
                         "orientation", "friction", "restitution", "motion", "until_s"});
    SceneMesh mesh = read_mesh(object, folder);
    mesh.wall = world.bodies.count();
    try {
      meshes.push_back({{mesh.vertices, mesh.triangles}, std::move(mesh)});
    } catch (const InputError& error) {
      object.fail(error.what());
    }
  } else {
    object.require_keys({"shape", "radius_m", "length_m", "size_m", "parts", "position_m", "orientation",
                         "friction", "restitution", "motion", "until_s"});
  }
  const std::vector<Shape> shapes = is_mesh ? meshes.back().container.shapes() : read_shapes(object, true);
  const int wall = world.add_wall(shapes, read_pose(object), read_surface(object, defaults.surface));
  if (const auto node = object.find("motion")) {
    node->require_keys(
        {"velocity_mps", "amplitude_m", "frequency_hz", "phase_rad", "angular_velocity_radps"});
    Motion motion;
    motion.velocity = vector_or(*node, "velocity_mps", {});
    motion.amplitude = vector_or(*node, "amplitude_m", {});
    motion.frequency = number_or(*node, "frequency_hz", 0);
    motion.phase = number_or(*node, "phase_rad", 0);
    motion.angular_velocity = vector_or(*node, "angular_velocity_radps", {});
    world.set_motion(wall, motion);
  }
  if (const auto node = object.find("until_s")) {
    world.gates.push_back({wall, node->number()});
    if (world.gates.back().until < 0) node->fail("a time of at least 0 s is needed");
  }
}

Pose read_frame(const JsonNode& node) {
  node.require_keys({"position_m", "orientation"});
  return read_pose(node);
}

/// Drives in rad or m.
Drive read_drive(const JsonNode& node, JointKind kind) {
  const bool slides = kind == JointKind::prismatic;
  const char *start = slides ? "start_m" : "start_rad", *rate = slides ? "rate_mps" : "rate_radps",
             *amplitude = slides ? "amplitude_m" : "amplitude_rad";
  node.require_keys({start, rate, amplitude, "frequency_hz", "phase_rad"});
  return {number_or(node, start, 0), number_or(node, rate, 0), number_or(node, amplitude, 0),
          number_or(node, "frequency_hz", 0), number_or(node, "phase_rad", 0)};
}

/// Reads the number of a wall or body: walls count first, then bodies; the world itself has no number.
int read_number_of_body(const JsonNode& node, const World& world) {
  const unsigned long long number = node.whole(0, 1'000'000'000'000);
  const int count = world.bodies.count() - (world_body(world) >= 0 ? 1 : 0);
  if (number >= static_cast<unsigned long long>(count)) {
    node.fail(fmt::format("there is no body {}: walls and bodies together are 0 to {}", number, count - 1));
  }
  return static_cast<int>(number);
}

/// The number of a body or wall, or of `"world"`: a wall without a shape after all others, added when it is
/// named first.
int read_body_of_joint(const JsonNode& node, World& world, std::vector<Pose>& frames) {
  if (!node.is_text()) return read_number_of_body(node, world);
  if (node.text() != "world")
    node.fail(
        fmt::format("'{}' is unknown: the number of a body or wall, or \"world\", is accepted", node.text()));
  if (world_body(world) < 0) {
    world.add_wall(std::span<const Shape>(), {}, {});
    frames.emplace_back();
  }
  return world_body(world);
}

/// Either a point and an axis in the world, for the start poses of the bodies, or a frame in each body, whose
/// own frame in the file is `frames`.
Joint read_joint(const JsonNode& object, World& world, std::vector<Pose>& frames) {
  object.require_keys({"kind", "a", "b", "point_m", "axis", "frame_a", "frame_b", "drive"});
  const JointKind kind = object.at("kind").value_in(joint_words);
  Joint joint;
  joint.kind = kind;
  joint.a = read_body_of_joint(object.at("a"), world, frames);
  joint.b = read_body_of_joint(object.at("b"), world, frames);
  if (const auto frame = object.find("frame_a")) {
    joint.frame_a = frames[joint.a] * read_frame(*frame);
    joint.frame_b = frames[joint.b] * read_frame(object.at("frame_b"));
  } else {
    const Vec3d axis = kind == JointKind::spherical ? Vec3d{0, 0, 1} : read_vector(object.at("axis"));
    if (!(length(axis) > 0)) object.at("axis").fail("an axis of length 0 has no direction");
    joint = joint_at(world, kind, joint.a, joint.b, read_point(object.at("point_m")), axis);
  }
  if (const auto drive = object.find("drive")) {
    joint.driven = true;
    joint.drive = read_drive(*drive, kind);
  }
  return joint;
}

SurfacePair read_pair(const JsonNode& object, const World& world) {
  object.require_keys({"a", "b", "friction", "restitution"});
  const auto body = [&](const char* key) { return read_number_of_body(object.at(key), world); };
  SurfacePair pair;
  std::tie(pair.a, pair.b) = std::minmax({body("a"), body("b")});
  if (pair.a == pair.b) object.fail(fmt::format("it pairs body {} with itself", pair.a));
  pair.surface = read_surface(object, world.surface_of(pair.a, pair.b));
  return pair;
}

std::vector<SurfacePair> read_pairs(const JsonNode& list, const World& world) {
  std::vector<SurfacePair> pairs;
  for (const JsonNode& item : list.items()) pairs.push_back(read_pair(item, world));
  const auto order = [](const SurfacePair& pair) { return std::pair(pair.a, pair.b); };
  std::ranges::sort(pairs, {}, order);
  const auto twice = std::ranges::adjacent_find(pairs, {}, order);
  if (twice != pairs.end()) list.fail(fmt::format("it has the pair of {} and {} twice", twice->a, twice->b));
  return pairs;
}

/// Throws if a body that is in the scene has a shape with its centre outside of a mesh.
void require_inside(const JsonNode& bodies, const World& world, const std::vector<MeshWall>& meshes) {
  const auto of_mass = [](double mass) { return mass > 0; };
  const auto walls = static_cast<int>(
      std::find_if(world.bodies.mass.begin(), world.bodies.mass.end(), of_mass) - world.bodies.mass.begin());
  for (const MeshWall& wall : meshes) {
    const Pose to_mesh = inverted(world.bodies.pose[wall.mesh.wall]);
    for (const Shape& shape : world.shapes) {
      if (!world.bodies.dynamic(shape.body)) continue;
      if (wall.container.contains((to_mesh * world.bodies.pose[shape.body] * shape.pose).position)) continue;
      bodies.items()[shape.body - walls].fail(
          fmt::format("it lies outside of statics[{}], a mesh, which holds bodies inside", wall.mesh.wall));
    }
  }
}

Flow read_flow(const JsonNode& node) {
  node.require_keys({"interval_s", "drain_z_m", "returns", "inlet", "looks", "left", "entered"});
  Flow flow;
  flow.interval = node.at("interval_s").positive_number();
  flow.drain = number_or(node, "drain_z_m", flow.drain);
  if (const auto returns = node.find("returns")) flow.returns = returns->truth();
  if (const auto inlet = node.find("inlet")) {
    inlet->require_keys({"centre_m", "radius_m", "pitch_m", "jitter_m", "batch", "velocity_mps", "seed"});
    flow.inlet.centre = read_point(inlet->at("centre_m"));
    flow.inlet.radius = number_or(*inlet, "radius_m", 0);
    flow.inlet.pitch = inlet->at("pitch_m").positive_number();
    if (!(flow.inlet.radius >= 0 && flow.inlet.radius <= inlet_limit * flow.inlet.pitch)) {
      inlet->fail(fmt::format("radius_m is {:g}: 0 to {:g} times pitch_m is accepted", flow.inlet.radius,
                              inlet_limit));
    }
    flow.inlet.jitter = number_or(*inlet, "jitter_m", 0);
    if (const auto batch = inlet->find("batch"))
      flow.inlet.batch = static_cast<int>(batch->whole(0, 1'000'000'000));
    flow.inlet.velocity = vector_or(*inlet, "velocity_mps", {});
    if (const auto seed = inlet->find("seed")) flow.inlet.seed = seed->whole(0, ~0ULL);
  }
  for (const auto& [key, count] : {std::pair("looks", &flow.looks), std::pair("left", &flow.left),
                                   std::pair("entered", &flow.entered)}) {
    if (const auto found = node.find(key))
      *count = static_cast<long long>(found->whole(0, 1'000'000'000'000'000));
  }
  return flow;
}

}  // namespace

Scene read_scene(const std::filesystem::path& file) {
  const JsonNode root = JsonNode::parse(io::read_file(file), file.string());
  root.require_schema("jampack/scene/1");
  root.require_keys({"schema", "name", "time_s", "gravity_mps2", "step_s", "friction", "restitution",
                     "statics", "bodies", "joints", "pairs", "contacts", "flow"});
  Scene scene;
  const auto name = root.find("name");
  scene.name = name ? name->text() : file.stem().string();
  scene.gravity = vector_or(root, "gravity_mps2", scene.gravity);
  if (const auto step = root.find("step_s")) scene.step = step->positive_number();
  const Defaults defaults{read_surface(root, Defaults{}.surface)};
  std::vector<MeshWall> meshes;
  if (const auto walls = root.find("statics")) {
    for (const JsonNode& wall : walls->items())
      read_wall(wall, defaults, file.parent_path(), scene.world, meshes);
  }
  if (const auto flow = root.find("flow")) scene.world.flow = read_flow(*flow);
  Queue queue;
  std::vector<Pose> frames(scene.world.bodies.count());
  for (const JsonNode& body : root.at("bodies").items())
    frames.push_back(read_body(body, defaults, scene.world, queue));
  std::stable_sort(queue.begin(), queue.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [place, body] : queue) scene.world.flow.waiting.push_back(body);
  if (const auto joints = root.find("joints")) {
    for (const JsonNode& joint : joints->items())
      scene.world.joints.push_back(read_joint(joint, scene.world, frames));
  }
  if (const auto pairs = root.find("pairs")) scene.world.pairs = read_pairs(*pairs, scene.world);
  require_inside(root.at("bodies"), scene.world, meshes);
  for (MeshWall& wall : meshes) scene.meshes.push_back(std::move(wall.mesh));
  try {
    check_joints(scene.world);
    check_flow(scene.world);
  } catch (const InputError& error) {
    root.fail(error.what());
  }
  require_memory(bytes_of_run(scene.world), available_memory_bytes(),
                 fmt::format("{}: a run of the scene", file.string()), "a scene of fewer bodies needs less");
  return scene;
}

}  // namespace jam::dynamics
