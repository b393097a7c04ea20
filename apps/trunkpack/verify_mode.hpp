// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// trunkpack MESH --verify BOX: an exact verdict on a packing, and its conversion to the other formats.
#pragma once

#include "jam/core/error.hpp"
#include "options.hpp"

namespace jam::app {

/// Prints `legal: …` with a summary of the clearances, or `illegal: …` with the first violations, on standard output (on standard error
/// with --json -), writes the outputs asked for, and returns ok, or no_verified_result for an illegal packing. The files of an illegal
/// packing say that it is.
[[nodiscard]] ExitCode run_verify(const Options& options);

}  // namespace jam::app
