// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The archive during a search: new bests go in as they come, without ever holding the search up for long or ending it. A result that was
// the best for less than a second is not stored, large ones are stored less often; the last one always is. An error (full disk, locked or
// unwritable archive) is reported once, and the result tried again.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "jam/archive/archive.hpp"
#include "shell/run_events.hpp"

namespace jam::app {

/// The archive that --archive means: its value `text`, empty where it was not given (then the user's own, where there is a home and
/// SQLite), `none` for no archive. Throws InputError for a file in a build without SQLite.
[[nodiscard]] std::optional<std::filesystem::path> archive_file(const std::filesystem::path& text);

/// What is archived during a search.
struct ArchivePlan {
  archive::Kind kind;
  archive::Problem problem;
  /// A result as a record. Called when it is needed: never for a result that is soon outdone.
  std::function<archive::Record(const Result&)> record;
  std::size_t item_bytes = 50;  ///< About so many bytes in the text of a record for each packed object.
};

class ArchiveWriter : public RunListener {
 public:
  /// Makes and checks the archive. Without a file, nothing happens. `warn` tells the user of errors.
  ArchiveWriter(const std::optional<std::filesystem::path>& file, ArchivePlan plan, std::function<void(const std::string&)> warn);

  void improved(const RunImprovement& improvement) override;
  /// Stores what waits, once it is due.
  void progressed(const RunProgress& progress) override;

  /// The archive; empty where there is none.
  [[nodiscard]] std::string file() const { return archive_ ? archive_->file().string() : std::string(); }

  /// The end: stores what waits. Returns what became of the last result; nothing where there was none, or it could not
  /// be stored.
  std::optional<archive::Offered> finish();

 private:
  void store();

  ArchivePlan plan_;
  std::unique_ptr<archive::Archive> archive_;
  std::function<void(const std::string&)> warn_;
  std::optional<Result> pending_;
  double interval_ = 0;  ///< Until what waits is due [s].
  double last_try_ = 0;  ///< [s] since the search began.
  bool failed_ = false;  ///< The last try.
  std::optional<archive::Offered> last_;
};

}  // namespace jam::app
