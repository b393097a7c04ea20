// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/io/material_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

namespace jam::elastic {

using io::JsonNode;

std::vector<JsonNode> items_of(const JsonNode& list, std::size_t count, const char* what) {
  std::vector<JsonNode> items = list.items();
  if (items.size() != count)
    list.fail(fmt::format("it has {} numbers: {}, {}, are needed", items.size(), count, what));
  return items;
}

std::array<int, 2> read_cells(const JsonNode& node) {
  const std::vector<JsonNode> items = items_of(node, 2, "the cells along x and y");
  return {static_cast<int>(items[0].whole(1, axis_limit)), static_cast<int>(items[1].whole(1, axis_limit))};
}

Extent read_size(const JsonNode& node, const Units& units) {
  const std::vector<JsonNode> items = items_of(node, 2, "the edges along x and y");
  return {positive_quantity(items[0], units.length), positive_quantity(items[1], units.length)};
}

Material read_material(const JsonNode& node, const Units& units) {
  if (node.is_text()) {
    const std::string name = node.text();
    std::string names;
    for (const NamedMaterial& known : named_materials()) {
      if (name == known.name) return known.material;
      names += (names.empty() ? "" : ", ") + std::string(known.name);
    }
    node.fail(fmt::format("the material '{}' is unknown: {}, or young_modulus and poisson_ratio are accepted",
                          name, names));
  }
  node.require_keys({"young_modulus", "poisson_ratio"});
  const JsonNode young = node.at("young_modulus"), poisson = node.at("poisson_ratio");
  if (!(young.number() > 0)) young.fail("the modulus is not positive: a number above 0 is needed");
  const Material material{positive_quantity(young, units.modulus), poisson.number()};
  if (!(material.poisson >= 0 && material.poisson <= 0.5)) poisson.fail("a number from 0 to 0.5 is needed");
  return material;
}

std::pair<double, double> read_radii(const JsonNode& radii, const Units& units) {
  const auto curvature = [&](const JsonNode& node) {
    if (node.is_text()) {
      if (node.text() != "flat") node.fail("a radius or \"flat\" is needed");
      return 0.0;
    }
    const double radius = quantity(node, units.length);
    if (!(std::fabs(radius) >= 1 / quantity_limit))
      node.fail("the radius is 0: another number, negative of a hollow, or \"flat\" is needed");
    return 1 / radius;
  };
  if (!radii.is_list()) return {curvature(radii), curvature(radii)};
  const std::vector<JsonNode> items = items_of(radii, 2, "the radii along both principal directions");
  return {curvature(items[0]), curvature(items[1])};
}

Liner read_liner(const JsonNode& node, const Units& units) {
  node.require_keys({"thickness", "modulus"});
  return {positive_quantity(node.at("thickness"), units.length),
          positive_quantity(node.at("modulus"), units.modulus)};
}

}  // namespace jam::elastic
