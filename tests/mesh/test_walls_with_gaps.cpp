// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rooms whose walls do not meet: narrow gaps are closed exactly by prolonged sheets, wide ones by a ball that
// grows from a point.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "jam/mesh/rooms/wrap_container.hpp"
#include "reading.hpp"
#include "shapes.hpp"

using namespace jam::mesh;
using namespace reading;
using Catch::Matchers::Contains;
using jam::Vec3d;
using jam::trunk::component;
using shapes::cuboid;
using shapes::joined;

namespace {

const Vec3d crate_size{800, 600, 400};
constexpr double crate_volume = 800.0 * 600 * 400;

/// Six sheets, each of which ends this much before the edges of a cuboid [mm].
TriangleMesh panels(double gap) {
  TriangleMesh mesh;
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const bool far : {false, true}) {
      const int first = static_cast<int>(mesh.vertices.size());
      for (int k = 0; k < 4; ++k) {
        Vec3d p;
        component(p, axis) = far ? component(crate_size, axis) : 0;
        component(p, u) = k == 0 || k == 3 ? gap : component(crate_size, u) - gap;
        component(p, v) = k < 2 ? gap : component(crate_size, v) - gap;
        mesh.vertices.push_back(p);
      }
      mesh.triangles.push_back({first, first + 1, first + 2});
      mesh.triangles.push_back({first, first + 2, first + 3});
    }
  }
  return mesh;
}

/// Six solid plates of 10 mm around the same cuboid, with gaps between all of them.
TriangleMesh plates(double gap) {
  const auto [x, y, z] = crate_size;
  const double t = 10;
  TriangleMesh mesh =
      joined(cuboid({-t, -t, -t}, {x + t, y + t, 0}), cuboid({-t, -t, z}, {x + t, y + t, z + t}));
  mesh = joined(mesh, cuboid({-t, -t, gap}, {x + t, 0, z - gap}));
  mesh = joined(mesh, cuboid({-t, y, gap}, {x + t, y + t, z - gap}));
  mesh = joined(mesh, cuboid({-t, gap, gap}, {0, y - gap, z - gap}));
  return joined(mesh, cuboid({x, gap, gap}, {x + t, y - gap, z - gap}));
}

/// The cuboid with a slit across its top, 36 mm wide in all, whose edges lie at heights 400 and 380 mm.
TriangleMesh slit_crate() {
  TriangleMesh mesh = cuboid({0, 0, 0}, crate_size);
  mesh.triangles.erase(mesh.triangles.begin() + 2, mesh.triangles.begin() + 4);
  mesh.vertices.insert(mesh.vertices.end(),
                       {{300, 100, 400}, {300, 500, 400}, {330, 100, 380}, {330, 500, 380}});
  for (const auto& t : {std::array{4, 8, 9},
                        {4, 9, 6},
                        {5, 7, 11},
                        {5, 11, 10},
                        {4, 5, 10},
                        {4, 10, 8},
                        {6, 9, 11},
                        {6, 11, 7}})
    mesh.triangles.push_back(t);
  return mesh;
}

ReadOptions with_point(Vec3d point) {
  ReadOptions options;
  options.inside = {point};
  return options;
}

}  // namespace

TEST_CASE("Six panels with gaps of 3 mm make exactly the cuboid, with a point inside and without") {
  for (const ReadOptions& options : {ReadOptions{}, with_point({400, 300, 200})}) {
    const Container crate = read(panels(3), options);
    CHECK(crate.volume == Approx(crate_volume).epsilon(1e-12));
    CHECK(bounds_of(crate.surface).low == Vec3d{0, 0, 0});
    CHECK(bounds_of(crate.surface).high == crate_size);
    CHECK(crate.wrap_alpha == 0);
    CHECK(crate.original.triangles.size() == 12);
    CHECK_THAT(notes_of(crate),
               Contains("closed gaps of up to 6 mm: sheets prolonged beyond their edges, in their planes"));
    CHECK(is_legal(crate, shapes::box({100, 50, 25})));
    CHECK_FALSE(is_legal(crate, shapes::box({99.9, 50, 25})));
    CHECK_FALSE(is_legal(crate, shapes::box({100, 50, 24.9})));
  }
  CHECK_THAT(notes_of(read(panels(9))), Contains("closed gaps of up to 12 mm"));
}

TEST_CASE("Six solid plates with gaps of 3 mm make exactly the room between them") {
  const Container crate = read(plates(3), with_point({400, 300, 200}));
  CHECK(crate.volume == Approx(crate_volume).epsilon(1e-12));
  CHECK(bounds_of(crate.surface).high == crate_size);
  CHECK_THAT(notes_of(crate), Contains("closed gaps of up to 6 mm"));
  CHECK_FALSE(is_legal(crate, shapes::box({99.9, 50, 25})));
}

namespace {

/// The slit stays open.
ReadOptions left_open(Vec3d point) {
  ReadOptions options = with_point(point);
  options.close_rim = false;
  return options;
}

}  // namespace

TEST_CASE("A room that no plane closes is what a ball reaches from a point in it") {
  const Container room = read(slit_crate(), left_open({400, 300, 200}));
  CHECK(room.wrapped);
  CHECK(room.wrap_alpha > 0);
  CHECK_THAT(notes_of(room), Contains("the room around the point of --inside: ") &&
                                 Contains("closed by an alpha wrap with alpha = ") &&
                                 Contains("boxes are verified against the original triangles"));
  // The ball rounds corners off, and leaves the slit out of which it sags.
  CHECK(room.volume < crate_volume);
  CHECK(room.volume > 0.95 * crate_volume);  // The top sags by 20 mm at the slit.
  // The surface lies behind the walls; the original triangles stop boxes, in corners, too.
  CHECK(bounds_of(room.surface).low.x < 0);
  CHECK(room.surface.triangles.size() < 4000);  // 12 380 before it is thinned.
  CHECK(is_legal(room, shapes::box({100.001, 50.001, 25.001})));
  CHECK_FALSE(is_legal(room, shapes::box({99.9, 50.001, 25.001})));
  CHECK_FALSE(is_legal(room, shapes::box({400, 300, -100})));
  CHECK_FALSE(is_legal(room, shapes::box({400, 300, 600})));

  // An obstacle that floats in it stays one.
  const TriangleMesh pillar = cuboid({100, 100, 50}, {400, 300, 250});
  const Container divided = read(joined(slit_crate(), pillar), left_open({600, 300, 200}));
  CHECK(divided.volume < crate_volume - 12e6);
  CHECK(divided.volume > 0.93 * (crate_volume - 12e6));
  CHECK_FALSE(is_legal(divided, shapes::box({250, 200, 150})));
  CHECK(is_legal(divided, shapes::box({600, 300, 100})));
}

TEST_CASE("In a closed room, walls with gaps that no box passes cut off the room around a point") {
  const TriangleMesh body = cuboid({-300, -300, -300}, {1100, 900, 700});
  for (const TriangleMesh& trunk : {panels(14), plates(20)}) {
    const Container crate = read(joined(body, trunk), with_point({400, 300, 200}));
    CHECK(crate.wrapped);
    // The ball rounds edges off, and those of panels between the ends of the sheets.
    CHECK(crate.volume == Approx(crate_volume).epsilon(0.003));
    CHECK_THAT(notes_of(crate), Contains("the closed room around the point of --inside has 16") &&
                                    Contains("whose gaps no box passes: packs the 19") &&
                                    Contains(" l that a ball of 48 mm reaches from the point"));
    CHECK(is_legal(crate, shapes::box({100.001, 50.001, 25.001})));
    CHECK_FALSE(is_legal(crate, shapes::box({99.9, 50.001, 25.001})));
    CHECK_FALSE(is_legal(crate, shapes::box({-300, 300, 200})));
  }
  // Gaps that are closed exactly are.
  for (const TriangleMesh& trunk : {panels(3), plates(3)}) {
    const Container crate = read(joined(body, trunk), with_point({400, 300, 200}));
    CHECK(crate.volume == Approx(crate_volume).epsilon(1e-12));
    CHECK_THAT(notes_of(crate), Contains("closed gaps of up to 6 mm"));
  }
  // A box passes gaps of 60 mm.
  CHECK(read(joined(body, plates(60)), with_point({400, 300, 200})).volume > 1600e6);
  // Around the trunk, nearly all of the body is reached.
  const TriangleMesh hall = cuboid({-1000, -900, -600}, {1800, 1500, 1000});
  const Container around = read(joined(hall, panels(14)), with_point({-500, 300, 200}));
  CHECK(around.volume == Approx(2800.0 * 2400 * 1600).epsilon(1e-12));
  CHECK(around.wrap_alpha == 0);
}

TEST_CASE("A room that is open too widely, and a point too close to a wall, are refused") {
  TriangleMesh open = slit_crate();
  open.triangles.resize(10);  // Without its top.
  open.vertices[7].z = 330;   // No plane closes it.
  CHECK_THAT(
      failure(open, with_point({400, 300, 100})),
      Contains("the room around the point of --inside is open wider than") && Contains("--cap z<=HEIGHT"));
  CHECK_THAT(failure(slit_crate(), left_open({400, 300, 0.01})),
             Contains("a point of --inside lies closer than") && Contains("to a wall"));
}
