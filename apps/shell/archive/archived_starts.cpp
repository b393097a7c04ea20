// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/archive/archived_starts.hpp"

#include <optional>
#include <system_error>
#include <utility>

#include "shell/archive/archive_writer.hpp"

namespace jam::app {
namespace {

constexpr double patience = 10;  ///< With another process [s]: the search has not begun yet.

}  // namespace

void require_archive_for_start(const std::filesystem::path& archive) {
  if (archive == "none") throw InputError("--start archive has nothing to begin from with --archive none: leave one of them out");
}

ArchivedStarts archived_starts(const std::filesystem::path& text, const archive::Kind& kind, const archive::Problem& problem, int limit,
                               const std::function<std::string(const archive::Entry&)>& value_text,
                               const std::function<void(const std::string&)>& warn) {
  require_archive_for_start(text);
  const std::optional<std::filesystem::path> file = archive_file(text);
  if (!file) {
    throw InputError("--start archive: there is no archive here (" +
                     std::string(archive::available() ? "no home folder: --archive FILE names one" : "this build has none") + ")");
  }
  ArchivedStarts starts;
  std::vector<archive::Entry> history;
  std::error_code error;
  if (std::filesystem::exists(*file, error)) {
    try {
      history = archive::Archive(*file, kind, {patience, warn}).history(problem.id);
    } catch (const archive::ArchiveError& failure) {
      starts.error = failure.what();
      return starts;
    }
  }
  for (archive::Entry& entry : history) {
    if (static_cast<int>(starts.entries.size()) == limit) break;
    const std::string number = std::to_string(entry.record.id);
    const std::string violation = kind.violation(entry.problem, entry.record);
    if (!violation.empty()) {
      warn(file->string() + ": result " + number + " does not pass verification: " + violation + "; it is no start");
      continue;
    }
    const std::string value = value_text(entry);
    starts.note += (starts.entries.empty() ? "" : ", ") + number + " (" + value + ")";
    starts.taken += (starts.entries.empty() ? "" : ", ") + value + " (" + entry.record.time + ")";
    starts.entries.push_back(std::move(entry));
  }
  if (starts.entries.empty()) {
    starts.error = file->string() + " holds no result of this problem";
  } else {
    starts.note = "starts from " + file->string() + ", result" + (starts.entries.size() > 1 ? "s " : " ") + starts.note;
  }
  return starts;
}

}  // namespace jam::app
