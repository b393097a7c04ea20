// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Clouds of points in the formats of scanners: PLY, XYZ and PCD. POINT files are read by
// trunk/io/point_files.hpp.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "jam/core/vec.hpp"

namespace jam::mesh {

/// Whether the extension, upper or lower case, is that of one of these formats: .ply, .xyz, .pcd.
[[nodiscard]] bool is_point_cloud_file(const std::filesystem::path& file);

/// Reads the points of such a file, in its unit; at least one, each coordinate finite.
///   - PLY, text and binary: the vertices; faces are ignored.
///   - XYZ: three numbers a line, and any further columns, all lines alike; `#` and `//` begin comments; a
///   first line of one whole number is the count.
///   - PCD 0.7 of the Point Cloud Library, ascii, binary and binary_compressed: fields x, y, z of type F 4 or
///   F 8; points that are not a number were not measured, and are left out.
/// Throws InputError of one line for a file that is missing, a folder, unreadable, empty, malformed,
/// truncated, or without points; the place of an error is its line, or its byte if the format is binary.
[[nodiscard]] std::vector<Vec3d> read_point_cloud(const std::filesystem::path& file);

/// The points of a PCD file's bytes; `name` is the name of the file in messages.
[[nodiscard]] std::vector<Vec3d> read_pcd(const std::string& name, std::string_view bytes);

}  // namespace jam::mesh
