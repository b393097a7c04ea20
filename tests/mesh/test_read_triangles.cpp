// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Meshes as triangles for programs without CGAL: polygons are split by cutting off ears.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "jam/mesh/read_triangles.hpp"
#include "support/refusal.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::mesh;

namespace {

/// Twice the area of a triangle in the plane x, y.
double doubled_area(Vec3d a, Vec3d b, Vec3d c) { return cross(b - a, c - a).z; }

/// The area that the triangles of a polygon in the plane x, y cover; each is oriented like the polygon, or
/// the area is -1.
double covered(const std::vector<Vec3d>& corners) {
  std::vector<std::size_t> polygon(corners.size());
  std::iota(polygon.begin(), polygon.end(), 0);
  double sum = 0;
  for (const auto& [a, b, c] : clip_ears(corners, polygon)) {
    const double part = doubled_area(corners[a], corners[b], corners[c]) / 2;
    if (part < 0) return -1;
    sum += part;
  }
  return sum;
}

/// Volume that the triangles enclose.
double volume(const trunk::TriangleMesh& mesh) {
  double sum = 0;
  for (const auto& t : mesh.triangles)
    sum += dot(mesh.vertices[t[0]], cross(mesh.vertices[t[1]], mesh.vertices[t[2]])) / 6;
  return sum;
}

/// An L-shaped prism of 300 x 300 mm less a quarter, 200 mm high; a fan of its floor from the first corner
/// would leave the L.
const std::string prism =
    "OFF\n12 8 0\n300 150 0\n150 150 0\n150 300 0\n0 300 0\n0 0 0\n300 0 0\n300 150 200\n150 150 200\n150 "
    "300 200\n0 300 200\n0 0 200\n300 "
    "0 200\n6 5 4 3 2 1 0\n6 6 7 8 9 10 11\n4 0 1 7 6\n4 1 2 8 7\n4 2 3 9 8\n4 3 4 10 9\n4 4 5 11 10\n4 5 0 "
    "6 11\n";

}  // namespace

TEST_CASE("ears are cut off whatever shape a polygon has") {
  // All triangles are oriented like the polygon, so that none covers what another one covers.
  CHECK(covered({{2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}, {0, 0, 0}, {2, 0, 0}}) == Approx(3));  // An L.
  std::vector<Vec3d> star, spiral;
  for (int k = 0; k < 40; ++k) {
    const double radius = k % 2 == 0 ? 3 : 1, angle = M_PI / 20 * k;
    star.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
  }
  CHECK(covered(star) == Approx(20 * 3 * std::sin(M_PI / 20)));
  for (const double radius : {0.0, -0.2}) {
    for (int k = 0; k < 60; ++k) {
      const double turn = 0.2 * (radius < 0 ? k : 59 - k);
      spiral.push_back({(1 + turn + radius) * std::cos(turn), (1 + turn + radius) * std::sin(turn), 0});
    }
  }
  std::reverse(spiral.begin(), spiral.end());
  double area = 0;
  for (std::size_t k = 0; k < spiral.size(); ++k)
    area += cross(spiral[k], spiral[(k + 1) % spiral.size()]).z / 2;
  if (area < 0) std::reverse(spiral.begin(), spiral.end());
  CHECK(covered(spiral) == Approx(std::fabs(area)));
  // Corners on straight edges, and a hole with a bridge to it.
  CHECK(covered({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 2, 0}, {0, 2, 0}, {0, 1, 0}}) == Approx(4));
  CHECK(covered({{0, 0, 0},
                 {4, 0, 0},
                 {4, 4, 0},
                 {0, 4, 0},
                 {0, 0, 0},
                 {1, 1, 0},
                 {1, 2, 0},
                 {2, 2, 0},
                 {2, 1, 0},
                 {1, 1, 0}}) == Approx(15));
  // An hourglass crosses itself; a polygon on a line has no area.
  const std::vector<Vec3d> hourglass{{0, 0, 0}, {2, 0, 0}, {0, 1, 0}, {2, 1.5, 0}},
      line{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {1, 1, 1}};
  for (const auto& corners : {hourglass, line})
    CHECK(clip_ears(corners, std::array<std::size_t, 4>{0, 1, 2, 3}).empty());
}

TEST_CASE("a mesh file is read as triangles that fit together, in mm with z up") {
  const TemporaryFile file("prism.off", prism);
  const trunk::TriangleMesh mesh = read_triangles(file.path());
  CHECK(mesh.triangles.size() == 2 * 4 + 6 * 2);
  CHECK(volume(mesh) == Approx(0.75 * 300 * 300 * 200));
  CHECK(volume(read_triangles(file.path(), LengthUnit::inch)) ==
        Approx(0.75 * 300 * 300 * 200 * 25.4 * 25.4 * 25.4));
  const trunk::TriangleMesh turned = read_triangles(file.path(), LengthUnit::centimetre, UpAxis::y);
  CHECK(turned.vertices[0] == Vec3d{3000, 0, 1500});
  CHECK(volume(turned) == Approx(0.75 * 300 * 300 * 200 * 1000));  // Not mirrored.

  // A cube whose faces have vertices of their own: they become eight.
  std::string parts = "OFF\n24 6 0\n", faces;
  const int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                           {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  int next = 0;
  for (const auto& quad : quads) {
    faces += "4";
    for (const int k : quad) {
      parts += std::to_string(k & 1) + " " + std::to_string(k >> 1 & 1) + " " + std::to_string(k >> 2) + "\n";
      faces += " " + std::to_string(next++);
    }
    faces += "\n";
  }
  const TemporaryFile cube("cube.off", parts + faces);
  CHECK(read_triangles(cube.path()).vertices.size() == 8);
  CHECK(volume(read_triangles(cube.path())) == Approx(1));
}

TEST_CASE(
    "a face that crosses itself is refused by its number, and one that has shrunk to an edge is left out") {
  const TemporaryFile crossing("a.off", "OFF\n4 2 0\n0 0 0\n2 0 0\n0 1 0\n2 1.5 0\n3 0 1 2\n4 0 1 2 3\n");
  CHECK(test::refusal_of([&] { return read_triangles(crossing.path()); }) ==
        crossing.path().string() +
            ": face 1 (counted from 0), which has 4 corners, crosses itself or has no area: it cannot be "
            "split into triangles");
  std::string circle = "OFF\n1001 1 0\n", face = "1001";
  for (int k = 0; k <= 1000; ++k) {
    circle += std::to_string(std::cos(6e-3 * k)) + " " + std::to_string(std::sin(6e-3 * k)) + " 0\n";
    face += " " + std::to_string(k);
  }
  const TemporaryFile large("a.off", circle + face + "\n");
  CHECK(test::refusal_of([&] { return read_triangles(large.path()); }) ==
        large.path().string() + ": face 0 (counted from 0) has 1001 corners: at most 1000 are accepted");
  const TemporaryFile edge("a.off", "OFF\n4 2 0\n0 0 0\n2 0 0\n0 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n");
  CHECK(read_triangles(edge.path()).triangles.size() == 1);
}
