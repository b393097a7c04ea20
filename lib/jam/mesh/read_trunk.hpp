// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The problem of a trunk from its files: a mesh or a cloud of points, boxes that stay where they are, and the
// points on its walls that the contact simulation sees. All programs read a trunk here. Lengths in mm.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "jam/mesh/read_container.hpp"
#include "jam/mesh/surface_sample.hpp"
#include "jam/mesh/watch.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/model/point_grid.hpp"
#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::mesh {

/// For what was repaired, is suspicious, or is assumed, one line each, as it comes.
using Note = std::function<void(const std::string&)>;

/// A trunk as a user describes it.
struct TrunkSpec {
  std::filesystem::path mesh;          ///< Mesh (mesh_file.hpp); empty: the trunk is that of `points`.
  std::filesystem::path points;        ///< Cloud of points: POINT, PLY, XYZ or PCD.
  std::optional<double> noise;         ///< Standard deviation of `points` from their walls; none: estimated.
  bool walls_only = false;             ///< Whether points get no container: for contact simulation alone.
  ReadOptions read;                    ///< Unit and axes of the mesh, and how it is wrapped.
  double spacing = default_spacing();  ///< Distance between sampled points on the walls, > 0.
  double cell_size = trunk::default_cell_size;  ///< Edge of the cells into which points are sorted, > 0.

  trunk::BoxSet set = trunk::box_set("din");
  std::vector<std::filesystem::path> fixed;  ///< BOX files of boxes that stay.
  Vec3d fixed_edge = trunk::litre_box;       ///< Edges of these boxes where their file does not state them.
  double tolerance = 0;                      ///< Allowed penetration, >= 0.
  double gap = 0;                            ///< Clearance between boxes, and between boxes and walls, >= 0.
  double rounded = 0;                        ///< Radius of the edges and corners of all boxes; 0: sharp.

  /// The file that the trunk comes from; empty: none is named.
  [[nodiscard]] const std::filesystem::path& trunk_file() const { return mesh.empty() ? points : mesh; }
};

/// The files of fixed boxes, for people: "a.box, b.box".
[[nodiscard]] std::string fixed_text(const TrunkSpec& spec);

/// The part of a problem that is read in no time: set, tolerance, gap, radius and fixed boxes. Throws
/// InputError for a file that cannot be read, and where tolerance or radius are too large for a fixed box.
[[nodiscard]] trunk::TrunkProblem read_fixed(const TrunkSpec& spec);

/// Reads mesh or points into `problem`, which read_fixed() made. Repairs go to `note`, probable mistakes to
/// `warn`; `watch` follows what takes long, and may end it (StoppedError). Throws InputError as
/// read_container(), read_point_cloud() and reconstruct_points() do.
void read_walls(const TrunkSpec& spec, trunk::TrunkProblem& problem, const Note& note, const Note& warn,
                const Watch& watch = {});

/// Throws InputError if the room of a mesh has less volume than the smallest box of the set, rounded, and
/// smaller by the tolerance; with the unit that is likely wrong. Only a search needs it: packings that are
/// verified or shown state the sizes of their boxes.
void require_room(const TrunkSpec& spec, const trunk::TrunkProblem& problem);

/// Both.
[[nodiscard]] trunk::TrunkProblem read_trunk(const TrunkSpec& spec, const Note& note, const Note& warn,
                                             const Watch& watch = {});

/// Points on the walls of a mesh, and their grid. This takes long for a large trunk.
void sample_walls(const TrunkSpec& spec, trunk::TrunkProblem& problem, const Note& note,
                  const Watch& watch = {});

/// The problem of `spec` for contact simulation: container, tolerance, radius, and points on the walls,
/// sampled anew from those of a mesh.
[[nodiscard]] std::shared_ptr<const trunk::TrunkProblem> sampled_copy(const TrunkSpec& spec,
                                                                      const trunk::TrunkProblem& problem);

}  // namespace jam::mesh
