// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From a mesh file to a container. A closed 2-manifold without self-intersections is used as it is; repairs
// (repair.hpp) are noted. Anything else, open, self-intersecting or not a 2-manifold, is closed by an alpha
// wrap (wrap.hpp). A wrap lies outside of its input by the offset, and fills gaps narrower than 2 alpha;
// therefore the container keeps the original triangles, and verification holds the boxes to both.
#pragma once

#include <filesystem>
#include <string_view>

#include "jam/mesh/file_frame.hpp"
#include "jam/mesh/watch.hpp"
#include "jam/trunk/model/container.hpp"

namespace jam::mesh {

/// Half the widest opening that a wrap closes, and its distance from the triangles [mm]: from 0.001 to 1e5.
/// 0: chosen from the size (read_container).
struct WrapOptions {
  double alpha = 0;
  double offset = 0;
};

/// "ALPHA,OFFSET" or "ALPHA" in mm; InputError for anything else, and for lengths out of range.
[[nodiscard]] WrapOptions parse_wrap(std::string_view text);

struct ReadOptions {
  LengthUnit unit = LengthUnit::millimetre;
  UpAxis up = UpAxis::z;
  bool always_wrap = false;  ///< Wrap a sound surface, too.
  WrapOptions wrap;          ///< How to wrap surfaces that need it, or all with always_wrap.
};

/// Reads a container from an OFF, OBJ, PLY or STL file.
///
/// If there are several closed parts, the part with the largest volume is the container. Parts inside of it
/// are obstacles, whichever way they face (the hump over a spare wheel): their volume is taken off, no box
/// lies in them or meets them, and `surface` holds them facing inwards. Parts inside of an obstacle take no
/// further volume and are dropped, as are parts outside of the container; notes report it. Where a wrap is
/// needed, closed parts but the widest are obstacles in the same way, also where they stand on the walls. One
/// that gets out through a wall or meets another such part is a wall: no box meets it, but what it encloses
/// counts as free (the wrap cannot tell whether it is the container's), and a note says so.
///
/// Chosen for wraps: alpha = diagonal / 60, at most 24 mm (gaps outside the load space that get filled hold
/// no box of 50 mm then), and doubled while the wrap, getting in through an opening, encloses less than a
/// fifth of the convex hull; but not beyond diagonal / 4. The offset is alpha / 30: the thinner, the more
/// triangles (at a quarter of that, three times as many and three times the time), and the original triangles
/// are what stops a box in any case.
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
