// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Planes that close rooms: how they are written, and the surface that fits to a rim without a slit.
#include "jam/mesh/rooms/cap_plane.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/rooms/closed_mesh.hpp"
#include "reading.hpp"
#include "shapes.hpp"

using namespace jam::mesh;
using Catch::Matchers::Contains;
using jam::Vec3d;
using jam::trunk::TriangleMesh;

namespace {

constexpr double tub_volume = 800.0 * 600 * 400;

/// 800 x 600 x 400 mm without a lid.
TriangleMesh tub() {
  TriangleMesh mesh = shapes::cuboid({0, 0, 0}, {800, 600, 400});
  mesh.triangles.erase(mesh.triangles.begin() + 2, mesh.triangles.begin() + 4);
  return mesh;
}

/// Turned about no axis of the frame, and moved.
Vec3d turned(Vec3d p) {
  const double angle = 0.7, s = std::sin(angle) / std::sqrt(14.0);
  return rotate(jam::Quaterniond{std::cos(angle), s, 2 * s, 3 * s}, p) + Vec3d{123.4, -56.7, 8.9};
}

TriangleMesh turned_tub() {
  TriangleMesh mesh = tub();
  for (Vec3d& v : mesh.vertices) v = turned(v);
  return mesh;
}

std::string text_of(const Vec3d& p) {
  return jam::io::number_text(p.x) + "," + jam::io::number_text(p.y) + "," + jam::io::number_text(p.z);
}

/// Volume of the only cell that a mesh encloses with a plane; -1 if there are more, or none.
double only_volume(const TriangleMesh& mesh, const CapPlane& cap) {
  const ClosedMesh closed(mesh, {cap}, false, {});
  return closed.arrangement->cells().size() == 2 ? closed.arrangement->cells()[1].volume : -1;
}

}  // namespace

TEST_CASE("A plane is written as a bound of an axis, a point and a normal, or three points") {
  const CapPlane lid = parse_cap("z<=650");
  CHECK(lid.point == Vec3d{0, 0, 650});
  CHECK(lid.normal == Vec3d{0, 0, 1});
  CHECK(lid.one_sided);
  CHECK(lid.text == "z<=650");
  const CapPlane front = parse_cap("x>=-1.2e3");
  CHECK(front.point == Vec3d{-1200, 0, 0});
  CHECK(front.normal == Vec3d{-1, 0, 0});
  CHECK(front.one_sided);
  const CapPlane sloped = parse_cap("1,2,3:0,-1,2");
  CHECK(sloped.point == Vec3d{1, 2, 3});
  CHECK(sloped.normal == Vec3d{0, -1, 2});
  CHECK(sloped.one_sided);
  const CapPlane through = parse_cap("0,0,650:1,0,650:0,1,650");
  CHECK(through.point == Vec3d{0, 0, 650});
  CHECK(through.normal == Vec3d{0, 0, 1});
  CHECK_FALSE(through.one_sided);

  for (const char* bad :
       {"", "z", "z<650", "z<=", "z<=a", "z<=nan", "z>=inf", "w<=1", "z==1", "z<=1,2", "1,2,3", "1,2:0,0,1",
        "1,2,3:0,0,x", "1,2,3:0,0,inf", "1,2,3:0,0,1:", "0,0,0:1,0,0:0,1,0:0,0,1"}) {
    INFO(bad);
    CHECK_THROWS_WITH(parse_cap(bad), Contains("AXIS<=VALUE or AXIS>=VALUE is accepted, as z<=650"));
  }
  CHECK_THROWS_WITH(parse_cap("1,2,3:0,0,0"), "the normal of a plane must not be 0,0,0");
  CHECK_THROWS_WITH(parse_cap("0,0,0:1,1,1:2,2,2"), "three points of a plane must not lie on a line");
  CHECK(parse_point("1,-2.5,3e2") == Vec3d{1, -2.5, 300});
  for (const char* bad : {"", "1,2", "1,2,3,4", "1,2,x", "1,2,nan", "1 2 3"}) {
    INFO(bad);
    CHECK_THROWS_WITH(parse_point(bad), Contains("X,Y,Z is accepted, three numbers"));
  }
}

TEST_CASE("A plane is turned and scaled as its file") {
  const CapPlane cap = from_file(parse_cap("y<=0.65"), LengthUnit::metre, UpAxis::y);
  CHECK(cap.point == Vec3d{0, 0, 650});
  CHECK(cap.normal == Vec3d{0, 0, 1});
  CHECK(cap.one_sided);
}

TEST_CASE("A turned plane through the vertices of a rim closes it without a slit") {
  const TriangleMesh mesh = turned_tub();
  const std::array<Vec3d, 4> rim = {mesh.vertices[4], mesh.vertices[5], mesh.vertices[7], mesh.vertices[6]};
  const CapPlane cap = parse_cap(text_of(rim[0]) + ":" + text_of(rim[1]) + ":" + text_of(rim[2]));
  const auto surface = cap_surface(cap, mesh, bounds_of(mesh));
  const Vec3d normal = (1 / length(cap.normal)) * cap.normal;
  // Each edge of the rim is an edge of two triangles, and all corners lie in the plane.
  for (std::size_t k = 0; k < 4; ++k)
    CHECK(std::ranges::count_if(surface, [&](const std::array<Vec3d, 3>& t) {
            return std::ranges::find(t, rim[k]) != t.end() &&
                   std::ranges::find(t, rim[(k + 1) % 4]) != t.end();
          }) == 2);
  for (const auto& triangle : surface)
    for (const Vec3d& corner : triangle) CHECK(std::abs(dot(corner - cap.point, normal)) < 1e-9);
  CHECK(only_volume(mesh, cap) == Approx(tub_volume).epsilon(1e-12));

  // By a point in the middle and a normal, which no vertex of the rim fits but for rounding.
  const Vec3d up = turned({0, 0, 1}) - turned({0, 0, 0});
  CHECK(only_volume(mesh, parse_cap(text_of(turned({400, 300, 400})) + ":" + text_of(up))) ==
        Approx(tub_volume).epsilon(1e-12));
}

TEST_CASE("A container is closed by planes of the user, and filled up to them only") {
  jam::mesh::ReadOptions options;
  options.caps = {parse_cap("z<=400")};
  const shapes::Container lid = reading::read(tub(), options);
  CHECK(lid.volume == Approx(tub_volume));
  CHECK(lid.wrap_alpha == 0);
  CHECK(reading::is_legal(lid, shapes::box({110, 60, 374})));
  CHECK_FALSE(reading::is_legal(lid, shapes::box({110, 60, 376})));

  // A lower plane, with what is above it cut off, though the room is closed.
  options.caps = {parse_cap("z<=300")};
  const TriangleMesh closed = shapes::cuboid({0, 0, 0}, {800, 600, 400});
  const shapes::Container low = reading::read(closed, options);
  CHECK(low.volume == Approx(0.75 * tub_volume));
  CHECK_FALSE(reading::is_legal(low, shapes::box({110, 60, 350})));

  // Lid and front are missing: two planes.
  TriangleMesh corner = tub();
  corner.triangles.resize(8);
  options.caps = {parse_cap("z<=400"), parse_cap("x<=800")};
  CHECK(reading::read(corner, options).volume == Approx(tub_volume));
  // In another frame and unit.
  options.unit = LengthUnit::centimetre;
  options.up = UpAxis::y;
  options.caps = {parse_cap("z<=400"), parse_cap("x<=800")};
  CHECK(reading::read(corner, options).volume == Approx(1000 * tub_volume));
}
