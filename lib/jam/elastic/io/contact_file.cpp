// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/io/contact_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "jam/elastic/io/gap_raster.hpp"
#include "jam/elastic/io/material_json.hpp"

namespace jam::elastic {
namespace {

using io::JsonNode;

constexpr int default_cells = 128;
/// Cells along an axis for steady rolling, which takes a step for each cell of the patch and more: it ends in
/// seconds.
constexpr int rolling_cells = 64;

MaterialPair read_materials(const JsonNode& node, const Units& units) {
  node.require_keys({"upper", "lower"});
  const Material upper = read_material(node.at("upper"), units),
                 lower = read_material(node.at("lower"), units);
  return named(node, [&] { return combine(upper, lower); });
}

/// The curvatures of a body.
std::pair<double, double> read_body(const JsonNode& body, const Units& units) {
  body.require_keys({"radii"});
  return read_radii(body.at("radii"), units);
}

/// A line along y: one of its curvatures is 0, the other one that of x.
void make_line(const JsonNode& node, const std::optional<JsonNode>& length, double curvature,
               const Units& units, Surface& surface) {
  if (!length) {
    node.fail(
        "the surfaces touch along a line: the \"length\" of the line is needed for the closed formulas; or a "
        "raster of one row, with the "
        "length as the size of its grid along y");
  }
  surface.kind = SurfaceKind::line;
  surface.curvature = {curvature, 0};
  surface.length = positive_quantity(*length, units.length);
}

void read_paraboloid(const JsonNode& node, const Units& units, Surface& surface) {
  node.require_keys({"kind", "radii", "length"});
  const JsonNode radii = node.at("radii");
  const auto length = node.find("length");
  const auto [k1, k2] = read_radii(radii, units);
  if (!(k1 >= 0 && k2 >= 0)) radii.fail("radii above 0 are needed");
  if (k1 == 0)
    radii.fail("it is flat along x: a radius, and \"flat\" along y for a line contact, are accepted");
  if (k2 == 0) return make_line(node, length, 0.5 * k1, units, surface);
  if (length) length->fail("a length belongs to a line contact: \"radii\": [radius, \"flat\"]");
  surface.curvature = {0.5 * k1, 0.5 * k2};
}

void read_bodies(const JsonNode& node, const Units& units, Surface& surface) {
  node.require_keys({"kind", "upper", "lower", "angle_deg", "length"});
  const auto [u1, u2] = read_body(node.at("upper"), units);
  const auto [l1, l2] = read_body(node.at("lower"), units);
  const auto angle = node.find("angle_deg"), length = node.find("length");
  const double turn = angle ? quantity(*angle, std::numbers::pi / 180) : 0;
  const Curvature gap =
      named(node, [&, u1 = u1, u2 = u2, l1 = l1, l2 = l2] { return gap_curvature(u1, u2, l1, l2, turn); });
  const auto bodies = body_curvatures(u1, u2, l1, l2, turn);
  if (gap.a == 0) {
    make_line(node, length, gap.b, units, surface);
    // The long axis of a line is y.
    surface.bodies = {BodyCurvature{bodies[0].y, bodies[0].x}, BodyCurvature{bodies[1].y, bodies[1].x}};
    return;
  }
  if (length) length->fail("the surfaces touch in one point: a length belongs to a line contact");
  surface.curvature = gap;
  surface.bodies = bodies;
}

Surface read_surface(const JsonNode& node, const std::filesystem::path& folder, const Units& units,
                     const std::optional<JsonNode>& cells, GapRaster& raster) {
  Surface surface;
  const JsonNode kind = node.at("kind");
  const std::string name = kind.text();
  if (name == "paraboloid") {
    read_paraboloid(node, units, surface);
  } else if (name == "bodies") {
    read_bodies(node, units, surface);
  } else if (name == "punch") {
    node.require_keys({"kind", "radius"});
    surface.kind = SurfaceKind::punch;
    surface.radius = positive_quantity(node.at("radius"), units.length);
  } else if (name == "raster") {
    node.require_keys({"kind", "file", "rows"});
    surface.kind = SurfaceKind::raster;
    raster = read_gaps(node, folder, units, cells);
    surface.raster = raster.gap;
  } else {
    kind.fail(fmt::format("'{}' is unknown: paraboloid, bodies, punch, raster are accepted", name));
  }
  return surface;
}

/// One load, or several, one after the other.
struct Loads {
  std::vector<NormalLoad> steps;
  std::vector<JsonNode> pressures;  ///< Mean pressures [MPa], which become forces once the area is known.
};

Loads read_loads(const JsonNode& node, const Units& units) {
  node.require_keys({"force", "approach", "pressure"});
  const auto force = node.find("force"), approach = node.find("approach"), pressure = node.find("pressure");
  if (force.has_value() + approach.has_value() + pressure.has_value() != 1)
    node.fail("either a force or an approach is needed, or a mean pressure");
  const JsonNode& values = force ? *force : approach ? *approach : *pressure;
  Loads loads;
  for (const JsonNode& value : values.is_list() ? values.items() : std::vector{values}) {
    if (force) loads.steps.push_back({true, least_zero_quantity(value, units.force, "force")});
    else if (approach) loads.steps.push_back({false, quantity(value, units.length)});
    else
      loads.steps.push_back({true, least_zero_quantity(value, units.modulus, "pressure")}),
          loads.pressures.push_back(value);
  }
  if (loads.steps.empty()) values.fail("it is empty: at least one load is needed");
  return loads;
}

/// The force of a mean pressure: over a whole raster, below a punch, or over the patch by the closed
/// formulas.
double force_of(double pressure, const JsonNode& node, const Contact& contact) {
  const Surface& surface = contact.surface;
  switch (surface.kind) {
    case SurfaceKind::raster: return pressure * contact.grid.area() * contact.grid.count();
    case SurfaceKind::punch: return pressure * std::numbers::pi * surface.radius * surface.radius;
    default: break;
  }
  if (contact.liner.flexibility() > 0)
    node.fail("the area of a patch on a liner is not known before: a force or an approach is needed");
  // The mean pressure goes with the force to the power 1/3, on a line 1/2.
  const HertzContact unit = named(node, [&] { return hertz_of(surface, contact.pair.modulus, {true, 1}); });
  const bool line = surface.kind == SurfaceKind::line;
  const double mean = line ? unit.peak * std::numbers::pi / 4 : unit.peak / 1.5;
  return std::pow(pressure / mean, line ? 2 : 3);
}

Tangent read_tangent(const JsonNode& node, double unit) {
  const std::vector<JsonNode> items = items_of(node, 2, "the components along x and y");
  return {quantity(items[0], unit), quantity(items[1], unit)};
}

/// The motion of `node`, none if there is no such object.
TangentialLoad read_tangential(const JsonNode& friction, const std::optional<JsonNode>& node,
                               const Units& units, const ContactFile& file) {
  TangentialLoad load;
  load.friction = least_zero_quantity(friction, 1, "friction");
  if (!node) return load;
  node->require_keys({"shift", "force", "creepage", "spin"});
  const auto shift = node->find("shift"), force = node->find("force"), creepage = node->find("creepage"),
             spin = node->find("spin");
  if (shift.has_value() + force.has_value() + creepage.has_value() > 1) {
    node->fail("shift, force and creepage contradict each other: one of them is needed");
  }
  if (shift) load.value = read_tangent(*shift, units.length);
  if (force) load = {load.friction, Motion::force, read_tangent(*force, units.force), 0};
  if (creepage) load = {load.friction, Motion::rolling, read_tangent(*creepage, 1), 0};
  if (spin && force) spin->fail("a spin goes with a shift or a creepage");
  if (spin) load.spin = quantity(*spin, creepage ? 1 / units.length : 1);
  if (load.motion != Motion::shift && file.steps.size() > 1)
    node->fail("loads in turn go with a shift, or with nothing");
  if (load.motion == Motion::rolling && file.contact.pair.coupling != 0) {
    creepage->fail("rolling of different materials is not computed: (1 - 2 nu) / G must be the same of both");
  }
  return load;
}

/// The grid of the points of a raster; what they do not say of it is `size`.
Grid read_point_grid(const Grid& points, const std::optional<JsonNode>& size, const Units& units,
                     const JsonNode& surface) {
  Grid grid = points;
  if (!size) {
    if (grid.dx > 0 && grid.dy > 0) return grid;
    surface.fail("the points lie on a line: \"grid\": {\"size\": [x, y]} must say how wide it is");
  }
  const std::vector<JsonNode> items = items_of(*size, 2, "the edges along x and y");
  const auto edge = [&](const JsonNode& node, int count, double& step) {
    constexpr double agreement = 1e-2;
    const double length = positive_quantity(node, units.length);
    if (step > 0 && std::fabs(length - count * step) > agreement * count * step) {
      node.fail(
          fmt::format("the cells of {} points {} mm apart are {} mm long: the same, or no size, is needed",
                      count, step, count * step));
    }
    if (!(step > 0)) step = length / count;
  };
  edge(items[0], grid.nx, grid.dx);
  edge(items[1], grid.ny, grid.dy);
  return grid;
}

/// The grid of `node`, or what suits the contact. A raster has given its cells.
Grid read_grid(const std::optional<JsonNode>& node, const Contact& contact, const Units& units,
               const GapRaster& raster, const JsonNode& root, int default_count) {
  const JsonNode surface = root.at("surface");
  const bool is_raster = contact.surface.kind == SurfaceKind::raster,
             line = contact.surface.kind == SurfaceKind::line;
  const auto size = node ? node->find("size") : std::nullopt;
  int nx = raster.nx, ny = raster.ny;
  if (!is_raster) {
    nx = default_count, ny = line ? 1 : default_count;
    if (const auto cells = node ? node->find("cells") : std::nullopt) {
      const std::vector<JsonNode> items = items_of(*cells, 2, "the cells along x and y");
      nx = static_cast<int>(items[0].whole(1, axis_limit));
      ny = static_cast<int>(items[1].whole(1, line ? 1 : axis_limit));
    }
  }
  if (raster.grid) return read_point_grid(*raster.grid, size, units, surface);
  if (size) {
    const Extent edges = read_size(*size, units);
    if (line && std::fabs(edges.y / contact.surface.length - 1) > 1e-6)
      size->items()[1].fail(
          fmt::format("the line is {} mm long: the same size along y is needed", contact.surface.length));
    return centred_grid(nx, ny, edges.x, edges.y);
  }
  if (is_raster) surface.fail("a raster needs the size of the grid: \"grid\": {\"size\": [x, y]}");
  const Extent extent = named(root.at("load"), [&] {
    return patch_extent(contact.surface, contact.pair, contact.liner, contact.load);
  });
  return centred_grid(nx, ny, 2 * extent.x, 2 * extent.y);
}

}  // namespace

ContactFile read_contact(const std::filesystem::path& file) {
  const InputFile input = open_input(
      file, "jampack/contact/1",
      {"schema", "name", "units", "materials", "surface", "load", "liner", "grid", "friction", "tangential"});
  const JsonNode& root = input.root;
  const Units& units = input.units;
  ContactFile result;
  result.name = input.name;
  Contact& contact = result.contact;
  contact.pair = read_materials(root.at("materials"), units);
  const auto grid = root.find("grid");
  if (grid) grid->require_keys({"cells", "size"});
  GapRaster raster;
  contact.surface = read_surface(root.at("surface"), file.parent_path(), units,
                                 grid ? grid->find("cells") : std::nullopt, raster);
  if (const auto node = root.find("liner")) contact.liner = read_liner(*node, units);
  Loads loads = read_loads(root.at("load"), units);
  result.steps = loads.steps;
  const auto motion = root.find("tangential");
  const bool rolling = motion && motion->find("creepage") && contact.surface.kind != SurfaceKind::line;
  if (rolling && contact.surface.kind != SurfaceKind::raster && !(grid && grid->find("cells"))) {
    result.notes.push_back(
        fmt::format("rolling on {0} x {0} cells by default: forces are about 2 % too large, with twice the "
                    "cells half of that",
                    rolling_cells));
  }
  const auto find_forces = [&] {
    for (std::size_t k = 0; k < loads.pressures.size(); ++k)
      result.steps[k].value = force_of(loads.steps[k].value, loads.pressures[k], contact);
  };
  const auto find_grid = [&] {
    // The largest load needs the largest grid.
    contact.load = *std::ranges::max_element(result.steps, {}, &NormalLoad::value);
    contact.grid = read_grid(grid, contact, units, raster, root, rolling ? rolling_cells : default_cells);
  };
  // The grid of a raster needs no load, and the force of another surface no grid.
  if (contact.surface.kind == SurfaceKind::raster) find_grid(), find_forces();
  else find_forces(), find_grid();
  contact.load = result.steps.back();
  const auto friction = root.find("friction"), tangential = root.find("tangential");
  if (friction) result.tangential = read_tangential(*friction, tangential, units, result);
  else if (tangential) tangential->fail("it needs a friction");
  return result;
}

}  // namespace jam::elastic
