// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The end of a search in words, and as an exit code.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "shell/search_run.hpp"

namespace jam::app {

/// The command that resumes a search after its time limit.
[[nodiscard]] std::string resume_hint(const char* program, const std::filesystem::path& checkpoint);

/// Why the search ended.
[[nodiscard]] std::string reason_text(const SearchProgram& program, const SearchEnd& end);

/// How the last result compares with the best of the archive, in one line; empty without an archive.
[[nodiscard]] std::string archive_text(const SearchJob& job, ArchiveWriter& archive, double value);

/// The exit code of the program. Prints the errors of the search and of its outputs.
[[nodiscard]] ExitCode exit_code(const SearchProgram& program, const SearchEnd& end, const Written& written,
                                 const std::optional<std::filesystem::path>& checkpoint);

}  // namespace jam::app
