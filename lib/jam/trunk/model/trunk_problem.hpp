// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What is packed into what: all that decides which loads are legal, and the verdict on a load. mesh/read_trunk.hpp reads one from files,
// io/problem_text.hpp writes it as text. Lengths in mm.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "jam/core/vec.hpp"
#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/model/container.hpp"
#include "jam/trunk/model/point_grid.hpp"

namespace jam::trunk {

struct TrunkProblem {
  Container container;  ///< From points alone: their cells (container_of_points).
  bool points_only = false;
  std::vector<Vec3d> points;              ///< On the walls; empty where nothing needs them.
  double spacing = 0;                     ///< Between them [mm]; 0: given by the user.
  std::shared_ptr<const PointGrid> grid;  ///< Of `points`; null where there are none.
  BoxSet set;
  std::vector<BoxRow> fixed;                   ///< Boxes that stay where they are.
  std::string fixed_name = "the fixed boxes";  ///< Their file, for violations.
  double tolerance = 0;                        ///< Allowed penetration [mm].
  double corner_radius = 0;                    ///< Of all boxes' edges and corners [mm]; 0: sharp.
};

/// Boxes and triangles are numbered from 0 in the order of the load and the mesh.
struct LoadVerdict {
  static constexpr int most_lines = 10;

  bool legal = false;
  std::vector<std::string> violations;  ///< Readable lines, at most 10, then "and N more". Empty for a legal load.
  int violation_count = 0;              ///< All of them.

  /// Distance of each box, unshrunk, from the nearest wall or box [mm]; negative where it penetrates. Computed in double. A lower bound,
  /// which is exact where a face, or two edges, are nearest, and for penetrations. Infinite for a box that is no box.
  std::vector<double> clearance;

  /// How deep any two unshrunk boxes penetrate each other at most [mm], as separating them along one direction takes; 0 where none do.
  double deepest_pair_penetration = 0;

  /// Adds a violation.
  void add(const std::string& line);
};

/// Adds to a verdict what speaks against the set: a box that is no piece of it, more pieces of a kind than it has. Fixed boxes count as
/// none, but all of them have to be there.
void add_set_violations(const TrunkProblem& problem, const std::vector<BoxRow>& rows, LoadVerdict& verdict);

/// Whether a load could be a result of this problem: its boxes, and all the fixed ones among them. Says nothing of its being legal.
[[nodiscard]] bool is_load_of(const TrunkProblem& problem, const std::vector<BoxRow>& rows);

/// The rows without those that are fixed boxes.
[[nodiscard]] std::vector<BoxRow> without_fixed(const TrunkProblem& problem, std::vector<BoxRow> rows);

/// Against what loads are verified, for people: `the original mesh (exact)`.
[[nodiscard]] std::string verified_against(const TrunkProblem& problem);
/// The same with the tolerance and the rounding, as the comment `verified` of a BOX file.
[[nodiscard]] std::string verified_text(const TrunkProblem& problem);

}  // namespace jam::trunk
