// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/container_walls.hpp"

namespace jam::trunk {

TriangleMesh container_walls(const Container& container) {
  TriangleMesh walls = container.surface;
  if (!container.wrapped) return walls;
  const int shift = static_cast<int>(walls.vertices.size());
  walls.vertices.insert(walls.vertices.end(), container.original.vertices.begin(), container.original.vertices.end());
  walls.triangles.reserve(walls.triangles.size() + 2 * container.original.triangles.size());
  for (const auto& [a, b, c] : container.original.triangles) {
    walls.triangles.push_back({a + shift, b + shift, c + shift});
    walls.triangles.push_back({a + shift, c + shift, b + shift});
  }
  return walls;
}

}  // namespace jam::trunk
