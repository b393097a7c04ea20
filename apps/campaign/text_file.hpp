// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace jam::campaign {

/// The bytes of a file; nothing where it cannot be read.
[[nodiscard]] std::optional<std::string> text_of_file(const std::filesystem::path& file);

/// The same; throws InputError where it cannot be read.
[[nodiscard]] std::string required_text(const std::filesystem::path& file);

}  // namespace jam::campaign
