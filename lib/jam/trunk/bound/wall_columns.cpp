// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/bound/wall_columns.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

namespace jam::trunk {
namespace {

constexpr double column_rounding =
    1e-6;  ///< Stretches are longer by this on each side [mm], shadows by this share.

/// x, y and z from the corner of the grid on.
using ColumnPoint = std::array<double, 3>;
using ColumnPolygon = std::vector<ColumnPoint>;

/// The part of a triangle in a column.
struct ColumnPart {
  std::array<int, 2> cell{};
  double low = 0, high = 0;
  double area = 0;      ///< Area of its vertical shadow; negative where it faces down [mm^2].
  double integral = 0;  ///< Integral of z over that shadow [mm^3].
};

/// The part of a polygon with coordinate `axis` at least (sign 1) or at most (-1) a value.
void clip_polygon(const ColumnPolygon& polygon, int axis, double value, int sign, ColumnPolygon& part) {
  part.clear();
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const ColumnPoint &p = polygon[k], &q = polygon[k + 1 == polygon.size() ? 0 : k + 1];
    const double a = sign * (p[axis] - value), b = sign * (q[axis] - value);
    if (a >= 0) part.push_back(p);
    if ((a >= 0) == (b >= 0)) continue;
    const double share = a / (a - b);
    ColumnPoint cut;
    for (int c = 0; c < 3; ++c) cut[c] = p[c] + (q[c] - p[c]) * share;
    cut[axis] = value;
    part.push_back(cut);
  }
}

ColumnPart part_of(const ColumnPolygon& polygon, std::array<int, 2> cell) {
  ColumnPart part{cell, polygon.front()[2], polygon.front()[2]};
  for (const ColumnPoint& point : polygon) {
    part.low = std::min(part.low, point[2]);
    part.high = std::max(part.high, point[2]);
  }
  const ColumnPoint& a = polygon[0];
  for (std::size_t k = 1; k + 1 < polygon.size(); ++k) {
    const ColumnPoint &b = polygon[k], &c = polygon[k + 1];
    const double area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    part.area += area;
    part.integral += area * (a[2] + b[2] + c[2]) / 3;
  }
  return part;
}

/// Adds the parts of a triangle; coordinates are relative to the grid.
void add_parts(const ColumnPolygon& triangle, double pitch, std::array<int, 2> count,
               std::vector<ColumnPart>& parts) {
  const auto range = [pitch](const ColumnPolygon& polygon, int axis, int limit) {
    const auto [least, most] =
        std::minmax_element(polygon.begin(), polygon.end(),
                            [axis](const ColumnPoint& p, const ColumnPoint& q) { return p[axis] < q[axis]; });
    const auto cell = [&](double value) {
      return std::clamp(static_cast<int>(std::floor(value / pitch)), 0, limit - 1);
    };
    return std::array<int, 2>{cell((*least)[axis]), cell((*most)[axis])};
  };
  ColumnPolygon half, strip, part;
  const auto [first, last] = range(triangle, 0, count[0]);
  for (int u = first; u <= last; ++u) {
    clip_polygon(triangle, 0, u * pitch, 1, half);
    clip_polygon(half, 0, (u + 1) * pitch, -1, strip);
    if (strip.empty()) continue;
    const auto [from, to] = range(strip, 1, count[1]);
    for (int v = from; v <= to; ++v) {
      clip_polygon(strip, 1, v * pitch, 1, half);
      clip_polygon(half, 1, (v + 1) * pitch, -1, part);
      if (!part.empty()) parts.push_back(part_of(part, {u, v}));
    }
  }
}

/// Adds a stretch to the last one, if the two meet or `joined`; else after it.
void add_stretch(std::vector<Stretch>& stretches, Stretch next, bool joined) {
  if (stretches.empty() || (next.low > stretches.back().high && !joined)) {
    stretches.push_back(next);
  } else {
    stretches.back().high = std::max(stretches.back().high, next.high);
  }
}

/// A column of its parts, which are sorted by their low ends.
WallColumn column_of(const ColumnPart* begin, const ColumnPart* end, double pitch, double shift) {
  WallColumn column{begin->cell, {}, {}};
  double below = 0;  // Areas of the parts below.
  bool inside = false;
  for (const ColumnPart* part = begin; part != end; ++part) {
    const double low = part->low - column_rounding + shift, high = part->high + column_rounding + shift;
    add_stretch(column.walls, {low, high}, false);
    add_stretch(column.stretches, {low, high}, inside);
    below += part->area;
    column.shadow += std::max(0.0, part->area);  // Each line leaves the container through a ceiling.
    column.volume += part->integral;
    // Between this part and the next one, if nothing is between them.
    inside = below < -0.5 * pitch * pitch;
  }
  column.shadow = std::min(column.shadow * (1 + column_rounding) + column_rounding, pitch * pitch);
  return column;
}

}  // namespace

ColumnGrid grid_over(const TriangleMesh& surface, double least, int most) {
  const Bounds bounds = bounds_of(surface);
  const Vec3d size = bounds.high - bounds.low;
  ColumnGrid grid{bounds.low, 0, {}};
  do {
    grid.pitch = std::max(grid.pitch + least, 1.05 * grid.pitch);
    for (int axis = 0; axis < 3; ++axis) {
      const double cells = std::ceil(component(size, axis) / grid.pitch + 1e-9);
      grid.count[axis] = static_cast<int>(std::clamp(cells, 1.0, 1e6));
    }
  } while (static_cast<double>(grid.count[0]) * grid.count[1] > most);
  return grid;
}

std::vector<WallColumn> wall_columns(const TriangleMesh& surface, const ColumnGrid& grid, StopQuery stop) {
  std::vector<ColumnPart> parts;
  for (const std::array<int, 3>& triangle : surface.closed()) {
    if (stop.stopped()) return {};
    ColumnPolygon polygon;
    for (const int vertex : triangle) {
      const Vec3d at = surface.vertex(vertex) - grid.low;
      polygon.push_back({at.x, at.y, at.z});
    }
    add_parts(polygon, grid.pitch, {grid.count[0], grid.count[1]}, parts);
  }
  std::sort(parts.begin(), parts.end(), [](const ColumnPart& a, const ColumnPart& b) {
    return std::tie(a.cell, a.low, a.high, a.area) < std::tie(b.cell, b.low, b.high, b.area);
  });
  std::vector<WallColumn> columns;
  for (std::size_t k = 0; k < parts.size();) {
    std::size_t end = k;
    while (end < parts.size() && parts[end].cell == parts[k].cell) ++end;
    columns.push_back(column_of(parts.data() + k, parts.data() + end, grid.pitch, grid.low.z));
    k = end;
  }
  return columns;
}

}  // namespace jam::trunk
