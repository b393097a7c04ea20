// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The part of a container that no box reaches, however it is turned: sharp wedges, slots narrower than a box.
//
// A box whose shortest edge is 2 r is a union of cubes of edge 2 r: each of its points lies in one, so it is
// within sqrt(3) r of a point around which a ball of radius r lies in the box, hence in the container. No box
// reaches points that are farther from all centres of such balls. This is proven on cells of
// edge h, about r / 8, by distances between whole cells: a cell holds no centre if all its points are nearer
// than r to some wall, that is, to all points of a cell that a wall meets; it is not reached if all its
// points are farther than sqrt(3) r from all points of all cells that may hold a centre.
#pragma once

#include "jam/core/stop_query.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

/// A lower bound of the volume inside of a closed surface that no box of the set reaches [mm^3]. Boxes count
/// without `layer` [mm] on each face, and may be rounded.
[[nodiscard]] double unreached_volume(const TriangleMesh& surface, const BoxSet& set, double layer,
                                      StopQuery stop = {});

}  // namespace jam::trunk
