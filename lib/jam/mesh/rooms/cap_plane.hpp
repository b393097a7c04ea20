// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Planes that close a room where its walls do not: the lid of a trunk, the plane of symmetry of half a mesh.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "jam/core/vec.hpp"
#include "jam/mesh/file_frame.hpp"
#include "jam/trunk/model/container.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

struct CapPlane {
  Vec3d point;
  Vec3d normal;      ///< Points away from the room; of any length > 0.
  std::string text;  ///< As the user wrote it.
  /// Whether nothing in front of the plane, where the normal points, belongs to the room.
  bool one_sided = false;
};

/// "z<=650" or "x>=-1200"; "X,Y,Z:NX,NY,NZ", a point and a normal, which points out of the room;
/// "X,Y,Z:X,Y,Z:X,Y,Z", three points, with the room on either side. In the frame and unit of a file. Throws
/// InputError for anything else.
[[nodiscard]] CapPlane parse_cap(std::string_view text);

/// The plane in mm, z up.
[[nodiscard]] CapPlane from_file(CapPlane cap, LengthUnit unit, UpAxis up);

/// The plane as that of a container whose bounds have this centre: the centre lies behind it, if either side
/// may be the room.
[[nodiscard]] trunk::ClosingPlane closing_plane(const CapPlane& cap, Vec3d centre);

/// Triangles in the plane that cover the bounds of a mesh. Vertices of the mesh that lie within rounding of
/// the plane are corners, and edges between them are edges, so that no slit is left between both.
[[nodiscard]] std::vector<std::array<Vec3d, 3>> cap_surface(const CapPlane& cap,
                                                            const trunk::TriangleMesh& mesh,
                                                            const trunk::Bounds& bounds);

/// "X,Y,Z"; InputError for anything but three finite numbers.
[[nodiscard]] Vec3d parse_point(std::string_view text);

}  // namespace jam::mesh
