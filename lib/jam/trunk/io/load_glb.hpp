// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A load as a 3-D scene in one binary glTF file (io/glb.hpp), in metres and y up as glTF asks for: the container translucent, every box a
// node `box 0`, `box 1`, … that places one common cube, coloured by the way it lies (orientation_class.hpp).
#pragma once

#include <filesystem>
#include <string>

#include "jam/trunk/io/load_report.hpp"

namespace jam::trunk {

/// The bytes of the file. Of a wrapped container the wrap is shown.
[[nodiscard]] std::string load_glb(const LoadReport& report);

/// Writes it atomically.
void write_load_glb(const std::filesystem::path& file, const LoadReport& report);

}  // namespace jam::trunk
