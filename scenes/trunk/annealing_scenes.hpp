// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Turned cuboid cavities and packings in them, for the tests of polish and annealing. Lengths in mm.
#pragma once

#include <stdexcept>
#include <vector>

#include "jam/trunk/model/container.hpp"
#include "jam/trunk/polish/box_polish.hpp"
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

/// Points on the walls of turned_cavity(size), at most `spacing` apart.
inline std::vector<Vec3d> turned_cavity_points(Vec3d size, double spacing) {
  std::vector<Vec3d> points = jam::test::cavity_points(size, spacing);
  for (Vec3d& point : points) point = rotation_matrix(cavity_turn) * point;
  return points;
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

/// How far the packing is from legal in a convex container: the deepest of overlaps and distances beyond the
/// walls.
inline double illegality(const BoxPacking& packing, const TriangleMesh& convex) {
  double worst = deepest_overlap(packing);
  for (const PlacedBox& box : packing.boxes) worst = std::max(worst, beyond_walls(box, convex));
  return worst;
}

/// Eighteen boxes fill a cavity that has 3 mm to spare along each edge; one of them is missing, and the
/// others have moved. Everything `scale` times as large as for litre boxes; edges and corners rounded by
/// `corner_radius` [mm].
struct OneMissing {
  double scale = 1;
  Vec3d size = scale * Vec3d{603, 303, 103};
  Container container = turned_cavity(size);
  WallTriangles walls{container};
  BoxPacking packing = turned_lattice(3, 3, 2, {1.5, 1.5, 1.5});

  explicit OneMissing(double of_litre_boxes = 1, double corner_radius = 0) : scale(of_litre_boxes) {
    packing.boxes.erase(packing.boxes.begin() + 8);
    jam::test::perturb(packing, 0.5, 0.002, 1);
    for (PlacedBox& box : packing.boxes) {
      box.centre = scale * box.centre;
      box.edge = edge();
      box.corner_radius = corner_radius;
    }
    if (!BoxPolish(walls).run(packing.boxes).legal)
      throw std::logic_error("the packing of the scene is not legal");
  }

  [[nodiscard]] bool legal(const BoxPacking& found) const {
    return illegality(found, container.surface) < 1e-6;
  }
  [[nodiscard]] Vec3d edge() const { return scale * Vec3d{200, 100, 50}; }
};

}  // namespace jam::trunk::test
