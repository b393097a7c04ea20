// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A mesh file as triangles that fit together, for programs without CGAL. Nothing is repaired: a surface that
// is open stays open (read_container.hpp mends and wraps such meshes).
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "jam/mesh/file_frame.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

/// Vertices at one place become one, corners that follow each other there become one, faces with fewer than
/// three corners then are dropped, larger polygons are split. In mm, z up; without `unit` or `up` the file is
/// in those that it states, else in mm, z up. Formats that a library reads are read in a child process
/// (guarded_call.hpp). Throws InputError as read_mesh_file(), and for a face of more than three corners that
/// crosses itself, has no area, or has more corners than ear_corner_limit.
[[nodiscard]] trunk::TriangleMesh read_triangles(const std::filesystem::path& file,
                                                 std::optional<LengthUnit> unit = {},
                                                 std::optional<UpAxis> up = {});

/// Polygons of more corners could take minutes: time grows with the cube of the corners where ears are rare.
inline constexpr std::size_t ear_corner_limit = 1000;

/// Cuts off ears (G. H. Meisters, 1975); programs with CGAL have split_polygons.hpp. The triangles of a
/// polygon given by the numbers of its corners, n - 2 for n corners, each turned like the polygon: they have
/// its edges, so that neighbours still fit. The polygon is projected along the coordinate axis nearest to its
/// normal; it may be concave, have corners on straight edges, and have a corner twice, as a bridge to a hole
/// does. Empty if it has no area or crosses itself in the projection.
[[nodiscard]] std::vector<std::array<std::size_t, 3>> clip_ears(const std::vector<Vec3d>& vertices,
                                                                std::span<const std::size_t> polygon);

}  // namespace jam::mesh
