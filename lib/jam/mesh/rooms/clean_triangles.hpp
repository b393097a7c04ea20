// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From the polygons of a file to triangles of positive area, without moving anything.
#pragma once

#include <string>
#include <vector>

#include "jam/mesh/mesh_file.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

/// Merges vertices at one place, splits polygons, drops those that occur twice or have no area; `notes`
/// receives a line for each of these repairs. Takes the soup by value and frees it as soon as it is copied:
/// the memory of millions of triangles is needed once. Throws InputError, with `name` for the file, if no
/// triangle is left.
[[nodiscard]] trunk::TriangleMesh clean_triangles(PolygonSoup soup, const std::string& name,
                                                  std::vector<std::string>& notes);

}  // namespace jam::mesh
