// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// circlepack --start archive: the best packings of the problem that the archive holds.
#pragma once

#include "options.hpp"
#include "task.hpp"

namespace jam::app {

/// Adds them to `task`, after the starts from files: up to eight for multistart, one for the other searches, none where there are none;
/// `notices` tell what was taken. Throws InputError where a search that needs a start is left without one.
void add_archived_starts(const Options& options, Task& task, const Notices& notices);

}  // namespace jam::app
