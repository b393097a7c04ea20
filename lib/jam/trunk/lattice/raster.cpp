// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/lattice/raster.hpp"

#include <algorithm>
#include <cmath>

namespace jam::trunk {
namespace {

/// A triangle cut by at most four planes.
struct Polygon {
  Vec3d corner[8];
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

/// The cells of one axis, widened by the clearance.
struct Slabs {
  int axis;
  double origin;
  double pitch;
  double clearance;
  int count;

  [[nodiscard]] double low(int i) const { return origin + i * pitch - clearance; }
  [[nodiscard]] double high(int i) const { return origin + (i + 1) * pitch + clearance; }

  /// The cells [first, last] that an extent touches.
  void range(double from, double to, int& first, int& last) const {
    first = std::max(0, static_cast<int>(std::ceil((from - clearance - origin) / pitch - 1)));
    last = std::min(count - 1, static_cast<int>(std::floor((to + clearance - origin) / pitch)));
  }

  void range(const Polygon& polygon, int& first, int& last) const {
    double from = 1e300;
    double to = -1e300;
    for (int i = 0; i < polygon.count; ++i) {
      from = std::min(from, component(polygon.corner[i], axis));
      to = std::max(to, component(polygon.corner[i], axis));
    }
    range(from, to, first, last);
  }

  /// The part of a polygon in cells i.
  [[nodiscard]] bool cut(const Polygon& in, int i, Polygon& out) const {
    Polygon half;
    clip(in, axis, -1, low(i), half);
    clip(half, axis, 1, high(i), out);
    return out.count > 0;
  }
};

struct LatticeSlabs {
  Slabs x, y, z;

  explicit LatticeSlabs(const Lattice& l)
      : x{0, l.origin.x, l.pitch.x, l.clearance, l.cells.x},
        y{1, l.origin.y, l.pitch.y, l.clearance, l.cells.y},
        z{2, l.origin.z, l.pitch.z, l.clearance, l.cells.z} {}
};

/// Clears the cells that a triangle touches.
void clear_touched(const Polygon& triangle, const LatticeSlabs& slabs, BitGrid& free) {
  int z0, z1, y0, y1, x0, x1;
  slabs.z.range(triangle, z0, z1);
  for (int z = z0; z <= z1; ++z) {
    Polygon slice;
    if (!slabs.z.cut(triangle, z, slice)) continue;
    slabs.y.range(slice, y0, y1);
    for (int y = y0; y <= y1; ++y) {
      Polygon piece;
      if (!slabs.y.cut(slice, y, piece)) continue;
      slabs.x.range(piece, x0, x1);
      if (x0 <= x1) free.assign(x0, x1 + 1, y, z, false);
    }
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
  const auto first = [](double from, double origin, double pitch) {
    return std::max(0, static_cast<int>((from - origin) / pitch - 1));
  };
  const auto last = [](double to, double origin, double pitch, int n) {
    return std::min(n - 1, static_cast<int>(std::floor((to - origin) / pitch + 1)));
  };
  const int z1 = last(std::max({a.z, b.z, c.z}), lattice.origin.z, lattice.pitch.z, lattice.cells.z);
  const int y1 = last(std::max({a.y, b.y, c.y}), lattice.origin.y, lattice.pitch.y, lattice.cells.y);
  for (int z = first(std::min({a.z, b.z, c.z}), lattice.origin.z, lattice.pitch.z); z <= z1; ++z) {
    const double line_z = lattice.origin.z + (z + 0.5) * lattice.pitch.z;
    for (int y = first(std::min({a.y, b.y, c.y}), lattice.origin.y, lattice.pitch.y); y <= y1; ++y) {
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
  for (const std::array<int, 3>& t : surface.triangles) {
    if (stop.stopped()) break;
    flip_beyond(surface, t, lattice, inside);
  }
  fill_between(inside);
  return inside;
}

Polygon triangle_of(const TriangleMesh& mesh, const std::array<int, 3>& t) {
  Polygon polygon;
  for (const int vertex : t) polygon.corner[polygon.count++] = mesh.vertex(vertex);
  return polygon;
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
  const LatticeSlabs slabs(lattice);
  for (const std::array<int, 3>& t : surface.triangles) {
    if (stop.stopped()) break;
    clear_touched(triangle_of(surface, t), slabs, free);
  }
  return free;
}

void take_out_boxes(BitGrid& free, const Lattice& lattice, std::span<const PlacedBox> boxes) {
  const LatticeSlabs slabs(lattice);
  for (const PlacedBox& box : boxes) {
    const TriangleMesh surface = box_surface(box, lattice.rotation);
    take_out_inside(surface, lattice, slabs, free);
    for (const std::array<int, 3>& t : surface.triangles) clear_touched(triangle_of(surface, t), slabs, free);
  }
}

}  // namespace jam::trunk
