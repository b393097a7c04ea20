// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Container, points and boxes from the options.
#include "task.hpp"

#include <algorithm>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/mesh_verifier.hpp"
#include "jam/trunk/model/box_size.hpp"
#include "jam/trunk/search/trunk_start.hpp"
#include "option_rules.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using trunk::BoxRow;

/// Runs `check` of what `file` says; its errors name the file.
template <class Check>
void check_in(const fs::path& file, Check&& check) {
  try {
    check();
  } catch (const InputError& error) {
    throw InputError(file.string() + ": " + error.what());
  }
}

/// A note for the user, kept for the report.
void say(Task& task, const Note& note, const std::string& text) {
  task.notes.push_back(text);
  note(text);
}

/// A broken file is found before a large mesh is read.
void read_boxes(const Options& options, Task& task, const Note& note) {
  if (!options.fixed.empty()) task.problem.fixed = trunk::read_box_file(options.fixed).rows;
  check_in(options.fixed, [&] {
    for (const BoxRow& row : task.problem.fixed) {
      require_small_tolerance(options, row.edge);
      require_fitting_radius(options.rounded, row.edge);
    }
  });
  if (options.start.empty() || options.starts_from_archive()) return;
  trunk::BoxFile start = read_packing(options, options.start);
  if (options.mode == Mode::simulate && options.has("box") && start.tells_size)
    say(task, note, options.start.string() + " tells how large its boxes are: --box is not used");
  if (options.mode == Mode::simulate) {
    take_corner_radius(options, start, options.start, task, [&](const std::string& text) { say(task, note, text); });
  } else if (start.corner_radius.value_or(0) > options.rounded) {
    say(task, note,
        options.start.string() + " holds boxes with edges rounded by " + io::number_text(*start.corner_radius) +
            " mm: --rounded packs such boxes");
  }
  // A load that was written with fixed boxes holds them, too.
  task.start = trunk::without_fixed(task.problem, std::move(start.rows));
  for (const BoxRow& row : task.start) {
    if (options.mode == Mode::search && !trunk::same_size(row.edge, options.edge())) {
      throw InputError(options.start.string() + ": holds a box of " + trunk::size_text(row.edge) + ", the search packs " +
                       trunk::size_text(options.edge()) + ": give its edges by --box, or keep it by --fixed");
    }
  }
}

}  // namespace

void sample_walls(const Options& options, Task& task, const Note& note, const mesh::Watch& watch) {
  const bool needs_points =
      !task.problem.points_only && (options.mode == Mode::simulate || (options.mode == Mode::search && options.set.uniform()));
  if (!needs_points) return;
  mesh::sample_walls(
      options.spacing, options.cell_size, task.problem, [&](const std::string& text) { say(task, note, text); }, watch);
}

trunk::LoadVerdict verify(const Options& options, const Task& task, const std::vector<BoxRow>& rows) {
  return mesh::MeshVerifier(task.problem, options.thread_count).verify(rows);
}

trunk::BoxFile read_packing(const Options& options, const fs::path& file) {
  trunk::BoxFile packing = trunk::read_box_file(file, options.has("box") ? options.edge() : trunk::litre_box);
  check_in(file, [&] {
    for (const BoxRow& row : packing.rows) require_small_tolerance(options, row.edge);
  });
  return packing;
}

std::string boxes_text(const trunk::TrunkProblem& problem) {
  const trunk::BoxSet& set = problem.set;
  return (set.uniform() ? trunk::size_text(set.pieces.front().edge) : "set " + set.name) + trunk::rounded_text(problem.corner_radius);
}

void take_corner_radius(const Options& options, const trunk::BoxFile& packing, const fs::path& file, Task& task, const Note& note) {
  task.problem.corner_radius = packing.corner_radius.value_or(options.rounded);
  if (options.has("rounded") && packing.corner_radius && *packing.corner_radius != options.rounded)
    note(file.string() + " tells how its boxes' edges are rounded, by " + io::number_text(task.problem.corner_radius) +
         " mm: --rounded is not used");
  check_in(file, [&] {
    for (const BoxRow& row : packing.rows) require_fitting_radius(task.problem.corner_radius, row.edge);
  });
}

Task make_task(const Options& options, const Note& note, const mesh::Watch& watch) {
  Task task;
  task.name = options.trunk_file().stem().string();
  trunk::TrunkProblem& problem = task.problem;
  problem.set = options.set;
  problem.tolerance = options.tolerance;
  problem.corner_radius = options.rounded;
  problem.fixed_name = options.fixed.string();
  read_boxes(options, task, note);
  const Note keep = [&](const std::string& text) { say(task, note, text); };
  if (options.mesh.empty()) {
    mesh::read_points(options.points, options.cell_size, options.mode != Mode::simulate, problem, keep);
  } else {
    mesh::read_mesh(options.mesh, options.read, problem, keep, watch);
  }
  if (options.fixed.empty()) return task;
  if (options.mode == Mode::search) {
    const trunk::LoadVerdict verdict = verify(options, task, problem.fixed);
    if (!verdict.legal) throw InputError(options.fixed.string() + ": fixed boxes have to be legal: " + verdict.violations.front());
  }
  keep(counted(std::ssize(problem.fixed), "fixed box", "fixed boxes") + " from " + options.fixed.string());
  return task;
}

std::vector<BoxRow> legal_start(const Options& options, const Task& task, const Device& device, StopToken& stop, const Note& warn) {
  if (task.start.empty()) return {};
  const std::string file = options.start.string();
  std::vector<BoxRow> all = task.problem.fixed;
  all.insert(all.end(), task.start.begin(), task.start.end());
  const trunk::LoadVerdict verification = verify(options, task, all);
  if (verification.legal) return task.start;

  const trunk::RelaxedStart relaxed = trunk::relax_start(
      task.problem.fixed, task.start, task.problem.container, *task.problem.grid, device, options.thread_count,
      [&](const std::vector<BoxRow>& rows) { return verify(options, task, rows).legal; }, &stop, task.problem.corner_radius);
  if (relaxed.outside == relaxed.given) {
    throw InputError(file + ": " +
                     (relaxed.given == 1 ? "its box does not lie" : "none of its " + std::to_string(relaxed.given) + " boxes lies") +
                     " in the trunk: it belongs to another one, or units or axes differ");
  }
  std::string text = file + " is not legal (" + verification.violations.front() + "): ";
  if (relaxed.outside > 0) text += counted(relaxed.outside, "box outside was", "boxes outside were") + " left out, ";
  warn(text + "relaxed from a penetration of " + figures(relaxed.deepest_before) + " mm to " + figures(relaxed.deepest_after) + " mm; " +
       std::to_string(relaxed.boxes.size()) + " of " + counted(relaxed.given, "box", "boxes") + " legal now");
  return relaxed.boxes;
}

trunk::LoadReport make_report(const Options& options, const Task& task, const std::vector<BoxRow>& rows,
                              const trunk::LoadVerdict& verdict) {
  trunk::LoadReport report;
  report.boxes = rows;
  report.clearance = verdict.clearance;
  if (task.problem.points_only) {
    report.points = task.problem.points;
  } else {
    report.container = task.problem.container;
  }
  report.container.notes = task.notes;
  if (task.problem.corner_radius > 0) {
    report.container.notes.push_back("edges and corners of the boxes are rounded by " + io::number_text(task.problem.corner_radius) +
                                     " mm; they are drawn sharp");
  }
  report.verification = {verdict.legal, options.tolerance, trunk::verified_against(task.problem),
                         verdict.legal ? std::string() : verdict.violations.front(), task.problem.corner_radius};
  report.problem = options.trunk_file().filename().string();
  report.version = version_number;
  return report;
}

}  // namespace jam::app
