// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/io/wall_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jam/elastic/io/material_json.hpp"
#include "jam/elastic/io/pressure_map.hpp"
#include "jam/elastic/io/result_text.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/number_text.hpp"

namespace jam::elastic {
namespace {

using io::JsonNode;

WallItem read_item(const JsonNode& node, const Units& units, std::string& name, int number) {
  node.require_keys({"name", "point", "radii", "material", "force"});
  name = fmt::format("item {}", number);
  if (const auto text = node.find("name")) name = text->text();
  WallItem item;
  const std::vector<JsonNode> point = items_of(node.at("point"), 2, "x and y on the wall");
  item.x = quantity(point[0], units.length);
  item.y = quantity(point[1], units.length);
  const auto [k1, k2] = read_radii(node.at("radii"), units);
  if (!(k1 > 0 && k2 > 0)) node.at("radii").fail("radii above 0 are needed: the wall is flat");
  item.curvature = {0.5 * k1, 0.5 * k2};
  item.material = read_material(node.at("material"), units);
  item.force = positive_quantity(node.at("force"), units.force);
  return item;
}

Grid read_grid(const JsonNode& node, const Units& units) {
  node.require_keys({"cells", "size"});
  const auto [nx, ny] = read_cells(node.at("cells"));
  const Extent size = read_size(node.at("size"), units);
  return centred_grid(nx, ny, size.x, size.y);
}

double area_of(const Wall& wall, const WallPatch& patch) { return patch.cells * wall.grid.area(); }

}  // namespace

Wall read_wall(const std::filesystem::path& file) {
  const auto [root, name, units] =
      open_input(file, "jampack/wall/1", {"schema", "name", "units", "wall", "items", "grid"});
  Wall wall;
  wall.name = name;
  const JsonNode body = root.at("wall");
  body.require_keys({"material", "liner"});
  wall.material = read_material(body.at("material"), units);
  if (const auto liner = body.find("liner")) wall.liner = read_liner(*liner, units);
  for (const JsonNode& node : root.at("items").items()) {
    wall.names.emplace_back();
    wall.items.push_back(read_item(node, units, wall.names.back(), static_cast<int>(wall.items.size())));
    static_cast<void>(named(node, [&] { return combine(wall.items.back().material, wall.material); }));
  }
  if (wall.items.empty()) root.at("items").fail("it is empty: at least one item is needed");
  const auto grid = root.find("grid");
  wall.grid = grid ? read_grid(*grid, units) : wall_grid(wall.material, wall.liner, wall.items);
  return wall;
}

std::string wall_json(const Wall& wall, const WallSolution& solution) {
  const Grid& grid = wall.grid;
  double force = 0, x = 0, y = 0;
  for (int i = 0; i < grid.count(); ++i) {
    const double part = solution.pressure[i] * grid.area();
    force += part, x += part * grid.x(i % grid.nx), y += part * grid.y(i / grid.nx);
  }
  std::vector<io::JsonObject> items;
  for (std::size_t k = 0; k < wall.items.size(); ++k) {
    const WallPatch& patch = solution.patches[k];
    items.push_back(io::JsonObject("name", wall.names[k])
                        .add("point", io::json_list(wall.items[k].x, wall.items[k].y))
                        .add("force", wall.items[k].force, "approach", patch.approach)
                        .add("peak_pressure", patch.peak, "area", area_of(wall, patch))
                        .add("clipped", patch.clipped, "warnings", patch.warnings));
  }
  return io::JsonObject::document()
      .add("schema", "jampack/wall-result/1", "name", wall.name, "units", result_units())
      .add("grid", grid_json(grid), "force", force)
      .add("centre_of_pressure", io::json_list(x / force, y / force))
      .add("solver", io::JsonObject("status", solution.solved ? "solved" : "limit")
                         .add("iterations", solution.iterations)
                         .add("residual", solution.residual))
      .add("items", io::json_lines(items))
      .add("fields", io::JsonObject("pressure", solution.pressure).add("item", solution.item))
      .text();
}

std::string wall_csv(const Wall& wall, const WallSolution& solution) {
  std::string text = "item,x,y,force,approach,peak_pressure,area\n";
  for (std::size_t k = 0; k < wall.items.size(); ++k) {
    const WallPatch& patch = solution.patches[k];
    text += std::to_string(k);
    for (const double value : {wall.items[k].x, wall.items[k].y, wall.items[k].force, patch.approach,
                               patch.peak, area_of(wall, patch)}) {
      text += "," + io::number_text(value);
    }
    text += "\n";
  }
  return text;
}

std::string wall_svg(const Wall& wall, const WallSolution& solution) {
  std::vector<MapLabel> labels;
  double peak = 0;
  for (std::size_t k = 0; k < wall.items.size(); ++k) {
    labels.push_back({wall.items[k].x, wall.items[k].y, wall.names[k]});
    peak = std::max(peak, solution.patches[k].peak);
  }
  return pressure_svg(wall.name, wall.grid, solution.pressure, peak, labels);
}

}  // namespace jam::elastic
