// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The readers of the mesh formats, each from the bytes of a file. They are our own because those of CGAL trust what they read: a broken
// header or a wrong count ends them, or takes all memory. Every coordinate is finite; indices of vertices are not checked here. Throw
// InputError with `name` for the file, and the line where the format is text. Inside jam_mesh only.
#pragma once

#include <string>
#include <string_view>

#include "jam/mesh/mesh_file.hpp"

namespace jam::mesh {

/// OFF of Geomview, text and binary, also with texture coordinates, colours, normals or a fourth coordinate ([ST][C][N][4]OFF), which
/// are dropped or divided by.
[[nodiscard]] PolygonSoup read_off(const std::string& name, std::string_view bytes);

/// OBJ of Wavefront: vertices and faces; indices may be relative.
[[nodiscard]] PolygonSoup read_obj(const std::string& name, std::string_view bytes);

/// PLY (G. Turk, 1994), text and binary of both byte orders. Coordinates in text whose type is float are rounded to float.
[[nodiscard]] PolygonSoup read_ply(const std::string& name, std::string_view bytes);

/// STL, text and binary. Equal corners become one vertex.
[[nodiscard]] PolygonSoup read_stl(const std::string& name, std::string_view bytes);

}  // namespace jam::mesh
