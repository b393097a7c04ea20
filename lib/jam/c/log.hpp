// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Where the lines of jam_set_log go.
#pragma once

#include <string>

#include "jam/c/jam.h"

namespace jam::c {

/// Whether `verbosity` was asked for.
[[nodiscard]] bool tells(jam_verbosity verbosity);

/// Hands a line to the log of the caller.
void tell(const std::string& line);

}  // namespace jam::c
