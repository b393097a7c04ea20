// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Container, points and boxes from the options.
#include "task.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "common/figure_text.hpp"
#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/box_files.hpp"
#include "jam/trunk/point_container.hpp"
#include "jam/trunk/point_files.hpp"
#include "jam/trunk/trunk_start.hpp"
#include "wall_points.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using io::fixed_text;
using trunk::BoxRow;

void read_mesh(const Options& options, Task& task) {
  task.container = mesh::read_container(options.mesh, options.read);
  for (const std::string& note : task.container.notes) task.notes.push_back(note);
  const bool needs_points = options.mode == Mode::simulate || (options.mode == Mode::search && options.set.uniform());
  if (!needs_points) return;
  task.points = wall_points(task.container, options.spacing, task.spacing);
  if (task.spacing > options.spacing * (1 + 1e-9)) {
    task.notes.push_back("points are " + figures(task.spacing) + " mm apart instead of " + figures(options.spacing) + ": at most " +
                         std::to_string(wall_point_limit) + " are taken");
  }
  task.grid = std::make_unique<trunk::PointGrid>(task.points, options.cell_size);
}

void read_points(const Options& options, Task& task) {
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
  task.notes.push_back(std::to_string(task.points.size()) + " points, about " + fixed_text(task.container.volume / 1e6, 1) +
                       " l between them; what is inside is known to " + figures(task.grid->inside_cell_size()) +
                       " mm only, and verification is against points only");
}

std::string size_text(Vec3d edge) {
  return io::number_text(edge.x) + " x " + io::number_text(edge.y) + " x " + io::number_text(edge.z) + " mm";
}

/// A broken file is found before a large mesh is read.
void read_boxes(const Options& options, Task& task) {
  if (!options.fixed.empty()) task.fixed = read_rows(options, options.fixed);
  if (options.start.empty()) return;
  task.start = read_rows(options, options.start);
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

bool same_size(Vec3d a, Vec3d b) {
  std::array<double, 3> p{a.x, a.y, a.z};
  std::array<double, 3> q{b.x, b.y, b.z};
  std::sort(p.begin(), p.end());
  std::sort(q.begin(), q.end());
  return p == q;
}

std::vector<BoxRow> read_rows(const Options& options, const fs::path& file) { return trunk::read_box_file(file, options.edge()).rows; }

std::string boxes_text(const trunk::BoxSet& set) { return set.uniform() ? size_text(set.pieces.front().edge) : "set " + set.name; }

Task make_task(const Options& options) {
  Task task;
  task.name = options.trunk_file().stem().string();
  read_boxes(options, task);
  options.mesh.empty() ? read_points(options, task) : read_mesh(options, task);
  if (!options.fixed.empty()) {
    if (options.mode == Mode::search) {
      const mesh::Verification verification = verify(options, task, task.fixed);
      if (!verification.legal)
        throw InputError(options.fixed.string() + ": fixed boxes have to be legal: " + verification.violations.front());
    }
    task.notes.push_back(std::to_string(task.fixed.size()) + " fixed boxes from " + options.fixed.string());
  }
  return task;
}

mesh::Verification verify(const Options& options, const Task& task, const std::vector<BoxRow>& rows) {
  mesh::Verification result = mesh::verify_boxes(rows, task.container, options.tolerance, options.thread_count);
  if (!task.points_only) return result;
  // The surface is one layer of cells larger than what the points enclose.
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (task.grid->centre_inside(rows[i].centre)) continue;
    result.legal = false;
    ++result.violation_count;
    result.violations.push_back("box " + std::to_string(i) + " has its centre outside of the points");
  }
  return result;
}

std::vector<BoxRow> legal_start(const Options& options, const Task& task, const Device& device,
                                const std::function<void(const std::string&)>& warn) {
  if (task.start.empty()) return {};
  const std::string file = options.start.string();
  std::vector<BoxRow> all = task.fixed;
  all.insert(all.end(), task.start.begin(), task.start.end());
  const mesh::Verification verification = verify(options, task, all);
  if (verification.legal) return task.start;

  const trunk::RelaxedStart relaxed =
      trunk::relax_start(task.fixed, task.start, task.container, *task.grid, device, options.thread_count,
                         [&](const std::vector<BoxRow>& rows) { return verify(options, task, rows).legal; });
  if (relaxed.outside == relaxed.given) {
    throw InputError(file + ": none of its " + std::to_string(relaxed.given) +
                     " boxes lies in the trunk: it belongs to another one, or units or axes differ");
  }
  std::string text = file + " is not legal (" + verification.violations.front() + "): ";
  if (relaxed.outside > 0) text += std::to_string(relaxed.outside) + " boxes outside were left out, ";
  warn(text + "relaxed from a penetration of " + figures(relaxed.deepest_before) + " mm to " + figures(relaxed.deepest_after) + " mm; " +
       std::to_string(relaxed.boxes.size()) + " of its " + std::to_string(relaxed.given) + " boxes are legal now");
  return relaxed.boxes;
}

std::string verified_against(const Task& task) {
  if (task.points_only) return "points only";
  return task.container.wrapped ? "the original mesh and its wrap (exact)" : "the original mesh (exact)";
}

trunk::LoadReport make_report(const Options& options, const Task& task, const Device& device, const std::vector<BoxRow>& rows,
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
  report.verification = {verification.legal, options.tolerance, verified_against(task),
                         verification.legal ? std::string() : verification.violations.front()};
  report.problem = options.trunk_file().filename().string();
  report.seed = options.seed;
  report.version = version_number;
  report.device = device.description;
  return report;
}

}  // namespace jam::app
