// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/archive/archive_writer.hpp"

#include <algorithm>
#include <utility>

#include "jam/archive/archive_path.hpp"

namespace jam::app {
namespace {

using archive::ArchiveError;

constexpr double least_interval = 1.0;       ///< Between two results stored [s].
constexpr double bytes_per_second = 20'000;  ///< A night of 100 000 circles, 5 MB each, then leaves less than 1 GB.
constexpr double retry_interval = 10.0;      ///< After a failure [s].
constexpr double patience = 0.5;             ///< With another process [s]: the search waits meanwhile.
constexpr std::size_t comment_bytes = 500;   ///< Of a packing file without its objects, about.

}  // namespace

std::optional<std::filesystem::path> archive_file(const std::filesystem::path& text) {
  if (text == "none") return std::nullopt;
  if (text.empty()) return archive::available() ? archive::default_archive_path() : std::nullopt;
  if (!archive::available()) {
    throw InputError("--archive " + text.string() +
                     ": this build has no archive; SQLite (Debian package libsqlite3-dev) was not there when "
                     "it was made: leave the option out");
  }
  return text;
}

ArchiveWriter::ArchiveWriter(const std::optional<std::filesystem::path>& file, ArchivePlan plan,
                             std::function<void(const std::string&)> warn)
    : plan_(std::move(plan)), warn_(std::move(warn)) {
  if (!file) return;
  archive_ = std::make_unique<archive::Archive>(*file, plan_.kind, archive::Settings{patience, warn_});
  try {
    archive_->prepare();
  } catch (const ArchiveError& error) {
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
  if (!pending_ || progress.seconds - last_try_ < (failed_ ? std::max(interval_, retry_interval) : interval_)) return;
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
    // The result stays pending: tried again with the next one, or when this one is due again, and at the end.
    if (!std::exchange(failed_, true))
      warn_(std::string("the result was not archived: ") + error.what() + " (tried again until the search ends)");
  }
}

}  // namespace jam::app
