// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Closed parts of a mesh other than the container, which is filled. A part inside of the container takes
// volume from it: it is an obstacle, whichever way its triangles face. A part inside an obstacle takes no
// further volume, and must not be kept: a point within both would count as free, for between a point and the
// outside free and taken alternate. A part outside bounds nothing of the container.
#pragma once

#include <string>
#include <vector>

#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

/// Where a closed part lies.
enum class PartPlace {
  obstacle,     ///< Inside of the container and in no other part.
  in_obstacle,  ///< Inside of an obstacle.
  outside,      ///< Outside of the container.
  wall,         ///< None of these: it crosses another part.
};

/// The other surfaces with which a part has points in common.
struct Meeting {
  bool walls = false;
  bool parts = false;  ///< Meets another part, or itself.
};

/// For each closed part, what it meets; exact. `walls` are any triangles.
[[nodiscard]] std::vector<Meeting> meetings(const trunk::TriangleMesh& walls,
                                            const std::vector<trunk::TriangleMesh>& parts);

/// The place of each part. `container` and the parts are closed 2-manifolds and face outwards. Parts that
/// `is_wall` marks are walls (one entry for each part, or empty: no walls). The other parts must not meet
/// each other, themselves, or the container.
[[nodiscard]] std::vector<PartPlace> part_places(const trunk::TriangleMesh& container,
                                                 const std::vector<trunk::TriangleMesh>& parts,
                                                 const std::vector<bool>& is_wall = {});

/// Adds obstacles, which face outwards, to the container: they face the other way then, so that the volume is
/// the free one.
void add_obstacles(trunk::TriangleMesh& container, const std::vector<trunk::TriangleMesh>& obstacles);

/// Notes about parts with these places; no line for a place without a part. `kept_volume` is that of the
/// container [mm^3].
[[nodiscard]] std::vector<std::string> place_notes(const std::vector<trunk::TriangleMesh>& parts,
                                                   const std::vector<PartPlace>& places, double kept_volume);

}  // namespace jam::mesh
