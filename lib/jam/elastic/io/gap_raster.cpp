// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/io/gap_raster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "jam/elastic/io/material_json.hpp"
#include "jam/elastic/model/surface.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"

namespace jam::elastic {
namespace {

using io::JsonNode;

/// Numbers by lines of the file, all lines of one length.
struct Lines {
  int columns = 0, count = 0;
  std::vector<double> numbers;

  [[nodiscard]] double at(int line, int column) const {
    return numbers[static_cast<std::size_t>(line) * columns + column];
  }
};

/// Fewer lines of three numbers are rows of gaps.
constexpr int least_points = 4;
/// Largest error of the places of points, over their distance [-].
constexpr double place_tolerance = 0.05;

double number_of(const io::TextTable& table, int row, int column) {
  const std::string_view field = table.field(row, column, "gap");
  const auto fortran = io::parse_number<double>(io::without_fortran_exponent(field));
  return fortran && std::isfinite(*fortran) ? *fortran : table.number(row, column, "gap");
}

Lines read_lines(const JsonNode& node, const std::filesystem::path& folder) {
  Lines lines;
  if (const auto file = node.find("file")) {
    if (node.find("rows")) node.fail("file and rows contradict each other: one of them is needed");
    const io::TextTable table = io::TextTable::read(folder / file->text());
    lines.count = table.row_count();
    if (lines.count == 0) file->fail("the file has no rows");
    lines.columns = table.field_count(0);
    for (int row = 0; row < lines.count; ++row) {
      table.require_field_count(row, lines.columns, "as many gaps as the first row");
      for (int k = 0; k < lines.columns; ++k) lines.numbers.push_back(number_of(table, row, k));
    }
    return lines;
  }
  const std::vector<JsonNode> rows = node.at("rows").items();
  lines.count = static_cast<int>(rows.size());
  for (const JsonNode& row : rows) {
    const std::vector<JsonNode> cells = row.items();
    if (lines.numbers.empty()) lines.columns = static_cast<int>(cells.size());
    if (static_cast<int>(cells.size()) != lines.columns || lines.columns == 0)
      row.fail(
          fmt::format("it has {} gaps: as many as in the first row, at least 1, are needed", cells.size()));
    for (const JsonNode& cell : cells) lines.numbers.push_back(cell.number());
  }
  if (lines.count == 0) node.at("rows").fail("it is empty: at least one row is needed");
  return lines;
}

/// Equally spaced places along an axis.
struct Places {
  int count = 0;
  double first = 0, step = 0;  ///< First place and distance between places; step 0: one place.

  /// The place of a coordinate; -1: none.
  [[nodiscard]] int of(double value) const {
    if (count == 1) return 0;
    const double at = (value - first) / step, nearest = std::round(at);
    return std::fabs(at - nearest) <= place_tolerance && nearest >= 0 && nearest < count
               ? static_cast<int>(nearest)
               : -1;
  }
};

/// The places of a column of coordinates; a count of 0 if they are not equally spaced.
Places places_of(const Lines& lines, int column) {
  std::vector<double> values;
  for (int line = 0; line < lines.count; ++line) values.push_back(lines.at(line, column));
  std::ranges::sort(values);
  const double range = values.back() - values.front();
  Places places{1, values.front(), 0};
  // Coordinates that differ by rounding are one place: no more places than lines.
  const double same = place_tolerance * range / lines.count;
  for (std::size_t k = 1; k < values.size(); ++k) places.count += values[k] - values[k - 1] > same ? 1 : 0;
  if (places.count == 1) return places;
  places.step = range / (places.count - 1);
  for (const double value : values) {
    if (places.of(value) < 0) return {};
  }
  return places;
}

double gap_of(double value, const Units& units) { return std::min(units.length * value, no_surface); }

/// Points x y z, or x z, if they fill a regular grid.
std::optional<GapRaster> points_of(const Lines& lines, const Units& units) {
  const bool profile = lines.columns == 2;
  const Places x = places_of(lines, 0), y = profile ? Places{1, 0, 0} : places_of(lines, 1);
  if (lines.count < least_points || x.count * static_cast<long long>(y.count) != lines.count)
    return std::nullopt;
  GapRaster raster{x.count, y.count, std::vector<double>(lines.count), {}};
  std::vector<bool> taken(raster.gap.size());
  for (int line = 0; line < lines.count; ++line) {
    const int ix = x.of(lines.at(line, 0)), iy = profile ? 0 : y.of(lines.at(line, 1));
    const std::size_t i = static_cast<std::size_t>(iy) * x.count + ix;
    if (taken[i]) return std::nullopt;
    taken[i] = true;
    raster.gap[i] = gap_of(lines.at(line, lines.columns - 1), units);
  }
  raster.grid = Grid{x.count,
                     y.count,
                     units.length * x.step,
                     units.length * y.step,
                     units.length * x.first,
                     units.length * y.first};
  return raster;
}

/// Throws InputError if points are too near or too far for the computation.
void require_sizes(const Grid& grid, const JsonNode& surface) {
  for (const double step : {grid.dx, grid.dy}) {
    if (step != 0 && !(step >= 1 / quantity_limit && step <= quantity_limit))
      surface.fail(fmt::format("its points are {} mm apart: from {} to {} mm are accepted", step,
                               1 / quantity_limit, quantity_limit));
  }
  for (const double place : {grid.left, grid.low}) {
    if (!(std::fabs(place) <= quantity_limit))
      surface.fail(fmt::format("a point lies beyond {} mm: nearer ones are accepted", quantity_limit));
  }
}

/// Whether two columns go the same way from line to line, as coordinates along a line do.
bool is_rising(const Lines& lines) {
  const double way = lines.at(1, 0) - lines.at(0, 0);
  for (int line = 1; line < lines.count; ++line) {
    if (!(way * (lines.at(line, 0) - lines.at(line - 1, 0)) > 0)) return false;
  }
  return true;
}

}  // namespace

GapRaster read_gaps(const JsonNode& surface, const std::filesystem::path& folder, const Units& units,
                    const std::optional<JsonNode>& cells) {
  const Lines lines = read_lines(surface, folder);
  std::optional<std::array<int, 2>> stated;
  if (cells) stated = read_cells(*cells);
  GapRaster raster;
  const bool stated_rows = stated && *stated == std::array{lines.columns, lines.count};
  if (!stated_rows && lines.count >= least_points && lines.columns > 1) {
    if (lines.columns <= 3) {
      if (auto points = points_of(lines, units)) {
        raster = std::move(*points);
        require_sizes(*raster.grid, surface);
      } else if (lines.columns == 3 || is_rising(lines)) {
        // Three numbers are coordinates sooner than a raster of three cells across.
        surface.fail(
            fmt::format("it has {} lines of {} numbers: points {} must fill a regular grid, each of its "
                        "places once; rows of {} gaps need "
                        "\"grid\": {{\"cells\": [{}, {}]}}",
                        lines.count, lines.columns, lines.columns == 3 ? "x y z" : "x z", lines.columns,
                        lines.columns, lines.count));
      }
    } else if (const Places x = places_of(lines, 0), y = places_of(lines, 1);
               x.count > 1 && y.count > 1 && x.count * static_cast<long long>(y.count) == lines.count) {
      surface.fail(
          fmt::format("its lines begin with the coordinates of a {} x {} grid: points have three numbers, x "
                      "y z; rows of {} gaps "
                      "need \"grid\": {{\"cells\": [{}, {}]}}",
                      x.count, y.count, lines.columns, lines.columns, lines.count));
    }
  }
  if (raster.gap.empty()) {
    raster.nx = lines.columns, raster.ny = lines.count;
    for (const double value : lines.numbers) raster.gap.push_back(gap_of(value, units));
  }
  if (stated && *stated != std::array{raster.nx, raster.ny})
    cells->fail(fmt::format("it is {} x {}, the raster has {} x {} cells: the same, or none, are needed",
                            (*stated)[0], (*stated)[1], raster.nx, raster.ny));
  if (raster.nx > axis_limit || raster.ny > axis_limit)
    surface.fail(fmt::format("it has {} x {} cells: at most {} along an axis are accepted", raster.nx,
                             raster.ny, axis_limit));
  for (const double gap : raster.gap) {
    if (gap < -quantity_limit)
      surface.fail(fmt::format("a gap is below {} mm: larger ones are accepted", -quantity_limit));
  }
  if (std::ranges::all_of(raster.gap, [](double gap) { return gap >= no_surface; }))
    surface.fail(fmt::format("all gaps are {} mm or more: then there is no surface", no_surface));
  return raster;
}

}  // namespace jam::elastic
