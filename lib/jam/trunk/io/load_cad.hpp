// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The boxes of a load for CAD programs: in the coordinates and the unit of the mesh as the user gave it, as
// STL, OBJ or STEP. Numbers are the shortest decimals of doubles. The conversion of axes only swaps and
// negates coordinates, so in mm the corners are those of the BOX file to its last digit.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "jam/trunk/io/load_report.hpp"

namespace jam::trunk {

/// Unit and axes of the mesh before it was read (mesh/read_container.hpp), and the conversion to them.
struct CadFrame {
  std::string unit = "mm";  ///< Unit of the mesh's coordinates: "mm", "cm", "m", "inch".
  char up = 'z';            ///< Axis that pointed up: 'x', 'y' or 'z'.

  /// Length of the unit [mm]. InputError for another name.
  [[nodiscard]] double unit_length() const;
  /// Converts a direction of the load to that in the mesh; and a point [mm], also to the unit of the mesh.
  [[nodiscard]] Vec3d direction(Vec3d v) const;
  [[nodiscard]] Vec3d point(Vec3d p) const { return direction(p) / unit_length(); }
};

/// The corners of a box in the mesh's frame; corner k lies at the high end of edge 0, 1, 2 where bits 0, 1,
/// 2 of k are set.
[[nodiscard]] std::array<Vec3d, 8> cad_corners(const BoxRow& box, const CadFrame& frame);

/// The corners of the faces of a box, counter-clockwise when seen from outside: low and high end of edge 2,
/// then of edge 1, then of edge 0.
inline constexpr int cad_faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

/// ASCII STL, one solid `box_K` per box, followed by the letter of its piece: `box_3_A`.
[[nodiscard]] std::string load_stl_text(const LoadReport& report, const CadFrame& frame);

/// Wavefront OBJ: one object of six quadrilaterals per box, with the names of load_stl_text().
[[nodiscard]] std::string load_obj_text(const LoadReport& report, const CadFrame& frame);

/// STEP (ISO 10303-21, AP214): one part that holds a MANIFOLD_SOLID_BREP per box, with the same names:
/// eight vertices, twelve straight edges, six planes. The length unit of the file is the unit of the frame.
[[nodiscard]] std::string load_step_text(const LoadReport& report, const CadFrame& frame);

}  // namespace jam::trunk
