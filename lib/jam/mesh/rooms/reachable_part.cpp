// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/reachable_part.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "jam/core/memory_plan.hpp"
#include "jam/mesh/rooms/measure_text.hpp"
#include "jam/mesh/rooms/room_depth.hpp"
#include "jam/mesh/rooms/wrap.hpp"

namespace jam::mesh {
namespace {

using trunk::TriangleMesh;

/// Boxes thinner than this pass most gaps, and balls as small as they are take minutes [mm].
constexpr double least_passing_depth = 25;
/// Area of walls that may divide a room, at least [mm^2].
constexpr double dividing_area = 1e4;
/// Diameter of the ball over the depth of the boxes, at most that of a litre box: larger balls leave corners
/// out in which boxes find room [-].
constexpr double ball_share = 0.96;
constexpr double offset_share = 1.0 / 15;  ///< Offset over alpha [-].

/// Area of walls in the chosen rooms that are not part of the largest surface around them [mm^2].
double inner_area(const ClosedMesh& closed, const RoomChoice& choice) {
  std::vector<bool> inside(closed.arrangement->cells().size(), false);
  for (const int room : choice.chosen)
    for (const int cell : choice.rooms[room].cells) inside[cell] = true;
  double sheets = 0, all = 0, largest = 0;
  for (int t = 0; t < static_cast<int>(closed.arrangement->pieces().size()); ++t) {
    const auto [front, behind] = closed.arrangement->pieces()[t].cells;
    if (!inside[front] || front != behind) continue;
    const auto [a, b, c] = closed.arrangement->corners(t);
    sheets += length(cross(b - a, c - a)) / 2;
  }
  for (const TriangleMesh& surface : surfaces_of(closed.arrangement->boundary(inside))) {
    const double area = trunk::area_of(surface);
    all += area;
    largest = std::max(largest, area);
  }
  return sheets + all - largest;
}

/// Empty if the points are too close to walls for the ball, or if memory does not suffice.
GrownRoom grown(const TriangleMesh& mesh, const std::vector<Vec3d>& points, double alpha,
                const Report& report) {
  GrownRoom room{{}, alpha, offset_share * alpha, 0, false};
  const std::size_t free = available_memory_bytes();
  if (free > 0 && wrap_memory_bytes(mesh, alpha) > free) return room;
  report({"what a ball of " + length_text(2 * alpha) + " reaches from the points of --inside"});
  room.mesh = wrap_from_inside(mesh, points, alpha, room.offset);
  room.volume = trunk::volume_of(room.mesh) + room.offset * trunk::area_of(room.mesh);
  return room;
}

}  // namespace

std::optional<GrownRoom> reachable_part(const ClosedMesh& closed, const RoomChoice& choice,
                                        const std::vector<Vec3d>& points, double depth,
                                        const Report& report) {
  if (depth < least_passing_depth || inner_area(closed, choice) < dividing_area) return {};
  const double alpha = ball_share * std::min(depth, litre_box_depth) / 2;
  const TriangleMesh& mesh = closed.surface.mesh;
  const auto is_part = [&](const GrownRoom& room) {
    return !room.mesh.triangles.empty() && room.volume <= same_room_share * choice.volume;
  };
  GrownRoom part, coarse;
  // What a large ball reaches a smaller one reaches as well.
  for (const double factor : {4.0, 2.0, 1.0}) {
    coarse = std::exchange(part, grown(mesh, points, factor * alpha, report));
    if (!part.mesh.triangles.empty() && !is_part(part)) return {};
  }
  if (!is_part(part)) return {};
  part.volume += missed_in_corners(part, coarse);
  return part;
}

}  // namespace jam::mesh
