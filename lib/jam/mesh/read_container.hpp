// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From a mesh file to a container. All triangles are cut along each other, which divides space into cells
// (arrangement.hpp). The container is the cell that is meant (rooms.hpp). Before the cut, small holes and the
// only rim of a room are closed (openings.hpp). If the walls of a room have wide gaps, an alpha wrap closes
// it (wrap_container.hpp); the container then keeps the original triangles, and boxes are verified against
// both.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "jam/mesh/file_frame.hpp"
#include "jam/mesh/rooms/cap_plane.hpp"
#include "jam/mesh/rooms/keep_out.hpp"
#include "jam/mesh/rooms/named_parts.hpp"
#include "jam/mesh/rooms/room_depth.hpp"
#include "jam/mesh/rooms/wrap_container.hpp"
#include "jam/mesh/watch.hpp"
#include "jam/trunk/model/container.hpp"

namespace jam::mesh {

/// "ALPHA,OFFSET" or "ALPHA" in mm; InputError for anything else, and for lengths out of range.
[[nodiscard]] WrapOptions parse_wrap(std::string_view text);

struct ReadOptions {
  std::optional<LengthUnit> unit;  ///< None: the unit that the file states, else mm.
  std::optional<UpAxis> up;        ///< None: the axis that the file states, else z.
  bool always_wrap = false;        ///< Wrap a sound surface, too.
  WrapOptions wrap;                ///< How to wrap surfaces that need it, or all with always_wrap.
  std::vector<Vec3d> inside;       ///< Points in the rooms that are meant, in the frame and unit of the file.
  std::vector<CapPlane> caps;      ///< Planes that close the room, in the frame and unit of the file.
  std::vector<KeepOut> keep_outs;  ///< Boxes that are obstacles, in the frame and unit of the file.
  bool close_rim = true;           ///< Close the only opening of a room by its plane.
  bool all_parts = false;          ///< Take all rooms in which boxes may lie.
  double least_depth = litre_box_depth;  ///< Rooms that hold no ball of this diameter are none [mm].
  PartNames named;                       ///< Parts of the file that are the container, or obstacles.
};

/// Reads a container from a file of any format of read_mesh_file(). Notes tell of the unit and the axis that
/// the file states, of its parts, and of curved faces that triangles replace.
///
/// The container is the room around the points of `inside`; by default the only room, or the largest one if
/// all others are small. Rooms inside of it are obstacles, rooms outside are dropped; notes tell. A surface
/// that is open is wrapped.
///
/// Coordinates below 1e-30 mm are taken as 0: squares of smaller differences underflow in repair and wrap.
///
/// Throws InputError, one line, for what read_mesh_file refuses; coordinates beyond 1e9 mm; a diagonal above
/// 100 m, before any repair, with the unit that would make it a trunk; a surface that encloses no volume,
/// flat or open so widely that no wrap closes it. Notes tell of repairs, of parts dropped, of the wrap's
/// alpha, offset and volumes, and of a suspicious size: a diagonal below that of a litre box, 229 mm, or
/// above 20 m, again with the unit, which a wrap that is ended names, too.
///
/// A child process (guarded_call.hpp) does all of it; `watch` follows it and may end it: StoppedError. Throws
/// OverflowError if a mesh needs more memory than the machine has; a wrap is checked before it begins. Throws
/// InputError also if a broken mesh ends the child.
[[nodiscard]] trunk::Container read_container(const std::filesystem::path& file,
                                              const ReadOptions& options = {}, const Watch& watch = {});

}  // namespace jam::mesh
