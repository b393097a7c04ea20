// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "archive_start.hpp"

#include <utility>

#include "archive_mode.hpp"
#include "jam/circles/io/circle_files.hpp"
#include "jam/core/error.hpp"
#include "shell/archived_starts.hpp"
#include "text.hpp"

namespace jam::app {
namespace {

constexpr int start_limit = 8;

std::string value_text(const archive::Entry& entry) { return "R = " + radius_text(entry.record.value); }

}  // namespace

void add_archived_starts(const Options& options, Task& task) {
  const int limit = options.kind == SearchKind::multistart ? start_limit : 1;
  ArchivedStarts starts = archived_starts(options.archive, circles_kind(), archived_problem(task.problem), limit, value_text,
                                          [&](const std::string& text) { task.warnings.push_back(text); });
  for (const archive::Entry& entry : starts.entries) {
    task.starts.push_back(
        in_order_of(task.problem, circles::parse_packing(entry.record.text, "packing", nullptr, circles::CircleFormat::circles).packing));
  }
  task.archived_starts = std::move(starts.taken);
  if (!starts.note.empty()) task.notes.push_back(std::move(starts.note));
  if (starts.trouble.empty()) return;
  if (options.kind == SearchKind::improve) {
    throw InputError("--start archive: " + starts.trouble +
                     ": --search improve needs a packing to improve (circlepack --n N --time 10s makes one)");
  }
  task.warnings.push_back("--start archive: " + starts.trouble + ": the search begins anew");
}

}  // namespace jam::app
