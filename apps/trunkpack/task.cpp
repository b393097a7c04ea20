// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Container, points and boxes from the options.
#include "task.hpp"

#include <algorithm>
#include <utility>

#include "box_size.hpp"
#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/io/point_files.hpp"
#include "jam/trunk/model/point_container.hpp"
#include "jam/trunk/search/trunk_start.hpp"
#include "option_rules.hpp"
#include "shell/figure_text.hpp"
#include "verdict.hpp"
#include "wall_points.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using io::fixed_text;
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

void read_mesh(const Options& options, Task& task, const Note& note, const mesh::Watch& watch) {
  task.container = mesh::read_container(options.mesh, options.read, watch);
  for (const std::string& text : task.container.notes) say(task, note, text);
}

void read_points(const Options& options, Task& task, const Note& note) {
  task.points_only = true;
  task.points = trunk::read_points(options.points);
  if (task.points.empty()) throw InputError(options.points.string() + ": holds no points");
  task.grid = std::make_unique<trunk::PointGrid>(task.points, options.cell_size);
  if (options.mode == Mode::simulate) return;
  try {
    task.container = trunk::container_of_points(task.points, *task.grid);
  } catch (const InputError& error) {
    throw InputError(options.points.string() + ": " + error.what());
  }
  say(task, note,
      std::to_string(task.points.size()) + " points, about " + fixed_text(task.container.volume / 1e6, 1) +
          " l between them; what is inside is known to " + figures(task.grid->inside_cell_size()) +
          " mm only, and verification is against points only");
}

/// A broken file is found before a large mesh is read.
void read_boxes(const Options& options, Task& task, const Note& note) {
  if (!options.fixed.empty()) task.fixed = trunk::read_box_file(options.fixed).rows;
  check_in(options.fixed, [&] {
    for (const BoxRow& row : task.fixed) {
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
  task.start = std::move(start.rows);
  // A load that was written with fixed boxes holds them, too.
  std::erase_if(task.start, [&](const BoxRow& row) { return std::find(task.fixed.begin(), task.fixed.end(), row) != task.fixed.end(); });
  for (const BoxRow& row : task.start) {
    if (options.mode == Mode::search && !same_size(row.edge, options.edge())) {
      throw InputError(options.start.string() + ": holds a box of " + size_text(row.edge) + ", the search packs " +
                       size_text(options.edge()) + ": give its edges by --box, or keep it by --fixed");
    }
  }
}

}  // namespace

void sample_walls(const Options& options, Task& task, const Note& note, const mesh::Watch& watch) {
  const bool needs_points =
      !task.points_only && (options.mode == Mode::simulate || (options.mode == Mode::search && options.set.uniform()));
  if (!needs_points) return;
  task.points = wall_points(task.container, options.spacing, task.spacing, watch);
  if (task.spacing > options.spacing * (1 + 1e-9)) {
    say(task, note,
        "points are " + figures(task.spacing) + " mm apart instead of " + figures(options.spacing) + ": at most " +
            std::to_string(wall_point_limit) + " are taken");
  }
  task.grid = std::make_unique<trunk::PointGrid>(task.points, options.cell_size);
}

trunk::BoxFile read_packing(const Options& options, const fs::path& file) {
  trunk::BoxFile packing = trunk::read_box_file(file, options.has("box") ? options.edge() : trunk::litre_box);
  check_in(file, [&] {
    for (const BoxRow& row : packing.rows) require_small_tolerance(options, row.edge);
  });
  return packing;
}

std::string boxes_text(const trunk::BoxSet& set, double corner_radius) {
  return (set.uniform() ? size_text(set.pieces.front().edge) : "set " + set.name) + rounded_text(corner_radius);
}

void take_corner_radius(const Options& options, const trunk::BoxFile& packing, const fs::path& file, Task& task, const Note& note) {
  task.corner_radius = packing.corner_radius.value_or(options.rounded);
  if (options.has("rounded") && packing.corner_radius && *packing.corner_radius != options.rounded)
    note(file.string() + " tells how its boxes' edges are rounded, by " + io::number_text(task.corner_radius) +
         " mm: --rounded is not used");
  check_in(file, [&] {
    for (const BoxRow& row : packing.rows) require_fitting_radius(task.corner_radius, row.edge);
  });
}

Task make_task(const Options& options, const Note& note, const mesh::Watch& watch) {
  Task task;
  task.name = options.trunk_file().stem().string();
  task.corner_radius = options.rounded;
  read_boxes(options, task, note);
  options.mesh.empty() ? read_points(options, task, note) : read_mesh(options, task, note, watch);
  if (!options.fixed.empty()) {
    if (options.mode == Mode::search) {
      const mesh::Verification verification = verify(options, task, task.fixed);
      if (!verification.legal)
        throw InputError(options.fixed.string() + ": fixed boxes have to be legal: " + verification.violations.front());
    }
    say(task, note, counted(std::ssize(task.fixed), "fixed box", "fixed boxes") + " from " + options.fixed.string());
  }
  return task;
}

std::vector<BoxRow> legal_start(const Options& options, const Task& task, const Device& device, StopToken& stop, const Note& warn) {
  if (task.start.empty()) return {};
  const std::string file = options.start.string();
  std::vector<BoxRow> all = task.fixed;
  all.insert(all.end(), task.start.begin(), task.start.end());
  const mesh::Verification verification = verify(options, task, all);
  if (verification.legal) return task.start;

  const trunk::RelaxedStart relaxed = trunk::relax_start(
      task.fixed, task.start, task.container, *task.grid, device, options.thread_count,
      [&](const std::vector<BoxRow>& rows) { return verify(options, task, rows).legal; }, &stop, task.corner_radius);
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
                              const mesh::Verification& verification) {
  trunk::LoadReport report;
  report.boxes = rows;
  report.clearance = verification.clearance;
  if (task.points_only) {
    report.points = task.points;
  } else {
    report.container = task.container;
  }
  report.container.notes = task.notes;
  if (task.corner_radius > 0) {
    report.container.notes.push_back("edges and corners of the boxes are rounded by " + io::number_text(task.corner_radius) +
                                     " mm; they are drawn sharp");
  }
  report.verification = {verification.legal, options.tolerance, verified_against(task),
                         verification.legal ? std::string() : verification.violations.front(), task.corner_radius};
  report.problem = options.trunk_file().filename().string();
  report.version = version_number;
  return report;
}

}  // namespace jam::app
