// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/scene_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace jam::dynamics {
namespace {

using io::JsonNode;

/// Largest coordinate of a position [m]; neighbouring doubles there are 1.2e-7 m apart.
constexpr double position_limit = 1e9;
constexpr double vector_limit = 1e12;  ///< Largest component of any vector of a file, whatever its unit.

double largest(Vec3d v) { return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}); }

}  // namespace

std::vector<JsonNode> three_items(const JsonNode& node) {
  std::vector<JsonNode> items = node.items();
  if (items.size() != 3) node.fail(fmt::format("it has {} numbers: 3 are needed", items.size()));
  return items;
}

Vec3d read_vector(const JsonNode& node) {
  const std::vector<JsonNode> items = three_items(node);
  const Vec3d vector{items[0].number(), items[1].number(), items[2].number()};
  if (largest(vector) > vector_limit)
    node.fail(fmt::format("components from -{:g} to {:g} are accepted", vector_limit, vector_limit));
  return vector;
}

Vec3d read_point(const JsonNode& node) {
  const Vec3d point = read_vector(node);
  if (largest(point) > position_limit)
    node.fail(fmt::format("a coordinate is beyond {:g} m", position_limit));
  return point;
}

Vec3d vector_or(const JsonNode& object, const char* key, Vec3d otherwise) {
  return object.find(key) ? read_vector(object.at(key)) : otherwise;
}

double number_or(const JsonNode& object, const char* key, double otherwise) {
  return object.find(key) ? object.at(key).number() : otherwise;
}

Pose read_pose(const JsonNode& object) {
  Pose pose;
  if (const auto node = object.find("position_m")) pose.position = read_point(*node);
  if (const auto node = object.find("orientation")) {
    const std::vector<JsonNode> items = node->items();
    if (items.size() != 4)
      node->fail(fmt::format("it has {} numbers: 4, the quaternion w, x, y, z, are needed", items.size()));
    const Quaterniond q{items[0].number(), items[1].number(), items[2].number(), items[3].number()};
    if (std::fabs(norm(q) - 1) > 1e-6) node->fail("the quaternion is not of unit length");
    // One of unit length stays as it is, so that a scene that was written is read as it was.
    pose.rotation = std::fabs(norm(q) - 1) > 1e-15 ? normalised(q) : q;
  }
  return pose;
}

Surface read_surface(const JsonNode& object, Surface surface) {
  if (const auto node = object.find("friction")) {
    surface.friction = node->number();
    if (surface.friction < 0) node->fail("the friction is negative: a coefficient of at least 0 is needed");
  }
  if (const auto node = object.find("restitution")) {
    surface.restitution = node->number();
    if (surface.restitution < 0 || surface.restitution > 1) node->fail("a restitution from 0 to 1 is needed");
  }
  return surface;
}

}  // namespace jam::dynamics
