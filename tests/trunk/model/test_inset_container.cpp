// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Walls that are moved into the room.
#include "jam/trunk/model/inset_container.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "mesh/shapes.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

/// A container with a wedge in its floor: an edge at the height of 60 mm, of 90 degrees, that points upwards.
Container with_wedge() {
  Container container = shapes::container(shapes::cuboid({0, 0, 0}, {300, 200, 200}));
  TriangleMesh wedge;
  wedge.vertices = {{90, 50, 10},  {210, 50, 10},  {150, 50, 70},
                    {90, 150, 10}, {210, 150, 10}, {150, 150, 70}};
  // Normals point into the wedge: out of the room.
  wedge.triangles = {{0, 2, 1}, {3, 4, 5}, {0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}, {0, 3, 5}, {0, 5, 2}};
  const int first = static_cast<int>(container.surface.vertices.size());
  for (const Vec3d& v : wedge.vertices) container.surface.vertices.push_back(v);
  for (const auto& [a, b, c] : wedge.triangles)
    container.surface.triangles.push_back({first + a, first + b, first + c});
  container.original = container.surface;
  return container;
}

}  // namespace

TEST_CASE("the walls of a cuboid move by the distance") {
  const Container room = shapes::container(shapes::cuboid({0, 0, 0}, {300, 200, 100}));
  const Container inset = inset_container(room, 2.5);
  const Bounds bounds = bounds_of(inset.surface);
  CHECK(length(bounds.low - Vec3d{2.5, 2.5, 2.5}) < 1e-9);
  CHECK(length(bounds.high - Vec3d{297.5, 197.5, 97.5}) < 1e-9);
  CHECK(volume_of(inset.surface) == Approx(295.0 * 195 * 95));
  CHECK(inset.volume == room.volume);
}

TEST_CASE("no triangle is nearer than the distance, at edges that point into the room, too") {
  const Container room = with_wedge();
  const Container inset = inset_container(room, 3);
  REQUIRE(inset.surface.triangles == room.surface.triangles);
  for (const auto& triangle : room.surface.triangles) {
    const auto [a, b, c] = room.surface.corners(triangle);
    const Vec3d normal = cross(b - a, c - a) / length(cross(b - a, c - a));
    for (const int vertex : triangle)
      CHECK(dot(normal, inset.surface.vertex(vertex) - room.surface.vertex(vertex)) <= -3 + 1e-6);
  }
}

TEST_CASE("a sheet gets a copy on either side") {
  Container room = shapes::container(shapes::cuboid({0, 0, 0}, {300, 200, 100}));
  room.wrapped = true;
  const int first = static_cast<int>(room.original.vertices.size());
  for (const Vec3d& v : {Vec3d{100, 50, 40}, Vec3d{200, 50, 40}, Vec3d{100, 150, 40}})
    room.original.vertices.push_back(v);
  room.original.triangles.push_back({first, first + 1, first + 2});
  const TriangleMesh sheets = inner_walls(inset_container(room, 4));
  REQUIRE(sheets.triangles.size() == 2);
  const Bounds bounds = bounds_of(sheets);
  CHECK(bounds.low.z == Approx(36));
  CHECK(bounds.high.z == Approx(44));
}
