// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From a file to the document that is looked at.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/mesh/read_trunk.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/view/boxes/load_session.hpp"
#include "options.hpp"

namespace jam::app {
namespace {

/// Throws InputError where the tolerance or the radius is too large for a box.
void check_edges(const Options& options, double radius, const std::vector<trunk::BoxRow>& rows) {
  for (const trunk::BoxRow& row : rows) {
    const double shortest = trunk::shortest_edge(row.edge);
    if (options.tolerance >= shortest / 4)
      throw InputError(fmt::format("--tolerance is {} mm: less than a quarter of the shortest edge of a box of {} is needed",
                                   io::number_text(options.tolerance), trunk::size_text(row.edge)));
    if (radius > shortest / 2)
      throw InputError(fmt::format("edges are rounded by {} mm: at most half of the shortest edge of a box of {} is accepted",
                                   io::number_text(radius), trunk::size_text(row.edge)));
  }
}

/// The kinds of boxes in a load, the most frequent first: what can be added.
trunk::BoxSet set_of(const std::vector<trunk::BoxRow>& rows, Vec3d edge) {
  std::vector<std::pair<Vec3d, int>> sizes;
  for (const trunk::BoxRow& row : rows) {
    const auto known = std::find_if(sizes.begin(), sizes.end(), [&](const auto& size) { return trunk::same_size(size.first, row.edge); });
    known == sizes.end() ? sizes.push_back({row.edge, 1}) : void(++known->second);
  }
  if (sizes.empty()) sizes.push_back({edge, 0});
  std::stable_sort(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  trunk::BoxSet set{"load", {}};
  for (const auto& [size, count] : sizes) set.pieces.push_back({trunk::size_text(size), size, 0, false});
  return set;
}

std::unique_ptr<view::Session> open_load(const Options& options, view::Feed& feed) {
  view::LoadTask task;
  task.file = view::SavedFile(options.file);
  task.edge = options.box;
  task.content = trunk::parse_box_file(task.file.text(), options.file.string(), options.box);
  task.thread_count = options.thread_count;
  const auto problem = std::make_shared<trunk::TrunkProblem>();
  problem->tolerance = options.tolerance;
  problem->corner_radius = task.content.corner_radius.value_or(options.rounded);
  problem->set = set_of(task.content.rows, options.box);
  check_edges(options, problem->corner_radius, task.content.rows);
  if (!options.fixed.empty()) problem->fixed = trunk::read_box_file(options.fixed, options.box).rows;
  const auto say = [&](const char* kind, const std::string& text) {
    task.notes.push_back(text);
    if (!options.quiet || *kind == 'w') std::cerr << kind << ": " << text << '\n' << std::flush;
  };
  const auto note = [&](const std::string& text) { say("note", text); };
  if (options.mesh.empty()) {
    mesh::read_points(options.points, trunk::default_cell_size, true, *problem, note);
  } else {
    mesh::read_mesh(options.mesh, options.read, *problem, note);
    for (const std::string& warning : problem->container.warnings) say("warning", warning);
  }
  task.problem_name = (options.mesh.empty() ? options.points : options.mesh).filename().string();
  task.problem = problem;
  task.verify = [problem, threads = options.thread_count](const std::vector<trunk::BoxRow>& rows) {
    return mesh::verify_load(*problem, rows, threads);
  };
  task.with_points = [problem, spacing = options.spacing] {
    if (problem->points_only) return std::shared_ptr<const trunk::TrunkProblem>(problem);
    auto sampled = std::make_shared<trunk::TrunkProblem>(*problem);
    mesh::sample_walls(spacing, trunk::default_cell_size, *sampled, [](const std::string& /*note*/) {});
    return std::shared_ptr<const trunk::TrunkProblem>(sampled);
  };
  return std::make_unique<view::LoadSession>(std::move(task), feed);
}

}  // namespace

std::unique_ptr<view::Session> open_document(const Options& options, view::Feed& feed) {
  if (options.mesh.empty() && options.points.empty())
    throw InputError(fmt::format("{}: a load needs its trunk: --mesh MESH, or --points FILE", options.file.string()));
  return open_load(options, feed);
}

}  // namespace jam::app
