// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Containers and boxes for tests of loading. Lengths in mm.
#pragma once

#include <vector>

#include "dynamics/meshes.hpp"
#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/model/container.hpp"
#include "jam/trunk/polish/box_gaps.hpp"

namespace jam::test {

inline trunk::Container container_of(const Mesh& mesh) {
  trunk::Container container;
  container.surface.vertices = mesh.vertices;
  container.surface.triangles = mesh.triangles;
  container.original = container.surface;
  container.volume = trunk::volume_of(container.surface);
  return container;
}

/// A cuboid from 0.
inline trunk::Container cuboid(double x, double y, double z) { return container_of(box_mesh(x, y, z)); }

/// A room of 400 x 200 x 300 mm whose upper half, from z = 150 on, ends at x = 200: a ledge over the rest.
inline trunk::Container room_with_ledge() {
  return container_of(prism({{0, 0}, {400, 0}, {400, 150}, {200, 150}, {200, 300}, {0, 300}},
                            {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {3, 4, 5}}, 200));
}

/// A litre box that lies flat along x.
inline trunk::BoxRow flat_box(double x, double y, double z) {
  trunk::BoxRow row;
  row.centre = {x, y, z};
  return row;
}

/// The same as an obstacle of any size.
inline trunk::BoxRow flat_box(double x, double y, double z, Vec3d edge) {
  trunk::BoxRow row = flat_box(x, y, z);
  row.edge = edge;
  return row;
}

inline std::vector<contact::Box<double>> boxes_of(const std::vector<trunk::BoxRow>& rows) {
  std::vector<contact::Box<double>> boxes;
  for (const trunk::BoxRow& row : rows) boxes.push_back(trunk::contact_box(trunk::placed(row)));
  return boxes;
}

}  // namespace jam::test
