// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/search/trunk_start.hpp"
#include "load/tight.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using io::number_text;
using trunk::BoxRow;

/// A note for the user, kept for the report.
void say(Task& task, const Note& note, const std::string& text) {
  task.notes.push_back(text);
  note(text);
}

/// Reads the file of --start.
void read_start(const Options& options, Task& task, const Note& note) {
  trunk::BoxFile start = read_packing(options, options.start);
  const std::string name = options.start.string();
  if (options.mode == Mode::simulate) {
    if (options.has("box") && start.tells_size)
      note(name + " states the size of its boxes: --box is not used");
    take_corner_radius(options, start, options.start, task, note);
  } else if (start.corner_radius.value_or(0) > options.rounded) {
    note(fmt::format("{} holds boxes with edges rounded by {} mm: --rounded packs such boxes", name,
                     number_text(*start.corner_radius)));
  }
  // A load that was written with fixed boxes holds them, too.
  task.starts = {trunk::without_fixed(task.problem, std::move(start.rows))};
  for (const BoxRow& row : task.starts.front()) {
    const auto same = [&row](const trunk::Piece& piece) { return trunk::same_size(row.edge, piece.edge); };
    if (options.mode != Mode::search || std::ranges::any_of(options.set.pieces, same)) continue;
    throw InputError(
        options.set.uniform()
            ? fmt::format("{}: holds a box of {}, the search packs {}: give its edges by --box, or keep it "
                          "by --fixed",
                          name, trunk::size_text(row.edge), trunk::size_text(options.edge()))
            : fmt::format("{}: holds a box of {}, which is no piece of the set {}: leave it out, or keep it "
                          "by --fixed",
                          name, trunk::size_text(row.edge), options.set.name));
  }
}

/// A start for legal_starts(); empty if none of its boxes is legal.
std::vector<BoxRow> legal_start(const Options& options, Task& task, const std::vector<BoxRow>& start,
                                const Device& device, StopToken& stop, const Note& note, const Note& warn) {
  std::vector<BoxRow> all = task.problem.fixed;
  all.insert(all.end(), start.begin(), start.end());
  const auto check = [&](const std::vector<BoxRow>& rows) {
    return mesh::check_boxes(task.problem, rows, options.thread_count, options.checks_pieces());
  };
  const trunk::LoadVerdict verification = check(all);
  if (verification.legal) return start;
  const auto legal = [&](const std::vector<BoxRow>& rows) { return check(rows).legal; };
  if (!task.problem.grid) {
    try {
      sample_walls(options, task, note, {&stop, {}, 0});
    } catch (const StoppedError&) {
      return trunk::legal_part(task.problem.fixed, start, legal, &stop);
    }
    note(fmt::format("{} points on the walls, {} mm apart, for the contact simulation of the start",
                     task.problem.points.size(), io::fixed_text(task.problem.spacing, 2)));
  }
  const trunk::RelaxedStart relaxed =
      trunk::relax_start(task.problem, start, device, options.thread_count, legal, &stop);
  const std::string file = options.start.string();
  if (relaxed.outside == relaxed.given) {
    throw InputError(
        fmt::format("{}: {} in the trunk: it belongs to another trunk, or units or axes differ", file,
                    relaxed.given == 1 ? "its box does not lie"
                                       : fmt::format("none of its {} boxes lies", relaxed.given)));
  }
  const std::string outside =
      relaxed.outside > 0 ? counted(relaxed.outside, "box outside was", "boxes outside were") + " left out, "
                          : "";
  warn(fmt::format("{} is not legal ({}): {}relaxed from a penetration of {} mm to {} mm; {} of {} legal now",
                   file, verification.violations.front(), outside, figures(relaxed.deepest_before),
                   figures(relaxed.deepest_after), relaxed.boxes.size(),
                   counted(relaxed.given, "box", "boxes")));
  return relaxed.boxes;
}

}  // namespace

void sample_walls(const Options& options, Task& task, const Note& note, const mesh::Watch& watch) {
  mesh::sample_walls(
      options, task.problem, [&](const std::string& text) { say(task, note, text); }, watch);
}

trunk::BoxFile read_packing(const Options& options, const fs::path& file) {
  trunk::BoxFile packing = trunk::read_box_file(file, options.has("box") ? options.edge() : trunk::litre_box);
  trunk::require_fitting(options.tolerance, 0, packing.rows, file.string());
  return packing;
}

std::string boxes_text(const trunk::TrunkProblem& problem) {
  const trunk::BoxSet& set = problem.set;
  return (set.uniform() ? trunk::size_text(set.pieces.front().edge) : "set " + set.name) +
         trunk::rounded_text(problem.corner_radius) +
         (problem.gap > 0 ? ", gap " + number_text(problem.gap) + " mm" : std::string());
}

void take_corner_radius(const Options& options, const trunk::BoxFile& packing, const fs::path& file,
                        Task& task, const Note& note) {
  task.problem.corner_radius = packing.corner_radius.value_or(options.rounded);
  if (options.has("rounded") && packing.corner_radius && *packing.corner_radius != options.rounded) {
    note(fmt::format("{} states that its boxes' edges are rounded by {} mm: --rounded is not used",
                     file.string(), number_text(task.problem.corner_radius)));
  }
  trunk::require_fitting(options.tolerance, task.problem.corner_radius, packing.rows, file.string());
}

Task make_task(const Options& options, const Note& note, const Note& warn, const mesh::Watch& watch,
               bool with_start, const std::vector<BoxRow>& boxes) {
  Task task;
  task.name = options.trunk_file().stem().string();
  trunk::TrunkProblem& problem = task.problem;
  const Note keep = [&](const std::string& text) { say(task, note, text); };
  // Boxes come before the mesh, so that errors in these files are found early.
  problem = mesh::read_fixed(options);
  if (with_start && !options.start.empty() && !options.starts_from_archive()) read_start(options, task, keep);
  mesh::TrunkSpec spec = static_cast<const mesh::TrunkSpec&>(options);
  for (const BoxRow& box : boxes)
    spec.read.least_depth = std::min({spec.read.least_depth, box.edge.x, box.edge.y, box.edge.z});
  mesh::read_walls(
      spec, problem, keep, [&](const std::string& text) { say(task, warn, text); }, watch);
  require_named_parts(options);
  if (options.searches()) {
    mesh::require_room(options, problem);
    if (!problem.points_only) trunk::require_volume_for_least(problem);
  }
  if (options.fixed.empty()) return task;
  if (options.searches()) {
    const trunk::LoadVerdict verdict = mesh::check_boxes(problem, problem.fixed, options.thread_count);
    if (!verdict.legal)
      throw InputError(mesh::fixed_text(options) +
                       ": fixed boxes have to be legal: " + verdict.violations.front());
  }
  keep(counted(std::ssize(problem.fixed), "fixed box", "fixed boxes") + " from " + mesh::fixed_text(options));
  return task;
}

std::vector<std::vector<BoxRow>> legal_starts(const Options& options, Task& task, const Device& device,
                                              StopToken& stop, const Note& note, const Note& warn) {
  std::vector<std::vector<BoxRow>> legal;
  for (const std::vector<BoxRow>& start : task.starts) {
    if (start.empty()) continue;
    std::vector<BoxRow> boxes = legal_start(options, task, start, device, stop, note, warn);
    if (!boxes.empty()) legal.push_back(std::move(boxes));
  }
  return legal;
}

trunk::LoadReport make_report(const Options& options, const Task& task, const std::vector<BoxRow>& rows,
                              const trunk::LoadVerdict& verdict) {
  trunk::LoadReport report = trunk::report_of(task.problem, rows, verdict, task.notes);
  report.problem = options.trunk_file().filename().string();
  report.version = version_number;
  return report;
}

}  // namespace jam::app
