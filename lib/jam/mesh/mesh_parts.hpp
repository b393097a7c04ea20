// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The parts of a mesh file as they are, before anything is repaired.
#pragma once

#include <cstddef>
#include <vector>

#include "jam/mesh/mesh_file.hpp"
#include "jam/mesh/mesh_report.hpp"

namespace jam::mesh {

struct FoundParts {
  std::vector<PartReport> parts;  ///< In the order of the file if it names them, otherwise the largest first.
  std::size_t count = 0;
  std::size_t doubled_count = 0;  ///< Polygons with the corners of an earlier one.
};

/// Corners at one place are one vertex. Of parts without names at most `unnamed_limit` are returned.
[[nodiscard]] FoundParts find_parts(const PolygonSoup& soup, std::size_t unnamed_limit);

}  // namespace jam::mesh
