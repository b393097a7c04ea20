// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a box reaches in a closed room: walls whose gaps no box passes cut off the rest of it, as those of a
// trunk in a closed body. Lengths in mm.
#pragma once

#include <optional>
#include <vector>

#include "jam/mesh/rooms/closed_mesh.hpp"
#include "jam/mesh/rooms/room_choice.hpp"
#include "jam/mesh/rooms/wrap_container.hpp"

namespace jam::mesh {

/// A part of at most this share of a room is another room [-].
inline constexpr double same_room_share = 0.9;

/// The part of the chosen rooms that a ball a little thinner than `depth`, the shortest edge of the boxes,
/// and than 50 mm, reaches from the points; nothing if it is most of them, or if no walls stand in them that
/// could divide them. Coarse balls are tried first: a few seconds if only the finest one gets through a gap
/// in a car, much less in a trunk.
[[nodiscard]] std::optional<GrownRoom> reachable_part(const ClosedMesh& closed, const RoomChoice& choice,
                                                      const std::vector<Vec3d>& points, double depth,
                                                      const Report& report);

}  // namespace jam::mesh
