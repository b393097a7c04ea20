// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// trunkpack --start archive: the best load of the trunk that the archive holds.
#pragma once

#include <string>

#include "options.hpp"
#include "task.hpp"

namespace jam::app {

/// Makes it the start of `task`, where there is one; `note` is told what was taken, `warn` that there is nothing. Returns what the result
/// says of it: volume, and when it was found; empty where nothing was taken.
[[nodiscard]] std::string take_archived_start(const Options& options, Task& task, const Note& note, const Note& warn);

}  // namespace jam::app
