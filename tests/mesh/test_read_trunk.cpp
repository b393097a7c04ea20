// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What is said of a trunk before it is packed: that a hair's breadth costs boxes, and that no box fits.
#include "jam/mesh/read_trunk.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "jam/core/error.hpp"
#include "reading.hpp"
#include "shapes.hpp"

using namespace jam::mesh;
using Catch::Matchers::Contains;
using jam::Vec3d;
using shapes::TriangleMesh;

namespace {

/// The notes of reading a mesh as a trunk, one a line.
std::string notes_of_trunk(const TriangleMesh& mesh, TrunkSpec spec = {}) {
  const TemporaryFile file("trunk.off", shapes::off_text(mesh));
  spec.mesh = file.path();
  std::string notes;
  const auto keep = [&](const std::string& text) { notes += text + "\n"; };
  (void)read_trunk(spec, keep, keep);
  return notes;
}

/// Reads a mesh for a search.
void search_in(const TriangleMesh& mesh, TrunkSpec spec = {}) {
  const TemporaryFile file("trunk.off", shapes::off_text(mesh));
  spec.mesh = file.path();
  const auto drop = [](const std::string&) {};
  require_room(spec, read_trunk(spec, drop, drop));
}

}  // namespace

TEST_CASE("A cuboid that lacks a hair's breadth is told what a tolerance brings") {
  const TriangleMesh small = shapes::cuboid({1e-4, 1e-4, 1e-4}, {999.9999, 499.9999, 499.9999});
  CHECK(notes_of_trunk(small) ==
        "the room measures 999.9998 x 499.9998 x 499.9998 mm, up to 0.01 mm less than a multiple of the "
        "boxes: --tolerance 0.01 lets 250 boxes lie in rows, in place of 162\n");
  TrunkSpec tolerant;
  tolerant.tolerance = 0.001;
  CHECK(notes_of_trunk(small, tolerant).empty());
  CHECK(notes_of_trunk(shapes::cuboid({0, 0, 0}, {1000, 500, 500})).empty());
  CHECK(notes_of_trunk(shapes::cuboid({0, 0, 0}, {999, 499, 499})).empty());
  // No cuboid: what else stands in it, no row tells.
  CHECK_THAT(notes_of_trunk(shapes::joined(small, shapes::cuboid({100, 100, 100}, {400, 300, 300}))),
             Contains("walls that face each other lie 999.9998, ") &&
                 Contains(": --tolerance 0.01 may bring boxes"));
}

namespace {

/// An L along z: 1000 x 600 x 400 mm, less 600 x 300 x 400 mm, each wall `less` mm inwards.
TriangleMesh corner_room(double less) {
  const double e = less;
  const std::vector<std::array<double, 2>> outline = {
      {e, e}, {1000 - e, e}, {1000 - e, 300 - e}, {400 - e, 300 - e}, {400 - e, 600 - e}, {e, 600 - e}};
  TriangleMesh mesh;
  for (const double z : {e, 400 - e})
    for (const auto& [x, y] : outline) mesh.vertices.push_back({x, y, z});
  for (const auto& [a, b, c] : {std::array{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    mesh.triangles.push_back({a, c, b});
    mesh.triangles.push_back({a + 6, b + 6, c + 6});
  }
  for (int k = 0; k < 6; ++k) {
    const int next = (k + 1) % 6;
    mesh.triangles.push_back({k, next, next + 6});
    mesh.triangles.push_back({k, next + 6, k + 6});
  }
  return mesh;
}

/// Turned along no axis.
TriangleMesh turned(TriangleMesh mesh) {
  for (Vec3d& v : mesh.vertices)
    v = {0.36 * v.x + 0.48 * v.y - 0.8 * v.z, -0.8 * v.x + 0.6 * v.y, 0.48 * v.x + 0.64 * v.y + 0.6 * v.z};
  return mesh;
}

TriangleMesh turned_about_z(TriangleMesh mesh) {
  for (Vec3d& v : mesh.vertices)
    v = {std::cos(1.0) * v.x - std::sin(1.0) * v.y, std::sin(1.0) * v.x + std::cos(1.0) * v.y, v.z};
  return mesh;
}

/// As a file of single precision has it.
TriangleMesh single(TriangleMesh mesh) {
  for (Vec3d& v : mesh.vertices)
    for (double* x : {&v.x, &v.y, &v.z}) *x = static_cast<float>(*x);
  return mesh;
}

}  // namespace

TEST_CASE("A room that is no cuboid is told which walls lack a hair's breadth") {
  const std::string hint =
      " mm apart, up to 0.01 mm less than a multiple of the boxes: --tolerance 0.01 may bring boxes\n";
  const std::string lengths = "walls that face each other lie 999.9998, 599.9998, 399.9998";
  CHECK_THAT(notes_of_trunk(corner_room(1e-4)), Contains(lengths) && Contains(hint));
  CHECK_THAT(notes_of_trunk(turned(corner_room(1e-4))), Contains(lengths) && Contains(hint));
  CHECK_THAT(notes_of_trunk(single(turned_about_z(corner_room(0)))), Contains(hint));
  CHECK_THAT(notes_of_trunk(turned(shapes::cuboid({1e-4, 1e-4, 1e-4}, {999.9999, 499.9999, 499.9999}))),
             Contains(hint));
  // Rows fit, or lack more than a hair's breadth.
  CHECK_THAT(notes_of_trunk(turned(corner_room(0))), !Contains("--tolerance"));
  CHECK_THAT(notes_of_trunk(corner_room(-1e-4)), !Contains("--tolerance"));
  CHECK_THAT(notes_of_trunk(corner_room(0.1)), !Contains("--tolerance"));
  TrunkSpec tolerant;
  tolerant.tolerance = 0.001;
  CHECK_THAT(notes_of_trunk(corner_room(1e-4), tolerant), !Contains("--tolerance"));
}

TEST_CASE("A room smaller than the smallest box is refused, with the unit that is likely wrong") {
  const TriangleMesh metres = shapes::cuboid({0, 0, 0}, {1.2, 0.9, 0.5});
  CHECK_THROWS_WITH(search_in(metres),
                    Contains("trunk.off: the room of 5.4e-07 l is smaller than the smallest box of 1 l; "
                             "suspicious size: the mesh measures 1.58 mm") &&
                        Contains("if it is in m, use --unit m"));
  CHECK_THROWS_AS(search_in(metres), jam::InputError);
  CHECK_THROWS_WITH(search_in(shapes::cuboid({0, 0, 0}, {190, 90, 49})),
                    Contains("the room of 0.8379 l is smaller than the smallest box of 1 l"));
  TrunkSpec spec;
  spec.set.pieces.front().edge = {20, 20, 20};
  CHECK_NOTHROW(search_in(shapes::cuboid({0, 0, 0}, {190, 90, 49}), spec));
}
