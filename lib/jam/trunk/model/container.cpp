// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/container.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

#include "jam/core/error.hpp"
#include "jam/trunk/model/point_grid.hpp"

namespace jam::trunk {
namespace {

/// Cells of the inside grid that belong to the container. The grid has empty cells all around.
class Cells {
 public:
  explicit Cells(const contact::InsideGridView& grid) : size_{grid.size[0], grid.size[1], grid.size[2]} {
    const std::size_t count = static_cast<std::size_t>(size_[0]) * size_[1] * size_[2];
    full_.resize(count);
    for (std::size_t i = 0; i < count; ++i) full_[i] = grid.outside[i] == 0 ? 1 : 0;
  }

  [[nodiscard]] int size(int axis) const { return size_[axis]; }
  [[nodiscard]] bool full(int x, int y, int z) const { return full_[index(x, y, z)] != 0; }

  /// Adds all cells that touch a full one.
  void grow() {
    const std::vector<std::uint8_t> before = full_;
    for (int z = 1; z + 1 < size_[2]; ++z) {
      for (int y = 1; y + 1 < size_[1]; ++y) {
        for (int x = 1; x + 1 < size_[0]; ++x) {
          if (before[index(x, y, z)] == 0) continue;
          for (int k = 0; k < 27; ++k) full_[index(x - 1 + k % 3, y - 1 + k / 3 % 3, z - 1 + k / 9)] = 1;
        }
      }
    }
  }

  /// Fills the eight cells around each corner at which the boundary would not be a 2-manifold, until there is
  /// none.
  void make_manifold() {
    for (bool changed = true; changed;) {
      changed = false;
      for (int z = 1; z < size_[2]; ++z) {
        for (int y = 1; y < size_[1]; ++y) {
          for (int x = 1; x < size_[0]; ++x) {
            if (is_disc(around(x, y, z))) continue;
            for (int k = 0; k < 8; ++k) full_[index(x - (k & 1), y - (k >> 1 & 1), z - (k >> 2))] = 1;
            changed = true;
          }
        }
      }
    }
  }

 private:
  [[nodiscard]] std::size_t index(int x, int y, int z) const {
    return x + size_[0] * (y + static_cast<std::size_t>(size_[1]) * z);
  }

  [[nodiscard]] int around(int x, int y, int z) const {
    int pattern = 0;
    for (int k = 0; k < 8; ++k) pattern |= full(x - (k & 1), y - (k >> 1 & 1), z - (k >> 2)) ? 1 << k : 0;
    return pattern;
  }

  /// Whether the full cells are connected through faces, and the empty cells as well. If so, the boundary at
  /// the corner is a disc or empty.
  [[nodiscard]] static bool is_disc(int pattern) { return joined(pattern) && joined(~pattern & 0xff); }

  [[nodiscard]] static bool joined(int pattern) {
    if (pattern == 0) return true;
    int reached = pattern & -pattern;
    for (int step = 0; step < 8; ++step) {
      int next = reached;
      for (int k = 0; k < 8; ++k) {
        if ((reached >> k & 1) != 0) next |= (1 << (k ^ 1)) | (1 << (k ^ 2)) | (1 << (k ^ 4));
      }
      reached = next & pattern;
    }
    return reached == pattern;
  }

  int size_[3];
  std::vector<std::uint8_t> full_;
};

TriangleMesh boundary(const Cells& cells, Vec3d low, double edge) {
  TriangleMesh mesh;
  std::map<std::array<int, 3>, int> number;
  const auto vertex = [&](const std::array<int, 3>& corner) {
    const auto [at, is_new] = number.try_emplace(corner, static_cast<int>(mesh.vertices.size()));
    if (is_new)
      mesh.vertices.push_back(low + edge * Vec3d{static_cast<double>(corner[0]),
                                                 static_cast<double>(corner[1]),
                                                 static_cast<double>(corner[2])});
    return at->second;
  };
  for (int z = 1; z + 1 < cells.size(2); ++z) {
    for (int y = 1; y + 1 < cells.size(1); ++y) {
      for (int x = 1; x + 1 < cells.size(0); ++x) {
        if (!cells.full(x, y, z)) continue;
        for (int axis = 0; axis < 3; ++axis) {
          for (const int side : {0, 1}) {
            std::array<int, 3> beyond{x, y, z};
            beyond[axis] += side == 1 ? 1 : -1;
            if (cells.full(beyond[0], beyond[1], beyond[2])) continue;
            // Corners counter-clockwise about +axis; the other way round for the low face.
            const std::size_t u = (axis + 1) % 3;
            const std::size_t v = (axis + 2) % 3;
            std::array<int, 4> corner{};
            for (int k = 0; k < 4; ++k) {
              std::array<int, 3> at{x, y, z};
              at[axis] += side;
              at[u] += k == 1 || k == 2 ? 1 : 0;
              at[v] += k >= 2 ? 1 : 0;
              corner[side == 1 ? k : 3 - k] = vertex(at);
            }
            mesh.triangles.push_back({corner[0], corner[1], corner[2]});
            mesh.triangles.push_back({corner[0], corner[2], corner[3]});
          }
        }
      }
    }
  }
  return mesh;
}

}  // namespace

TriangleMesh container_walls(const Container& container) {
  TriangleMesh walls = container.surface;
  if (!container.wrapped) return walls;
  const int shift = static_cast<int>(walls.vertices.size());
  walls.vertices.insert(walls.vertices.end(), container.original.vertices.begin(),
                        container.original.vertices.end());
  walls.triangles.reserve(walls.triangles.size() + 2 * container.original.triangles.size());
  for (const auto& [a, b, c] : container.original.triangles) {
    walls.triangles.push_back({a + shift, b + shift, c + shift});
    walls.triangles.push_back({a + shift, c + shift, b + shift});
  }
  return walls;
}

Container container_of_points(const std::vector<Vec3d>& points, const PointGrid& grid) {
  if (!(grid.enclosed_volume() > 0)) {
    throw InputError(
        "the points enclose no volume: they are too few or leave holes wider than about two cells of " +
        std::to_string(static_cast<int>(grid.inside_cell_size())) + " mm; give denser points, or a mesh");
  }
  const contact::InsideGridView view = grid.inside_view();
  Cells cells(view);
  cells.grow();
  cells.make_manifold();
  const Vec3d low = grid.origin() + Vec3d{static_cast<double>(view.low.x), static_cast<double>(view.low.y),
                                          static_cast<double>(view.low.z)};

  Container container;
  container.surface = boundary(cells, low, grid.inside_cell_size());
  container.original.vertices = points;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) container.original.triangles.push_back({i, i, i});
  container.wrapped = true;
  container.volume = grid.enclosed_volume();
  return container;
}

}  // namespace jam::trunk
