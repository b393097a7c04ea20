// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/archive_writer.hpp"

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

ArchiveWriter::ArchiveWriter(const std::optional<std::filesystem::path>& file, archive::Kind kind, archive::Problem problem,
                             std::function<void(const std::string&)> warn)
    : problem_(std::move(problem)), warn_(std::move(warn)) {
  if (!file) return;
  archive_ = std::make_unique<archive::Archive>(*file, std::move(kind), archive::Settings{patience, warn_});
  try {
    archive_->prepare();
  } catch (const ArchiveError& error) {
    failed_ = true;
    warn_(std::string("results are not archived: ") + error.what() + " (tried again until the search ends)");
  }
}

void ArchiveWriter::offer(double seconds, std::size_t bytes, MakeRecord make) {
  if (!wanted()) return;
  pending_ = std::move(make);
  interval_ = std::max(least_interval, static_cast<double>(bytes) / bytes_per_second);
  tick(seconds);
}

void ArchiveWriter::tick(double seconds) {
  if (!pending_ || seconds - last_try_ < (failed_ ? std::max(interval_, retry_interval) : interval_)) return;
  last_try_ = seconds;
  store();
}

std::optional<archive::Offered> ArchiveWriter::finish() {
  if (pending_) store();
  return failed_ ? std::nullopt : last_;
}

void ArchiveWriter::store() {
  try {
    last_ = archive_->offer(problem_, pending_());
    pending_ = {};
    failed_ = false;
  } catch (const Error& error) {
    // The result stays pending: tried again with the next one, or when this one is due again, and at the end.
    if (!std::exchange(failed_, true))
      warn_(std::string("the result was not archived: ") + error.what() + " (tried again until the search ends)");
  }
}

}  // namespace jam::app
