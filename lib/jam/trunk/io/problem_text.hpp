// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The problem of a trunk as text: tolerance, radius of the boxes' edges, sizes of the boxes, fixed boxes, and
// the mesh with all digits. An archive identifies the problem by it and verifies loads with it, without any
// other file. docs/formats.md defines it. Lengths in mm.
#pragma once

#include <string>
#include <string_view>

#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::trunk {

/// Everything that decides which loads are legal. Names of sets and files, and the order of a box's edges,
/// make no difference.
[[nodiscard]] std::string definition_text(const TrunkProblem& problem);

/// Reads a definition: tolerance and set, container, fixed boxes and radius of edges. Throws InputError for a
/// text that is not a definition.
[[nodiscard]] TrunkProblem read_definition(std::string_view text);

}  // namespace jam::trunk
