// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Meshes that are open, cross themselves or have loose triangles: what is closed exactly, what an alpha wrap
// closes, and what is refused.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "jam/mesh/read_container.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "reading.hpp"
#include "shapes.hpp"

using namespace jam::mesh;
using namespace reading;
using Catch::Matchers::Contains;
using shapes::cube;
using shapes::cube_volume;
using shapes::cube_with_hole;

/// cube_with_hole() with one corner of the hole 5 mm lower: no plane closes it.
TriangleMesh cube_with_uneven_hole(double size) {
  TriangleMesh mesh = cube_with_hole(size);
  mesh.vertices.back().z -= 5;
  return mesh;
}

TEST_CASE("A hole of a few triangles is filled, a wider one with an even rim is closed by its plane") {
  const Container filled = read(cube_with_hole(10));
  CHECK(filled.volume == Approx(cube_volume));
  CHECK(filled.wrap_alpha == 0);
  CHECK(notes_of(filled) == "filled 1 hole, at most 14.1 mm wide\n");
  const Container capped = read(cube_with_hole(26));
  CHECK(capped.volume == Approx(cube_volume));
  CHECK(capped.wrap_alpha == 0);
  CHECK(
      notes_of(capped) ==
      "closed the only opening by its plane: 26 x 26 x 0 mm around (200, 120, 130), even within 0 mm; --cap "
      "none leaves it open\n");
  CHECK(is_legal(capped, shapes::box({110, 70, 55})));
  CHECK_FALSE(is_legal(capped, shapes::box({110, 70, 105.1})));
  // Through the hole: what closes it is a wall.
  const jam::trunk::PlacedBox through = shapes::box({200, 120, 120}, {}, {20, 20, 30});
  CHECK_FALSE(is_legal(capped, through));
}

TEST_CASE("A surface with an uneven opening is closed by a wrap outside of it, and all is said") {
  const Container container = read(cube_with_uneven_hole(40));
  CHECK(container.wrapped);
  CHECK(container.wrap_alpha == Approx(std::sqrt(400.0 * 400 + 200 * 200 + 100 * 100) / 60 * 4));
  CHECK(container.wrap_offset == Approx(container.wrap_alpha / 30));
  CHECK(container.original.triangles.size() == 18);
  CHECK(volume_of(container.surface) > 0.99 * cube_volume);
  // Less the layer of the offset; the wrap sags into the opening by less than alpha.
  CHECK(container.volume < cube_volume);
  CHECK(container.volume > 0.98 * cube_volume);
  const std::string notes = notes_of(container);
  CHECK_THAT(notes, Contains("the surface is open wider than 15 mm"));
  CHECK_THAT(notes, Contains("closed by an alpha wrap: alpha = 30.55 mm, 1.018 mm outside of the mesh"));
  CHECK_THAT(notes, Contains("volume of the wrap: 8.") && Contains("l without a layer of its offset"));

  // A box that fits into the room is legal in the wrap; one that fits the wrap only is stopped by the
  // original.
  CHECK(is_legal(container, shapes::box({110, 70, 55})));
  const Verification outside =
      verify_boxes(jam::trunk::BoxPacking{{shapes::box({109.9, 120, 80})}}, container);
  REQUIRE(outside.violations.size() == 1);
  CHECK_THAT(outside.violations[0], Contains("cuts the original mesh"));
}

TEST_CASE("A surface that no wrap closes is refused, and told how to close it") {
  ReadOptions options;
  options.wrap.offset = 2;  // Coarse, to be quick.
  TriangleMesh plates = shapes::cuboid({0, 0, 0}, {400, 200, 400});
  plates.triangles.resize(4);  // Floor and lid, no walls.
  CHECK_THAT(failure(plates, options), Contains("encloses no volume") && Contains("--cap z<=HEIGHT") &&
                                           Contains("--inside X,Y,Z") && Contains("--wrap ALPHA,OFFSET"));
  plates.triangles.resize(2);  // The floor alone.
  CHECK_THAT(failure(plates), Contains("encloses no volume: all of it lies in a plane"));
}

TEST_CASE("The wrap can be steered and forced") {
  ReadOptions options;
  options.wrap = parse_wrap("20,2");
  CHECK_FALSE(read(cube(), options).wrapped);  // Sound: no wrap needed.
  options.always_wrap = true;
  const Container container = read(cube(), options);
  CHECK(container.wrapped);
  CHECK(container.wrap_alpha == 20);
  CHECK(container.wrap_offset == 2);
  CHECK(container.volume == Approx(cube_volume));
  CHECK_THAT(notes_of(container), Contains("volume of the wrap: 8.5"));
  CHECK(parse_wrap("12.5").offset == 0);
  for (const char* bad :
       {"", "a", "1,", "1,b", "0,1", "-1,1", "1,0", "1e300", "5e-324", "1,1e6", "nan,1", "inf", "1,2,3"}) {
    INFO(bad);
    CHECK_THROWS_WITH(parse_wrap(bad), Contains("ALPHA,OFFSET in mm, both from 0.001 to 100000"));
  }
}

TEST_CASE("Of a part that comes through a wall, what is inside is an obstacle") {
  const TriangleMesh other = shapes::cuboid({210, 70, 60}, {510, 170, 110});
  for (const TriangleMesh& mesh : {shapes::joined(cube(), other), shapes::joined(other, cube()),
                                   shapes::joined(cube(), shapes::inside_out(other))}) {
    const Container crossing = read(mesh);
    CHECK(crossing.volume == Approx(cube_volume - 200 * 100 * 50));
    CHECK(crossing.wrap_alpha == 0);
    CHECK(notes_of(crossing) ==
          "cut 10 triangles that touch or cross others\n"
          "1 part lies inside of the room and is kept as an obstacle of 1.000 l\n"
          "kept 7.000 l, dropped 1 part outside of it (0.500 l)\n");
    CHECK_FALSE(is_legal(crossing, shapes::box({310, 120, 85})));
    CHECK(is_legal(crossing, shapes::box({110, 120, 80})));
  }
}

TEST_CASE("A third triangle at an edge is dropped outside of the room, and a wall inside of it") {
  TriangleMesh fin = cube();
  fin.vertices.push_back({210, 120, 300});
  fin.triangles.push_back({4, 5, 8});
  const Container finned = read(fin);
  CHECK_FALSE(finned.wrapped);
  CHECK(finned.volume == Approx(cube_volume));
  CHECK(notes_of(finned) == "dropped 1 triangle that encloses nothing\n");
  fin.vertices.back().z = 50;
  const Container divided = read(fin);
  CHECK(divided.volume == Approx(cube_volume));
  CHECK_THAT(notes_of(divided), Contains("1 loose triangle lies in the room: walls on both sides"));
  CHECK_FALSE(is_legal(divided, shapes::box({210, 70, 80})));
}
