// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "verdict.hpp"

#include <algorithm>

#include "box_size.hpp"
#include "jam/io/number_text.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {
namespace {

using mesh::Verification;
using trunk::BoxRow;

constexpr std::size_t most_lines = 10;  ///< Violations shown, as by mesh::verify_boxes.

/// One violation more.
void add(Verification& verdict, const std::string& line) {
  if (static_cast<std::size_t>(verdict.violation_count) > most_lines) verdict.violations.pop_back();
  verdict.legal = false;
  ++verdict.violation_count;
  if (verdict.violations.size() < most_lines) verdict.violations.push_back(line);
  if (static_cast<std::size_t>(verdict.violation_count) > most_lines)
    verdict.violations.push_back("and " + std::to_string(static_cast<std::size_t>(verdict.violation_count) - most_lines) + " more");
}

/// What mesh::verify_boxes says of triangles, in words for points: these stand as triangles without extent for what the user gave, and
/// cells around them for the container.
std::string of_points(std::string line) {
  const auto replace = [&line](std::string_view from, std::string_view to) {
    const std::size_t at = line.find(from);
    if (at != std::string::npos) line.replace(at, from.size(), to);
    return at;
  };
  replace("cuts the original mesh: triangle ", "holds points of the wall: point ");
  const std::size_t at = replace("cuts the wall of the container: ", "leaves the space around the points, ");
  if (at == std::string::npos) return line;
  const std::size_t triangles = line.find("triangle ", at);
  const std::size_t depth = line.find(", ", triangles);
  if (triangles != std::string::npos && depth != std::string::npos) line.erase(triangles, depth + 2 - triangles);
  return line;
}

std::string centre_outside(std::size_t index, const char* of) { return "box " + std::to_string(index) + " has its centre outside " + of; }

}  // namespace

Verification verify(const Options& options, const Task& task, const std::vector<BoxRow>& rows) {
  Verification verdict = mesh::verify_boxes(rows, task.container, options.tolerance, options.thread_count, task.corner_radius);
  if (!task.points_only) return verdict;
  for (std::string& line : verdict.violations) line = of_points(std::move(line));
  // The surface is one layer of cells larger than what the points enclose.
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (task.grid->centre_inside(rows[i].centre)) continue;
    const std::string line = centre_outside(i, "of the points");
    const auto known = std::find(verdict.violations.begin(), verdict.violations.end(), centre_outside(i, "the container"));
    if (known != verdict.violations.end()) {
      *known = line;
    } else {
      add(verdict, line);
    }
  }
  return verdict;
}

void hold_against_set(const Options& options, const Task& task, const std::vector<BoxRow>& rows, Verification& verdict) {
  const trunk::BoxSet& set = options.set;
  std::vector<BoxRow> pieces;
  std::vector<char> found(task.fixed.size(), 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto fixed = std::find(task.fixed.begin(), task.fixed.end(), rows[i]);
    if (fixed != task.fixed.end()) {
      found[static_cast<std::size_t>(fixed - task.fixed.begin())] = 1;
      continue;
    }
    pieces.push_back(rows[i]);
    const auto fits = [&](const trunk::Piece& piece) { return same_size(piece.edge, rows[i].edge); };
    if (std::none_of(set.pieces.begin(), set.pieces.end(), fits))
      add(verdict, "box " + std::to_string(i) + " of " + size_text(rows[i].edge) + " is no piece of the set " + set.name);
  }
  const std::vector<int> counts = piece_counts(set, pieces, 0);
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    const trunk::Piece& piece = set.pieces[kind];
    if (piece.count > 0 && counts[kind] > piece.count)
      add(verdict, counted(counts[kind], "box is", "boxes are") + " piece " + piece.name + ", of which the set " + set.name + " has " +
                       std::to_string(piece.count));
  }
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (found[k] == 0) add(verdict, "box " + std::to_string(k) + " of " + options.fixed.string() + " is not in the load");
  }
}

std::string verified_against(const Task& task) {
  if (task.points_only) return "points only";
  return task.container.wrapped ? "the original mesh and its wrap (exact)" : "the original mesh (exact)";
}

std::string verified_text(const Options& options, const Task& task) {
  return "against " + verified_against(task) + ", tolerance " + io::number_text(options.tolerance) + " mm" +
         rounded_text(task.corner_radius);
}

}  // namespace jam::app
