// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What users do with an archive, for any program: PROGRAM archive list|show|export|import|merge|verify.
// Tables and texts go to standard output, notes to standard error.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jam/archive/archive.hpp"
#include "shell/option_pages.hpp"
#include "shell/outputs.hpp"

namespace jam::app {

enum class ArchiveAction { list, show, export_file, import_file, merge, verify };

/// What is asked for.
struct ArchiveRequest {
  ArchiveAction action = ArchiveAction::list;
  std::string command;                         ///< The word for the action.
  std::filesystem::path archive;               ///< Never empty.
  std::vector<std::filesystem::path> sources;  ///< Files to import or merge.
  long long id = 0;                            ///< Number of a result; 0: not given.
  std::filesystem::path out;  ///< File of export; empty: standard output, unless another format is asked for.
  std::filesystem::path json;  ///< JSON of list; `-`: standard output; empty: list prints a table.
  std::filesystem::path html;  ///< Page of list; empty: none. The program sets it.
  bool quiet = false;          ///< Prints no notes.
};

/// A problem that the options name.
struct SelectedProblem {
  archive::Problem problem;
  std::string name;  ///< `11 linear`
};

/// A result in the formats of its program (shell/outputs.hpp).
struct ExportedResult {
  Result result;
  std::vector<Format> formats;        ///< All but that of the packing, which is exported as it is stored.
  std::shared_ptr<const void> owner;  ///< Keeps alive the data that the formats refer to.
};

/// What a program knows of its kind of results.
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

/// The words after `archive` on a command line, with the values of --archive (empty: not given), --id, --out
/// and --json. A word that names an archive replaces --archive. Throws InputError for an unknown action and
/// for a superfluous or missing word.
[[nodiscard]] ArchiveRequest archive_request(const std::vector<std::string>& words,
                                             const std::filesystem::path& archive, long long id,
                                             const std::filesystem::path& out,
                                             const std::filesystem::path& json);

/// A packing file's text as a record, without count and value: `comments` of the file say where it comes
/// from.
[[nodiscard]] archive::Record imported_record(const std::string& program, std::string text,
                                              const std::map<std::string, std::string>& comments);

/// Does it. Returns no_verified_result where something was refused or found illegal; throws InputError for
/// what cannot be read or written. With several sources, those that cannot be read are reported and left out,
/// and the result is `usage`.
[[nodiscard]] ExitCode run_archive_command(const ArchiveRequest& request, const ArchiveProgram& program);

}  // namespace jam::app
