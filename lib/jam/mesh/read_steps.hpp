// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The steps from a mesh file to a container, for those who read one (read_container.hpp) and those who ask
// what a file holds (examine_mesh.hpp). They run in a guarded child process. Inside sources of jam_mesh only.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jam/mesh/files/file_notes.hpp"
#include "jam/mesh/guarded_call.hpp"
#include "jam/mesh/mesh_file.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/mesh/rooms/closed_mesh.hpp"
#include "jam/mesh/rooms/obstacles.hpp"
#include "jam/mesh/rooms/reachable_part.hpp"
#include "jam/mesh/rooms/room_choice.hpp"

namespace jam::mesh {

/// A mesh, and what the options ask of it, in mm, z up.
struct AskedMesh {
  std::string name;  ///< File, for messages.
  FileFrame frame;
  trunk::TriangleMesh mesh;
  Obstacles obstacles;    ///< Named parts that are no room.
  trunk::Container told;  ///< Notes, warnings, unit and axis; no surface.
  RoomQuestion question;
  std::vector<CapPlane> caps;
  PointText text;
};

/// Receives the polygons of a file in mm, z up, before they are cleaned.
using PolygonLook = std::function<void(const PolygonSoup& soup, const FileFrame& frame)>;

/// Reads a file and cleans its triangles. Throws InputError as read_container(), for errors of the file.
[[nodiscard]] AskedMesh read_asked(const std::filesystem::path& file, const ReadOptions& options,
                                   const PolygonLook& look = {});

struct FoundRooms {
  ClosedMesh closed;
  std::optional<RoomChoice> choice;  ///< None: the mesh is open, and a wrap closes it.
  std::vector<std::string> notes;
  double known_volume = 0;  ///< Volume of a sound room that is wrapped all the same [mm^3].
  std::optional<GrownRoom>
      part;  ///< The part of closed rooms that boxes reach from the points, without `choice`.
};

/// Closes openings; nothing is chosen yet.
[[nodiscard]] FoundRooms close_asked(const AskedMesh& asked, const ReadOptions& options,
                                     const Report& report);

/// Chooses rooms, and closes gaps if they need it. Throws InputError, without the name of the file, as
/// choose_rooms(); `found.closed` is then what it is about.
void choose_asked(const AskedMesh& asked, const ReadOptions& options, const Report& report,
                  FoundRooms& found);

/// The container of the rooms that were chosen, or a wrap. Throws InputError as wrapped_container(),
/// grow_room() and room_container().
[[nodiscard]] trunk::Container finish_asked(AskedMesh& asked, const ReadOptions& options,
                                            const Report& report, FoundRooms& found);

/// The plane of an opening, which faces away from `centre`, with its text. None if its corners are further
/// from it than `share` times the width of the opening.
[[nodiscard]] std::optional<trunk::ClosingPlane> plane_of(const AskedMesh& asked, const Opening& opening,
                                                          Vec3d centre, double share);

/// The planes that close a container with these bounds.
[[nodiscard]] std::vector<trunk::ClosingPlane> closing_planes(const AskedMesh& asked,
                                                              const ClosedMesh& closed,
                                                              const trunk::Bounds& bounds);

/// The unit in which a mesh of this diagonal [mm], read in `unit`, would be a trunk; none if `unit` itself
/// is likely, or if there is no such unit.
[[nodiscard]] std::optional<LengthUnit> likelier_unit(double diagonal, LengthUnit unit);

/// Throws InputError for lengths out of range.
void check_wrap(const WrapOptions& options);

/// Calls `work`; failures of CGAL become an InputError that names the file.
[[nodiscard]] std::string with_clear_failures(const std::filesystem::path& file,
                                              const std::function<std::string()>& work);

/// A container on its way out of the child process.
[[nodiscard]] std::string bytes_of(const trunk::Container& container);
[[nodiscard]] trunk::Container container_of(std::string_view bytes);

}  // namespace jam::mesh
