// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which unit and axes the coordinates of a mesh file have, and what a user should know about the file.
// Inside jam_mesh and jam_mesh_files only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jam/mesh/mesh_file.hpp"

namespace jam::mesh {

struct FileFrame {
  LengthUnit unit = LengthUnit::millimetre;
  UpAxis up = UpAxis::z;
};

/// What the user gave, else what the file states, else mm and z.
[[nodiscard]] FileFrame frame_of(const PolygonSoup& soup, std::optional<LengthUnit> unit,
                                 std::optional<UpAxis> up);

/// One line each: unit and axis that the file states, and where `frame` differs from them; names of parts;
/// curved faces; notes of the reader.
[[nodiscard]] std::vector<std::string> file_notes(const PolygonSoup& soup, const FileFrame& frame);

}  // namespace jam::mesh
