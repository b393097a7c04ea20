// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <cstdlib>

#include "jam/archive/archive.hpp"

namespace jam::archive {
namespace {

/// An absolute path from the environment; the specification says to ignore others.
std::optional<std::filesystem::path> folder_from(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  std::filesystem::path path = text;
  return path.is_absolute() ? std::optional(path) : std::nullopt;
}

}  // namespace

std::optional<std::filesystem::path> default_archive_path() {
  if (const auto data = folder_from("XDG_DATA_HOME")) return *data / "jampack" / "archive.sqlite";
  if (const auto home = folder_from("HOME")) return *home / ".local" / "share" / "jampack" / "archive.sqlite";
  return std::nullopt;
}

}  // namespace jam::archive
