// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "jam/core/error.hpp"

namespace jam::app {

/// What main() returns: the exit code of `run`, or that of what it throws, which is told on standard error in one line. `memory_advice`
/// says what needs less memory.
[[nodiscard]] int run_program(const char* name, const char* memory_advice, const std::function<ExitCode()>& run);

}  // namespace jam::app
