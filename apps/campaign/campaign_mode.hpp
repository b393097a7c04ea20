// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// circlepack campaign FILE: its command line.
#pragma once

#include "campaign/programs.hpp"
#include "jam/core/error.hpp"

namespace jam::campaign {

/// Does what the words say; argv[0] is `campaign`. `check` judges a command line of circlepack. Prints, returns the exit code.
[[nodiscard]] ExitCode run_campaign_mode(int argc, const char* const* argv, const CheckWords& check);

}  // namespace jam::campaign
