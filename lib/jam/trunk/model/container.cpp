// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/container.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace jam::trunk {
namespace {

/// Corners of triangles, for comparison of two meshes.
class Corners {
 public:
  explicit Corners(const TriangleMesh& mesh) {
    for (const auto& triangle : mesh.triangles) sorted_.push_back(key(mesh.corners(triangle)));
    std::ranges::sort(sorted_);
  }
  [[nodiscard]] bool contains(const std::array<Vec3d, 3>& corners) const {
    return std::ranges::binary_search(sorted_, key(corners));
  }

 private:
  using Key = std::array<std::tuple<double, double, double>, 3>;
  [[nodiscard]] static Key key(const std::array<Vec3d, 3>& corners) {
    Key key;
    for (std::size_t k = 0; k < key.size(); ++k) key[k] = {corners[k].x, corners[k].y, corners[k].z};
    std::ranges::sort(key);
    return key;
  }
  std::vector<Key> sorted_;
};

}  // namespace

TriangleMesh inner_walls(const Container& container) {
  if (!container.wrapped) return {};
  const Corners surface(container.surface);
  TriangleMesh walls = container.original;
  std::erase_if(walls.triangles, [&](const auto& t) { return surface.contains(walls.corners(t)); });
  return without_unused(walls);
}

TriangleMesh container_walls(const Container& container) {
  TriangleMesh walls = container.surface;
  if (container.wrap_offset > 0) {
    const Corners original(container.original);
    const auto no_wall = [&](const auto& t) { return !original.contains(walls.corners(t)); };
    const auto begin = walls.triangles.begin();
    walls.behind = static_cast<int>(std::stable_partition(begin, walls.triangles.end(), no_wall) - begin);
  }
  const TriangleMesh sheets = inner_walls(container);
  const int shift = static_cast<int>(walls.vertices.size());
  walls.vertices.insert(walls.vertices.end(), sheets.vertices.begin(), sheets.vertices.end());
  for (const auto& [a, b, c] : sheets.triangles) walls.triangles.push_back({a + shift, b + shift, c + shift});
  walls.sheets = static_cast<int>(sheets.triangles.size());
  return walls;
}

}  // namespace jam::trunk
