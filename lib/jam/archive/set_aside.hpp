// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Getting a damaged archive out of the way without losing a byte of it. Inside jam_archive only.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

namespace jam::archive {

/// Renames FILE and what SQLite keeps beside it (FILE-wal, FILE-shm) to FILE.corrupt-K, the least K for which none of these names is taken.
/// Processes that find the damage at the same time wait for each other: `still_damaged` is asked once nobody else can rename, and where it
/// says no, nothing happens. Returns the new name. Throws std::filesystem::filesystem_error where renaming fails.
std::optional<std::filesystem::path> set_aside(const std::filesystem::path& file, const std::function<bool()>& still_damaged);

}  // namespace jam::archive
