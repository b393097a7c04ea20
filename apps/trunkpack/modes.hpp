// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The uses of trunkpack. Each prints and returns the exit code, or throws an Error.
#pragma once

#include "jam/core/error.hpp"
#include "options.hpp"
#include "shell/checkpoints.hpp"
#include "shell/comparison.hpp"
#include "shell/run_events.hpp"

namespace jam::app {

/// Searches (shell/search_run.hpp). Mesh, points and fixed boxes are not in a checkpoint: a resumed search
/// reads their files again, which have to describe the same problem.
[[nodiscard]] ExitCode run_search(Options& options, Assignment& assignment);

/// Verifies a packing exactly and converts it to the other formats (shell/verify_mode.hpp). The files of an
/// illegal packing say that it is.
[[nodiscard]] ExitCode run_verify(const Options& options);

/// For --compare.
[[nodiscard]] Comparison compare(const Result& first, const Result& second);

/// trunkpack archive ... (shell/archive/archive_commands.hpp). The first word after `import` is the mesh.
[[nodiscard]] ExitCode run_archive(Options& options);

/// trunkpack check MESH: what the file holds, and which room would be packed, without a search. Returns
/// `usage` if that is not clear.
[[nodiscard]] ExitCode run_check(const Options& options);

/// trunkpack compare MESH MESH...: searches of all meshes with the same seeds and the same time.
[[nodiscard]] ExitCode run_compare(Options& options);

/// Contact simulation of one packing, as the program of the thesis (J.-F. Goetzmann 2007): up to
/// options.steps steps, fewer where the deepest penetration becomes at most the tolerance. Writes the
/// packing, legal or not, to --out, and prints what was reached. A box whose centre is outside of the points
/// is counted in the table; it is not an error.
[[nodiscard]] ExitCode run_simulation(const Options& options);

}  // namespace jam::app
