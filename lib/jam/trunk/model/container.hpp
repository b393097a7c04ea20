// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The container of a packing of boxes: the closed surface that the search fills, and the triangles as the
// user gave them. Results are verified against both. Made by jam_mesh (read_container); plain data here.
// Lengths in mm, z up.
#pragma once

#include <string>
#include <vector>

#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

/// A plane that closes a container in place of walls.
struct ClosingPlane {
  Vec3d point;       ///< [mm]
  Vec3d outward;     ///< Unit vector out of the container.
  std::string text;  ///< As `--cap` takes it, in the frame and unit of the file.
};

/// The volume to be filled, and its walls.
struct Container {
  TriangleMesh surface;  ///< Closed, oriented outwards; may touch itself, but does not cross itself.
  /// Walls as read: the same as `surface` unless `wrapped`. Oriented outwards, if one side of them lies in
  /// the room.
  TriangleMesh original;
  bool wrapped = false;    ///< `surface` differs from `original`: parts of it are cut, or it is a wrap.
  double wrap_alpha = 0;   ///< Half the widest opening that a wrap closes [mm]; 0: no wrap.
  double wrap_offset = 0;  ///< Distance of a wrap from the walls [mm].
  double volume = 0;       ///< Volume of the room [mm^3]; that of a wrap around it is larger.
  std::vector<ClosingPlane> closing_planes;  ///< Its lids: those asked for, or that of its only opening.
  std::string file_unit = "mm";              ///< Unit of the lengths in the file: "mm", "cm", "m", "inch".
  char file_up = 'z';                        ///< Axis of the file that became z: 'x', 'y', 'z'.
  std::vector<std::string> notes;            ///< Repairs, one line each, for the user.
  std::vector<std::string> warnings;         ///< Probable mistakes, shown to the user in any case.
};

/// The walls for the lattice search: the closed surface, and the original triangles that it does not have as
/// sheets. A cell that a sheet touches is not free, but sheets change neither volume nor inside.
[[nodiscard]] TriangleMesh container_walls(const Container& container);

/// The original triangles that the surface does not have.
[[nodiscard]] TriangleMesh inner_walls(const Container& container);

}  // namespace jam::trunk
