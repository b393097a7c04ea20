// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a mesh file holds, and which room of it would be packed (examine_mesh.hpp makes it). Lengths in mm, z
// up; texts of places are in the frame and the unit of the file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "jam/io/json_writer.hpp"
#include "jam/trunk/model/container.hpp"

namespace jam::mesh {

/// An object or a group of the file; without names, polygons that edges connect.
struct PartReport {
  std::string name;  ///< Any text; empty: the file has no names.
  std::size_t triangle_count = 0;
  bool closed = false;  ///< Each edge belongs to an even number of polygons.
  std::optional<double>
      volume;  ///< Enclosed volume [mm^3]; none if open, or if normals contradict each other.
  trunk::Bounds bounds;
};

struct OpeningReport {
  std::vector<Vec3d> rim;  ///< Corners in order.
  Vec3d middle;
  std::string place;    ///< Text of the middle: "X,Y,Z".
  std::string cap;      ///< Its plane as --cap takes it; empty: it is not even.
  std::string kind;     ///< "crack", "hole", "rim", "sheet" (OpeningKind).
  double width = 0;     ///< Diagonal of the bounds of the rim.
  bool closed = false;  ///< Closed without being asked.
};

struct RoomReport {
  double volume = 0;  ///< [mm^3]
  double depth = 0;   ///< Diameter of the largest ball that was found in it.
  bool deep = false;  ///< Whether a box may fit: it is not the inside of walls.
  Vec3d size;         ///< Size of its bounds.
  Vec3d point;        ///< A point in it.
  std::string place;  ///< Text of the point, as --inside takes it.
  bool packed = false;
};

/// An option that chooses a room, or closes one.
struct NextOption {
  std::string option;  ///< Name without dashes.
  std::string value;   ///< Empty: it takes none.
  std::string effect;  ///< "packs room 2, 160.0 l".
};

struct MeshReport {
  trunk::TriangleMesh mesh;  ///< Triangles of the file, cleaned.
  std::string unit;          ///< "mm", "cm", "m", "inch".
  char up = 'z';             ///< Axis of the file that points up.
  bool unit_stated = false;  ///< The file states a unit.
  bool up_stated = false;    ///< The file states an axis.
  trunk::Bounds bounds;

  std::vector<PartReport> parts;  ///< All that have names, otherwise the largest 20.
  std::size_t part_count = 0;
  std::size_t doubled_count = 0;   ///< Faces with the corners of another one.
  std::size_t crossing_count = 0;  ///< Triangles that cross others.
  std::size_t touching_count = 0;  ///< Triangles that touch others beside shared vertices (T-junctions).

  std::vector<OpeningReport> openings;  ///< The widest 20.
  std::size_t opening_count = 0;
  std::vector<RoomReport> rooms;  ///< The largest 20 that are not tiny.
  std::size_t room_count = 0;

  bool packs = false;          ///< Whether it is clear what would be packed.
  std::string reason;          ///< Why it is this room, or why it is not clear.
  trunk::Container container;  ///< What would be packed. Without `packs`: only notes and warnings.
  std::vector<NextOption> next;
};

/// The report as JSON (docs/formats.md, `jampack/mesh-check/1`). `commands` are the lines that belong to
/// `report.next`.
[[nodiscard]] std::string mesh_report_json(const std::string& file, const MeshReport& report,
                                           const std::vector<std::string>& commands);

/// A mesh for a picture: `vertices_mm`, `triangles`, `points_mm` (none), flat lists.
[[nodiscard]] io::JsonObject mesh_shape(const trunk::TriangleMesh& mesh);

/// What a picture of the report shows beside the mesh: `packed`, the shape of the container, `rims_mm`,
/// `middles_mm` and `rooms_mm`, places of the openings and rooms.
[[nodiscard]] io::JsonObject mesh_report_view(const MeshReport& report);

/// The report as a page that needs no network (io/stage_page.hpp). Throws InputError if this build has no
/// pages.
[[nodiscard]] std::string mesh_report_page(const std::string& file, const MeshReport& report,
                                           const std::vector<std::string>& commands);

}  // namespace jam::mesh
