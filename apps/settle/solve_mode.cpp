// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "jam/dynamics/io/problem_file.hpp"
#include "jam/io/json_writer.hpp"
#include "options.hpp"
#include "report.hpp"
#include "shell/figure_text.hpp"
#include "shell/output_faults.hpp"
#include "shell/outputs.hpp"
#include "shell/program.hpp"
#include "shell/run_view.hpp"

namespace jam::app {
namespace {

using namespace dynamics;

/// The settings of the file, but for those on the command line.
SolverSettings settings_of(const Options& options, SolverSettings settings) {
  if (options.has("solver")) settings.kind = options.solver.kind;
  if (options.has("law")) settings.law = options.solver.law;
  else if (options.has("solver") && settings.kind == SolverKind::pe_jacobi)
    settings.law = ContactLaw::pyramid;
  if (options.has("iterations")) settings.iteration_limit = options.solver.iteration_limit;
  // A relaxation suits one solver.
  if (options.has("relaxation") || options.has("solver")) settings.relaxation = options.solver.relaxation;
  if (options.has("tolerance")) {
    settings.criterion = Criterion::residual;
    settings.tolerance = options.solver.tolerance;
  }
  if (options.has("group")) {
    if (settings.kind != SolverKind::dense_relaxed) {
      throw InputError(fmt::format("--group has no effect with the solver {}: it is that of dense-relaxed",
                                   name_of(settings.kind)));
    }
    settings.group = options.solver.group;
  }
  settings.thread_count = options.thread_count;
  return settings;
}

/// How the impulses of the file compare with those found now.
std::string comparison(const Solution& before, const Solution& now) {
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < now.impulses.size(); ++i) {
    const Vec3d a = before.impulses[i], d = now.impulses[i] - a;
    largest = std::max({largest, std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)});
    difference = std::max({difference, std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)});
  }
  const std::string impulses = before.impulses == now.impulses
                                   ? "the same impulses, bit by bit"
                                   : fmt::format("impulses differ by {} N s at most, of {} N s",
                                                 figures(difference), figures(largest));
  return fmt::format("residual {:.2e}; {}", before.residual, impulses);
}

/// The solution as JSON, schema jampack/settle-solve/1 (docs/formats.md).
std::string solution_json(const std::filesystem::path& problem, const ContactProblem& contacts,
                          const SolverSettings& settings, const Solution& solution) {
  return io::JsonObject::document()
      .add("schema", "jampack/settle-solve/1", "problem", problem.string())
      .add("contacts", contacts.count(), "solver", name_of(settings.kind), "law", name_of(settings.law))
      .add("tolerance", settings.tolerance, "status", name_of(solution.status))
      .add("iterations", solution.iterations, "residual", solution.residual)
      .add("relaxation", solution.relaxation)
      .text();
}

}  // namespace

ExitCode solve_problem(const Options& options) {
  require_writable(output_files(options));
  const ProblemFile file = read_problem(options.solve);
  const SolverSettings settings = settings_of(options, file.settings);
  const Solution solution = solve(file.problem, settings);

  std::string text = fact("problem", fmt::format("{}, {}", options.solve.string(),
                                                 counted(file.problem.count(), "contact", "contacts")));
  text +=
      fact("solver", fmt::format("{}, {}; {}; residual {:.2e}", name_of(settings.kind), name_of(settings.law),
                                 counted(solution.iterations, "iteration", "iterations"), solution.residual));
  if (file.solution) text += fact("in the file", comparison(*file.solution, solution));
  OutputFaults faults;
  if (!options.problem.empty() &&
      faults.write("--dump-problem", options.problem, problem_text(file.problem, settings, solution)))
    text += fact("written", options.problem.string());
  const std::string json = solution_json(options.solve, file.problem, settings, solution);
  if (!options.json.empty() && options.json != "-" && faults.write("--json", options.json, json))
    text += fact("written", options.json.string());
  print_result(options, text, json);
  faults.require_none();
  if (solution.status != SolveStatus::solved) {
    throw UnverifiedError(fmt::format(
        "{}: {} after {}: more --iterations, a larger --tolerance or another --solver may help",
        options.solve.string(), solution.status == SolveStatus::diverged ? "diverged" : "not solved",
        counted(solution.iterations, "iteration", "iterations")));
  }
  return ExitCode::ok;
}

}  // namespace jam::app
