// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// `--start archive`: the best results that the archive holds of a problem, as packings to begin from.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "jam/archive/archive.hpp"

namespace jam::app {

/// The value of --start that means the archive; a file of that name is `./archive`.
inline constexpr const char* archive_start = "archive";

struct ArchivedStarts {
  std::vector<archive::Entry> entries;  ///< The best one first.
  std::string note;   ///< For people: the archive and the results that are taken, in one line. Empty where there are none.
  std::string taken;  ///< The same without the archive's name and its numbers, for the result: R = 9.0014 (2026-11-21T16:20:42Z), ...
  std::string error;  ///< Why nothing is taken, in one line; else empty.
};

/// Up to `limit` of the best sound results of `problem`, each verified anew, in the archive that --archive names (`text`, as archive_file()
/// takes it). `value_text` says what a result is worth: `R = 9.0014`. `warn` is told of results that are not sound. An archive that is not
/// there, or cannot be read, is an error in the result, not an exception. Throws InputError for `none` and for a build without archives.
[[nodiscard]] ArchivedStarts archived_starts(const std::filesystem::path& text, const archive::Kind& kind, const archive::Problem& problem,
                                             int limit, const std::function<std::string(const archive::Entry&)>& value_text,
                                             const std::function<void(const std::string&)>& warn);

/// Throws InputError for --start archive with --archive none.
void require_archive_for_start(const std::filesystem::path& archive);

}  // namespace jam::app
