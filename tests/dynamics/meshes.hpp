// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Closed meshes for tests, facing outwards. Lengths in metres.
#pragma once

#include <array>
#include <vector>

#include "jam/core/vec.hpp"

namespace jam::test {

struct Mesh {
  std::vector<Vec3d> vertices;
  std::vector<std::array<int, 3>> triangles;
};

/// A box from 0 to (x, y, z).
inline Mesh box_mesh(double x, double y, double z) {
  return {{{0, 0, 0}, {x, 0, 0}, {0, y, 0}, {x, y, 0}, {0, 0, z}, {x, 0, z}, {0, y, z}, {x, y, z}},
          {{0, 2, 1},
           {1, 2, 3},
           {4, 5, 6},
           {5, 7, 6},
           {0, 1, 4},
           {1, 5, 4},
           {2, 6, 3},
           {3, 6, 7},
           {0, 4, 2},
           {2, 4, 6},
           {1, 3, 5},
           {3, 7, 5}}};
}

/// A prism along y with this outline in x, z, counter-clockwise seen from -y; `ears`: its triangles.
inline Mesh prism(const std::vector<std::array<double, 2>>& outline,
                  const std::vector<std::array<int, 3>>& ears, double y) {
  Mesh mesh;
  const int n = static_cast<int>(outline.size());
  for (const double at : {0.0, y}) {
    for (const auto& p : outline) mesh.vertices.push_back({p[0], at, p[1]});
  }
  for (const auto& e : ears) {
    mesh.triangles.push_back(e);
    mesh.triangles.push_back({e[0] + n, e[2] + n, e[1] + n});
  }
  for (int k = 0; k < n; ++k) {
    const int next = (k + 1) % n;
    mesh.triangles.push_back({k, k + n, next});
    mesh.triangles.push_back({next, k + n, next + n});
  }
  return mesh;
}

}  // namespace jam::test
