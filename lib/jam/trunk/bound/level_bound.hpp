// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A bound for boxes that have a vertical edge each, whatever their turn about it, from the vertical lines
// through a container.
//
// A vertical line meets such a box along the whole of its vertical edge, or not at all. So boxes cover, of
// each stretch of the line inside of the container, at most the largest sum of edges that is no longer than
// the stretch: of 470 mm, edges of 50, 100 and 200 mm cover 450. The volume of all boxes is the integral of
// what they cover over all lines, so the integral of these sums bounds it. It is the argument of dual
// feasible functions (S. P. Fekete, J. Schepers, Mathematical Methods of Operations Research 60, 2004) along
// one axis.
//
// Lines are taken together in columns (wall_columns.hpp): the stretches of a column contain those of its
// lines, and the sum for a longer stretch is no smaller. A column counts with the area of the lines that
// leave the container through one of its ceilings, and with no more than its volume inside.
#pragma once

#include "jam/core/stop_query.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

/// The volume in a closed surface that sharp boxes of the set cannot exceed if each has a vertical edge
/// [mm^3]. Edges count without `layer` [mm] at either end. After a stop, the value is meaningless.
[[nodiscard]] double level_bound(const TriangleMesh& surface, const BoxSet& set, double layer,
                                 StopQuery stop = {});

}  // namespace jam::trunk
