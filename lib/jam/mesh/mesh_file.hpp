// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Mesh files as they are: polygons that need not fit together. Formats: OFF, OBJ, PLY, STL, each ascii or
// binary where it has both; STEP and IGES, through OpenCASCADE; glTF, 3MF, DAE and FBX, through assimp. A
// build may lack these two libraries.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "jam/core/vec.hpp"
#include "jam/mesh/file_frame.hpp"

namespace jam::mesh {

/// Polygons by the indices of their vertices. Lengths in the unit of the file.
struct PolygonSoup {
  std::vector<Vec3d> vertices;
  std::vector<std::vector<std::size_t>> polygons;
  std::vector<int> part_of;  ///< Index of the part of each polygon; empty: all are one part.
  std::vector<std::string>
      part_names;                  ///< Name of each part: any text (io::quoted). Empty: the file has none.
  std::optional<LengthUnit> unit;  ///< Unit that the file states.
  std::optional<UpAxis> up;        ///< Axis that points up, as the file states.
  double tolerance = 0;  ///< Largest distance of the polygons from the surfaces of the file [mm]; 0: exact.
  std::vector<std::string> notes;  ///< What was left out or replaced, one line each.
};

/// Reads a mesh; the format is that of the extension, upper or lower case, or is recognised by the content if
/// there is none, as in a pipe. At least one polygon, each index that of a vertex, each coordinate finite.
/// Throws InputError of one line for a file that is missing, a folder, unreadable, empty, of an unknown
/// extension, malformed, truncated, without polygons, or of a format whose library this build lacks; the
/// place of an error is its line, or its byte if the format is binary. Libraries name no place.
///
/// A broken file may crash a library, or make it take all memory: see read_by_library().
[[nodiscard]] PolygonSoup read_mesh_file(const std::filesystem::path& file);

/// Whether the extension, upper or lower case, is that of one of these formats.
[[nodiscard]] bool is_mesh_file(const std::filesystem::path& file);

/// Whether the format of a file with this name is read by a library, or shows only when it is read. Such a
/// file is read in a child process (guarded_call.hpp).
[[nodiscard]] bool read_by_library(const std::filesystem::path& file);

}  // namespace jam::mesh
