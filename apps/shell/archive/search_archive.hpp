// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The archive of a search: packings to begin from, and its new best results, which are stored without
// delaying or ending the search. A result that was the best for less than a second is not stored, large ones
// are stored less often; the last one always is. An error (full disk, locked or unwritable archive) is
// reported once, and storing is tried again.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jam/archive/archive.hpp"
#include "shell/run_events.hpp"

namespace jam::app {

/// The file of the archive that --archive names; `text` is the value of the option. Empty: the default
/// archive of the user, or nothing without a home folder or without SQLite. `none`: nothing. Throws
/// InputError for a file in a build without SQLite.
[[nodiscard]] std::optional<std::filesystem::path> archive_file(const std::filesystem::path& text);

/// The value of --start that means the archive; a file of that name is `./archive`.
inline constexpr const char* archive_start = "archive";

/// Throws InputError for --start archive with --archive none.
void require_archive_for_start(const std::filesystem::path& archive);

/// Largest number of results of the archive from which a search with several starts begins.
inline constexpr int archived_start_limit = 8;

/// The best results of a problem in the archive.
struct ArchivedStarts {
  std::vector<archive::Entry> entries;  ///< The best one first.
  /// Text about the entries for the result: R = 9.0014 (2026-11-21T16:20:42Z), ...; empty without entries.
  std::string taken;
};

/// Up to `limit` of the best sound results of `problem`, each verified again, in the archive that --archive
/// names (`text`). `value_text` is the value of a result as text: `R = 9.0014`. Reports to `notices` what is
/// taken, and why results are not. Without any, `needed` decides: if empty, a warning says that the search
/// starts without one, else it ends the InputError. Throws InputError for `none` and in a build without
/// archives, too.
[[nodiscard]] ArchivedStarts archived_starts(const std::filesystem::path& text, const archive::Kind& kind,
                                             const archive::Problem& problem, int limit,
                                             const std::function<std::string(double)>& value_text,
                                             const Notices& notices, const std::string& needed = {});

/// How results of a search are archived.
struct ArchivePlan {
  archive::Kind kind;
  archive::Problem problem;
  /// A result as a record. Called when it is needed: never for a result that is soon outdone.
  std::function<archive::Record(const Result&)> record;
  std::size_t item_bytes = 50;  ///< Size of a record's text for each packed object, about.
};

/// Stores the results of a search.
class ArchiveWriter : public RunListener {
 public:
  /// Makes and checks the archive; does nothing without a file. `warn` reports errors to the user.
  ArchiveWriter(const std::optional<std::filesystem::path>& file, ArchivePlan plan,
                std::function<void(const std::string&)> warn);

  void improved(const RunImprovement& improvement) override;
  /// Stores the pending result, once it is due.
  void progressed(const RunProgress& progress) override;

  /// The archive; empty if there is none.
  [[nodiscard]] std::string file() const { return archive_ ? archive_->file().string() : std::string(); }

  /// Stores the pending result. Returns the outcome of the last one; nothing if there was none, or it could
  /// not be stored.
  std::optional<archive::Offered> finish();

 private:
  void store();

  ArchivePlan plan_;
  std::unique_ptr<archive::Archive> archive_;
  std::function<void(const std::string&)> warn_;
  std::optional<Result> pending_;
  double interval_ = 0;  ///< Time between the last try and the next one [s].
  double last_try_ = 0;  ///< Time of the last try, since the search began [s].
  bool failed_ = false;  ///< Whether the last try failed.
  std::optional<archive::Offered> last_;
};

}  // namespace jam::app
