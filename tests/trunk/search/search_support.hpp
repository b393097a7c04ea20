// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the tests of the search share: cuboid trunks, and a verification of their loads that shares nothing
// with the library's.
#pragma once

#include <memory>
#include <vector>

#include "jam/trunk/model/container.hpp"
#include "jam/trunk/model/point_grid.hpp"
#include "jam/trunk/search/trunk_search.hpp"
#include "scenes/trunk/cavity.hpp"
#include "scenes/trunk/lattice_meshes.hpp"

namespace jam::trunk::search_test {

using trunk::test::beyond_walls;
using trunk::test::cuboid;
using trunk::test::deepest_overlap;

/// A cuboid from the origin to `size`, turned about the origin.
inline Container cuboid_container(Vec3d size, const Quaterniond& turn = {}) {
  Container container;
  container.surface = cuboid(size, turn);
  container.original = container.surface;
  container.volume = size.x * size.y * size.z;
  return container;
}

/// The search in a container for boxes of a set, by default litre boxes; `points` lie on its walls.
inline TrunkProblem problem_in(const Container& container, const std::vector<Vec3d>& points = {},
                               const BoxSet& set = box_set("din")) {
  TrunkProblem problem;
  problem.container = container;
  if (!points.empty()) problem.grid = std::make_shared<PointGrid>(points);
  problem.set = set;
  return problem;
}

/// Points on its walls.
inline std::vector<Vec3d> cuboid_points(Vec3d size, const Quaterniond& turn = {}) {
  std::vector<Vec3d> points = jam::test::cavity_points(size, 8);
  for (Vec3d& point : points) point = rotation_matrix(turn) * point;
  return points;
}

/// Up to the rounding of coordinates: inside of the convex walls, and apart.
inline VerifyRows convex_verification(const Container& container) {
  return [&container](const std::vector<BoxRow>& rows) {
    const BoxPacking packing = packing_of(rows);
    for (const PlacedBox& box : packing.boxes) {
      if (beyond_walls(box, container.surface) > 1e-6) return false;
    }
    return deepest_overlap(packing) < 1e-6;
  };
}

/// The load of a search for pieces of a set that ends after some turns.
inline TrunkResult load_of(const BoxSet& set, const Container& container, long long turns, int threads = 1) {
  TrunkSearchOptions options;
  options.turn_limit = turns;
  StopToken stop;
  TrunkListener nobody;
  return search_trunk(problem_in(container, {}, set), options, convex_verification(container),
                      {.thread_count = threads, .stop = stop, .listener = nobody});
}

/// A litre box along the axes.
inline BoxRow box_at(Vec3d centre) {
  BoxRow row;
  row.centre = centre;
  return row;
}

}  // namespace jam::trunk::search_test
