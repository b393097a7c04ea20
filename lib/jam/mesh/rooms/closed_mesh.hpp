// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A mesh with the triangles that close its openings, and the arrangement of both. Lengths in mm.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jam/mesh/rooms/arrangement.hpp"
#include "jam/mesh/rooms/cap_plane.hpp"
#include "jam/mesh/rooms/obstacles.hpp"
#include "jam/mesh/rooms/openings.hpp"
#include "jam/mesh/rooms/wrap_container.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

/// Gaps that are closed by sheets prolonged beyond their free edges, or beyond bent edges of solids.
struct Gaps {
  double width = 0;  ///< 0: none.
  bool solids = false;
};

/// Triangles of a mesh that do not fit together.
struct MisfitCounts {
  int crossing = 0;  ///< Cut where there is no vertex: they cross others.
  int touching = 0;  ///< Cut at vertices of others: T-junctions, solids that stand on each other.
};

struct ClosedMesh {
  /// Closes holes and cracks, adds the planes `caps`, closes the only opening by its plane if `close_rim`,
  /// and gaps. Nothing closes `obstacles`, which are added as they are.
  ClosedMesh(const trunk::TriangleMesh& mesh, const std::vector<CapPlane>& caps, bool close_rim, Gaps gaps,
             const Obstacles& obstacles = {});

  OpenSurface surface;
  int first_obstacle = 0;  ///< Triangles of `surface` from here on, before those added, are obstacles'.
  std::unique_ptr<Arrangement> arrangement;
  std::vector<bool> beyond;       ///< Cells that a one-sided plane cuts off.
  std::vector<bool> in_obstacle;  ///< Cells that an obstacle encloses.
  std::vector<std::string> notes;
  ClosedOpenings openings;  ///< Those of the mesh alone; its triangles were taken.
  MisfitCounts misfits;     ///< In the mesh alone.
};

}  // namespace jam::mesh
