// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which options go together. An option that would do nothing is refused rather than ignored: whoever gives it expects something of it.
#pragma once

#include "options.hpp"

namespace jam::app {

/// Throws InputError, naming the options, for a combination that contradicts itself or in which one option would do nothing.
void check_rules(const Options& options);

}  // namespace jam::app
