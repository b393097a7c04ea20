// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options of trunkpack that decide its results, and those that only decide when it ends.
#pragma once

#include <string>
#include <vector>

#include "jam/io/checkpoint_file.hpp"
#include "options.hpp"

namespace jam::app {

/// The name in the list below of what is a word of its own on a command line: the mesh.
inline constexpr const char* mesh_option = "mesh";

/// The options that, with the same version and kind of device (`device`: `cpu` or `cuda`, last in the list), give the same sequence of
/// loads again: trunk, boxes, start, search. Independent of the number of threads, of the limits and of the files written. Each is marked
/// as given where its value is not simply the default.
[[nodiscard]] std::vector<io::CheckpointOption> result_options(const Options& options, const std::string& device);

/// --time and --turns where they were given.
[[nodiscard]] std::vector<io::CheckpointOption> limit_options(const Options& options);

}  // namespace jam::app
