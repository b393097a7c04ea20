// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reading the JSON object `"schema": "jampack/circles/1"` of packing_json. Lengths are in the unit of the radii.
#pragma once

#include <string>
#include <string_view>

#include "jam/circles/io/circle_files.hpp"

namespace jam::circles {

/// Reads the fields `schema`, `enclosing_radius`, `circles` and, where present, `annotations`; what follows from these (density, contacts,
/// rattlers, n, family) is left out. Throws InputError naming `name`, and the line (syntax) or the field (content).
[[nodiscard]] PackingFile parse_circles_json(std::string_view text, const std::string& name);

}  // namespace jam::circles
