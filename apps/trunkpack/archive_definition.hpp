// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The problem of a trunk as text, by which an archive knows it and from which it can be verified again without any other file: tolerance,
// radius of the boxes' edges, sizes of the boxes, fixed boxes, and the mesh with all digits. docs/formats.md defines it. Lengths in mm.
#pragma once

#include <string>
#include <string_view>

#include "options.hpp"
#include "task.hpp"

namespace jam::app {

/// What decides which loads are legal. Names of sets and files, and the order of a box's edges, make no difference.
[[nodiscard]] std::string definition_text(const Options& options, const Task& task);

/// The other way: tolerance and set, container, fixed boxes and radius of edges.
struct Definition {
  Options options;
  Task task;
};

/// Throws InputError for a text that is no definition.
[[nodiscard]] Definition read_definition(std::string_view text);

}  // namespace jam::app
