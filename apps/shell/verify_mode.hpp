// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// PROGRAM --verify FILE...: an exact verdict on each file, and the conversion of a single one to other
// formats.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "jam/core/error.hpp"
#include "shell/comparison.hpp"
#include "shell/outputs.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// Result of the verification of a file.
struct Verdict {
  bool legal = false;
  std::string text;             ///< Printed lines: `legal: ...` or `illegal: ...` first.
  Result result = {};           ///< The packing to write and compare.
  std::vector<Format> formats;  ///< Outputs that were asked for; empty: none is written.
  std::string line = {};        ///< The line of one of several files; empty: the first one of the text.
  /// Why a legal packing does not pass a check that the options require, or why an illegal one lacks an
  /// output; empty: nothing of the kind.
  std::string failed_check = {};
};

/// Prints the verdict on standard output (on standard error with --json -), writes the outputs, and returns
/// ok, or no_verified_result for an illegal packing and for a failed check. Throws InputError for a file that
/// cannot be read and for outputs that cannot be written.
///
/// With several files, one line is printed for each, with the name of the file, and --json receives a list. A
/// file that cannot be read is reported; the others are still verified. Returns the exit code of the worst
/// file: usage where one could not be read.
///
/// `compare` describes two packings for --compare; legal or not, they have to have a result.
[[nodiscard]] ExitCode verify_files(const RunOptions& options,
                                    const std::function<Verdict(const std::filesystem::path& file)>& judge,
                                    Comparison (*compare)(const Result& first,
                                                          const Result& second) = nullptr);

}  // namespace jam::app
