// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What main() of every program needs: exit codes, errors as one line on standard error, results on standard output.
#pragma once

#include <functional>
#include <string>

#include "jam/core/error.hpp"

namespace jam::app {

/// Calls `run` and returns its exit code, or that of its exception, which is reported on standard error in one line. `memory_advice` says
/// what needs less memory.
[[nodiscard]] int run_program(const char* name, const char* memory_advice, const std::function<ExitCode()>& run);

/// Prints `text` at once. Throws InputError if that fails: standard output may be a file on a full disk.
void print_result(const std::string& text);

}  // namespace jam::app
