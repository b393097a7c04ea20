// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A mesh file as a picture shows it: all of its triangles, by the parts that the file names. Nothing is
// repaired or dropped (read_container.hpp does that).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "jam/mesh/file_frame.hpp"
#include "jam/mesh/watch.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

struct PartedMesh {
  trunk::TriangleMesh mesh;                  ///< Triangles in the order of the parts. In mm, z up.
  std::vector<std::string> names;            ///< All different; empty: the file names no parts.
  std::vector<int> counts;                   ///< Number of triangles of each name.
  LengthUnit unit = LengthUnit::millimetre;  ///< Unit of the file, as it is used.
  UpAxis up = UpAxis::z;                     ///< Axis of the file that points up, as it is used.
};

/// Reads a file of any format of read_mesh_file(), in a child process (guarded_call.hpp). Parts of one name
/// are one; polygons that cannot be cut into triangles are shown as fans. Throws InputError as
/// read_mesh_file() and for coordinates beyond 1e9 mm, StoppedError if `watch` ends the reading.
[[nodiscard]] PartedMesh read_parted_mesh(const std::filesystem::path& file, std::optional<LengthUnit> unit,
                                          std::optional<UpAxis> up, const Watch& watch = {});

}  // namespace jam::mesh
