// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Exact verification of a packing of boxes in a container. Shares no code with the search.
//
// A box is what its line in a BOX file says: the parallelepiped c +- l1/2 a +- l2/2 b +- l3/2 (a x b) of the
// doubles that are written there. What may penetrate is t = the tolerance plus `rounding_allowance`. Without
// any further tolerance,
//   - the interiors of no two boxes, each shrunk by t/2 on every face, have a point in common,
//   - no triangle of the container's surface has a point in the interior of a box shrunk by t on every face,
//   - where the surface is a wrap, the same for each triangle that the user gave, and
//   - the centre of each box lies inside the surface.
// A box with rounded edges and corners, radius R, is all points within R of the parallelepiped with edges
// shorter by 2R; shrunk by t, all within R - t of it. For such boxes the test is sound and not complete: what
// is accepted is proven by an axis of separation.hpp, and a legal load may be refused where two boxes come
// nearest at corners or at parallel edges, or a box meets an edge or corner of the wall that points into the
// container.
//
// A gap g shrinks by less: by (t - g)/2 in pairs and by t - g at walls, below zero where a box grows, with
// edges rounded by what it grows. That is a proof of the distance g, and not complete in the same way.
//
// A box is connected, so the second and the last together say that all of it is inside. Every decision is
// exact: doubles with a bound on their error decide what is clear, rational numbers the rest
// (separation.hpp).
#pragma once

#include <string>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::mesh {

/// One nanometre [mm], granted in addition to the tolerance. Two turned boxes that touch cannot be written
/// down: centre and axes are rounded to doubles, so they overlap or part by about 1e-13 mm. A nanometre
/// covers that, and shorter decimals, many times over, and is 1e8 times smaller than the accuracy to which a
/// trunk is made.
inline constexpr double rounding_allowance = 1e-6;

using Verification = trunk::LoadVerdict;

/// Prepares the data for verifications in `container`. For a million triangles that takes seconds, which a
/// search does not have after a signal has ended it. `stop`, if any, ends the work by StoppedError.
void prepare_verification(const trunk::Container& container, StopToken* stop = nullptr);

/// Verifies `rows` in `container`. `tolerance` [mm] >= 0: how deep a box may penetrate a wall, and two boxes
/// each other. `thread_count` (0 = all cores) enters no result. A row with a number that is not finite or
/// beyond 1e9, an edge that is not positive or a rotation further than trunk::rotation_tolerance from
/// orthonormal is a violation. No boxes at all are legal. `corner_radius` [mm] >= 0 rounds the edges and
/// corners of all boxes; one with an edge shorter than twice that is a violation. Throws InputError for a bad
/// tolerance or radius and where the surface is not closed.
[[nodiscard]] Verification verify_boxes(const std::vector<trunk::BoxRow>& rows,
                                        const trunk::Container& container, double tolerance = 0,
                                        int thread_count = 1, double corner_radius = 0);

/// Verifies trunk::rows_of(packing), the rows that trunk::write_boxes writes.
[[nodiscard]] inline Verification verify_boxes(const trunk::BoxPacking& packing,
                                               const trunk::Container& container, double tolerance = 0,
                                               int thread_count = 1, double corner_radius = 0) {
  return verify_boxes(trunk::rows_of(packing), container, tolerance, thread_count, corner_radius);
}

/// Verifies a complete load of a trunk, fixed boxes included, as verify_boxes does, and its gap: what all
/// programs ask about a load. In a cloud of points no box may hold one, in double precision and to the
/// tolerance and one nanometre, and boxes may come through the surface by `bulge`. `pieces` adds the check
/// that each box is a fixed one or a piece of the set (trunk::add_set_violations).
[[nodiscard]] Verification check_boxes(const trunk::TrunkProblem& problem,
                                       const std::vector<trunk::BoxRow>& rows, int thread_count = 0,
                                       bool pieces = false);

}  // namespace jam::mesh
