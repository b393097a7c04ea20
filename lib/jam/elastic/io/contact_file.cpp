// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/io/contact_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/elastic/io/material_json.hpp"
#include "jam/io/json.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/text_table.hpp"

namespace jam::elastic {
namespace {

using io::JsonNode;

constexpr int default_cells = 128;
constexpr int axis_limit = 16384;  ///< Cells along an axis.

MaterialPair read_materials(const JsonNode& node, const Units& units) {
  node.require_keys({"upper", "lower"});
  const Material upper = read_material(node.at("upper"), units), lower = read_material(node.at("lower"), units);
  try {
    return combine(upper, lower);
  } catch (const InputError& error) {
    node.fail(error.what());
  }
}

/// The curvatures of a body.
std::pair<double, double> read_body(const JsonNode& body, const Units& units) {
  body.require_keys({"radii"});
  return read_radii(body.at("radii"), units);
}

/// Rows of numbers in a file beside the contact's, or in the object itself, as gaps.
std::vector<double> read_raster(const JsonNode& node, const std::filesystem::path& folder, const Units& units, int& nx, int& ny) {
  std::vector<double> gap;
  if (const auto file = node.find("file")) {
    if (node.find("rows")) node.fail("file and rows contradict each other: one of them is needed");
    const io::TextTable table = io::TextTable::read(folder / file->text());
    ny = table.row_count();
    if (ny == 0) file->fail("the file has no rows");
    nx = table.field_count(0);
    for (int iy = 0; iy < ny; ++iy) {
      table.require_field_count(iy, nx, "as many gaps as the first row");
      for (int ix = 0; ix < nx; ++ix) gap.push_back(units.length * table.number(iy, ix, "gap"));
    }
  } else {
    const std::vector<JsonNode> rows = node.at("rows").items();
    ny = static_cast<int>(rows.size());
    for (const JsonNode& row : rows) {
      const std::vector<JsonNode> cells = row.items();
      if (gap.empty()) nx = static_cast<int>(cells.size());
      if (static_cast<int>(cells.size()) != nx || nx == 0)
        row.fail(fmt::format("it has {} gaps: as many as in the first row, at least 1, are needed", cells.size()));
      for (const JsonNode& cell : cells) gap.push_back(units.length * cell.number());
    }
    if (ny == 0) node.at("rows").fail("it is empty: at least one row is needed");
  }
  if (nx > axis_limit || ny > axis_limit)
    node.fail(fmt::format("it has {} x {} cells: at most {} along an axis are accepted", nx, ny, axis_limit));
  return gap;
}

Surface read_surface(const JsonNode& node, const std::filesystem::path& folder, const Units& units, int& nx, int& ny) {
  Surface surface;
  const JsonNode kind = node.at("kind");
  const std::string name = kind.text();
  if (name == "paraboloid") {
    node.require_keys({"kind", "radii"});
    const JsonNode radii = node.at("radii");
    if (radii.is_list()) {
      const std::vector<JsonNode> items = items_of(radii, 2, "the radii along x and y");
      surface.curvature = {0.5 / (units.length * items[0].positive_number()), 0.5 / (units.length * items[1].positive_number())};
    } else {
      surface.curvature.a = surface.curvature.b = 0.5 / (units.length * radii.positive_number());
    }
  } else if (name == "bodies") {
    node.require_keys({"kind", "upper", "lower", "angle_deg"});
    const auto [u1, u2] = read_body(node.at("upper"), units);
    const auto [l1, l2] = read_body(node.at("lower"), units);
    const auto angle = node.find("angle_deg");
    try {
      surface.curvature = gap_curvature(u1, u2, l1, l2, angle ? angle->number() * std::numbers::pi / 180 : 0);
    } catch (const InputError& error) {
      node.fail(error.what());
    }
  } else if (name == "punch") {
    node.require_keys({"kind", "radius"});
    surface.kind = SurfaceKind::punch;
    surface.radius = units.length * node.at("radius").positive_number();
  } else if (name == "raster") {
    node.require_keys({"kind", "file", "rows"});
    surface.kind = SurfaceKind::raster;
    surface.raster = read_raster(node, folder, units, nx, ny);
  } else {
    kind.fail(fmt::format("'{}' is unknown: paraboloid, bodies, punch, raster are accepted", name));
  }
  return surface;
}

/// One load, or several in turn.
std::vector<NormalLoad> read_loads(const JsonNode& node, const Units& units) {
  node.require_keys({"force", "approach"});
  const auto force = node.find("force"), approach = node.find("approach");
  if (force.has_value() == approach.has_value()) node.fail("either a force or an approach is needed");
  const JsonNode& values = force ? *force : *approach;
  std::vector<NormalLoad> loads;
  for (const JsonNode& value : values.is_list() ? values.items() : std::vector{values}) {
    if (force && value.number() < 0) value.fail("the force is negative: a number of at least 0 is needed");
    loads.push_back({force.has_value(), (force ? units.force : units.length) * value.number()});
  }
  if (loads.empty()) values.fail("it is empty: at least one load is needed");
  return loads;
}

Tangent read_tangent(const JsonNode& node, double unit) {
  const std::vector<JsonNode> items = items_of(node, 2, "the components along x and y");
  return {unit * items[0].number(), unit * items[1].number()};
}

/// The motion of `node`, none where there is no such object.
TangentialLoad read_tangential(const JsonNode& friction, const std::optional<JsonNode>& node, const Units& units, const ContactFile& file) {
  TangentialLoad load;
  load.friction = friction.number();
  if (load.friction < 0) friction.fail("the friction is negative: a coefficient of at least 0 is needed");
  if (!node) return load;
  node->require_keys({"shift", "force", "creepage", "spin"});
  const auto shift = node->find("shift"), force = node->find("force"), creepage = node->find("creepage"), spin = node->find("spin");
  if (shift.has_value() + force.has_value() + creepage.has_value() > 1) {
    node->fail("shift, force and creepage contradict each other: one of them is needed");
  }
  if (shift) load.value = read_tangent(*shift, units.length);
  if (force) load = {load.friction, Motion::force, read_tangent(*force, units.force), 0};
  if (creepage) load = {load.friction, Motion::rolling, read_tangent(*creepage, 1), 0};
  if (spin && force) spin->fail("a spin goes with a shift or a creepage");
  if (spin) load.spin = spin->number() / (creepage ? units.length : 1);
  if (load.motion != Motion::shift && file.steps.size() > 1) node->fail("loads in turn go with a shift, or with nothing");
  if (load.motion == Motion::rolling && file.contact.pair.coupling != 0) {
    creepage->fail("rolling of different materials is not computed: (1 - 2 nu) / G must be the same of both");
  }
  return load;
}

/// The grid of `node`, or what suits the contact. A raster has given nx and ny.
Grid read_grid(const std::optional<JsonNode>& node, const Contact& contact, const Units& units, int nx, int ny, const JsonNode& surface) {
  const bool raster = contact.surface.kind == SurfaceKind::raster;
  std::optional<JsonNode> size;
  if (!raster) nx = ny = default_cells;
  if (node) {
    node->require_keys({"cells", "size"});
    size = node->find("size");
    if (const auto cells = node->find("cells")) {
      if (raster) cells->fail("the raster says how many cells there are");
      const std::vector<JsonNode> items = items_of(*cells, 2, "the cells along x and y");
      nx = static_cast<int>(items[0].whole(1, axis_limit));
      ny = static_cast<int>(items[1].whole(1, axis_limit));
    }
  }
  if (size) {
    const std::vector<JsonNode> items = items_of(*size, 2, "the edges along x and y");
    return centred_grid(nx, ny, units.length * items[0].positive_number(), units.length * items[1].positive_number());
  }
  if (raster) surface.fail("a raster needs the size of the grid: \"grid\": {\"size\": [x, y]}");
  const Extent extent = patch_extent(contact.surface, contact.pair, contact.liner, contact.load);
  return centred_grid(nx, ny, 2 * extent.x, 2 * extent.y);
}

}  // namespace

ContactFile read_contact(const std::filesystem::path& file) {
  const JsonNode root = JsonNode::parse(io::read_file(file), file.string());
  root.require_schema("jampack/contact/1");
  root.require_keys({"schema", "name", "units", "materials", "surface", "load", "liner", "grid", "friction", "tangential"});
  ContactFile result;
  const auto name = root.find("name");
  result.name = name ? name->text() : file.stem().string();
  Units units;
  if (const auto node = root.find("units")) units = read_units(*node);
  Contact& contact = result.contact;
  contact.pair = read_materials(root.at("materials"), units);
  int nx = 0, ny = 0;
  contact.surface = read_surface(root.at("surface"), file.parent_path(), units, nx, ny);
  result.steps = read_loads(root.at("load"), units);
  contact.load = result.steps.back();
  if (const auto node = root.find("liner")) contact.liner = read_liner(*node, units);
  const auto friction = root.find("friction"), tangential = root.find("tangential");
  if (friction) result.tangential = read_tangential(*friction, tangential, units, result);
  else if (tangential) tangential->fail("it needs a friction");
  contact.grid = read_grid(root.find("grid"), contact, units, nx, ny, root.at("surface"));
  return result;
}

}  // namespace jam::elastic
