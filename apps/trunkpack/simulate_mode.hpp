// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// trunkpack --start BOX --steps N: contact simulation of one packing and nothing else, as the program of the thesis (J.-F. Goetzmann 2007).
#pragma once

#include "jam/core/error.hpp"
#include "options.hpp"

namespace jam::app {

/// Makes up to options.steps steps, ending early where the deepest penetration is at most the tolerance; writes the packing, legal or not,
/// to --out if given, and prints what was reached. A box whose centre is outside of the points counts in the table, not as an error.
[[nodiscard]] ExitCode run_simulation(const Options& options);

}  // namespace jam::app
