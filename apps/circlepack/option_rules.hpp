// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which options go together, beyond the modes in their rows. An option that has no effect is refused rather than ignored: whoever gives it
// expects something of it.
#pragma once

#include "options.hpp"

namespace jam::app {

/// Throws InputError, naming the options, for a combination that contradicts itself or in which one option has no effect. `table` is that
/// into which the options were read.
void check_rules(const Options& options, const OptionTable& table);

/// Throws InputError where the options do not say what is to be searched: the problem, and for `improve` its start. check_rules() asks for
/// that only where there is no --resume.
void require_problem(const Options& options);

}  // namespace jam::app
