// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Points on a surface, for the contact simulation, which knows the container as a cloud of points only.
//
// Every point of the surface is within `spacing` of a sample, corners and sharp edges are sampled first, and
// no two samples are nearer than 0.85 spacing: even density whatever the triangles are, and a mesh of
// millions of small triangles is thinned to the density that `spacing` asks for. How: candidates cover the
// surface within 0.15 spacing (each triangle is halved at its longest edge until no edge is longer than
// sqrt(3) 0.15 spacing: any point of a triangle sees one of its edges under at least 120 degrees, so it is
// within 1/sqrt(3) of the longest edge from a corner), and a candidate is taken unless a sample is within
// 0.85 spacing. No random numbers: the same mesh, the same points.
//
// How far boxes get through the surface between the points. Let a box contain no sample.
//   - No point of the surface is deeper than `spacing` inside the box: a ball of that radius about it would
//   fit into the box, and it contains a sample.
//   - The tip of a box corner gets through a flat wall by at most sqrt(2) spacing. At depth h, its
//   cross-section with the wall is a
//   triangle that contains a circle of radius h / sum u_k sqrt(1 - u_k^2), with u_k the cosines between the
//   edges and the normal, sum u_k^2 = 1; the sum is largest for equal u_k, sqrt(2). A circle of radius
//   `spacing` on the wall contains a sample.
//   - An edge gets through by at most `spacing`, whatever its direction.
#pragma once

#include <cstddef>
#include <vector>

#include "jam/mesh/watch.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

/// The spacing at which no box corner gets through a flat wall by more than `tolerance` [mm]: tolerance /
/// sqrt(2). 12 mm give 8.5 mm and, on the 3.5 m^2 of a trunk's surface, some 45 000 points: about the number
/// in published trunk models. The polish and the verification against the triangles find the penetrations
/// that the points let through.
[[nodiscard]] double default_spacing(double tolerance = 12);

/// The samples, corners first, then sharp edges (faces that meet at more than 15 degrees, rims), then faces.
/// Where there are more than `point_limit`, the spacing is widened in deterministic steps until there are
/// not; `spacing_used` receives it if given, and all of the above holds for that. Throws InputError for a
/// spacing that is not positive or a limit of 0, StoppedError once `watch` asks for the end. About 1 s for a
/// trunk at the default spacing; the time grows as 1 / spacing^2.
[[nodiscard]] std::vector<Vec3d> sample_surface(const trunk::TriangleMesh& mesh, double spacing,
                                                std::size_t point_limit, double* spacing_used = nullptr,
                                                const Watch& watch = {});

}  // namespace jam::mesh
