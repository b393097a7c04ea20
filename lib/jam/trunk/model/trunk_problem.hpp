// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The problem of packing a trunk, that is, everything that decides which loads are legal; and the verdict on
// a load. mesh/read_trunk.hpp reads a problem from files, io/problem_text.hpp writes it as text. Lengths in
// mm.
#pragma once

#include <cstddef>
#include <cstdint>
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
  /// Container; with `points_only`, a surface through the points (mesh/clouds/reconstruct_points.hpp).
  Container container;
  bool points_only = false;
  /// With `points_only`: depth to which a box may come through the surface between the points [mm].
  double bulge = 0;
  std::vector<Vec3d> points;  ///< Points on the walls; empty if nothing needs them.
  double spacing = 0;         ///< Spacing of the sampled points [mm]; 0: the user gave the points.
  std::shared_ptr<const PointGrid> grid;  ///< Grid of `points`; null if there are none.
  BoxSet set;
  std::vector<BoxRow> fixed;             ///< Boxes that do not move.
  std::vector<std::string> fixed_names;  ///< "box 0 of FILE" for each of `fixed`; empty: read from no file.
  double tolerance = 0;                  ///< Allowed penetration [mm].
  double corner_radius = 0;              ///< Radius of the edges and corners of all boxes [mm]; 0: sharp.
  /// Clearance between boxes, and between boxes and walls [mm]: boxes grown by half of it on every face do
  /// not overlap, and boxes grown by all of it stay within the walls. Fixed boxes keep it from others only.
  double gap = 0;
};

/// Boxes and triangles are numbered from 0 in the order of the load and the mesh.
struct LoadVerdict {
  static constexpr int most_lines = 10;

  bool legal = false;
  /// Readable lines, at most 10, then "and N more". Empty for a legal load.
  std::vector<std::string> violations;
  int violation_count = 0;  ///< Number of all violations.

  /// Distance of each box, unshrunk, from the nearest wall or box [mm]; negative where it penetrates.
  /// Computed in double. A lower bound; exact where a face or two edges are nearest, and for penetrations.
  /// Infinite for an invalid box.
  std::vector<double> clearance;

  /// One value for each box: 1 where it takes part in a violation of geometry.
  std::vector<std::uint8_t> offending;

  /// Deepest penetration of two unshrunk boxes [mm]: the shortest shift that separates them; 0 if no boxes
  /// overlap.
  double deepest_pair_penetration = 0;

  /// Adds a violation.
  void add(const std::string& line);
};

/// Adds the violations of the set to a verdict: a box that is not a piece of the set, one that lies as its
/// kind does not allow, more pieces of a kind than the set has, a missing fixed box. Fixed boxes do not count
/// as pieces.
void add_set_violations(const TrunkProblem& problem, const std::vector<BoxRow>& rows, LoadVerdict& verdict);

/// Adds a violation for each kind of which a whole load holds less than the least number.
void add_lacking_pieces(const TrunkProblem& problem, const std::vector<BoxRow>& rows, LoadVerdict& verdict);

/// Whether each box is a piece of the set or a fixed box, and all fixed boxes are present. Whether the load
/// is legal is not checked.
[[nodiscard]] bool is_load_of(const TrunkProblem& problem, const std::vector<BoxRow>& rows);

/// The rows without those that are fixed boxes.
[[nodiscard]] std::vector<BoxRow> without_fixed(const TrunkProblem& problem, std::vector<BoxRow> rows);

/// Throws InputError unless a tolerance leaves a box its core: less than a quarter of its shortest edge.
void require_small_tolerance(double tolerance, Vec3d edge);
/// Throws InputError if a box cannot have edges rounded by `radius`: at most half of its shortest edge.
void require_fitting_radius(double radius, Vec3d edge);
/// Throws InputError if all boxes that a load has to hold (Piece::least), smaller by the tolerance, and the
/// fixed boxes have more volume than the container.
void require_volume_for_least(const TrunkProblem& problem);
/// Tolerance and radius for each box of a file, which errors name.
void require_fitting(double tolerance, double radius, const std::vector<BoxRow>& rows,
                     const std::string& file);

/// Text that says against what loads are verified: `the original mesh (exact)`.
[[nodiscard]] std::string verified_against(const TrunkProblem& problem);
/// verified_against() with tolerance and rounding.
[[nodiscard]] std::string checked_text(const TrunkProblem& problem);
/// The comment `verified` of a BOX file that is legal: checked_text(), after `no:` where there are points
/// only.
[[nodiscard]] std::string verified_text(const TrunkProblem& problem);

}  // namespace jam::trunk
