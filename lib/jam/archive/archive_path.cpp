// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/archive/archive_path.hpp"

#include <cstdlib>

namespace jam::archive {
namespace {

/// An absolute path from the environment; the specification has others ignored.
std::optional<std::filesystem::path> folder_from(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  std::filesystem::path path = text;
  return path.is_absolute() ? std::optional(path) : std::nullopt;
}

}  // namespace

std::optional<std::filesystem::path> default_archive_path() {
  std::optional<std::filesystem::path> data = folder_from("XDG_DATA_HOME");
  if (!data) {
    const std::optional<std::filesystem::path> home = folder_from("HOME");
    if (!home) return std::nullopt;
    data = *home / ".local" / "share";
  }
  return *data / "jampack" / "archive.sqlite";
}

}  // namespace jam::archive
