// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/containers/asked_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"

namespace jam::view {
namespace {

using io::JsonNode;
using io::JsonObject;

constexpr double largest_number = 1e12;  ///< Largest coordinate or component of a normal.

std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::vector<JsonNode> list_in(const JsonNode& node) {
  std::vector<JsonNode> items = node.items();
  if (items.size() > asked_limit) node.fail(fmt::format("at most {} are accepted", asked_limit));
  return items;
}

void require_range(const JsonNode& node, Vec3d v) {
  if (!(std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}) <= largest_number))
    node.fail("numbers up to 1e12 are accepted");
}

std::string short_text(const JsonNode& node) {
  std::string text = node.text();
  if (text.size() > asked_text_limit)
    node.fail(fmt::format("at most {} characters are accepted", asked_text_limit));
  return text;
}

/// What `parse` makes of a text; its error names the place in the command.
template <class Function>
auto parsed(const JsonNode& node, Function&& parse) {
  const std::string text = short_text(node);
  try {
    return parse(text);
  } catch (const InputError& error) {
    node.fail(error.what());
  }
}

std::vector<Vec3d> points_in(const JsonNode& list) {
  std::vector<Vec3d> points;
  for (const JsonNode& node : list_in(list)) {
    points.push_back(parsed(node, mesh::parse_point));
    require_range(node, points.back());
  }
  return points;
}

std::vector<mesh::CapPlane> caps_in(const JsonNode& list) {
  std::vector<mesh::CapPlane> caps;
  for (const JsonNode& node : list_in(list)) {
    caps.push_back(parsed(node, mesh::parse_cap));
    require_range(node, caps.back().point);
    require_range(node, caps.back().normal);
  }
  return caps;
}

/// Names that parts of the mesh have, up to upper and lower case, as in take_named_parts().
std::vector<std::string> names_in(const JsonNode& list, const mesh::PartedMesh& mesh) {
  std::vector<std::string> names;
  for (const JsonNode& node : list_in(list)) {
    const std::string name = node.any_text();
    const auto same = [&](const std::string& one) { return lower_case(one) == lower_case(name); };
    if (std::ranges::none_of(mesh.names, same))
      node.fail("no part of the file has the name " + io::quoted(name.substr(0, asked_text_limit)));
    names.push_back(name);
  }
  return names;
}

void require_one_use(const JsonNode& command, const mesh::PartNames& named) {
  std::set<std::string> used;
  for (const std::vector<std::string>* const list : {&named.container, &named.obstacles})
    for (const std::string& name : *list)
      if (!used.insert(name).second)
        command.fail(io::quoted(name.substr(0, asked_text_limit)) +
                     " is named twice: as a part or as an obstacle, once, is accepted");
}

}  // namespace

std::string change_asked(const JsonNode& command, const mesh::PartedMesh& mesh, mesh::ReadOptions& options) {
  command.require_keys(
      {"do", "revision", "inside", "cap", "part", "obstacle", "unit", "up", "all_parts", "close_rim"});
  std::string change;
  const auto member = [&](const char* key, const char* what, const auto& take) {
    const auto node = command.find(key);
    if (!node) return;
    take(*node);
    if (change.find(what) == std::string::npos) change += (change.empty() ? "" : ", ") + std::string(what);
  };
  member("inside", "points inside", [&](const JsonNode& node) { options.inside = points_in(node); });
  member("cap", "cap planes", [&](const JsonNode& node) { options.caps = caps_in(node); });
  member("close_rim", "cap planes", [&](const JsonNode& node) { options.close_rim = node.truth(); });
  member("part", "parts", [&](const JsonNode& node) { options.named.container = names_in(node, mesh); });
  member("obstacle", "parts", [&](const JsonNode& node) { options.named.obstacles = names_in(node, mesh); });
  member("all_parts", "all rooms", [&](const JsonNode& node) { options.all_parts = node.truth(); });
  member("unit", "unit", [&](const JsonNode& node) {
    options.unit.reset();
    if (!node.is_null()) options.unit = parsed(node, mesh::parse_length_unit);
  });
  member("up", "axis that points up", [&](const JsonNode& node) {
    options.up.reset();
    if (!node.is_null()) options.up = parsed(node, mesh::parse_up_axis);
  });
  if (change.empty())
    command.fail("one of inside, cap, close_rim, part, obstacle, all_parts, unit, up is needed");
  require_one_use(command, options.named);
  return change;
}

JsonObject asked_json(const mesh::ReadOptions& options, const mesh::PartedMesh& mesh) {
  const auto point = [&](const Vec3d& p) {
    return JsonObject("text", io::number_text(p.x) + "," + io::number_text(p.y) + "," + io::number_text(p.z))
        .add("at_mm", mesh::from_file(p, mesh.unit, mesh.up));
  };
  const auto plane = [&](const mesh::CapPlane& cap) {
    const mesh::CapPlane own = mesh::from_file(cap, mesh.unit, mesh.up);
    return JsonObject("text", cap.text)
        .add("point_mm", own.point, "normal", own.normal / length(own.normal), "one_sided", own.one_sided);
  };
  const auto word = [](const auto& value, const auto& table) {
    return io::json_if(value.has_value(), value ? word_of(*value, table) : "");
  };
  return JsonObject("inside", io::json_array(options.inside, point))
      .add("cap", io::json_array(options.caps, plane), "close_rim", options.close_rim)
      .add("part", options.named.container, "obstacle", options.named.obstacles)
      .add("unit", word(options.unit, mesh::length_unit_words))
      .add("up", word(options.up, mesh::up_axis_words))
      .add("all_parts", options.all_parts);
}

}  // namespace jam::view
