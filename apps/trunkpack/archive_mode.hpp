// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Loads of boxes in the archive. A result is the text of a BOX file; its value is the volume of its boxes [l]. Loads in a cloud of points
// are not archived: they are verified against points only.
#pragma once

#include <string>
#include <vector>

#include "jam/archive/archive.hpp"
#include "options.hpp"
#include "shell/notices.hpp"
#include "task.hpp"

namespace jam::app {

/// Results are loads, judged by exact verification in this trunk, which must outlive it.
[[nodiscard]] archive::Kind boxes_kind(const trunk::TrunkProblem& problem);

/// The problem of packing these boxes into this trunk.
[[nodiscard]] archive::Problem archived_problem(const Task& task);

/// For people: `482.00 l`.
[[nodiscard]] std::string litres_text(double litres);

/// Makes the best load of the trunk in the archive, if any, the start of `task`. Returns what the result says of it: volume, and when it
/// was found; empty without a load.
[[nodiscard]] std::string take_archived_start(const Options& options, Task& task, const Notices& notices);

}  // namespace jam::app
