// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which room of a mesh is the container: the only one, the one of a point, all; a list where it is not clear;
// and that the inside of walls is none.
#include "jam/mesh/rooms/room_choice.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <regex>
#include <string>
#include <vector>

#include "jam/mesh/rooms/cap_plane.hpp"
#include "reading.hpp"
#include "shapes.hpp"

using namespace jam::mesh;
using namespace reading;
using Catch::Matchers::Contains;
using jam::Vec3d;
using shapes::cuboid;
using shapes::joined;

namespace {

constexpr double litre = 1e6;  ///< [mm^3]

/// 192 l and 150 l, apart.
TriangleMesh two_rooms() {
  return joined(cuboid({0, 0, 0}, {800, 600, 400}), cuboid({2000, 0, 0}, {3000, 500, 300}));
}

/// The points that a list of rooms names.
std::vector<Vec3d> listed_points(const std::string& message) {
  const std::regex around("around ([^;]+);");
  std::vector<Vec3d> points;
  for (std::sregex_iterator at(message.begin(), message.end(), around), end; at != end; ++at)
    points.push_back(parse_point((*at)[1].str()));
  return points;
}

ReadOptions inside_of(const std::vector<Vec3d>& points) {
  ReadOptions options;
  options.inside = points;
  return options;
}

/// A tub without lid whose walls have a thickness [mm]: one closed surface.
TriangleMesh thick_tub(double wall) {
  TriangleMesh inner = cuboid({0, 0, 0}, {800, 600, 400});
  TriangleMesh outer = cuboid({-wall, -wall, -wall}, {800 + wall, 600 + wall, 400});
  for (TriangleMesh* mesh : {&inner, &outer})
    mesh->triangles.erase(mesh->triangles.begin() + 2, mesh->triangles.begin() + 4);
  TriangleMesh tub = joined(outer, shapes::inside_out(inner));
  constexpr std::array<int, 4> ring = {4, 5, 7, 6};
  for (std::size_t k = 0; k < 4; ++k) {
    const int a = ring[k], b = ring[(k + 1) % 4];
    tub.triangles.push_back({a, b, b + 8});
    tub.triangles.push_back({a, b + 8, a + 8});
  }
  return tub;
}

}  // namespace

TEST_CASE("If two rooms may be meant, both are listed, and the points of the list choose them") {
  const TriangleMesh mesh = two_rooms();
  const std::string message = failure(mesh);
  CHECK_THAT(message, Contains("encloses 2 rooms, and it is not clear which is meant: 1: 192.0 l, 800 x 600 "
                               "x 400 mm, around ") &&
                          Contains("; 2: 150.0 l, 1000 x 500 x 300 mm, around ") &&
                          Contains("choose by --inside X,Y,Z or --part NAME, or take all by --all-parts"));
  const std::vector<Vec3d> points = listed_points(message);
  REQUIRE(points.size() == 2);
  CHECK(read(mesh, inside_of({points[0]})).volume == Approx(192 * litre));
  const Container second = read(mesh, inside_of({points[1]}));
  CHECK(second.volume == Approx(150 * litre));
  CHECK(bounds_of(second.surface).low == Vec3d{2000, 0, 0});
  CHECK(read(mesh, inside_of(points)).volume == Approx(342 * litre));
  ReadOptions all;
  all.all_parts = true;
  CHECK(read(mesh, all).volume == Approx(342 * litre));

  // In the frame and unit of the file.
  ReadOptions other;
  other.unit = LengthUnit::centimetre;
  other.up = UpAxis::y;
  TriangleMesh small = mesh;
  for (Vec3d& v : small.vertices) v = {v.x / 10, v.z / 10, v.y / 10};
  const std::vector<Vec3d> file_points = listed_points(failure(small, other));
  REQUIRE(file_points.size() == 2);
  other.inside = {file_points[1]};
  CHECK(read(small, other).volume == Approx(150 * litre));
}

TEST_CASE("Eight rooms are listed at most, and small ones are dropped with a note") {
  TriangleMesh many;
  for (int k = 0; k < 20; ++k) many = joined(many, cuboid({1000.0 * k, 0, 0}, {1000.0 * k + 410, 210, 110}));
  const std::string message = failure(many);
  CHECK_THAT(message, Contains("encloses 20 rooms") && Contains("; 8: 9.5 l") && !Contains("; 9: "));
  CHECK(listed_points(message).size() == 8);

  const TriangleMesh hall = cuboid({0, 0, 0}, {1000, 800, 500});  // 400 l.
  CHECK(notes_of(read(joined(hall, cuboid({2000, 0, 0}, {2500, 400, 490})))) ==
        "kept 400.000 l, dropped 1 part outside of it (98.000 l)\n");
  // 100 l may be a trunk, however large the other room is.
  CHECK_THAT(failure(joined(hall, cuboid({2000, 0, 0}, {2500, 400, 510}))), Contains("encloses 2 rooms"));
}

TEST_CASE("A point on a wall is refused, and a point chooses one of two solids that touch") {
  const TriangleMesh mesh = cuboid({0, 0, 0}, {800, 600, 400});
  CHECK(failure(mesh, inside_of({{400, 300, 0}})) == "the point 400,300,0 of --inside lies on a wall");
  // Solids that touch are one room, unless a point names one of them.
  const TriangleMesh touching =
      joined(cuboid({0, 0, 0}, {600, 500, 500}), cuboid({600, 0, 0}, {1000, 500, 500}));
  CHECK(read(touching).volume == Approx(250 * litre));
  CHECK_THAT(notes_of(read(touching)), Contains("united 2 parts that touch in faces"));
  CHECK(read(touching, inside_of({{300, 250, 250}})).volume == Approx(150 * litre));
}

TEST_CASE("The inside of walls is no room") {
  CHECK_THAT(failure(thick_tub(8)), Contains("encloses no room: what it encloses, ") &&
                                        Contains("is nowhere thicker than 9 mm, the inside of walls") &&
                                        Contains("--cap z<=HEIGHT") && Contains("--inside X,Y,Z"));
  ReadOptions options = inside_of({{400, 300, 200}});
  options.caps = {parse_cap("z<=400")};
  const Container tub = read(thick_tub(8), options);
  CHECK(tub.volume == Approx(192 * litre));
  CHECK(is_legal(tub, shapes::box({100.01, 50.01, 25.01})));
  CHECK_FALSE(is_legal(tub, shapes::box({99.9, 50.01, 25.01})));

  // Walls of 25 mm that enclose more than the room in them.
  const TriangleMesh crate = joined(cuboid({-25, -25, -25}, {275, 135, 125}),
                                    shapes::inside_out(cuboid({0, 0, 0}, {250, 110, 100})));
  const Container room = read(crate);
  CHECK(room.volume == Approx(2.75 * litre));
  CHECK_THAT(
      notes_of(room),
      Contains("packs the room of 2.750 l; larger ones are the inside of walls, nowhere thicker than "));

  // A room that just holds a litre box is one.
  CHECK(read(cuboid({0, 0, 0}, {206, 102, 50})).volume == Approx(206 * 102 * 50));
}

TEST_CASE("What stands on the floor or hangs from the ceiling is an obstacle, exactly") {
  const TriangleMesh hall = cuboid({0, 0, 0}, {1000, 500, 500});
  for (const double z : {0.0, 150.0, 300.0}) {
    const Container room = read(joined(hall, cuboid({400, 100, z}, {600, 300, z + 200})));
    CHECK(room.volume == Approx(242 * litre));
    CHECK(room.wrap_alpha == 0);
    CHECK_THAT(notes_of(room),
               Contains("1 part lies inside of the room and is kept as an obstacle of 8.000 l"));
    CHECK_FALSE(is_legal(room, shapes::box({500, 200, z + 100})));
    CHECK(is_legal(room, shapes::box({299, 200, z + 100})));
  }
}
