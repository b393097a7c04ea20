// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The problem of a trunk as text, by which an archive knows it and from which it can be verified again without any other file: tolerance,
// radius of the boxes' edges, sizes of the boxes, fixed boxes, and the mesh with all digits. docs/formats.md defines it. Lengths in mm.
#pragma once

#include <string>
#include <string_view>

#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::trunk {

/// What decides which loads are legal. Names of sets and files, and the order of a box's edges, make no difference.
[[nodiscard]] std::string definition_text(const TrunkProblem& problem);

/// The other way: tolerance and set, container, fixed boxes and radius of edges. Throws InputError for a text that is no definition.
[[nodiscard]] TrunkProblem read_definition(std::string_view text);

}  // namespace jam::trunk
