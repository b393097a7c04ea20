// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How deep a room is: the inside of walls has no place for a box, however much it encloses, and a room of
// much-ribbed walls has. Balls that touch a wall are shrunk until no other wall reaches into them (J. Ma,
// S. Bae, S. Choi, 3D medial axis point approximation using nearest neighbors and the normal field, Vis.
// Comput. 28, 2012); the largest ones then move to where they can grow. Lengths in mm.
#pragma once

#include <vector>

#include "jam/mesh/rooms/arrangement.hpp"

namespace jam::mesh {

/// Shortest edge of a litre box: a room holds no box if no ball of this diameter fits in it [mm].
inline constexpr double litre_box_depth = 50;

/// Balls are found as exactly as this [-].
inline constexpr double depth_rounding = 1e-6;

struct RoomDepth {
  /// Diameter of the largest ball that was found in the room; an upper bound if none was looked for.
  double ball = 0;
  /// About the share of the volume between walls that are closer than the `depth` of depth_of() [-].
  double shallow_share = 0;
};

/// The depth of the room that consists of `cells` and has this volume [mm^3]. Balls begin at 512 points of
/// the walls: 0.05 s for a trunk of 3000 triangles, 0.3 s for one of 200 000. No ball is looked for in a room
/// that is too small for one of the diameter `depth`.
[[nodiscard]] RoomDepth depth_of(const Arrangement& arrangement, const std::vector<int>& cells, double volume,
                                 double depth);

}  // namespace jam::mesh
