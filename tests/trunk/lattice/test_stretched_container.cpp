// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Stretched containers: what becomes longer, and the way back.
#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <vector>

#include "jam/trunk/lattice/stretched_container.hpp"
#include "scenes/trunk/lattice_meshes.hpp"

using namespace jam;
using namespace jam::trunk;

TEST_CASE("the shortest axis of a container is found in whatever rotation it lies") {
  const Quaterniond turn = from_axis_angle(Vec3d{1, 2, 3}, 0.7);
  const Mat3<double> axes = rotation_matrix(turn);
  for (int shortest = 0; shortest < 3; ++shortest) {
    const auto edge = [&](int axis) {
      return axis == shortest ? 500.0 : axis == (shortest + 1) % 3 ? 900.0 : 1300.0;
    };
    const TriangleMesh mesh = test::cuboid({edge(0), edge(1), edge(2)}, turn, {10, -20, 30});
    CHECK(shortest_axis(mesh, turn) == axes.column[shortest]);
  }
}

TEST_CASE(
    "a container is stretched across an axis, about its middle, with its fixed boxes, and squeezed back") {
  const Quaterniond turn = from_axis_angle(Vec3d{0, 0, 1}, std::numbers::pi / 6);
  const TriangleMesh mesh = test::cuboid({1000, 800, 500}, turn, {100, 200, 300});
  const Vec3d axis = rotation_matrix(turn).column[2];
  // The second one is turned by an eighth about its second edge: the others lie between the axis and what is
  // across it.
  const std::vector<PlacedBox> fixed = {
      {.centre = mesh.vertices[0], .rotation = turn, .edge = {200, 100, 50}},
      {.centre = mesh.vertices[7],
       .rotation = turn * from_axis_angle(Vec3d{0, 1, 0}, std::numbers::pi / 4),
       .edge = {200, 100, 50}}};
  const StretchedContainer stretched(mesh, fixed, 0.02, axis);

  const TriangleMesh expected = test::cuboid({1020, 816, 500}, turn, {});
  const Vec3d shift = stretched.mesh().vertices[0] - expected.vertices[0];
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3d away = stretched.mesh().vertices[i] - (expected.vertices[i] + shift);
    CHECK(dot(away, away) < 1e-18);
    const Vec3d back = stretched.squeeze()(stretched.mesh().vertices[i]) - mesh.vertices[i];
    CHECK(dot(back, back) < 1e-18);
  }
  const Vec3d middle = 0.5 * (mesh.vertices[0] + mesh.vertices[7]);
  const Vec3d same = 0.5 * (stretched.mesh().vertices[0] + stretched.mesh().vertices[7]) - middle;
  CHECK(dot(same, same) < 1e-18);

  CHECK(stretched.fixed()[0].centre == stretched.mesh().vertices[0]);
  const Vec3d edge = stretched.fixed()[0].edge;
  CHECK(edge.x == Approx(204));
  CHECK(edge.y == Approx(102));
  CHECK(edge.z == Approx(50));
  const double between = std::sqrt((1 + 1.02 * 1.02) / 2);
  const Vec3d turned = stretched.fixed()[1].edge;
  CHECK(turned.x == Approx(200 * between));
  CHECK(turned.y == Approx(102));
  CHECK(turned.z == Approx(50 * between));
}
