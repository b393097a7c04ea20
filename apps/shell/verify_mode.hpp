// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// PROGRAM --verify FILE: an exact verdict on a file, and its conversion to other formats.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "jam/core/error.hpp"
#include "shell/outputs.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// What a program finds in a file.
struct Verdict {
  bool legal = false;
  std::string text;             ///< Lines for people: `legal: ...` or `illegal: ...` first.
  Result result = {};           ///< As it is written; unused without formats.
  std::vector<Format> formats;  ///< Outputs that were asked for; empty: none is written.
};

/// Prints the verdict on standard output (on standard error with --json -), writes the outputs, and returns ok, or no_verified_result for
/// an illegal packing. Throws InputError for outputs that cannot be written.
[[nodiscard]] ExitCode verify_file(const RunOptions& options, const std::function<Verdict()>& judge);

}  // namespace jam::app
