// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which options go together. An option that would do nothing in the chosen mode or search is refused rather than ignored: whoever gives it
// expects something of it. Two outputs never share a file.
#pragma once

#include <filesystem>

#include "options.hpp"

namespace jam::app {

/// Throws InputError, naming the options, for a combination that contradicts itself or in which one option would do nothing.
void check_rules(const Options& options);

/// Throws InputError where the options do not say what is to be searched: the problem, and for `improve` its start. check_rules() asks for
/// that only where there is no --resume.
void require_problem(const Options& options);

/// The plot that belongs to a statistics file: the same name with the suffix .svg.
[[nodiscard]] std::filesystem::path plot_beside(const std::filesystem::path& stats);

}  // namespace jam::app
