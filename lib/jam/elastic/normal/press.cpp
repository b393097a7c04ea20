// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/normal/press.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/elastic/normal/validity.hpp"

namespace jam::elastic {
namespace {

/// Growth of each edge of the grid if a patch reaches the border, and the largest number of such steps.
constexpr double growth = 1.5;
constexpr int growth_limit = 40;

/// Half of the edges of a grid over the semi-axes of the patch by closed formulas.
constexpr double margin = 1.25;

/// Half-widths along a line from which on its ends hardly count.
constexpr double short_line = 10;

/// Whether the pressures reach the border of the grid. An axis with one cell has no border: the contact is a
/// line.
bool reaches_border(const Grid& grid, const std::vector<double>& pressure) {
  for (int ix = 0; ix < grid.nx && grid.ny > 1; ++ix) {
    if (pressure[ix] > 0 || pressure[static_cast<std::size_t>(grid.ny - 1) * grid.nx + ix] > 0) return true;
  }
  for (int iy = 0; iy < grid.ny && grid.nx > 1; ++iy) {
    const std::size_t row = static_cast<std::size_t>(iy) * grid.nx;
    if (pressure[row] > 0 || pressure[row + grid.nx - 1] > 0) return true;
  }
  return false;
}

/// Half of the extents of the cells with pressure [mm].
Extent half_extent(const Grid& grid, const std::vector<double>& pressure) {
  int left = grid.nx, right = -1, low = grid.ny, high = -1;
  for (int i = 0; i < grid.count(); ++i) {
    if (!(pressure[i] > 0)) continue;
    left = std::min(left, i % grid.nx), right = std::max(right, i % grid.nx);
    low = std::min(low, i / grid.nx), high = std::max(high, i / grid.nx);
  }
  return {0.5 * std::max(0, right - left + 1) * grid.dx, 0.5 * std::max(0, high - low + 1) * grid.dy};
}

void add_warnings(const Contact& contact, PressedContact& result) {
  const NormalSolution& normal = result.normal;
  const Surface& surface = contact.surface;
  if (result.at_border)
    result.warnings.emplace_back("the patch reaches the border of the grid: what lies beyond is not known");
  if (normal.status != SolveEnd::solved) {
    result.warnings.push_back(fmt::format("the solver ended after {} iterations before its tolerance ({})",
                                          normal.iterations, name_of(normal.status)));
  }
  if (normal.contact_cells == 0) return;
  // A punch has an infinite pressure at its edge by definition.
  const bool sharp = surface.kind == SurfaceKind::punch && !(contact.liner.flexibility() > 0);
  PatchFacts patch;
  const Extent extent = result.hertz ? Extent{result.hertz->x_axis, result.hertz->y_axis}
                                     : half_extent(result.grid, normal.pressure);
  patch.x_axis = extent.x;
  patch.y_axis = extent.y;
  patch.sharp = sharp;
  patch.pressure = sharp ? normal.force / (normal.contact_cells * result.grid.area()) : normal.peak;
  patch.modulus = contact.pair.modulus;
  // In a grid of one row, all cells with pressure lie across the patch.
  patch.cells_across =
      std::min(result.grid.nx, result.grid.ny) == 1 ? normal.contact_cells : std::sqrt(normal.contact_cells);
  patch.cells = normal.contact_cells;
  if (is_quadratic(surface)) patch.gap = surface.curvature;
  patch.bodies = surface.bodies;
  if (contact.liner.flexibility() > 0) patch.liner_strain = normal.peak / contact.liner.modulus;
  for (std::string& text : validity_warnings(patch)) result.warnings.push_back(std::move(text));
  if (surface.kind == SurfaceKind::line && surface.length < short_line * extent.x) {
    result.warnings.push_back(fmt::format(
        "the line is {:.3g} times its half-width long: pressures at its ends count, below {} times",
        surface.length / extent.x, short_line));
  }
  if (surface.kind == SurfaceKind::raster) {
    if (std::string text = slope_warning(largest_slope(result.grid, result.gap, normal.pressure));
        !text.empty())
      result.warnings.push_back(std::move(text));
  }
  if (sharp) {
    result.warnings.emplace_back(
        "the pressure at the edge of a flat punch is infinite: its peak depends on the cells, the force does "
        "not");
  }
}

}  // namespace

HertzContact hertz_of(const Surface& surface, double modulus, NormalLoad load) {
  const Curvature c = surface.curvature;
  if (surface.kind == SurfaceKind::line) {
    return load.by_force ? line_by_force(c.a, surface.length, modulus, load.value)
                         : line_by_approach(c.a, surface.length, modulus, load.value);
  }
  return load.by_force ? hertz_by_force(c, modulus, load.value) : hertz_by_approach(c, modulus, load.value);
}

namespace {

/// patch_extent() of a line contact: the length is that of the line.
Extent line_extent(const Surface& surface, const MaterialPair& pair, const Liner& liner, NormalLoad load) {
  const double a = surface.curvature.a;
  double width = 0;
  if (liner.flexibility() > 0) {
    // A bed of springs: F = 4 length approach^1.5 / (3 flexibility sqrt(a)).
    const double approach =
        load.by_force
            ? std::pow(0.75 * load.value * liner.flexibility() * std::sqrt(a) / surface.length, 2.0 / 3)
            : std::max(load.value, 0.0);
    width = std::sqrt(approach / a);
    if (load.by_force && load.value > 0)
      width = std::hypot(width, hertz_of(surface, pair.modulus, load).x_axis);
  } else if (load.value > 0) {
    width = hertz_of(surface, pair.modulus, load).x_axis;
  }
  // If nothing touches, the grid still needs a width.
  if (!(width > 0)) width = 1e-3 / a;
  require_finite(std::array{width});
  return {margin * width, 0.5 * surface.length};
}

}  // namespace

Extent patch_extent(const Surface& surface, const MaterialPair& pair, const Liner& liner, NormalLoad load) {
  if (surface.kind == SurfaceKind::punch) return {margin * surface.radius, margin * surface.radius};
  const Curvature c = surface.curvature;
  if (surface.kind == SurfaceKind::line) return line_extent(surface, pair, liner, load);
  // If nothing touches, the grid still needs an extent: that for an approach of a millionth of the smaller
  // radius.
  if (!(load.value > 0)) load = {false, 1e-6 / std::max(c.a, c.b)};
  const HertzContact hertz = hertz_of(surface, pair.modulus, load);
  Extent extent{hertz.x_axis, hertz.y_axis};
  if (liner.flexibility() > 0) {
    // The liner by itself is a bed of springs: the patch is where the gap is below the approach, F = pi
    // approach^2 / (2 flexibility sqrt(a b)).
    const double approach =
        load.by_force
            ? std::sqrt(2 * load.value * liner.flexibility() * std::sqrt(c.a * c.b) / std::numbers::pi)
            : load.value;
    extent = {std::hypot(extent.x, std::sqrt(approach / c.a)),
              std::hypot(extent.y, std::sqrt(approach / c.b))};
  }
  extent = {margin * extent.x, margin * extent.y};
  require_finite(std::array{extent.x, extent.y});
  if (!(extent.x > 0 && extent.y > 0))
    throw InputError("the patch is too small to be computed: a larger load is accepted");
  return extent;
}

void require_memory(const Grid& grid, std::size_t bytes) {
  const std::size_t available = available_memory_bytes();
  if (available == 0) return;
  MemoryPlan plan;
  plan.add("contact", 1, bytes, 64);
  plan.require_fit(1, available, fmt::format("a grid of {} x {} cells", grid.nx, grid.ny),
                   "take fewer cells");
}

void require_solvable(const Contact& contact, const NormalSettings& settings) {
  require_valid(contact.load, settings);
  require_memory(contact.grid, normal_memory_bytes(contact.grid));
}

void describe(const Contact& contact, PressedContact& result) {
  require_finite(result.normal);
  result.warnings.clear();
  result.hertz.reset();
  result.at_border = reaches_border(result.grid, result.normal.pressure);
  if (is_quadratic(contact.surface) && contact.load.value > 0 && !(contact.liner.flexibility() > 0)) {
    const HertzContact hertz = hertz_of(contact.surface, contact.pair.modulus, contact.load);
    require_finite(
        std::array{hertz.force, hertz.approach, hertz.x_axis, hertz.y_axis, hertz.peak, hertz.stiffness});
    result.hertz = hertz;
  }
  add_warnings(contact, result);
}

PressedContact press(const Contact& contact, const NormalSettings& settings) {
  PressedContact result;
  result.grid = contact.grid;
  require_solvable(contact, settings);
  const bool fixed = !is_quadratic(contact.surface), line = contact.surface.kind == SurfaceKind::line;
  for (int k = 0;; ++k) {
    result.gap = sampled_gap(contact.surface, result.grid);
    result.normal = solve_normal(result.grid, contact.pair, contact.liner.flexibility(), result.gap,
                                 contact.load, settings);
    if (fixed || k == growth_limit || ends(settings.watch) ||
        !reaches_border(result.grid, result.normal.pressure))
      break;
    const Grid& grid = result.grid;
    result.grid =
        centred_grid(grid.nx, grid.ny, growth * grid.nx * grid.dx, (line ? 1 : growth) * grid.ny * grid.dy);
  }
  if (result.grid.dx != contact.grid.dx) {
    result.notes.push_back(
        fmt::format("the patch reached the border: the grid was enlarged to {:.6g} x {:.6g} mm",
                    result.grid.nx * result.grid.dx, result.grid.ny * result.grid.dy));
  }
  describe(contact, result);
  return result;
}

}  // namespace jam::elastic
