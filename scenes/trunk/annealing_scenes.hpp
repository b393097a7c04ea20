// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Turned cuboid cavities and packings in them, for the tests of polish and annealing. Lengths in mm.
#pragma once

#include "jam/trunk/model/container.hpp"
#include "scenes/trunk/cavity.hpp"
#include "scenes/trunk/lattice_meshes.hpp"

namespace jam::trunk::test {

/// How the cavities of these tests lie in space: along no axis.
inline const Quaterniond cavity_turn = normalised(Quaterniond{0.8, 0.3, -0.4, 0.33});

inline Container turned_cavity(Vec3d size) {
  Container container;
  container.surface = container.original = cuboid(size, cavity_turn);
  container.volume = size.x * size.y * size.z;
  return container;
}

/// nx x ny x nz boxes, the first corner of the first one at `corner` of the turned cavity.
inline BoxPacking turned_lattice(int nx, int ny, int nz, Vec3d corner) {
  BoxPacking packing = jam::test::lattice_packing(nx, ny, nz);
  for (PlacedBox& box : packing.boxes) {
    box.centre = rotation_matrix(cavity_turn) * (box.centre + corner);
    box.rotation = cavity_turn;
  }
  return packing;
}

/// How far the packing is from legal in a convex container: the deepest of overlaps and distances beyond the walls.
inline double illegality(const BoxPacking& packing, const TriangleMesh& convex) {
  double worst = deepest_overlap(packing);
  for (const PlacedBox& box : packing.boxes) worst = std::max(worst, beyond_walls(box, convex));
  return worst;
}

}  // namespace jam::trunk::test
