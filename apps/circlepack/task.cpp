// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "task.hpp"

#include <fmt/format.h>

#include <utility>

#include "jam/circles/io/circle_files.hpp"
#include "jam/core/error.hpp"
#include "jam/core/nearest_word.hpp"
#include "jam/io/text_table.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using circles::Packing;
using circles::Problem;

/// Overlaps up to this times R [-] are rounding of the file's decimals and not reported.
constexpr double overlap_tolerance = 1e-9;

/// Says in one line from what a search begins.
void describe_start(const fs::path& file, const Packing& packing, const Notices& notices) {
  const double tolerance = overlap_tolerance * packing.enclosing_radius;
  const double overlap = circles::largest_overlap(packing, tolerance);
  if (overlap > tolerance) {
    notices.warn(fmt::format("{}: circles overlap, some by {} (R = {}): the start is relaxed first",
                             file.string(), figures(overlap), figures(packing.enclosing_radius)));
  } else {
    notices.note("start " + file.string() + ", R = " + radius_text(packing.enclosing_radius));
  }
}

double best_known_target(const Task& task) {
  if (task.best_known) return target_of(*task.best_known);
  throw InputError("--target best-known: " + problem_text(task.problem) +
                   ": not in the table of this version; give the radius itself, --target R");
}

/// Sets the fields that follow from problem and options.
void complete(Task& task, const Options& options) {
  task.best_known = circles::best_known(task.problem.family, task.problem.count());
  task.target_radius = options.target_best_known ? best_known_target(task) : options.search.target_radius;
  const bool from_file = task.problem.family == "file" && options.has("radii");
  task.name = from_file ? fs::path(options.radii).stem().string() : task.problem.family;
}

}  // namespace

Problem make_problem(const Options& options, const Packing* packing) {
  if (packing != nullptr && !options.has("radii")) {
    if (options.has("n") && options.n != packing->count()) {
      throw InputError(
          fmt::format("--n is {}, but the packing holds {} circles: leave --n out, or give another file",
                      options.n, packing->count()));
    }
    return circles::problem_of(*packing);
  }
  if (circles::is_family(options.radii)) {
    if (!options.has("n") && packing == nullptr) {
      throw InputError("--radii " + options.radii + " is a family: --n N is needed, the number of circles");
    }
    return circles::make_problem(options.radii, options.has("n") ? options.n : packing->count());
  }
  std::error_code error;
  if (!fs::exists(options.radii, error)) {
    std::vector<std::string> families(circles::family_names.begin(), circles::family_names.end());
    const std::string meant = nearest_word(options.radii, families);
    throw InputError(fmt::format("--radii is {}: no such file, and no family of radii ({}){}",
                                 io::quoted(options.radii), fmt::join(families, ", "),
                                 meant.empty() ? "" : ": did you mean " + meant + "?"));
  }
  return circles::read_radii(options.radii, options.n);
}

Task make_task(const Options& options, const Notices& notices) {
  Task task;
  // Text without radii (Packomania) needs the problem to be read; anything else may define it.
  if (options.define_problem() || options.starts.empty()) task.problem = make_problem(options, nullptr);

  for (const fs::path& file : options.starts) {
    const Problem* known = task.problem.radii.empty() ? nullptr : &task.problem;
    Packing packing = circles::read_packing(file, known, options.import_format);
    if (known == nullptr) task.problem = make_problem(options, &packing);
    const std::string difference = radii_difference(packing, task.problem);
    if (!difference.empty())
      throw InputError(file.string() + ": " + difference + ": a start holds the circles of the problem");

    packing = in_order_of(task.problem, std::move(packing));
    describe_start(file, packing, notices);
    task.starts.push_back(std::move(packing));
  }

  complete(task, options);
  return task;
}

Task make_task(const Options& options, Problem problem) {
  Task task;
  task.problem = std::move(problem);
  complete(task, options);
  return task;
}

std::string default_stem(const Task& task) { return task.name + "-n" + std::to_string(task.problem.count()); }

}  // namespace jam::app
