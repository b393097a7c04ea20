// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/io/packing_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/elastic/io/material_json.hpp"
#include "jam/io/json.hpp"
#include "jam/io/read_file.hpp"

namespace jam::elastic {
namespace {

using io::JsonNode;

constexpr double millimetres = 1000;  ///< Millimetres in a metre, the unit of scenes.

/// In mm, N or MPa, of numbers in this unit.
Vec3d vector_of(const JsonNode& node, double unit) {
  const std::vector<JsonNode> items = items_of(node, 3, "the coordinates");
  return {quantity(items[0], unit), quantity(items[1], unit), quantity(items[2], unit)};
}

PackedItem read_item(const std::string& name, const JsonNode& node, const Units& units) {
  node.require_keys({"material", "allowed_pressure", "liner"});
  PackedItem item{name, read_material(node.at("material"), units), 0, {}};
  if (const auto allowed = node.find("allowed_pressure"))
    item.allowed = positive_quantity(*allowed, units.modulus);
  if (const auto liner = node.find("liner")) item.liner = read_liner(*liner, units);
  return item;
}

double friction_of(const JsonNode& object) {
  const auto node = object.find("friction");
  return node ? least_zero_quantity(*node, 1, "friction") : 0;
}

std::string touches_itself(const std::string& name) {
  return fmt::format("a and b are both {}: contacts of two different items are accepted", name);
}

/// Contacts as the file lists them, between items of these names.
void read_listed(const JsonNode& list, double friction, const Units& units, Packing& packing) {
  const auto item_of = [&](const JsonNode& node) {
    const std::string name = node.text();
    const auto found = std::ranges::find(packing.items, name, &PackedItem::name);
    if (found == packing.items.end()) node.fail(fmt::format("there is no item '{}'", name));
    return static_cast<int>(found - packing.items.begin());
  };
  for (const JsonNode& node : list.items()) {
    node.require_keys({"a", "b", "force", "tangential_force", "friction", "point", "radii_a", "radii_b",
                       "angle_deg", "edge_distance", "area", "length"});
    PackedContact contact;
    contact.a = item_of(node.at("a"));
    contact.b = item_of(node.at("b"));
    if (contact.a == contact.b) node.fail(touches_itself(packing.items[contact.a].name));
    const auto force = [&](const JsonNode& value) {
      return least_zero_quantity(value, units.force, "force");
    };
    contact.force = force(node.at("force"));
    if (const auto tangential = node.find("tangential_force")) contact.tangential = force(*tangential);
    contact.friction = node.find("friction") ? friction_of(node) : friction;
    // Without a place there are no neighbours.
    const auto point = node.find("point");
    contact.point =
        point ? vector_of(*point, units.length) : Vec3d{std::numeric_limits<double>::infinity(), 0, 0};
    std::tie(contact.surface_a.k1, contact.surface_a.k2) = read_radii(node.at("radii_a"), units);
    std::tie(contact.surface_b.k1, contact.surface_b.k2) = read_radii(node.at("radii_b"), units);
    if (const auto angle = node.find("angle_deg")) contact.angle = quantity(*angle, std::numbers::pi / 180);
    if (const auto edge = node.find("edge_distance"))
      contact.surface_a.edge_distance = positive_quantity(*edge, units.length);
    if (const auto area = node.find("area"))
      contact.area = positive_quantity(*area, units.length * units.length);
    if (const auto length = node.find("length")) contact.length = positive_quantity(*length, units.length);
    packing.contacts.push_back(std::move(contact));
  }
}

// States of settle.

enum class BodyShape { sphere, capsule, box, flat, unknown };

struct SceneBody {
  BodyShape shape = BodyShape::unknown;
  double radius = 0;  ///< [mm]
  Vec3d half;         ///< Half edges of a box; x: half the axis of a capsule [mm].
  Vec3d position;     ///< [mm]
  Quaterniond rotation;
};

SceneBody read_body(const JsonNode& node) {
  SceneBody body;
  const std::string shape = node.at("shape").text();
  if (const auto position = node.find("position_m")) body.position = vector_of(*position, millimetres);
  if (const auto orientation = node.find("orientation")) {
    const std::vector<JsonNode> q = items_of(*orientation, 4, "a quaternion");
    body.rotation = {q[0].number(), q[1].number(), q[2].number(), q[3].number()};
  }
  if (shape == "sphere") {
    body.shape = BodyShape::sphere;
    body.radius = positive_quantity(node.at("radius_m"), millimetres);
  } else if (shape == "capsule") {
    body.shape = BodyShape::capsule;
    body.radius = positive_quantity(node.at("radius_m"), millimetres);
    body.half.x = 0.5 * positive_quantity(node.at("length_m"), millimetres);
  } else if (shape == "box") {
    body.shape = BodyShape::box;
    body.half = 0.5 * vector_of(node.at("size_m"), millimetres);
  } else if (shape == "plane" || shape == "mesh") {
    body.shape = BodyShape::flat;
  }
  return body;
}

/// A lying capsule: largest cosine between its axis and the normal, and how far beyond the cylinder a point
/// may lie, over the radius.
constexpr double line_tolerance = 1e-3;

/// Whether a contact with this normal, 0 if unknown, is one along an axis.
bool lies_on(Vec3d normal, Vec3d axis) {
  return length(normal) > 0 && std::fabs(dot(normal, axis)) < line_tolerance * length(normal);
}

/// The surface of a body at a point, and the direction of its first curvature.
std::pair<LocalSurface, Vec3d> surface_at(const SceneBody& body, Vec3d point, Vec3d normal) {
  const Mat3<double> axes = rotation_matrix(body.rotation);
  const Vec3d local = axes.transposed_times(point - body.position);
  LocalSurface surface;
  switch (body.shape) {
    case BodyShape::sphere: surface.k1 = surface.k2 = 1 / body.radius; break;
    case BodyShape::capsule:
      // Its ends are half spheres. If the contact is along its axis, the ends of the cylinder are points of a
      // line.
      if (std::fabs(local.x) < body.half.x ||
          (lies_on(normal, axes.column[0]) &&
           std::fabs(local.x) < body.half.x + line_tolerance * body.radius))
        surface.k1 = 0;
      else surface.k1 = 1 / body.radius;
      surface.k2 = 1 / body.radius;
      break;
    case BodyShape::box: {
      std::array inside{body.half.x - std::fabs(local.x), body.half.y - std::fabs(local.y),
                        body.half.z - std::fabs(local.z)};
      std::ranges::sort(inside, {}, [](double d) { return std::fabs(d); });
      surface.edge_distance = std::max(0.0, inside[1]);
      break;
    }
    default: break;
  }
  return {surface, axes.column[0]};
}

/// The contacts of a state that settle wrote, between "wall 0", ... and "body 0", ...
void read_scene(const std::filesystem::path& file, double friction, const std::vector<PackedItem>& kinds,
                Packing& packing) {
  const JsonNode root = JsonNode::parse(io::read_file(file), file.string());
  root.require_schema("jampack/scene/1");
  const auto contacts = root.find("contacts");
  if (!contacts) root.fail("it has no contacts: a state that settle wrote with --out is needed");
  const double step = positive_quantity(root.at("step_s"), 1);
  std::vector<SceneBody> bodies;
  const auto add = [&](const char* key, const char* kind, const char* group) {
    const auto list = root.find(key);
    if (!list) return;
    int number = 0;
    for (const JsonNode& node : list->items()) {
      const std::string name = fmt::format("{} {}", kind, number++);
      auto item = std::ranges::find(kinds, name, &PackedItem::name);
      if (item == kinds.end()) item = std::ranges::find(kinds, group, &PackedItem::name);
      if (item == kinds.end())
        node.fail(
            fmt::format("{}: its material is not known: items needs \"{}\" or \"{}\"", name, name, group));
      bodies.push_back(read_body(node));
      packing.items.push_back({name, item->material, item->allowed, item->liner});
    }
  };
  add("statics", "wall", "walls");
  add("bodies", "body", "bodies");
  if (bodies.empty()) root.fail("it has no bodies");
  for (const JsonNode& node : contacts->items()) {
    PackedContact contact;
    contact.a = static_cast<int>(node.at("a").whole(0, bodies.size() - 1));
    contact.b = static_cast<int>(node.at("b").whole(0, bodies.size() - 1));
    if (contact.a == contact.b) node.fail(touches_itself(packing.items[contact.a].name));
    contact.point = vector_of(node.at("point_m"), millimetres);
    if (const auto normal = node.find("normal")) contact.normal = vector_of(*normal, 1);
    if (const auto gap = node.find("gap_m")) contact.gap = quantity(*gap, millimetres);
    const Vec3d force = vector_of(node.at("impulse_Ns"), 1 / step);
    contact.force = std::max(0.0, force.x);
    contact.tangential = std::hypot(force.y, force.z);
    contact.friction = friction;
    const SceneBody &a = bodies[contact.a], &b = bodies[contact.b];
    const auto [surface_a, direction_a] = surface_at(a, contact.point, contact.normal);
    const auto [surface_b, direction_b] = surface_at(b, contact.point, contact.normal);
    contact.surface_a = surface_a;
    contact.surface_b = surface_b;
    contact.angle = std::acos(std::clamp(std::fabs(dot(direction_a, direction_b)), 0.0, 1.0));
    if (a.shape == BodyShape::unknown || b.shape == BodyShape::unknown)
      contact.unknown = "the curvature of a union of shapes is not known";
    packing.contacts.push_back(std::move(contact));
  }
}

}  // namespace

Packing read_packing(const std::filesystem::path& file) {
  const auto [root, name, units] = open_input(
      file, "jampack/pressure/1", {"schema", "name", "units", "items", "contacts", "scene", "friction"});
  Packing packing;
  packing.name = name;
  const double friction = friction_of(root);
  std::vector<PackedItem> items;
  for (const auto& [key, node] : root.at("items").members()) items.push_back(read_item(key, node, units));
  const auto scene = root.find("scene"), contacts = root.find("contacts");
  if (scene.has_value() == contacts.has_value()) root.fail("either contacts or a scene is needed");
  if (contacts) {
    packing.items = std::move(items);
    read_listed(*contacts, friction, units, packing);
  } else {
    read_scene(file.parent_path() / scene->text(), friction, items, packing);
  }
  // Two rigid items have no pressure.
  for (const PackedContact& contact : packing.contacts) {
    const PackedItem &a = packing.items[contact.a], &b = packing.items[contact.b];
    if (std::isinf(a.material.young) && std::isinf(b.material.young)) {
      root.at("items").fail(fmt::format("{} and {} touch, and both are rigid", a.name, b.name));
    }
  }
  return packing;
}

}  // namespace jam::elastic
