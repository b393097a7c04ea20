// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which rooms of a closed mesh are the container. Lengths in mm.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jam/mesh/rooms/closed_mesh.hpp"
#include "jam/mesh/rooms/rooms.hpp"

namespace jam::mesh {

/// What the user asks for.
struct RoomQuestion {
  std::vector<Vec3d> points;  ///< Points in the rooms that are meant; none: the largest room.
  bool all = false;           ///< All rooms in which boxes may lie.
  bool any_size = false;      ///< The unit may be wrong: thin rooms are no inside of walls.
  /// Rooms that hold no ball of this diameter are the inside of walls [mm].
  double least_depth = litre_box_depth;
};

struct RoomChoice {
  std::vector<Room> rooms;
  std::vector<int> chosen;
  double volume = 0;  ///< Sum over the chosen rooms [mm^3].
  /// Whether loose sheets in the rooms, which do not divide them, are large.
  bool may_be_divided = false;
  std::string doubt;  ///< Why the room may be none; empty if it is clear.
};

/// The rooms that may be chosen, the largest first. Walls between solids that touch are walls if points name
/// the rooms.
[[nodiscard]] std::vector<Room> rooms_of(const ClosedMesh& closed, const RoomQuestion& question);

/// Nothing if a point lies in no closed room, or if the mesh is open: what it encloses is less than what
/// stands around it. Throws InputError for a point on a wall, and as meant_rooms().
[[nodiscard]] std::optional<RoomChoice> choose_rooms(const ClosedMesh& closed, const RoomQuestion& question,
                                                     const PointText& text, std::vector<std::string>& notes);

}  // namespace jam::mesh
