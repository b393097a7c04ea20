// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Openings of a surface that can be closed without a doubt: holes that a few triangles left, and the rim of a
// room without its lid. Lengths in mm.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "jam/core/vec.hpp"

namespace jam::mesh {

class Arrangement;
struct BorderEdge;

/// Widest opening that counts as a hole, as a share of the extent of its part [-].
inline constexpr double hole_share = 0.05;

enum class OpeningKind {
  crack,  ///< Its edges nearly meet.
  hole,   ///< It has at most 16 corners, and is at most `hole_share` wide.
  rim,    ///< Any other.
  sheet   ///< The edges of a sheet, which has a rim but no room.
};

/// A closed line of free edges.
struct Opening {
  std::vector<Vec3d> rim;  ///< Corners in order.
  Vec3d middle;
  double width = 0;       ///< Diagonal of the bounds of the rim.
  double unevenness = 0;  ///< Largest distance of a corner from the plane through all of them.
  int part = 0;           ///< Part of the surface whose edges these are.
  double part_area = 0;   ///< [mm^2]
  OpeningKind kind = OpeningKind::rim;
};

/// All openings, the widest first. Free edges that lead to an edge of another sheet, as those of a rib, are
/// none.
[[nodiscard]] std::vector<Opening> find_openings(const Arrangement& surface);

struct ClosedOpenings {
  std::vector<std::array<Vec3d, 3>> triangles;  ///< They close what the notes tell.
  std::vector<std::string> notes;
  std::vector<Opening> left;    ///< Openings that stay open.
  std::vector<Opening> closed;  ///< Those that the triangles close.
};

/// A rim is closed by its plane if no corner is further from it, as a share of the width [-].
inline constexpr double even_share = 1e-3;

/// Closes cracks, holes of at most 16 corners and `hole_share`, and, if `close_rim`, the rim of the
/// largest part that is no flat sheet, if it is the only opening that is left in it, and even.
[[nodiscard]] ClosedOpenings close_openings(const Arrangement& surface, bool close_rim);

/// Strips that prolong sheets beyond edges, in their planes: sheets whose edges are at most
/// `width` apart meet then, also in corners. What such a strip does not close it does not bound.
[[nodiscard]] std::vector<std::array<Vec3d, 3>> prolonged_sheets(const std::vector<BorderEdge>& edges,
                                                                 const Arrangement& surface, double width);

}  // namespace jam::mesh
