// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search of trunkpack, as it is described to the shell (shell/search_run.hpp). Mesh, points and fixed boxes are not in a checkpoint:
// their files are read again, and have to say the same.
#pragma once

#include "jam/core/error.hpp"
#include "options.hpp"
#include "shell/checkpointing.hpp"

namespace jam::app {

/// A command line, with the options of its checkpoint where it goes on from one.
struct Command {
  Options options;
  Assignment assignment;
};

/// Throws InputError as parse_options() does, for a checkpoint that cannot be used, and for an option that contradicts it.
[[nodiscard]] Command read_command(int argc, const char* const* argv);

/// Searches, prints, returns the exit code.
[[nodiscard]] ExitCode run_search(Command command);

}  // namespace jam::app
