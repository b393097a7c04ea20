// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The grid of points against a plain list, and inside against outside.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <set>

#include "jam/contact/box_point.hpp"
#include "jam/core/error.hpp"
#include "jam/core/philox.hpp"
#include "jam/trunk/model/point_grid.hpp"
#include "scenes/trunk/cavity.hpp"

using namespace jam;
using namespace jam::trunk;

TEST_CASE("the cells under a box hold every point in it, whatever their size", "[trunk][g2]") {
  const double cell_size = GENERATE(3.0, 20.0, 45.0, 1000.0);
  RandomStream random(1, StreamId::test, 0, 0);
  std::vector<Vec3d> points;
  for (int k = 0; k < 4000; ++k) {
    const double x = random.uniform_double();
    const double y = random.uniform_double();
    points.push_back({500 + 800 * x, -200 + 400 * y, 300 * random.uniform_double()});
  }
  const PointGrid grid(points, cell_size);
  const contact::PointGridView view = grid.view();
  REQUIRE(view.point_count == 4000);
  for (int k = 0; k < 200; ++k) {
    const float x = random.uniform();
    const float y = random.uniform();
    const float z = random.uniform();
    const Quaternionf turn = normalised(
        Quaternionf{random.uniform(), random.uniform(), random.uniform(), random.uniform() - 0.5F});
    // Also beside and over the border of the cloud.
    const auto box = contact::make_box(Vec3f{1200 * (x - 0.5F), 700 * (y - 0.5F), 500 * (z - 0.5F)}, turn,
                                       Vec3f{100, 50, 25});
    std::set<int> brute;
    std::set<int> found;
    for (int at = 0; at < view.point_count; ++at) {
      if (contact::depth_in_box(box, Vec3f{view.x[at], view.y[at], view.z[at]}).depth > 0)
        brute.insert(view.number[at]);
    }
    const contact::CellRange range = contact::cells_under(view, box, 0.0F);
    for (int row = 0; row < range.row_count(); ++row) {
      int begin = 0;
      int end = 0;
      contact::entries_of_row(view, range, row, begin, end);
      for (int at = begin; at < end; ++at) {
        if (contact::depth_in_box(box, Vec3f{view.x[at], view.y[at], view.z[at]}).depth > 0)
          found.insert(view.number[at]);
      }
    }
    CHECK(found == brute);
  }
}

TEST_CASE("the cells reach beyond the outermost points by epsilon", "[trunk]") {
  const std::vector<Vec3d> points{{0, 0, 0}, {800, 400, 200}};
  const contact::PointGridView tight = PointGrid(points).view();
  const PointGrid wide(points, default_cell_size, 100);
  CHECK(wide.view().low.x == Approx(tight.low.x - 100).margin(0.01));  // The usual margin is 1e-5 of 800 mm.
  CHECK(wide.view().low.z == Approx(tight.low.z - 100).margin(0.01));
  CHECK(wide.view().size[0] == 50);  // 100 + 800 + 100 mm in cells of 20 mm.
  CHECK_THROWS_AS(PointGrid(points, default_cell_size, -1), InputError);
  CHECK_THROWS_AS(PointGrid(points, default_cell_size, 1001), InputError);
}

TEST_CASE("coordinates are taken relative to the middle and keep a tenth of a micrometre", "[trunk]") {
  const std::vector<Vec3d> points{{1e4, 2e4, -5e3}, {1e4 + 800.1, 2e4 + 400.3, -5e3 + 200.7}};
  const PointGrid grid(points);
  for (int at = 0; at < 2; ++at) {
    const Vec3d expected = points[grid.view().number[at]] - grid.origin();
    CHECK(grid.view().x[at] == Approx(expected.x).margin(1e-4));
    CHECK(grid.view().z[at] == Approx(expected.z).margin(1e-4));
  }
}

TEST_CASE("a centre is inside or outside of a closed cloud", "[trunk]") {
  const double spacing = GENERATE(9.0, 25.0);
  const PointGrid grid(test::cavity_points({800, 400, 200}, spacing));
  CHECK(grid.enclosed_volume() > 0.3 * 800 * 400 * 200);
  CHECK(grid.enclosed_volume() < 800 * 400 * 200);
  RandomStream random(3, StreamId::test, 0, 0);
  int inside = 0;
  int outside = 0;
  for (int k = 0; k < 3000; ++k) {
    const double x = random.uniform_double();
    const double y = random.uniform_double();
    const Vec3d p{1600 * x - 400, 1000 * y - 300, 800 * random.uniform_double() - 300};
    const double depth = std::min({p.x, 800 - p.x, p.y, 400 - p.y, p.z, 200 - p.z});
    if (depth > 0) {
      CHECK(grid.centre_inside(p));
      ++inside;
    } else if (depth < -1.8 * grid.inside_cell_size()) {  // Beyond the cells with points.
      CHECK_FALSE(grid.centre_inside(p));
      ++outside;
    }
  }
  CHECK(inside > 100);
  CHECK(outside > 1000);
}

TEST_CASE("an open cloud encloses nothing", "[trunk]") {
  std::vector<Vec3d> points = test::cavity_points({800, 400, 300}, 9);
  std::erase_if(points, [](const Vec3d& p) { return p.z > 200; });
  const PointGrid grid(points);
  CHECK(grid.enclosed_volume() == 0);
  CHECK_FALSE(grid.centre_inside({400, 200, 100}));
}

TEST_CASE("points that make no grid are refused", "[trunk]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(PointGrid(std::vector<Vec3d>{}), InputError);
  CHECK_THROWS_AS(PointGrid(std::vector<Vec3d>{{0, nan, 0}}), InputError);
  CHECK_THROWS_AS(PointGrid(std::vector<Vec3d>{{0, 0, 0}}, 0.0), InputError);
  CHECK_THROWS_AS(PointGrid(std::vector<Vec3d>{{0, 0, 0}, {1e6, 0, 0}}), InputError);
  CHECK_THROWS_AS(PointGrid(std::vector<Vec3d>{{0, 0, 0}, {9e4, 9e4, 9e4}}, 1.0), OverflowError);
  CHECK(PointGrid(std::vector<Vec3d>{{5, 5, 5}}).point_count() == 1);
}
