// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/room_choice.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/mesh/rooms/measure_text.hpp"

namespace jam::mesh {
namespace {

/// Areas of the user's triangles, without obstacles [mm^2].
struct SheetAreas {
  double walls = 0;  ///< Between chosen rooms and others.
  double inner = 0;  ///< With both sides in a chosen room.
  double loose = 0;  ///< Without a room on either side, no further away than the rooms are large.
};

trunk::Bounds bounds_of_corners(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  trunk::Bounds bounds;
  for (const Vec3d& corner : {a, b, c}) bounds.add(corner);
  return bounds;
}

SheetAreas sheet_areas(const ClosedMesh& closed, const RoomChoice& choice) {
  std::vector<bool> inside(closed.arrangement->cells().size(), false);
  for (const int room : choice.chosen)
    for (const int cell : choice.rooms[room].cells) inside[cell] = true;
  trunk::Bounds near;
  for (const int room : choice.chosen) {
    near.add(choice.rooms[room].bounds.low);
    near.add(choice.rooms[room].bounds.high);
  }
  const double reach = length(near.high - near.low);
  near = {near.low - Vec3d{reach, reach, reach}, near.high + Vec3d{reach, reach, reach}};
  SheetAreas areas;
  for (int t = 0; t < static_cast<int>(closed.arrangement->pieces().size()); ++t) {
    const Piece& piece = closed.arrangement->pieces()[t];
    if (piece.source >= closed.first_obstacle) continue;
    const auto [front, behind] = piece.cells;
    const auto [a, b, c] = closed.arrangement->corners(t);
    const double area = length(cross(b - a, c - a)) / 2;
    if (inside[front] != inside[behind]) areas.walls += area;
    else if (inside[front]) areas.inner += area;
    else if (front == behind && near.meets(bounds_of_corners(a, b, c))) areas.loose += area;
  }
  return areas;
}

/// Rooms around the points; nothing if one of the points lies in no closed room.
std::optional<std::vector<int>> rooms_around(const ClosedMesh& closed, const std::vector<Room>& rooms,
                                             const std::vector<Vec3d>& points, const PointText& text) {
  std::vector<int> chosen;
  for (const Vec3d& point : points) {
    const int cell = closed.arrangement->cell_at(point);
    if (cell < 0) throw InputError("the point " + text(point) + " of --inside lies on a wall");
    if (closed.in_obstacle[cell])
      throw InputError("the point " + text(point) + " of --inside lies in an obstacle");
    const auto found = std::ranges::find_if(
        rooms, [&](const Room& room) { return std::ranges::find(room.cells, cell) != room.cells.end(); });
    if (found == rooms.end()) return {};
    const int room = static_cast<int>(found - rooms.begin());
    if (std::ranges::find(chosen, room) == chosen.end()) chosen.push_back(room);
  }
  return chosen;
}

/// Remark on a room that is mostly the inside of walls, as that of a tub with a thick rim, and wide nowhere;
/// empty for others.
std::string doubt_of(const Room& room, const RoomQuestion& question) {
  constexpr double doubtful_share = 0.5;
  constexpr double least_doubtful = 5e6;  // Less is no trunk, and holds a box or two if at all [mm^3].
  if (question.any_size || room.volume < least_doubtful || room.depth->shallow_share <= doubtful_share ||
      room.depth->ball >= 2 * question.least_depth)
    return {};
  return fmt::format(
      "most of the room of {} lies between walls that are less than {:.0f} mm apart: it may be the inside of "
      "walls; if another room is meant, take a point in it (--inside X,Y,Z), and close it by planes (--cap "
      "z<=HEIGHT)",
      litres_text(room.volume), question.least_depth);
}

}  // namespace

std::vector<Room> rooms_of(const ClosedMesh& closed, const RoomQuestion& question) {
  // If a point is named, walls between solids that touch are walls.
  std::vector<Room> rooms = find_rooms(*closed.arrangement, question.points.empty(), closed.in_obstacle);
  const trunk::Bounds bounds = trunk::bounds_of(closed.surface.mesh);
  const double size = length(bounds.high - bounds.low);
  std::erase_if(rooms, [&](const Room& room) {
    return !(room.volume > 1e-12 * size * size * size) ||
           std::ranges::any_of(room.cells, [&](int cell) { return closed.beyond[cell]; });
  });
  return rooms;
}

std::optional<RoomChoice> choose_rooms(const ClosedMesh& closed, const RoomQuestion& question,
                                       const PointText& text, std::vector<std::string>& notes) {
  RoomChoice choice;
  choice.rooms = rooms_of(closed, question);
  if (choice.rooms.empty()) return {};
  if (!question.points.empty()) {
    const auto chosen = rooms_around(closed, choice.rooms, question.points, text);
    if (!chosen) return {};
    choice.chosen = *chosen;
  } else if (question.all) {
    for (int room = 0; room < static_cast<int>(choice.rooms.size()); ++room)
      if (is_deep(*closed.arrangement, choice.rooms[room], question.least_depth))
        choice.chosen.push_back(room);
    if (choice.chosen.empty()) return {};
  } else {
    constexpr double open_share = 0.5;
    choice.chosen = {0};
    const SheetAreas areas = sheet_areas(closed, choice);
    if (areas.loose > open_share * (areas.walls + areas.inner)) return {};
    choice.chosen =
        meant_rooms(*closed.arrangement, choice.rooms, question.least_depth, question.any_size, text, notes);
    choice.doubt = doubt_of(choice.rooms[choice.chosen.front()], question);
  }
  for (const int room : choice.chosen) choice.volume += choice.rooms[room].volume;
  constexpr double dividing_share = 0.1;
  const SheetAreas areas = sheet_areas(closed, choice);
  choice.may_be_divided = areas.inner > dividing_share * areas.walls;
  return choice;
}

}  // namespace jam::mesh
