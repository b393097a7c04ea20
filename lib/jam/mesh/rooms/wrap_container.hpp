// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Containers of surfaces that are open: an alpha wrap closes them (wrap.hpp), from outside, or from points in
// the room. Lengths in mm.
#pragma once

#include <string>
#include <vector>

#include "jam/mesh/rooms/arrangement.hpp"
#include "jam/mesh/rooms/cap_plane.hpp"
#include "jam/mesh/watch.hpp"
#include "jam/trunk/model/container.hpp"

namespace jam::mesh {

/// Half the widest opening that a wrap closes, and its distance from the triangles [mm]: from 0.001 to 1e5.
/// 0: chosen from the size.
struct WrapOptions {
  double alpha = 0;
  double offset = 0;
};

/// What is to be wrapped.
struct OpenSurface {
  std::string name;  ///< File, for messages.
  /// Triangles of the file; those from `first_added` on close openings and are not the user's.
  trunk::TriangleMesh mesh;
  int first_added = 0;
  int first_cap = 0;           ///< Those from here on belong to `caps`.
  std::vector<CapPlane> caps;  ///< Planes that close the room.
  std::vector<bool> solid;     ///< Cells of the arrangement in which no box lies: the inside of closed parts.
  std::string doubt;           ///< Remark on the size of the mesh: tells why a wrap may take too long.
};

/// A container around the whole surface. Solid cells of `arrangement` are obstacles.
///
/// Chosen: alpha = diagonal / 60, at most 24 mm (gaps outside the load space that get filled hold no box of
/// 50 mm then), and doubled while the outside gets in through an opening, so that only a layer around the
/// triangles is left; but not beyond diagonal / 4. The offset is alpha / 30: the thinner, the more triangles,
/// and the original triangles are what stops a box in any case.
///
/// Throws InputError for a surface that encloses no room, and OverflowError if memory does not suffice.
[[nodiscard]] trunk::Container wrapped_container(const OpenSurface& surface, const Arrangement& arrangement,
                                                 const WrapOptions& options, const Report& report);

/// Surfaces of which a mesh consists: their triangles share vertices.
[[nodiscard]] std::vector<trunk::TriangleMesh> surfaces_of(const trunk::TriangleMesh& mesh);

/// What a ball reaches from points in a room (wrap_from_inside).
struct GrownRoom {
  trunk::TriangleMesh mesh;
  double alpha = 0;
  double offset = 0;
  double volume = 0;  ///< Volume of the room, with an estimate of missed_in_corners() [mm^3].
  bool open = false;  ///< Whether the ball gets out.
};

/// Volume that a wrap does not reach in corners, from that of a coarser one of the same room: fillets along
/// edges have areas in proportion to the square of alpha [mm^3].
[[nodiscard]] double missed_in_corners(const GrownRoom& room, const GrownRoom& coarse);

/// Chosen: alpha = extent / 60, at most 24 mm; twice or four times that if the room is open; the offset is
/// alpha / 15. The volume that
/// a ball does not reach in corners is estimated from two wraps. Throws InputError for a point that is too
/// close to a wall.
[[nodiscard]] GrownRoom grow_room(const OpenSurface& surface, const std::vector<Vec3d>& points,
                                  const WrapOptions& options, const Report& report);

/// A container around a room whose walls have gaps. Triangles behind the walls are left out. The surface lies
/// 1.5 alpha behind the walls, at most 45 mm: so it costs no box in corners, and no litre box fits behind a
/// wall. It is thinned by up to a tenth of that distance. The original triangles stop boxes. Throws
/// InputError for a room that is open.
[[nodiscard]] trunk::Container room_container(const OpenSurface& surface, const Arrangement& arrangement,
                                              const GrownRoom& room);

}  // namespace jam::mesh
