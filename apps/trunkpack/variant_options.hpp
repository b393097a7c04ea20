// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options of trunkpack compare: rows of the shell and of a search, which it has, too.
#pragma once

#include "options.hpp"

namespace jam::app {

/// Adds compare to the modes of these rows.
void add_compare(Options& options);

/// Throws InputError where there is nothing to compare.
void check_compare(const Options& options);

}  // namespace jam::app
