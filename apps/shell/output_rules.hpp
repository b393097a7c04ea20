// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Outputs share a file neither with each other nor with what is read.
#pragma once

#include <filesystem>
#include <utility>
#include <vector>

namespace jam::app {

/// An option with its file; an empty path: not given.
using NamedFile = std::pair<const char*, std::filesystem::path>;

/// Whether two paths, neither of them empty, lead to the same ordinary file: through links, where both exist; else by their absolute names.
/// What is no ordinary file (/dev/null) may be shared and is never the same.
[[nodiscard]] bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Throws InputError, naming both, where an output names one of the inputs, which it would replace.
void require_inputs_kept(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs);

}  // namespace jam::app
