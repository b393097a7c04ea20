// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Two outputs never share a file.
#pragma once

#include <filesystem>
#include <utility>
#include <vector>

namespace jam::app {

/// An option with its file; an empty path: not given.
using NamedOutput = std::pair<const char*, std::filesystem::path>;

/// Throws InputError, naming the options, where two of them name the same file: compared as normalised absolute paths, whether the files
/// exist or not. What is no ordinary file (/dev/null) may be shared.
void require_different_files(const std::vector<NamedOutput>& outputs);

}  // namespace jam::app
