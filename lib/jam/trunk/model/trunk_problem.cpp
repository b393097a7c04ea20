// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/trunk_problem.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/model/box_sets.hpp"

namespace jam::trunk {
namespace {

auto find_fixed(const TrunkProblem& problem, const BoxRow& row) {
  return std::find(problem.fixed.begin(), problem.fixed.end(), row);
}

bool is_piece(const BoxSet& set, const BoxRow& row) {
  return std::any_of(set.pieces.begin(), set.pieces.end(),
                     [&](const Piece& piece) { return same_size(piece.edge, row.edge); });
}

/// The rule for the orientation of a piece: `its edge of 250 or 500 mm has to be vertical, within 5 degrees`.
std::string vertical_text(const Piece& piece) {
  std::vector<std::string> lengths;
  for (int k = 0; k < 3; ++k) {
    if (piece.vertical[k]) lengths.push_back(io::number_text(component(piece.edge, k)));
  }
  return fmt::format("its edge of {} mm has to be vertical, within {} degrees", fmt::join(lengths, " or "),
                     upright_angle);
}

}  // namespace

void LoadVerdict::add(const std::string& line) {
  legal = false;
  if (++violation_count <= most_lines) {
    violations.push_back(line);
  } else {
    violations.resize(most_lines);
    violations.push_back("and " + std::to_string(violation_count - most_lines) + " more");
  }
}

void add_set_violations(const TrunkProblem& problem, const std::vector<BoxRow>& rows, LoadVerdict& verdict) {
  const BoxSet& set = problem.set;
  std::vector<BoxRow> pieces;
  std::vector<std::size_t> numbers;  // Their numbers in the load.
  std::vector<char> found(problem.fixed.size(), 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto fixed = find_fixed(problem, rows[i]);
    if (fixed != problem.fixed.end()) {
      found[fixed - problem.fixed.begin()] = 1;
      continue;
    }
    pieces.push_back(rows[i]);
    numbers.push_back(i);
    if (!is_piece(set, rows[i]))
      verdict.add(
          fmt::format("box {} of {} is no piece of the set {}", i, size_text(rows[i].edge), set.name));
  }
  const std::vector<int> kinds = kinds_of(set, pieces);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    if (kinds[k] < 0 || lies_as_allowed(set.pieces[kinds[k]], pieces[k])) continue;
    verdict.add(fmt::format("box {} is piece {}, which may not lie like this: {}", numbers[k],
                            set.pieces[kinds[k]].name, vertical_text(set.pieces[kinds[k]])));
  }
  const std::vector<int> counts = piece_counts(set, pieces);
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    const Piece& piece = set.pieces[kind];
    if (piece.count == 0 || counts[kind] <= piece.count) continue;
    verdict.add(fmt::format("{} {} piece {}, of which the set {} has {}", counts[kind],
                            counts[kind] == 1 ? "box is" : "boxes are", piece.name, set.name, piece.count));
  }
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (found[k] != 0) continue;
    verdict.add((k < problem.fixed_names.size() ? problem.fixed_names[k]
                                                : fmt::format("box {} of the fixed boxes", k)) +
                " is not in the load");
  }
}

void add_lacking_pieces(const TrunkProblem& problem, const std::vector<BoxRow>& rows, LoadVerdict& verdict) {
  const std::string lacking = lacking_text(problem.set, without_fixed(problem, rows));
  if (!lacking.empty()) verdict.add("the load lacks " + lacking);
}

bool is_load_of(const TrunkProblem& problem, const std::vector<BoxRow>& rows) {
  const auto is_fixed = [&](const BoxRow& row) { return find_fixed(problem, row) != problem.fixed.end(); };
  return std::all_of(rows.begin(), rows.end(),
                     [&](const BoxRow& row) { return is_fixed(row) || is_piece(problem.set, row); }) &&
         std::count_if(rows.begin(), rows.end(), is_fixed) == std::ssize(problem.fixed);
}

std::vector<BoxRow> without_fixed(const TrunkProblem& problem, std::vector<BoxRow> rows) {
  std::erase_if(rows, [&](const BoxRow& row) { return find_fixed(problem, row) != problem.fixed.end(); });
  return rows;
}

void require_small_tolerance(double tolerance, Vec3d edge) {
  const double limit = shortest_edge(edge) / 4;
  if (tolerance < limit) return;
  throw InputError(fmt::format(
      "--tolerance is {0} mm: less than {1} mm is needed, a quarter of the shortest edge of a box of {2}",
      io::number_text(tolerance), io::number_text(limit), size_text(edge)));
}

void require_fitting_radius(double radius, Vec3d edge) {
  const double limit = shortest_edge(edge) / 2;
  if (radius <= limit) return;
  throw InputError(
      fmt::format("edges are rounded by {} mm: at most {} mm is accepted, half of the shortest edge of a box "
                  "of {}; see --rounded",
                  io::number_text(radius), io::number_text(limit), size_text(edge)));
}

void require_volume_for_least(const TrunkProblem& problem) {
  const double depth = 2 * problem.tolerance,
               radius = std::max(0.0, problem.corner_radius - problem.tolerance);
  double needed = 0;
  for (const Piece& piece : problem.set.pieces)
    needed += piece.least * rounded_volume(piece.edge - Vec3d{depth, depth, depth}, radius);
  double volume = problem.container.volume;
  for (const BoxRow& row : problem.fixed)
    volume -= rounded_volume(row.edge - Vec3d{depth, depth, depth}, radius);
  if (needed <= std::max(0.0, volume) * (1 + 1e-9)) return;
  throw InputError(fmt::format("the set {} asks for {} l at least (least_count), the trunk has {} l for them",
                               problem.set.name, io::fixed_text(needed / cubic_millimetres_per_litre, 2),
                               io::fixed_text(std::max(0.0, volume) / cubic_millimetres_per_litre, 2)));
}

void require_fitting(double tolerance, double radius, const std::vector<BoxRow>& rows,
                     const std::string& file) {
  try {
    for (const BoxRow& row : rows) {
      require_small_tolerance(tolerance, row.edge);
      require_fitting_radius(radius, row.edge);
    }
  } catch (const InputError& error) {
    throw InputError(file + ": " + error.what());
  }
}

std::string verified_against(const TrunkProblem& problem) {
  if (problem.points_only) return "the points and a surface through them";
  if (!problem.container.wrapped) return "the original mesh (exact)";
  return problem.container.wrap_alpha > 0 ? "the original mesh and its wrap (exact)"
                                          : "the original mesh and the room in it (exact)";
}

std::string checked_text(const TrunkProblem& problem) {
  return std::string(problem.points_only ? "checked " : "") + "against " + verified_against(problem) +
         ", tolerance " + io::number_text(problem.tolerance) + " mm" + rounded_text(problem.corner_radius) +
         (problem.gap > 0 ? ", gap " + io::number_text(problem.gap) + " mm" : std::string());
}

std::string verified_text(const TrunkProblem& problem) {
  return (problem.points_only ? "no: " : "") + checked_text(problem);
}

}  // namespace jam::trunk
