// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Triangles cut along each other, with exact coordinates. Inside sources of jam_mesh only.
#pragma once

#include <array>
#include <vector>

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>

#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

using Exact = CGAL::Exact_predicates_exact_constructions_kernel;

struct ExactPieces {
  std::vector<Exact::Point_3> points;         ///< Those of the input first.
  std::vector<std::array<int, 3>> triangles;  ///< Turned like their source.
  std::vector<int> source;                    ///< Triangle of the input.
  /// Number of triangles of the input that cover a piece and are turned like it, less those turned the other
  /// way.
  std::vector<int> net_cover;
  int cut_count = 0;  ///< Number of triangles of the input that were cut.
};

/// As arrange() (arrangement.hpp): no two pieces have more in common than a vertex or an edge.
[[nodiscard]] ExactPieces cut_along_each_other(const trunk::TriangleMesh& mesh);

}  // namespace jam::mesh
