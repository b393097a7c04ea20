// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Where the walls of a container cost boxes, as data: tightness/find_tight_walls.hpp finds it. Lengths in mm,
// z up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "jam/core/vec.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/trunk/io/gain.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

/// A region of walls moved outwards, and what searches find then.
struct MovedWall {
  double distance = 0;         ///< [mm]
  std::vector<double> counts;  ///< Boxes, by seed; empty: not measured.
  std::string obstacle;        ///< Why it was not measured; empty: it was, or the work was stopped.
  Gain gain;                   ///< Over the container as it is.
};

/// A connected region of walls that face about the same way, all of one part of the mesh.
struct TightPatch {
  std::string part;            ///< Name of the part in the file; empty: the file names none.
  Vec3d place;                 ///< Middle of the forces [mm].
  Vec3d outward;               ///< Unit vector: mean normal.
  double area = 0;             ///< [mm^2]
  double share = 0;            ///< Share of the contact forces on all walls [-].
  std::vector<int> triangles;  ///< Numbers in the surface of the container.
  std::vector<MovedWall> moves;
};

/// The walls of a named part of the mesh.
struct TightPart {
  std::string name;
  double area = 0;   ///< [mm^2]
  double share = 0;  ///< Share of the contact forces on all walls [-].
};

/// The rules of the measurement.
struct TightRules {
  double seconds = 2;  ///< Time of each search [s].
  std::vector<std::uint64_t> seeds;
  std::vector<double> distances = {2, 5, 10};  ///< By which regions are moved outwards [mm].
  int patch_count = 10;                        ///< Largest number of regions that are moved.
  int load_count = 32;                         ///< Largest number of loads whose forces are summed.
};

struct TightWalls {
  TightRules rules;
  std::size_t box_count = 0;   ///< Boxes of each load: one more than the best load has.
  std::size_t load_count = 0;  ///< Loads whose forces were summed.
  std::size_t held_count = 0;  ///< The number of these that the search held; boxes were added to make others.
  double least_energy = 0;     ///< Sum of squared overlaps in the nearest of these loads [mm^2].
  std::vector<double> base;    ///< Boxes found in the container as it is, by seed.
  std::vector<TightPatch> patches;  ///< The largest share first.
  std::vector<TightPart> parts;     ///< The largest share first; empty: the file names none.
  double inner_share = 0;  ///< Share of the forces on walls that stand in the room, which are not moved [-].
  TriangleMesh cells;      ///< The surface cut into small triangles.
  std::vector<double> pressure;    ///< Share of the forces on each of these cells by its area [1/mm^2].
  std::vector<int> patch_of_cell;  ///< Number of its region in `patches`, from 1; 0: none of these.
  bool complete = false;           ///< False before it is made, and after a stop.

  [[nodiscard]] bool is_made() const { return load_count > 0; }
  /// Whether the walls were examined: no load with one box more is an answer, too.
  [[nodiscard]] bool has_answer() const { return complete || is_made(); }
};

/// The direction that the largest parts of a vector have: `+z (up)`, `-y`, `+x and -z (down)`.
[[nodiscard]] std::string direction_text(Vec3d vector);

/// An object of the document of a load (load_report.hpp):
///   rules     object  time_s (of each search), seeds, distances_mm
///   loads     object  boxes, count, held (of these, by the search), least_energy_mm2
///   base      array   boxes found in the container as it is, by seed
///   complete  bool    false: the work was stopped
///   patches   array   of objects: number (from 1), part (null: the file names none), place_mm, outward,
///                     area_cm2, share, triangles (their number), moves (array of objects: distance_mm, boxes
///                     (by seed; null: not measured), gain (mean, least, most, measured; null), obstacle (why
///                     it was not measured, or null))
///   parts     array   of objects: name, area_cm2, share
///   inner_share  number  share of the forces on walls that stand in the room
[[nodiscard]] io::JsonObject tight_json(const TightWalls& tight);

/// A file of its own, schema jampack/tight/1: problem, and the members of tight_json().
[[nodiscard]] std::string tight_json_text(const TightWalls& tight, const std::string& problem);

/// Data for the picture: vertices_mm and triangles as plain rows of numbers, pressure (of each triangle, the
/// largest is 1), and patch (number of each triangle from 1; 0: none of the list).
[[nodiscard]] io::JsonObject tight_view(const TightWalls& tight);

}  // namespace jam::trunk
