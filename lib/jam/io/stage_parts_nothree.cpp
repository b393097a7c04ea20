// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Stands in for three.js in a build without it.
#include "jam/io/stage_parts.hpp"

namespace jam::io {

std::string_view three_library() { return {}; }
std::string_view three_controls() { return {}; }

}  // namespace jam::io
