// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/rooms.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/mesh/rooms/classes.hpp"
#include "jam/mesh/rooms/measure_text.hpp"

namespace jam::mesh {
namespace {

/// A room of at least this share of the largest one may be meant as well.
constexpr double doubtful_share = 0.5;
/// And one of this volume in any case [mm^3].
constexpr double doubtful_volume = 1e8;

/// Cells that a path reaches from the unbounded one without passing `closed` cells.
std::vector<bool> reached_from_outside(const Arrangement& arrangement, const std::vector<bool>& closed) {
  Classes classes(arrangement.cells().size());
  for (const Piece& piece : arrangement.pieces())
    if (!closed[piece.cells[0]] && !closed[piece.cells[1]]) classes.join(piece.cells[0], piece.cells[1]);
  std::vector<bool> reached(closed.size());
  for (int cell = 0; cell < static_cast<int>(closed.size()); ++cell) reached[cell] = classes.root(cell) == 0;
  return reached;
}

bool contains(const trunk::Bounds& outer, const trunk::Bounds& inner) {
  return outer.low.x <= inner.low.x && outer.low.y <= inner.low.y && outer.low.z <= inner.low.z &&
         outer.high.x >= inner.high.x && outer.high.y >= inner.high.y && outer.high.z >= inner.high.z;
}

std::vector<bool> cells_of(const Arrangement& arrangement, const std::vector<Room>& rooms,
                           const std::vector<int>& chosen) {
  std::vector<bool> inside(arrangement.cells().size(), false);
  for (const int room : chosen)
    for (const int cell : rooms[room].cells) inside[cell] = true;
  return inside;
}

std::string parts_text(std::size_t count) {
  return fmt::format("{} {}", count, count == 1 ? "part" : "parts");
}

bool is_listed(const Room& room, const Room& largest) { return room.volume >= listed_share * largest.volume; }

}  // namespace

std::vector<Room> find_rooms(const Arrangement& arrangement, bool unite, const std::vector<bool>& left_out) {
  const std::vector<Cell>& cells = arrangement.cells();
  // Solids that touch: two of their triangles, turned against each other, are no wall.
  Classes classes(cells.size());
  const auto dissolves = [&](const Piece& piece) {
    const auto [front, behind] = piece.cells;
    return unite && arrangement.oriented() && piece.net_cover == 0 && front != behind && !left_out[front] &&
           !left_out[behind] && cells[front].winding > 0 && cells[behind].winding > 0;
  };
  for (const Piece& piece : arrangement.pieces())
    if (dissolves(piece)) classes.join(piece.cells[0], piece.cells[1]);
  std::vector<int> number(cells.size(), -1);
  std::vector<Room> rooms;
  for (int cell = 1; cell < static_cast<int>(cells.size()); ++cell) {
    if (left_out[cell]) continue;
    int& room = number[classes.root(cell)];
    if (room < 0) {
      room = static_cast<int>(rooms.size());
      rooms.emplace_back();
    }
    rooms[room].cells.push_back(cell);
    rooms[room].volume += cells[cell].volume;
    rooms[room].bounds.add(cells[cell].bounds.low);
    rooms[room].bounds.add(cells[cell].bounds.high);
  }
  std::stable_sort(rooms.begin(), rooms.end(),
                   [](const Room& a, const Room& b) { return a.volume > b.volume; });
  return rooms;
}

bool is_deep(const Arrangement& arrangement, Room& room, double least_depth) {
  if (!room.depth) room.depth = depth_of(arrangement, room.cells, room.volume, least_depth);
  return room.depth->ball >= least_depth * (1 - depth_rounding);
}

std::string list_of(const Arrangement& arrangement, const std::vector<Room>& rooms,
                    const PointText& point_text) {
  constexpr std::size_t listed = 8;
  std::string text;
  std::size_t count = 0;
  for (const Room& room : rooms) {
    if (!is_listed(room, rooms.front()) || count == listed) break;
    const Vec3d size = room.bounds.high - room.bounds.low;
    text += fmt::format("{}{}: {:.1f} l, {:.0f} x {:.0f} x {:.0f} mm, around {}", count == 0 ? "" : "; ",
                        count + 1, room.volume / 1e6, size.x, size.y, size.z,
                        point_text(arrangement.point_in(room.cells.front())));
    ++count;
  }
  return text;
}

std::vector<int> meant_rooms(const Arrangement& arrangement, std::vector<Room>& rooms, double least_depth,
                             bool any_size, const PointText& point_text, std::vector<std::string>& notes) {
  const auto deep = [&](Room& room) { return is_deep(arrangement, room, least_depth); };
  const auto found = std::find_if(rooms.begin(), rooms.end(), deep);
  const int meant = found == rooms.end() ? 0 : static_cast<int>(found - rooms.begin());
  if (found == rooms.end() && !any_size)
    throw InputError(fmt::format(
        "encloses no room: what it encloses, {}, is nowhere thicker than {:.0f} mm, the inside of "
        "walls; close the room by a plane (--cap z<=HEIGHT), or take a point in it (--inside "
        "X,Y,Z)",
        litres_text(rooms.front().volume), rooms.front().depth->ball));
  bool doubtful = false;
  for (int room = 0; room < static_cast<int>(rooms.size()); ++room)
    doubtful = doubtful || (room != meant &&
                            (rooms[room].volume >= doubtful_share * rooms[meant].volume ||
                             rooms[room].volume >= doubtful_volume) &&
                            deep(rooms[room]));
  if (doubtful)
    throw InputError(fmt::format(
        "encloses {} rooms, and it is not clear which is meant: {}; choose by --inside X,Y,Z "
        "or --part NAME, or take all by --all-parts",
        std::ranges::count_if(rooms, [&](const Room& room) { return is_listed(room, rooms.front()); }),
        list_of(arrangement, rooms, point_text)));
  if (meant > 0)
    notes.push_back(fmt::format(
        "packs the room of {}; larger ones are the inside of walls, nowhere thicker than {:.0f} mm",
        litres_text(rooms[meant].volume), rooms.front().depth->ball));
  return {meant};
}

trunk::Container container_of_rooms(const Arrangement& arrangement, const trunk::TriangleMesh& input,
                                    int first_added, const std::vector<Room>& rooms,
                                    const std::vector<int>& chosen) {
  const std::vector<bool> inside = cells_of(arrangement, rooms, chosen);
  trunk::Container container;
  container.surface = arrangement.boundary(inside);
  container.volume = trunk::volume_of(container.surface);

  std::vector<int> united(arrangement.cells().size(), -1);
  for (const int room : chosen)
    for (const int cell : rooms[room].cells) united[cell] = room;
  std::vector<bool> is_wall(input.triangles.size(), false), points_inwards(input.triangles.size(), false);
  bool as_read = true;
  std::size_t loose = 0;
  for (int t = 0; t < static_cast<int>(arrangement.pieces().size()); ++t) {
    const Piece& piece = arrangement.pieces()[t];
    const auto [front, behind] = piece.cells;
    if (!inside[front] && !inside[behind]) continue;
    const bool sheet = inside[front] && inside[behind];
    // Faces in which solids touch are no walls.
    if (sheet && front != behind && united[front] == united[behind]) continue;
    loose += sheet ? 1 : 0;
    as_read = as_read && !sheet && arrangement.is_exact(t);
    is_wall[piece.source] = true;
    if (inside[front] && !inside[behind]) points_inwards[piece.source] = true;
  }
  container.wrapped = !as_read;
  if (as_read) {
    container.original = container.surface;
  } else {
    container.original.vertices = input.vertices;
    for (int t = 0; t < first_added; ++t) {
      if (!is_wall[t]) continue;
      const auto& [a, b, c] = input.triangles[t];
      container.original.triangles.push_back(points_inwards[t] ? std::array{a, c, b} : std::array{a, b, c});
    }
    container.original = without_unused(container.original);
  }

  if (arrangement.cut_count() > 0)
    container.notes.push_back(
        fmt::format("cut {} triangles that touch or cross others", arrangement.cut_count()));
  std::size_t united_count = 0;
  for (const int room : chosen) united_count += rooms[room].cells.size() > 1 ? rooms[room].cells.size() : 0;
  if (united_count > 0)
    container.notes.push_back(fmt::format("united {} that touch in faces", parts_text(united_count)));
  if (loose > 0)
    container.notes.push_back(fmt::format("{} {} in the room: walls on both sides", loose,
                                          loose == 1 ? "loose triangle lies" : "loose triangles lie"));
  const std::vector<bool> reached = reached_from_outside(arrangement, inside);
  std::vector<bool> touches(arrangement.cells().size(), false);
  for (const Piece& piece : arrangement.pieces())
    for (const std::size_t side : {0, 1})
      if (inside[piece.cells[side]]) touches[piece.cells[1 - side]] = true;
  const trunk::Bounds bounds = trunk::bounds_of(container.surface);
  std::size_t obstacles = 0, outside = 0;
  double taken = 0, dropped = 0;
  for (const Room& room : rooms) {
    if (inside[room.cells.front()]) continue;
    // What stands on the floor is no less an obstacle than what floats.
    const bool obstacle =
        !reached[room.cells.front()] || (touches[room.cells.front()] && contains(bounds, room.bounds));
    (obstacle ? obstacles : outside) += 1;
    (obstacle ? taken : dropped) += room.volume;
  }
  if (obstacles > 0)
    container.notes.push_back(fmt::format(
        "{} of the room and {} kept as {} of {}",
        parts_text(obstacles) + (obstacles == 1 ? " lies inside" : " lie inside"),
        obstacles == 1 ? "is" : "are", obstacles == 1 ? "an obstacle" : "obstacles", litres_text(taken)));
  if (outside > 0)
    container.notes.push_back(fmt::format("kept {}, dropped {} outside of it ({})",
                                          litres_text(container.volume), parts_text(outside),
                                          litres_text(dropped)));
  std::size_t apart = 0;
  std::vector<bool> bounds_room(input.triangles.size(), false);
  for (const Piece& piece : arrangement.pieces())
    if (piece.cells[0] != piece.cells[1] || inside[piece.cells[0]]) bounds_room[piece.source] = true;
  for (int t = 0; t < first_added; ++t) apart += bounds_room[t] ? 0 : 1;
  // A triangle that another one covers bounds what that one bounds.
  std::vector<bool> has_piece(input.triangles.size(), false);
  for (const Piece& piece : arrangement.pieces()) has_piece[piece.source] = true;
  for (int t = 0; t < first_added; ++t) apart -= has_piece[t] ? 0 : 1;
  if (apart > 0)
    container.notes.push_back(fmt::format("dropped {} {} nothing", apart,
                                          apart == 1 ? "triangle that encloses" : "triangles that enclose"));
  return container;
}

}  // namespace jam::mesh
