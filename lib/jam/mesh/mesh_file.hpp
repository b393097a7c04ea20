// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Mesh files as they are: polygons that need not fit together. Formats: OFF, OBJ, PLY, STL, each ascii or
// binary where it has both.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "jam/core/vec.hpp"

namespace jam::mesh {

/// Polygons by the indices of their vertices. Lengths in the unit of the file.
struct PolygonSoup {
  std::vector<Vec3d> vertices;
  std::vector<std::vector<std::size_t>> polygons;
};

/// Reads a mesh; the format is that of the extension, upper or lower case, or is recognised by the content if
/// there is none, as in a pipe. At least one polygon, each index that of a vertex, each coordinate finite.
/// Throws InputError of one line for a file that is missing, a folder, unreadable, empty, of an unknown
/// extension, malformed, truncated, or without polygons; the place of an error is its line, or its byte if
/// the format is binary.
[[nodiscard]] PolygonSoup read_mesh_file(const std::filesystem::path& file);

}  // namespace jam::mesh
