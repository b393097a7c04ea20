// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// POINT files: the sampled surface of a container as text (J.-F. Goetzmann, 2007). The count, then `x y z`
// per line in 1/10 mm; in memory all lengths are mm. The factor moves the decimal point and never rounds:
// what is written reads back as the same doubles.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "jam/core/vec.hpp"

namespace jam::trunk {

/// Reads a POINT file; the points are in mm. Throws InputError naming file, line and field for a missing,
/// empty or truncated file, a wrong count, and anything that is not a finite number within coordinate_limit
/// (box_files.hpp).
[[nodiscard]] std::vector<Vec3d> read_points(const std::filesystem::path& file);

/// The same for a text in memory; `name` stands for the file in messages.
[[nodiscard]] std::vector<Vec3d> parse_points(std::string_view text, const std::string& name);

/// The text of a POINT file of points in mm; `comment` becomes a comment line where it is not empty.
[[nodiscard]] std::string point_text(const std::vector<Vec3d>& points, const std::string& comment = {});

/// Writes it atomically.
void write_points(const std::filesystem::path& file, const std::vector<Vec3d>& points,
                  const std::string& comment = {});

}  // namespace jam::trunk
