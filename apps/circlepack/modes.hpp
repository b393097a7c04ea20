// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The uses of circlepack. Each prints and returns the exit code, or throws an Error.
#pragma once

#include "jam/core/error.hpp"
#include "options.hpp"
#include "shell/checkpoints.hpp"
#include "shell/comparison.hpp"
#include "shell/run_events.hpp"

namespace jam::app {

/// Searches (shell/search_run.hpp).
[[nodiscard]] ExitCode run_search(Options& options, Assignment& assignment);

/// Throws InputError if --radii names a file with other radii than those of the checkpoint.
void check_resumed(const Options& options, const Resumed& resumed);

/// Verifies a packing exactly and converts it to the other formats (shell/verify_mode.hpp).
///
/// A CIRCLES file that claims its radius is verified as written, decimal by decimal. Anything else is first
/// converted to doubles in the unit of the radii; if that alone makes circles overlap, it is spread outwards
/// by at most 1e-9, and the output says so. With --n or --radii the file must hold the circles of that
/// problem. Nothing is written from an illegal packing.
[[nodiscard]] ExitCode run_verify(const Options& options);

/// For --compare.
[[nodiscard]] Comparison compare(const Result& first, const Result& second);

/// circlepack archive ... (shell/archive/archive_commands.hpp).
[[nodiscard]] ExitCode run_archive(Options& options);

}  // namespace jam::app
