// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The archive: one file in which every new best result of every problem stays, with all that is needed to
// trust and repeat it. It knows nothing of circles or boxes: a problem is a text that defines it, a result is
// the text of a packing file and one number that says how good it is, and a function of the program judges
// whether the one solves the other.
//
// The file is an SQLite database in WAL mode, which several processes may use at once; each call opens it,
// does one short transaction, and closes it, so that the file may be copied, moved or replaced between calls.
//
//   - A result enters only if Kind::violation finds nothing wrong with the very text that is stored, and only
//   if it is strictly better than every sound result of its problem there: what stays is the history of
//   improvements. Nothing is ever removed.
//   - Every row has a checksum. A row that does not match it, or whose problem's definition does not match
//   the problem's id, counts as absent.
//   - The first call that writes checks the structure of the whole file. A damaged archive is renamed, which
//   is reported to Settings::warn, and a new one is made; a file that never was an archive is refused. Calls
//   that only read change nothing.
//
// A build without SQLite has the same functions; all but available() and default_archive_path() throw. Errors
// are ArchiveErrors of one line: what, where, what to do.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jam/core/error.hpp"

namespace jam::archive {

/// A problem. Two problems are the same exactly when their definitions are.
struct Problem {
  std::string id;          ///< fingerprint(definition).
  std::string label;       ///< A few words that describe the problem to people: `linear`.
  std::string definition;  ///< All that decides which packings solve it; docs/formats.md.
};

/// One result. `text`, `count` and `value` say the same thing three times; Kind::violation() holds them to
/// each other.
struct Record {
  long long id = 0;     ///< Number in its archive, from 1; given by the archive.
  std::string problem;  ///< Problem::id.
  long long count = 0;  ///< Number of packed objects.
  /// The quantity that is minimised or maximised, in the unit of the kind (circles: R in the unit of the
  /// radii).
  double value = 0;
  std::string text;     ///< The packing file, byte for byte as it was verified.
  std::string seed;     ///< Seed, a decimal number. This field and the next four are empty if unknown.
  std::string options;  ///< The options that give the result again.
  std::string version;  ///< Program, version, commit that found or imported it.
  std::string device;   ///< Kind of device.
  std::string time;     ///< When it entered its first archive, UTC: `2026-11-21T16:20:42Z`.
};

/// Exact judgement: empty if `record.text` is a legal solution of `problem` with this count and value,
/// else what is wrong, in one line.
using Judge = std::function<std::string(const Problem&, const Record&)>;

/// A kind of problem. The file may hold several kinds; an object of class Archive handles one of them.
struct Kind {
  std::string name;               ///< `circles`, `boxes`.
  bool smaller_is_better = true;  ///< Direction of Record::value.
  Judge violation;

  /// Whether value `a` is strictly better than `b`.
  [[nodiscard]] bool better(double a, double b) const { return smaller_is_better ? a < b : a > b; }
  /// Sort order in SQL that lists the best value first.
  [[nodiscard]] std::string order() const { return smaller_is_better ? "ASC" : "DESC"; }
};

/// The archive could not be read or written. A search warns and goes on.
class ArchiveError : public InputError {
 public:
  using InputError::InputError;
};

/// Whether this build has SQLite.
[[nodiscard]] bool available();

/// The archive of the user, by the XDG Base Directory Specification: $XDG_DATA_HOME/jampack/archive.sqlite,
/// with ~/.local/share where XDG_DATA_HOME is not an absolute path. Nothing if there is no home either.
/// Creates nothing.
[[nodiscard]] std::optional<std::filesystem::path> default_archive_path();

/// Throws ArchiveError if `file` exists and is no archive, sound or damaged: if it is no database, or the
/// database of another program. Changes nothing.
void require_archive_or_nothing(const std::filesystem::path& file);

struct Settings {
  double patience = 30;  ///< How long another process may hold the file [s].
  std::function<void(const std::string&)> warn = [](const auto&) {};  ///< Receives damaged archives and rows.
};

/// Outcome of an offer.
struct Offered {
  bool entered = false;
  bool had_best = false;  ///< There was a sound result of this problem before.
  double best = 0;        ///< Value of that result.
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

/// Findings of reading the whole archive.
struct Audit {
  long long result_count = 0;
  long long problem_count = 0;
  std::vector<std::string> faults;  ///< One line each, naming the result.
  /// Kinds of problem other than that of this archive object, each with its number of results. They were not
  /// verified.
  std::vector<std::pair<std::string, long long>> skipped;
};

/// Outcome of merging the results of another archive.
struct Merged {
  long long entered = 0;
  long long no_better = 0;
  /// Damaged or illegal: one line each; one more where an unknown number could not be read.
  std::vector<std::string> refused;
};

class Archive {
 public:
  /// Opens nothing. Missing folders are made when something is written.
  Archive(std::filesystem::path file, Kind kind, Settings settings = {});

  /// Makes the archive where there is none, and checks it, as the first call that writes would do. Throws
  /// ArchiveError.
  void prepare();

  /// Judges the record and stores it if it is better than the stored one. `record.problem` is set to
  /// `problem.id`, an empty `record.time` to now. Throws UnverifiedError for a record that is not sound,
  /// ArchiveError if it cannot be stored; nothing is stored then.
  Offered offer(const Problem& problem, Record record);

  /// Every problem with its best sound result, by count, then label.
  [[nodiscard]] std::vector<Summary> summaries() const;

  /// The sound results of a problem, the best one first; none for an unknown problem.
  [[nodiscard]] std::vector<Entry> history(const std::string& problem_id) const;

  /// One result. Throws ArchiveError for an unknown number and for a damaged row.
  [[nodiscard]] Entry entry(long long id) const;

  /// Reads and judges everything: the structure of the file, all checksums, Kind::violation of every result.
  [[nodiscard]] Audit audit() const;

  /// Offers all results of `other`, the oldest first; they keep seed, version, device and time. Takes what
  /// can be read of a damaged archive; throws ArchiveError where that is nothing.
  Merged merge(const Archive& other);

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  [[nodiscard]] const Kind& kind() const { return kind_; }

 private:
  /// Calls `action` with a connection, again from its beginning where another process held the file.
  void read(bool salvage, const std::function<void(class Database&)>& action) const;
  void write(const std::function<void(class Database&)>& action);
  /// Reports a row that is left out.
  void warn(const std::string& fault) const;

  std::filesystem::path file_;
  Kind kind_;
  Settings settings_;
  bool checked_ = false;  ///< The structure was found sound by this object.
};

}  // namespace jam::archive
