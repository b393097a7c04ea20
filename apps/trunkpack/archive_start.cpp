// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "archive_start.hpp"

#include <algorithm>
#include <utility>

#include "archive_mode.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "shell/archived_starts.hpp"

namespace jam::app {

std::string take_archived_start(const Options& options, Task& task, const Note& note, const Note& warn) {
  const ArchivedStarts starts = archived_starts(
      options.archive, boxes_kind(options, task), archived_problem(options, task), 1,
      [](const archive::Entry& entry) { return litres_text(entry.record.value); }, warn);
  if (!starts.trouble.empty()) warn("--start archive: " + starts.trouble + ": the search begins anew");
  if (starts.entries.empty()) return {};
  note(starts.note);
  task.start = trunk::parse_box_file(starts.entries.front().record.text, "load").rows;
  // The fixed boxes are among them, as they stand in their file.
  std::erase_if(task.start,
                [&](const trunk::BoxRow& row) { return std::find(task.fixed.begin(), task.fixed.end(), row) != task.fixed.end(); });
  return starts.taken;
}

}  // namespace jam::app
