// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// circlepack --verify FILE: an exact verdict on any packing, and its conversion to the other formats.
//
// A CIRCLES file that claims its radius is verified as it stands, decimal by decimal. Anything else is first converted to doubles in the
// unit of the radii; where that alone makes it touch illegally it is spread outwards by at most 1e-9, and the output says so. With --n or
// --radii the file must hold the circles of that problem.
#pragma once

#include "jam/core/error.hpp"
#include "options.hpp"

namespace jam::app {

/// Prints `legal: n=… R=… density=…` or `illegal: …` on standard output (on standard error with --json -), writes the outputs asked for
/// from a legal packing, and returns ok, or no_verified_result for an illegal packing. Throws InputError for a file that cannot be read,
/// or outputs that cannot be written.
[[nodiscard]] ExitCode run_verify(const Options& options);

}  // namespace jam::app
