// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The archive commands of all programs: PROGRAM archive list|show|export|import|merge|verify. Tables and
// texts go to standard output, notes to standard error.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jam/archive/archive.hpp"
#include "shell/outputs.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// A problem that the options name.
struct SelectedProblem {
  archive::Problem problem;
  std::string name;  ///< `11 linear`
};

/// A result in the formats of its program (shell/outputs.hpp).
struct ExportedResult {
  Result result;
  /// Formats of the output; if none is for --out, that file gets the stored text.
  std::vector<Format> formats;
  std::shared_ptr<const void> owner;  ///< Keeps alive the data that the formats refer to.
};

/// How a program handles its kind of results.
struct ArchiveProgram {
  archive::Kind kind;
  std::string value_name;                                            ///< Heading of a column: `R`.
  std::function<std::string(double)> value_text;                     ///< `22.000193012737`.
  std::string remark_name;                                           ///< Heading of one more column: `gap`.
  std::function<std::string(const archive::Entry&)> remark_text;     ///< `reached`.
  std::function<archive::Entry(const std::filesystem::path&)> read;  ///< InputError, UnverifiedError.
  /// A verified result for export in other formats.
  std::function<ExportedResult(const archive::Entry&)> exported;
  std::string which;  ///< How users name a result, for an error: `--id K names ...`.
  std::function<std::optional<SelectedProblem>()> selected = {};  ///< Empty: options cannot name a problem.
};

/// The commands `archive ...`, for the help of a program.
[[nodiscard]] std::vector<CommandRow> archive_command_rows();

/// Takes the words after `archive` on a command line: sets the request, and the file of the archive, which a
/// word may name in place of --archive. Throws InputError for an unknown action and for a superfluous or
/// missing word.
void take_archive_command(RunOptions& options, const std::vector<std::string>& words);

/// A packing file's text as a record, without count and value: `comments` of the file say from which it comes
/// from.
[[nodiscard]] archive::Record imported_record(const std::string& program, std::string text,
                                              const std::map<std::string, std::string>& comments);

/// Does what options.archive_request says. Returns no_verified_result if something was refused or found
/// illegal; throws InputError for what cannot be read or written. With several sources, those that cannot be
/// read are reported and left out, and the result is `usage`.
[[nodiscard]] ExitCode run_archive_command(const RunOptions& options, const ArchiveProgram& program);

}  // namespace jam::app
