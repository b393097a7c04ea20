// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A search from its options to its files: reads the trunk, chooses the device, tells screen, files, archive and checkpoints, prints the
// result.
#pragma once

#include "checkpointing.hpp"
#include "jam/core/error.hpp"

namespace jam::app {

/// Searches, prints, returns the exit code.
[[nodiscard]] ExitCode run_search(Assignment assignment);

}  // namespace jam::app
