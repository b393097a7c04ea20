// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The C interface, from C++: what the result of a simulation claims. tests/consumer calls it from C.
#include <catch2/catch.hpp>
#include <vector>

#include "jam/c/jam.h"

namespace {

/// Points 10 mm apart on the faces of a cube.
std::vector<double> cube_of_points(double edge) {
  std::vector<double> points;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {0.0, edge}) {
      for (double u = 0; u <= edge; u += 10) {
        for (double v = 0; v <= edge; v += 10) {
          double p[3];
          p[axis] = side;
          p[(axis + 1) % 3] = u;
          p[(axis + 2) % 3] = v;
          points.insert(points.end(), p, p + 3);
        }
      }
    }
  }
  return points;
}

}  // namespace

TEST_CASE("a packing without penetration is legal only where every box is inside") {
  const std::vector<double> wall = cube_of_points(400);
  jam_points* points = nullptr;
  REQUIRE(jam_load_points(wall.data(), wall.size() / 3, JAM_DEFAULT_CELL_SIZE, "cpu", &points) == JAM_OK);
  double rotations[] = {1, 0, 0, 0};
  const double dimensions[] = {200, 100, 50};
  for (const double x : {200.0, 900.0}) {
    double translations[] = {x, 200, 200};
    const jam_boxes boxes = {1, translations, rotations, dimensions, 1, nullptr};
    jam_result result{};
    REQUIRE(jam_simulate(points, &boxes, 1, 0.01, JAM_LAW_PATCH, &result) == JAM_OK);
    CHECK(result.deepest <= 0.01);
    CHECK(result.outside == (x > 400 ? 1 : 0));
    CHECK(result.legal == (x > 400 ? 0 : 1));
  }
  jam_unload_points(points);
}
