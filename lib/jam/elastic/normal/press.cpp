// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/normal/press.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "jam/core/memory_plan.hpp"

namespace jam::elastic {
namespace {

/// Of each edge of the grid, where a patch reaches the border.
constexpr double growth = 1.5;
constexpr int growth_limit = 40;

/// A patch of fewer cells across is rough: its largest pressure is off by more than 1 %.
constexpr int coarse_cells = 50;

// Where small strains end (specification 7.5).
constexpr double largest_axis = 0.2, largest_pressure = 0.1;

/// Along an axis of one cell there is no border: that is a line contact.
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

void add_warnings(const Contact& contact, PressedContact& result) {
  const NormalSolution& normal = result.normal;
  if (normal.status != NormalStatus::solved) {
    result.warnings.push_back(
        fmt::format("the solver ended after {} iterations before its tolerance ({})", normal.iterations, name_of(normal.status)));
  }
  if (normal.contact_cells == 0) return;
  if (normal.contact_cells < coarse_cells) {
    result.warnings.push_back(fmt::format("the patch has {} cells only: pressures are rough below 8 cells across", normal.contact_cells));
  }
  if (result.hertz) {
    const Curvature c = contact.surface.curvature;
    const double share = std::max(2 * result.hertz->x_axis * c.a, 2 * result.hertz->y_axis * c.b);
    if (share > largest_axis) {
      result.warnings.push_back(
          fmt::format("the patch is large: {:.3g} of the radius of curvature, half-space theory holds up to {}", share, largest_axis));
    }
  }
  // A punch has an infinite pressure at its edge by definition.
  if (normal.peak > largest_pressure * contact.pair.modulus && contact.surface.kind != SurfaceKind::punch) {
    result.warnings.push_back(fmt::format("the peak pressure is {:.3g} of E*: half-space theory holds up to {}",
                                          normal.peak / contact.pair.modulus, largest_pressure));
  }
  if (contact.surface.kind == SurfaceKind::punch && !(contact.liner.flexibility() > 0)) {
    result.warnings.emplace_back("the pressure at the edge of a flat punch is infinite: its peak depends on the cells, the force does not");
  }
}

}  // namespace

Extent patch_extent(const Surface& surface, const MaterialPair& pair, const Liner& liner, NormalLoad load) {
  constexpr double margin = 1.25;
  if (surface.kind == SurfaceKind::punch) return {margin * surface.radius, margin * surface.radius};
  const Curvature c = surface.curvature;
  // Something to look at where nothing touches: as with an approach of a millionth of the smaller radius.
  if (!(load.value > 0)) load = {false, 1e-6 / std::max(c.a, c.b)};
  const HertzContact hertz = load.by_force ? hertz_by_force(c, pair.modulus, load.value) : hertz_by_approach(c, pair.modulus, load.value);
  Extent extent{hertz.x_axis, hertz.y_axis};
  if (liner.flexibility() > 0) {
    // The liner by itself is a bed of springs: the patch is where the gap is below the approach, F = pi approach^2 / (2 flexibility
    // sqrt(a b)).
    const double approach =
        load.by_force ? std::sqrt(2 * load.value * liner.flexibility() * std::sqrt(c.a * c.b) / std::numbers::pi) : load.value;
    extent = {std::hypot(extent.x, std::sqrt(approach / c.a)), std::hypot(extent.y, std::sqrt(approach / c.b))};
  }
  return {margin * extent.x, margin * extent.y};
}

void require_memory(const Grid& grid, std::size_t bytes) {
  const std::size_t available = available_memory_bytes();
  if (available == 0) return;
  MemoryPlan plan;
  plan.add("contact", 1, bytes, 64);
  plan.require_fit(1, available, fmt::format("a grid of {} x {} cells", grid.nx, grid.ny), "take fewer cells");
}

void require_solvable(const Contact& contact, const NormalSettings& settings) {
  require_valid(contact.load, settings);
  require_memory(contact.grid, normal_memory_bytes(contact.grid));
}

PressedContact press(const Contact& contact, const NormalSettings& settings) {
  PressedContact result;
  result.grid = contact.grid;
  require_solvable(contact, settings);
  const bool fixed = contact.surface.kind != SurfaceKind::paraboloid;
  for (int k = 0;; ++k) {
    result.gap = sampled_gap(contact.surface, result.grid);
    result.normal = solve_normal(result.grid, contact.pair, contact.liner.flexibility(), result.gap, contact.load, settings);
    if (!reaches_border(result.grid, result.normal.pressure)) break;
    if (fixed || k == growth_limit) {
      result.warnings.emplace_back("the patch reaches the border of the grid: what lies beyond is not known");
      break;
    }
    const Grid& grid = result.grid;
    result.grid = centred_grid(grid.nx, grid.ny, growth * grid.nx * grid.dx, growth * grid.ny * grid.dy);
  }
  if (result.grid.dx != contact.grid.dx) {
    result.notes.push_back(fmt::format("the patch reached the border: the grid was enlarged to {:.6g} x {:.6g} mm",
                                       result.grid.nx * result.grid.dx, result.grid.ny * result.grid.dy));
  }
  if (contact.surface.kind == SurfaceKind::paraboloid && contact.load.value > 0 && !(contact.liner.flexibility() > 0)) {
    const Curvature c = contact.surface.curvature;
    result.hertz = contact.load.by_force ? hertz_by_force(c, contact.pair.modulus, contact.load.value)
                                         : hertz_by_approach(c, contact.pair.modulus, contact.load.value);
  }
  add_warnings(contact, result);
  return result;
}

}  // namespace jam::elastic
