// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From the polygons of a file to a surface. What can be repaired without moving anything is repaired; what
// cannot (holes, surfaces that pass through each other, more than two triangles at an edge) is left to a wrap
// (wrap.hpp). Notes report both.
#pragma once

#include <string>
#include <vector>

#include "jam/mesh/mesh_file.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

struct RepairedSurface {
  /// If `sound`: the part with the largest volume, closed, 2-manifold, without self-intersections, oriented
  /// outwards. Otherwise all triangles of positive area.
  trunk::TriangleMesh mesh;
  bool sound = false;
  /// Closed parts, facing outwards. If `sound`, the obstacles: parts inside of `mesh` and in no other part.
  /// Else all closed parts but the widest part, which may be obstacles in a wrap of `mesh`, and may cross
  /// anything; `walls` are the other triangles of `mesh` then.
  std::vector<trunk::TriangleMesh> closed_parts;
  trunk::TriangleMesh walls;
  /// Enclosed volume, less the obstacles [mm^3]; 0 if the surface is open or not a 2-manifold.
  double volume = 0;
  std::vector<std::string> notes;     ///< Repairs and findings, one line each.
  std::vector<std::string> warnings;  ///< Probable mistakes, one line each.
};

/// Merges vertices at one place, drops repeated and degenerate polygons, triangulates, orients. Takes the
/// soup by value and frees it as soon as it is copied: the memory of millions of triangles is needed once.
/// About 15 s for 2 million triangles, most of it the search for self-intersections. Throws InputError, with
/// `name` for the file, where no triangle of positive area is left.
[[nodiscard]] RepairedSurface repair(PolygonSoup soup, const std::string& name);

}  // namespace jam::mesh
