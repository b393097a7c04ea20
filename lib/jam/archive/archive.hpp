// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The archive: one file in which every new best result of every problem stays, with all that is needed to trust and repeat it. An SQLite
// database in WAL mode, which several processes may use at once; each call opens it, does one short transaction, and closes it, so that the
// file may be copied, moved or replaced between calls.
//
//   - A result enters only if Kind::violation finds nothing wrong with the very text that is stored, and only if it is strictly better than
//     every sound result of its problem that is there: what stays is the history of improvements. Nothing is ever removed.
//   - Every row has a checksum. A row that does not match it, or whose problem's definition does not match the problem's id, counts as
//   absent.
//   - The first call that writes checks the structure of the whole file. A damaged file is set aside (set_aside.hpp), which is told to
//     Settings::warn, and a fresh one is begun. Calls that only read change nothing.
//
// A build without SQLite has the same functions; all but available() throw. Errors are ArchiveErrors of one line: what, where, what to do.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "jam/archive/record.hpp"
#include "jam/core/error.hpp"

namespace jam::archive {

/// The archive could not be read or written. A search warns and goes on.
class ArchiveError : public InputError {
 public:
  using InputError::InputError;
};

/// Whether this build has SQLite.
[[nodiscard]] bool available();

struct Settings {
  double patience = 30;                                               ///< How long another process may hold the file [s].
  std::function<void(const std::string&)> warn = [](const auto&) {};  ///< Told of an archive that was set aside and of damaged rows.
};

/// What became of an offer.
struct Offered {
  bool entered = false;
  bool had_best = false;  ///< There was a sound result of this problem before.
  double best = 0;        ///< Its value.
};

/// A result with its problem.
struct Entry {
  Problem problem;
  Record record;
};

/// A problem with its best result.
struct Summary {
  Problem problem;
  Record best;
  long long result_count = 0;  ///< Sound ones.
};

/// What reading everything found.
struct Audit {
  long long result_count = 0;
  long long problem_count = 0;
  std::vector<std::string> faults;  ///< One line each, naming the result.
};

/// What became of the results of another archive.
struct Merged {
  long long entered = 0;
  long long no_better = 0;
  std::vector<std::string> refused;  ///< Damaged or illegal: one line each; one more where an unknown number could not be read.
};

class Archive {
 public:
  /// Does nothing yet. Folders that are missing are made when something is written.
  Archive(std::filesystem::path file, Kind kind, Settings settings = {});

  /// Makes the archive where there is none, and checks it: what the first call that writes would do. Throws ArchiveError.
  void prepare();

  /// Judges the record and stores it where it is better than what is there. `record.problem` is set to `problem.id`, an empty
  /// `record.time` to now. Throws UnverifiedError for a record that is not sound, ArchiveError where it cannot be stored; then nothing is.
  Offered offer(const Problem& problem, Record record);

  /// Every problem with its best sound result, by count, then label.
  [[nodiscard]] std::vector<Summary> summaries() const;

  /// The sound results of a problem, the best one first; none for an unknown problem.
  [[nodiscard]] std::vector<Entry> history(const std::string& problem_id) const;

  /// One result. Throws ArchiveError for an unknown number and for a damaged row.
  [[nodiscard]] Entry entry(long long id) const;

  /// Reads and judges everything: the structure of the file, all checksums, Kind::violation of every result.
  [[nodiscard]] Audit audit() const;

  /// Offers all results of `other`, the oldest first; they keep seed, version, device and time. Of a damaged archive it takes what can
  /// still be read; ArchiveError where that is nothing at all.
  Merged merge(const Archive& other);

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  [[nodiscard]] const Kind& kind() const { return kind_; }

 private:
  std::filesystem::path file_;
  Kind kind_;
  Settings settings_;
  bool checked_ = false;  ///< The structure was found sound by this object.

  friend class Writing;
  friend class Reading;
};

}  // namespace jam::archive
