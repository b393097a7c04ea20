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

void add_archived_starts(const Options& options, Task& task, const Notices& notices) {
  const int limit = options.kind == SearchKind::multistart ? start_limit : 1;
  ArchivedStarts starts = archived_starts(options.archive, circles_kind(), archived_problem(task.problem), limit, value_text, notices.warn);
  for (const archive::Entry& entry : starts.entries) {
    task.starts.push_back(
        in_order_of(task.problem, circles::parse_packing(entry.record.text, "packing", nullptr, circles::CircleFormat::circles).packing));
  }
  task.archived_starts = std::move(starts.taken);
  if (!starts.note.empty()) notices.note(starts.note);
  if (starts.error.empty()) return;
  if (options.kind == SearchKind::improve) {
    throw InputError("--start archive: " + starts.error +
                     ": --search improve needs a packing to improve (circlepack --n N --time 10s makes one)");
  }
  notices.warn("--start archive: " + starts.error + ": the search begins anew");
}

}  // namespace jam::app
