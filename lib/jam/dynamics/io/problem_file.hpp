// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contact problems and their solutions as JSON files, schema jampack/contact-problem/1 (docs/settle.md). A
// file that was written here holds the blocks of W and the rows that the blocks come from: solving it again
// gives the same bits. Files of others hold W alone, dense or in blocks.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "jam/dynamics/constraints/contact_problem.hpp"
#include "jam/dynamics/solvers/solver.hpp"

namespace jam::dynamics {

/// A problem, how it was solved, and the solution.
struct ProblemFile {
  ContactProblem problem;
  SolverSettings settings;
  std::optional<Solution> solution;  ///< The solution; relaxation and colours are not set.
};

/// The text of the file.
[[nodiscard]] std::string problem_text(const ContactProblem& problem, const SolverSettings& settings,
                                       const Solution& solution);

/// Reads a file of this format. Throws InputError that names the file and the place: no JSON, lists of wrong
/// lengths, indices out of range, negative friction, a contact without a block.
[[nodiscard]] ProblemFile read_problem(const std::filesystem::path& file);

}  // namespace jam::dynamics
