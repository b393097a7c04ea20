// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The archive during a search: new bests go in as they come, without ever holding the search up for long or ending it. A result that was
// the best for less than a second is not stored, large ones are stored less often; the last one always is. Trouble (full disk, locked or
// unwritable archive) is told once and tried again.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "jam/archive/archive.hpp"

namespace jam::app {

/// The archive that --archive means: its value `text`, empty where it was not given (then the user's own, where there is a home and
/// SQLite), `none` for no archive. Throws InputError for a file in a build without SQLite.
[[nodiscard]] std::optional<std::filesystem::path> archive_file(const std::filesystem::path& text);

class ArchiveWriter {
 public:
  /// Makes the record when it is needed: of a result that is soon outdone, never.
  using MakeRecord = std::function<archive::Record()>;

  /// Makes and checks the archive. Without a file, nothing happens. `warn` tells the user of trouble.
  ArchiveWriter(const std::optional<std::filesystem::path>& file, archive::Kind kind, archive::Problem problem,
                std::function<void(const std::string&)> warn);

  /// Whether there is an archive to write to.
  [[nodiscard]] bool wanted() const { return archive_ != nullptr; }

  /// A new best result of the search, of about `bytes` bytes, found `seconds` after it began.
  void offer(double seconds, std::size_t bytes, MakeRecord make);

  /// Time goes on: stores what waits, once it is due.
  void tick(double seconds);

  /// The end: stores what waits. Returns what became of the last result; nothing where there was none, or it could not
  /// be stored.
  std::optional<archive::Offered> finish();

 private:
  void store();

  std::unique_ptr<archive::Archive> archive_;
  archive::Problem problem_;
  std::function<void(const std::string&)> warn_;
  MakeRecord pending_;   ///< Empty where nothing waits.
  double interval_ = 0;  ///< Until what waits is due [s].
  double last_try_ = 0;  ///< [s] since the search began.
  bool failed_ = false;  ///< The last try.
  std::optional<archive::Offered> last_;
};

}  // namespace jam::app
