// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rooms: cells of an arrangement that may be meant as the container, and the choice among them. Lengths in
// mm.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jam/mesh/rooms/arrangement.hpp"
#include "jam/mesh/rooms/room_depth.hpp"
#include "jam/trunk/model/container.hpp"

namespace jam::mesh {

/// One cell, or several of solids that touch in faces.
struct Room {
  std::vector<int> cells;
  double volume = 0;  ///< [mm^3]
  trunk::Bounds bounds;
  std::optional<RoomDepth> depth;  ///< Measured by is_deep().
};

/// All bounded rooms, the largest first, without the cells that `left_out` marks. With `unite`, cells of
/// solids that touch are one room.
[[nodiscard]] std::vector<Room> find_rooms(const Arrangement& arrangement, bool unite,
                                           const std::vector<bool>& left_out);

/// Whether a ball of the diameter `least_depth` [mm] fits in the room. If not, no box fits: the room is the
/// inside of walls. Measures the depth if it is not known yet.
[[nodiscard]] bool is_deep(const Arrangement& arrangement, Room& room, double least_depth);

/// Smaller rooms are not listed, as a share of the largest one.
inline constexpr double listed_share = 1e-3;

/// Text of a point as the user writes it, in the frame and the unit of the file.
using PointText = std::function<std::string(const Vec3d&)>;

/// The rooms that are meant by default: the largest one. Notes tell of rooms outside, which are dropped, and
/// inside, which are obstacles. Throws InputError, with a list of all rooms, if another room may as well be
/// meant: one of half the volume, or of 100 l; and if all rooms are the inside of walls (is_deep()), unless
/// `any_size`.
[[nodiscard]] std::vector<int> meant_rooms(const Arrangement& arrangement, std::vector<Room>& rooms,
                                           double least_depth, bool any_size, const PointText& point_text,
                                           std::vector<std::string>& notes);

/// "1: 250.0 l, 1000 x 500 x 500 mm, around 500,250,250; 2: ...": at most eight.
[[nodiscard]] std::string list_of(const Arrangement& arrangement, const std::vector<Room>& rooms,
                                  const PointText& point_text);

/// The container made of the chosen rooms. `input` is what was arranged; its triangles from `first_added` on
/// are not the user's: they close openings. Notes tell of obstacles, and of what was cut.
[[nodiscard]] trunk::Container container_of_rooms(const Arrangement& arrangement,
                                                  const trunk::TriangleMesh& input, int first_added,
                                                  const std::vector<Room>& rooms,
                                                  const std::vector<int>& chosen);

}  // namespace jam::mesh
