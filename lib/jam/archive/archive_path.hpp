// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Where the archive of a user is, by the XDG Base Directory Specification.
#pragma once

#include <filesystem>
#include <optional>

namespace jam::archive {

/// $XDG_DATA_HOME/jampack/archive.sqlite; ~/.local/share stands in where XDG_DATA_HOME is not an absolute path. Nothing where there is no
/// home either. Creates nothing.
[[nodiscard]] std::optional<std::filesystem::path> default_archive_path();

}  // namespace jam::archive
