// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --batch: many small scenes side by side, which begin differently, and how their outcomes are spread: the
// bodies of a scene file, each shifted by --jitter. docs/settle.md is the manual.
#pragma once

#include "options.hpp"

namespace jam::app {

/// Simulates all scenes, prints and writes the results, and returns the exit code.
[[nodiscard]] ExitCode run_batch(const Options& options);

}  // namespace jam::app
