// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Size classes and cell plans of the large search, the same for both kinds of device.
#include "jam/circles/large/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "jam/core/error.hpp"

namespace jam::circles::large {

namespace {

/// Skin over radius [-]: small enough for short lists, large enough that lists live for tens of steps.
constexpr float list_skin_ratio = 0.15F;

}  // namespace

LevelTable make_levels(const std::vector<double>& radii) {
  LevelTable table;
  const double largest = *std::max_element(radii.begin(), radii.end());
  // Steps of a factor 2 down from the largest radius; the levels actually used are then numbered from the
  // smallest circles up.
  std::vector<int> step(radii.size());
  bool used[level_limit] = {};
  for (std::size_t i = 0; i < radii.size(); ++i) {
    step[i] = std::min(level_limit - 1, static_cast<int>(std::floor(std::log2(largest / radii[i]))));
    used[step[i]] = true;
  }
  int number[level_limit] = {};
  int level_count = 0;
  for (int s = level_limit - 1; s >= 0; --s) {
    if (used[s]) number[s] = level_count++;
  }
  table.grid.level_count = level_count;
  table.grid.skin_ratio = list_skin_ratio;
  table.radius.resize(radii.size());
  table.level.resize(radii.size());
  for (std::size_t i = 0; i < radii.size(); ++i) {
    const float radius = static_cast<float>(radii[i]);
    const int level = number[step[i]];
    table.radius[i] = radius;
    table.level[i] = level;
    table.grid.levels[level].largest = std::max(table.grid.levels[level].largest, radius);
    ++table.grid.levels[level].count;
  }
  return table;
}

void place_sites(const LevelTable& table, const Centres& centres, std::vector<Site>& sites) {
  sites.resize(table.radius.size());
  for (int i = 0; i < static_cast<int>(sites.size()); ++i)
    sites[i] = {centres.x[i], centres.y[i], table.radius[i], 0.0F, i, table.level[i]};
}

void read_centres(const std::vector<Site>& sites, Centres& centres) {
  centres.x.resize(sites.size());
  centres.y.resize(sites.size());
  for (const Site& site : sites) {
    centres.x[site.id] = site.x;
    centres.y[site.id] = site.y;
  }
}

Grid plan_grid(const LevelTable& table, double container_radius) {
  Grid grid = table.grid;
  const double spacing =
      container_radius * std::sqrt(3.141592653589793 / static_cast<double>(table.radius.size()));
  grid.least_skin = grid.skin_ratio * static_cast<float>(0.5 * spacing);
  grid.origin = -container_radius;
  int first_cell = 0;
  for (int l = 0; l < grid.level_count; ++l) {
    GridLevel& level = grid.levels[l];
    level.reach = level.largest + skin_of(grid, level.largest);
    const double width = 2.0 * container_radius;
    const double widest = std::sqrt(2.0 * level.count);  // at most two cells per circle
    level.side = std::max(
        1, static_cast<int>(std::floor(std::min(width / (2.0 * static_cast<double>(level.reach)), widest))));
    level.edge_inverse = level.side / width;
    level.first_cell = first_cell;
    first_cell += level.side * level.side;
  }
  grid.cell_count = first_cell;
  return grid;
}

void StepReports::report(int step, bool now) {
  const auto time = std::chrono::steady_clock::now();
  if (!now && time - last_ <= std::chrono::milliseconds(100)) return;
  last_ = time;
  if (listener_) listener_(step - std::exchange(reported_, step));
}

RelaxReport make_report(const Control& control) {
  return {control.status, control.step, control.totals.worst, control.totals.reach, control.totals.energy};
}

void require_entry_count(std::int64_t entry_count) {
  if (entry_count <= std::numeric_limits<int>::max()) return;
  throw OverflowError(fmt::format(
      "search single: the circles overlap so deeply that their neighbour lists need {} entries ({} bytes): "
      "begin with circles further apart",
      entry_count, 4 * entry_count));
}

void sort_by_cell(const Grid& grid, const std::vector<Site>& sites, std::vector<int>& order,
                  std::vector<int>& cell_begin, std::vector<Site>& sorted) {
  const int count = static_cast<int>(sites.size());
  cell_begin.assign(static_cast<std::size_t>(grid.cell_count) + 1, 0);
  std::vector<int> cell(sites.size());
  for (int i = 0; i < count; ++i) {
    cell[i] = cell_of(grid, sites[i]);
    ++cell_begin[cell[i] + 1];
  }
  std::partial_sum(cell_begin.begin(), cell_begin.end(), cell_begin.begin());
  order.resize(sites.size());
  sorted.resize(sites.size());
  for (int i = 0; i < count; ++i) {
    const int slot = cell_begin[cell[i]]++;
    order[slot] = i;
    sorted[slot] = sites[i];
  }
  // Placing the sites has advanced every begin to that of the next cell: shift them back.
  std::copy_backward(cell_begin.begin(), cell_begin.end() - 1, cell_begin.end());
  cell_begin[0] = 0;
}

}  // namespace jam::circles::large
