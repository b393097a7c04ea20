// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// POINT files: the sampled surface of a container as text (J.-F. Goetzmann, 2007). The count, then `x y z`
// per line in 1/10 mm; in memory all lengths are mm. The factor moves the decimal point and never rounds:
// what is written reads back as the same doubles.
#pragma once

#include <filesystem>
#include <vector>

#include "jam/core/vec.hpp"

namespace jam::trunk {

/// Reads a POINT file; the points are in mm. Throws InputError naming file, line and field for a missing,
/// empty or truncated file, a wrong count, and anything that is not a finite number within coordinate_limit
/// (box_files.hpp).
[[nodiscard]] std::vector<Vec3d> read_points(const std::filesystem::path& file);

/// Writes points in mm, atomically.
void write_points(const std::filesystem::path& file, const std::vector<Vec3d>& points);

}  // namespace jam::trunk
