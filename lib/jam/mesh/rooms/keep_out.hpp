// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes of space that no box of a load may enter, as the user names them: closed obstacles (obstacles.hpp).
#pragma once

#include <string>
#include <string_view>

#include "jam/core/vec.hpp"
#include "jam/mesh/file_frame.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

struct KeepOut {
  Vec3d low, high;   ///< Opposite corners, in the frame and unit of the file.
  std::string text;  ///< As the user wrote it.
};

/// "X0,Y0,Z0,X1,Y1,Z1": two opposite corners, in any order. Throws InputError for anything else, and for a
/// box without volume.
[[nodiscard]] KeepOut parse_keep_out(std::string_view text);

/// Its surface in mm, z up, oriented outwards.
[[nodiscard]] trunk::TriangleMesh surface_of(const KeepOut& keep_out, LengthUnit unit, UpAxis up);

}  // namespace jam::mesh
