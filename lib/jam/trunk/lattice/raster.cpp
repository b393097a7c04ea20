// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/lattice/raster.hpp"

#include <algorithm>
#include <cmath>

namespace jam::trunk {
namespace {

constexpr std::size_t triangles_per_query = 64;  ///< Triangles between two queries of a stop.

/// A triangle cut by at most two planes.
struct Polygon {
  Vec3d corner[5];
  int count = 0;
};

/// The part where sign * coordinate <= sign * limit.
void clip(const Polygon& in, int axis, double sign, double limit, Polygon& out) {
  out.count = 0;
  for (int i = 0; i < in.count; ++i) {
    const Vec3d a = in.corner[i];
    const Vec3d b = in.corner[i + 1 < in.count ? i + 1 : 0];
    const double da = sign * (component(a, axis) - limit);
    const double db = sign * (component(b, axis) - limit);
    if (da <= 0) out.corner[out.count++] = a;
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) out.corner[out.count++] = a + (b - a) * (da / (da - db));
  }
}

/// Extent of a polygon along an axis.
struct Extent {
  double low = 1e300;
  double high = -1e300;

  Extent(const Polygon& polygon, int axis) {
    for (int i = 0; i < polygon.count; ++i) {
      low = std::min(low, component(polygon.corner[i], axis));
      high = std::max(high, component(polygon.corner[i], axis));
    }
  }
};

/// Rounded downwards, at most 2e9 away from 0; faster than std::floor() without instructions for it.
int floor_of(double x) {
  constexpr double most = 2e9;
  x = std::clamp(x, -most, most);
  const int towards_zero = static_cast<int>(x);
  return towards_zero - (x < towards_zero ? 1 : 0);
}
int ceil_of(double x) { return -floor_of(-x); }

/// The cells of one axis, widened by the clearance.
struct Slabs {
  int axis;
  double origin;
  double pitch;
  double clearance;
  int count;
  double per_length = 1 / pitch;

  [[nodiscard]] double low(int i) const { return origin + i * pitch - clearance; }
  [[nodiscard]] double high(int i) const { return origin + (i + 1) * pitch + clearance; }

  /// The cells [first, last] that an extent touches.
  void range(double from, double to, int& first, int& last) const {
    first = std::max(0, ceil_of((from - clearance - origin) * per_length - 1));
    last = std::min(count - 1, floor_of((to + clearance - origin) * per_length));
  }

  /// The part in cells i of a polygon of this extent: `in` itself if all of it lies there, otherwise `out`.
  [[nodiscard]] const Polygon& cut(const Polygon& in, const Extent& extent, int i, Polygon& out) const {
    const bool above = extent.low >= low(i), below = extent.high <= high(i);
    if (above && below) return in;
    if (above || below) {
      above ? clip(in, axis, 1, high(i), out) : clip(in, axis, -1, low(i), out);
      return out;
    }
    Polygon half;
    clip(in, axis, -1, low(i), half);
    clip(half, axis, 1, high(i), out);
    return out;
  }
};

struct LatticeSlabs {
  Slabs x, y, z;

  explicit LatticeSlabs(const Lattice& l)
      : x{0, l.origin.x, l.pitch.x, l.clearance, l.cells.x},
        y{1, l.origin.y, l.pitch.y, l.clearance, l.cells.y},
        z{2, l.origin.z, l.pitch.z, l.clearance, l.cells.z} {}
};

/// Range of x of the part of a polygon in each row of cells from `first` on.
class RowRanges {
 public:
  /// Ranges of a convex polygon in one layer of cells, which is cut at the rows: its edges bound each part.
  void find(const Polygon& layer, const Slabs& rows) {
    ranges.clear();
    if (layer.count == 0) return;
    const Extent depth(layer, rows.axis);
    int last;
    rows.range(depth.low, depth.high, first, last);
    ranges.assign(std::max(0, last - first + 1), {});
    if (first == last && depth.low >= rows.low(first) && depth.high <= rows.high(first)) {
      for (int k = 0; k < layer.count; ++k) ranges.front().add(layer.corner[k].x);
      return;
    }
    for (int k = 0; k < layer.count; ++k) {
      const Vec3d& a = layer.corner[k];
      const Vec3d& b = layer.corner[k + 1 < layer.count ? k + 1 : 0];
      a.y <= b.y ? add_edge(a, b, rows) : add_edge(b, a, rows);
    }
  }

  struct Range {
    double low = 1e300, high = -1e300;
    void add(double x) { low = std::min(low, x), high = std::max(high, x); }
  };
  int first = 0;
  std::vector<Range> ranges;

 private:
  /// An edge with from.y <= to.y.
  void add_edge(const Vec3d& from, const Vec3d& to, const Slabs& rows) {
    int begin, end;
    rows.range(from.y, to.y, begin, end);
    const double slope = to.y > from.y ? (to.x - from.x) / (to.y - from.y) : 0;
    for (int row = begin; row <= end; ++row) {
      const double low = rows.low(row), high = rows.high(row);
      Range& range = ranges[row - first];
      range.add(from.y >= low ? from.x : from.x + slope * (low - from.y));
      range.add(to.y <= high ? to.x : from.x + slope * (high - from.y));
    }
  }
};

/// Clears the cells that a triangle touches.
void clear_touched(const Polygon& triangle, const LatticeSlabs& slabs, RowRanges& rows, BitGrid& free) {
  const Extent height(triangle, 2);
  int z0, z1, x0, x1;
  slabs.z.range(height.low, height.high, z0, z1);
  Polygon part;
  for (int z = z0; z <= z1; ++z) {
    rows.find(slabs.z.cut(triangle, height, z, part), slabs.y);
    int y = rows.first;
    for (const auto& [low, high] : rows.ranges) {
      slabs.x.range(low, high, x0, x1);
      if (low <= high && x0 <= x1) free.assign(x0, x1 + 1, y, z, false);
      ++y;
    }
  }
}

/// clear_touched() of all triangles, until a stop. In a tight lattice, a sheet before a wrap that lies
/// between two layers of cells clears the one behind it: no box may lie across it.
void clear_touched(const TriangleMesh& surface, const Lattice& lattice, BitGrid& free, StopQuery stop = {}) {
  const LatticeSlabs slabs(lattice);
  RowRanges rows;
  Polygon triangle;
  triangle.count = 3;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    if (t % triangles_per_query == 0 && stop.stopped()) return;
    std::ranges::copy(surface.corners(surface.triangles[t]), triangle.corner);
    if (lattice.clearance < 0 && surface.behind > 0 && t >= surface.closed().size()) {
      const auto& [a, b, c, d, e] = triangle.corner;
      const Vec3d step = normalised(cross(b - a, c - a), Vec3d{}) * (-2 * lattice.clearance);
      for (int k = 0; k < 3; ++k) triangle.corner[k] += step;
    }
    clear_touched(triangle, slabs, rows, free);
  }
}

/// Which side of the edge from a to b the point (y, z) lies on; exactly opposite for the edge from b to a. A
/// point on the line through the edge counts as moved by (e, e^2) for a vanishing e.
bool left_of(const TriangleMesh& mesh, int a, int b, double y, double z) {
  const bool swapped = a > b;
  const Vec3d p = mesh.vertex(swapped ? b : a);
  const Vec3d q = mesh.vertex(swapped ? a : b);
  double area = (q.y - p.y) * (z - p.z) - (q.z - p.z) * (y - p.y);
  if (area == 0) area = p.z != q.z ? p.z - q.z : q.y - p.y;
  return (area > 0) != swapped;
}

/// Flips the cells of each row that lie beyond the crossing of its centre line with the triangle.
void flip_beyond(const TriangleMesh& mesh, const std::array<int, 3>& t, const Lattice& lattice,
                 BitGrid& inside) {
  const auto [a, b, c] = mesh.corners(t);
  const Vec3d normal = cross(b - a, c - a);
  // Rows whose centre lines meet the bounds of the triangle, which are widened for rounding.
  constexpr double margin = 1e-6;
  const auto first = [](double from, double origin, double pitch) {
    return std::max(0, ceil_of((from - origin) / pitch - (0.5 + margin)));
  };
  const auto last = [](double to, double origin, double pitch, int n) {
    return std::min(n - 1, floor_of((to - origin) / pitch - (0.5 - margin)));
  };
  const int z1 = last(std::max({a.z, b.z, c.z}), lattice.origin.z, lattice.pitch.z, lattice.cells.z);
  const int y1 = last(std::max({a.y, b.y, c.y}), lattice.origin.y, lattice.pitch.y, lattice.cells.y);
  const int y0 = first(std::min({a.y, b.y, c.y}), lattice.origin.y, lattice.pitch.y);
  for (int z = first(std::min({a.z, b.z, c.z}), lattice.origin.z, lattice.pitch.z); z <= z1; ++z) {
    const double line_z = lattice.origin.z + (z + 0.5) * lattice.pitch.z;
    for (int y = y0; y <= y1; ++y) {
      const double line_y = lattice.origin.y + (y + 0.5) * lattice.pitch.y;
      const bool side = left_of(mesh, t[0], t[1], line_y, line_z);
      if (left_of(mesh, t[1], t[2], line_y, line_z) != side ||
          left_of(mesh, t[2], t[0], line_y, line_z) != side)
        continue;
      const double slope =
          normal.x != 0 ? ((line_y - a.y) * normal.y + (line_z - a.z) * normal.z) / normal.x : 0;
      const double cell = std::ceil((a.x - slope - lattice.origin.x) / lattice.pitch.x - 0.5);
      const int x = cell > 0 ? static_cast<int>(std::min(cell, static_cast<double>(lattice.cells.x))) : 0;
      if (x < lattice.cells.x) inside.row(y, z)[x >> 6] ^= std::uint64_t{1} << (x & 63);
    }
  }
}

/// Fills the cells between marks: bit x becomes the parity of the bits up to x.
void fill_between(BitGrid& grid) {
  for (int z = 0; z < grid.size().z; ++z) {
    for (int y = 0; y < grid.size().y; ++y) {
      std::uint64_t* words = grid.row(y, z);
      std::uint64_t carry = 0;
      for (int i = 0; i < grid.row_words(); ++i) {
        std::uint64_t w = words[i];
        for (int shift = 1; shift < 64; shift *= 2) w ^= w << shift;
        w ^= carry;
        carry = (w >> 63) != 0 ? ~std::uint64_t{0} : 0;
        words[i] = w;
      }
      // A row that ends inside of the surface is not covered by the lattice: clear the bits beyond its cells.
      const int rest = grid.size().x & 63;
      if (rest != 0) words[grid.row_words() - 2] &= ~std::uint64_t{0} >> (64 - rest);
      words[grid.row_words() - 1] = 0;
    }
  }
}

BitGrid inside_cells(const TriangleMesh& surface, const Lattice& lattice, StopQuery stop = {}) {
  BitGrid inside(lattice.cells);
  for (std::size_t t = 0; t < surface.closed().size(); ++t) {
    if (t % triangles_per_query == 0 && stop.stopped()) break;
    flip_beyond(surface, surface.triangles[t], lattice, inside);
  }
  fill_between(inside);
  return inside;
}

/// The surface of a box in the frame.
TriangleMesh box_surface(const PlacedBox& box, const Quaterniond& frame) {
  TriangleMesh mesh = unit_cube();
  const Mat3<double> axes = rotation_matrix(box.rotation);
  for (Vec3d& v : mesh.vertices) {
    v = rotate_inverse(frame,
                       box.centre + axes * Vec3d{v.x * box.edge.x, v.y * box.edge.y, v.z * box.edge.z});
  }
  return mesh;
}

/// Clears the cells inside of a convex surface: in each row they are neighbours.
void take_out_inside(const TriangleMesh& surface, const Lattice& lattice, const LatticeSlabs& slabs,
                     BitGrid& free) {
  const Bounds bounds = bounds_of(surface);
  CellVector low, high;
  slabs.x.range(bounds.low.x, bounds.high.x, low.x, high.x);
  slabs.y.range(bounds.low.y, bounds.high.y, low.y, high.y);
  slabs.z.range(bounds.low.z, bounds.high.z, low.z, high.z);
  if (low.x > high.x || low.y > high.y || low.z > high.z) return;
  // The part of the lattice around the surface.
  Lattice around = lattice;
  around.origin += Vec3d{low.x * lattice.pitch.x, low.y * lattice.pitch.y, low.z * lattice.pitch.z};
  around.cells = {high.x - low.x + 1, high.y - low.y + 1, high.z - low.z + 1};
  const BitGrid inside = inside_cells(surface, around);
  for (int z = 0; z < around.cells.z; ++z) {
    for (int y = 0; y < around.cells.y; ++y) {
      int first = 0;
      int last = around.cells.x - 1;
      while (first <= last && !inside.test(first, y, z)) ++first;
      while (first <= last && !inside.test(last, y, z)) --last;
      if (first <= last) free.assign(low.x + first, low.x + last + 1, low.y + y, low.z + z, false);
    }
  }
}

}  // namespace

TriangleMesh in_frame(const TriangleMesh& mesh, const Quaterniond& rotation) {
  TriangleMesh turned = mesh;
  const Mat3<double> axes = rotation_matrix(rotation);
  for (Vec3d& vertex : turned.vertices) vertex = axes.transposed_times(vertex);
  return turned;
}

BitGrid free_cells(const TriangleMesh& surface, const Lattice& lattice, StopQuery stop) {
  BitGrid free = inside_cells(surface, lattice, stop);
  clear_touched(surface, lattice, free, stop);
  return free;
}

void take_out_boxes(BitGrid& free, const Lattice& lattice, std::span<const PlacedBox> boxes) {
  const LatticeSlabs slabs(lattice);
  for (const PlacedBox& box : boxes) {
    const TriangleMesh surface = box_surface(box, lattice.rotation);
    take_out_inside(surface, lattice, slabs, free);
    clear_touched(surface, lattice, free);
  }
}

}  // namespace jam::trunk
