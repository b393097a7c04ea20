// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Circle packings in the archive.
//
// A problem of circles is defined by the text `circles/1` and its radii, ascending, one per line, each as the shortest decimal that reads
// back as the same double. A result is the text of a CIRCLES file whose radii are exactly these decimals; its value is R.
#pragma once

#include <string>

#include "jam/archive/archive.hpp"
#include "jam/circles/io/circle_files.hpp"
#include "options.hpp"
#include "task.hpp"

namespace jam::app {

/// Results are circle packings, judged by exact verification of their text.
[[nodiscard]] archive::Kind circles_kind();

/// The problem with exactly these radii.
[[nodiscard]] archive::Problem archived_problem(const circles::Problem& problem);

/// --start archive: adds the best packings of the problem in the archive to `task`, after the starts from files: up to eight for
/// multistart, up to one for the other searches. Throws InputError where --search improve is left without a start.
void add_archived_starts(const Options& options, Task& task, const Notices& notices);

}  // namespace jam::app
