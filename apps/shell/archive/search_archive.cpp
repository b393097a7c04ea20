// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/archive/search_archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace jam::app {
namespace {

constexpr double start_patience = 10;  ///< Longest wait for another process before the search begins [s].
/// Longest wait for another process during the search, which pauses meanwhile [s].
constexpr double patience = 0.5;
constexpr double least_interval = 1.0;       ///< Shortest time between two stored results [s].
constexpr double retry_interval = 10.0;      ///< Time until the next attempt after a failure [s].
constexpr double bytes_per_second = 20'000;  ///< A night of 100 000 circles (5 MB each) leaves < 1 GB.
constexpr std::size_t comment_bytes = 500;   ///< Size of a packing file without its objects [bytes].

}  // namespace

std::optional<std::filesystem::path> archive_file(const std::filesystem::path& text) {
  if (text == "none") return std::nullopt;
  if (text.empty()) return archive::available() ? archive::default_archive_path() : std::nullopt;
  if (archive::available()) return text;
  throw InputError(
      fmt::format("--archive {}: this build has no archive, as it was made without SQLite (Debian package "
                  "libsqlite3-dev): leave the option out",
                  text.string()));
}

void require_archive_for_start(const std::filesystem::path& archive) {
  if (archive == "none")
    throw InputError("--start archive has nothing to begin from with --archive none: leave one of them out");
}

ArchivedStarts archived_starts(const std::filesystem::path& text, const archive::Kind& kind,
                               const archive::Problem& problem, int limit,
                               const std::function<std::string(double)>& value_text, const Notices& notices,
                               const std::string& needed) {
  require_archive_for_start(text);
  const std::optional<std::filesystem::path> file = archive_file(text);
  if (!file) {
    throw InputError(fmt::format(
        "--start archive: there is no archive here ({})",
        archive::available() ? "no home folder: --archive FILE names one" : "this build has none"));
  }
  ArchivedStarts starts;
  std::string numbers, error;
  std::vector<archive::Entry> history;
  std::error_code not_found;
  try {
    if (std::filesystem::exists(*file, not_found))
      history = archive::Archive(*file, kind, {start_patience, notices.warn}).history(problem.id);
  } catch (const archive::ArchiveError& failure) {
    error = failure.what();
  }
  for (archive::Entry& entry : history) {
    if (std::ssize(starts.entries) == limit) break;
    const archive::Record& record = entry.record;
    const std::string violation = kind.violation(entry.problem, record);
    if (!violation.empty()) {
      notices.warn(fmt::format("{}: result {} does not pass verification: {}; it is not used as a start",
                               file->string(), record.id, violation));
      continue;
    }
    const char* comma = starts.entries.empty() ? "" : ", ";
    numbers += fmt::format("{}{} ({})", comma, record.id, value_text(record.value));
    starts.taken += fmt::format("{}{} ({})", comma, value_text(record.value), record.time);
    starts.entries.push_back(std::move(entry));
  }
  if (!starts.entries.empty()) {
    notices.note(fmt::format("starts from {}, result{} {}", file->string(),
                             starts.entries.size() > 1 ? "s" : "", numbers));
    return starts;
  }
  if (error.empty()) error = file->string() + " holds no result of this problem";
  if (!needed.empty()) throw InputError("--start archive: " + error + ": " + needed);
  notices.warn("--start archive: " + error + ": the search starts without one");
  return starts;
}

ArchiveWriter::ArchiveWriter(const std::optional<std::filesystem::path>& file, ArchivePlan plan,
                             std::function<void(const std::string&)> warn)
    : plan_(std::move(plan)), warn_(std::move(warn)) {
  if (!file) return;
  archive_ = std::make_unique<archive::Archive>(*file, plan_.kind, archive::Settings{patience, warn_});
  try {
    archive_->prepare();
  } catch (const archive::ArchiveError& error) {
    failed_ = true;
    warn_(std::string("results are not archived: ") + error.what() + " (tried again until the search ends)");
  }
}

void ArchiveWriter::improved(const RunImprovement& improvement) {
  if (!archive_ || improvement.result.count == 0) return;
  pending_ = improvement.result;
  const std::size_t bytes = comment_bytes + plan_.item_bytes * static_cast<std::size_t>(pending_->count);
  interval_ = std::max(least_interval, static_cast<double>(bytes) / bytes_per_second);
  progressed(improvement.progress);
}

void ArchiveWriter::progressed(const RunProgress& progress) {
  if (!pending_ || progress.seconds - last_try_ < (failed_ ? std::max(interval_, retry_interval) : interval_))
    return;
  last_try_ = progress.seconds;
  store();
}

std::optional<archive::Offered> ArchiveWriter::finish() {
  if (pending_) store();
  return failed_ ? std::nullopt : last_;
}

void ArchiveWriter::store() {
  try {
    last_ = archive_->offer(plan_.problem, plan_.record(*pending_));
    pending_.reset();
    failed_ = false;
  } catch (const Error& error) {
    // The result stays pending until the next try: with a new result, when this one is due again, or at the
    // end.
    if (!std::exchange(failed_, true))
      warn_(std::string("the result was not archived: ") + error.what() +
            " (tried again until the search ends)");
  }
}

}  // namespace jam::app
