// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The archive of a build without SQLite.
#include <utility>

#include "jam/archive/archive.hpp"

namespace jam::archive {
namespace {

[[noreturn]] void fail() {
  throw ArchiveError(
      "this build has no archive, as it was made without SQLite (Debian package libsqlite3-dev)");
}

}  // namespace

bool available() { return false; }

void require_archive_or_nothing(const std::filesystem::path& /*file*/) {}

Archive::Archive(std::filesystem::path file, Kind kind, Settings settings)
    : file_(std::move(file)), kind_(std::move(kind)), settings_(std::move(settings)) {}

void Archive::prepare() { fail(); }

Offered Archive::offer(const Problem& /*problem*/, Record /*record*/) { fail(); }

std::vector<Summary> Archive::summaries() const { fail(); }

std::vector<Entry> Archive::history(const std::string& /*problem_id*/) const { fail(); }

Entry Archive::entry(long long /*id*/) const { fail(); }

Audit Archive::audit() const { fail(); }

Merged Archive::merge(const Archive& /*other*/) { fail(); }

}  // namespace jam::archive
