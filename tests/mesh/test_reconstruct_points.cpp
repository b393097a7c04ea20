// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Containers from clouds of points: clean ones, scans with noise and holes, and what encloses nothing.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/mesh/clouds/reconstruct_points.hpp"
#include "jam/mesh/inside_test.hpp"
#include "jam/mesh/surface_sample.hpp"
#include "mesh/shapes.hpp"
#include "support/refusal.hpp"

using namespace jam;
using namespace jam::mesh;
using Catch::Contains;
using trunk::Container;
using trunk::TriangleMesh;

namespace {

/// Every edge belongs to two triangles that run through it in opposite directions.
bool is_closed_manifold(const TriangleMesh& mesh) {
  std::map<std::pair<int, int>, int> edges;
  for (const std::array<int, 3>& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
  return !edges.empty() && std::all_of(edges.begin(), edges.end(), [&](const auto& entry) {
    const auto back = edges.find({entry.first.second, entry.first.first});
    return entry.second == 1 && back != edges.end();
  });
}

/// Points on the walls of a cuboid, on a grid of step `spacing` that begins `inset` from each edge.
std::vector<Vec3d> walls_of_cuboid(Vec3d size, double spacing, double inset) {
  std::vector<Vec3d> points;
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    for (const double side : {0.0, trunk::component(size, axis)}) {
      for (double a = inset; a <= trunk::component(size, u) - inset + 1e-9; a += spacing) {
        for (double b = inset; b <= trunk::component(size, v) - inset + 1e-9; b += spacing) {
          Vec3d point;
          trunk::component(point, axis) = side;
          trunk::component(point, u) = a;
          trunk::component(point, v) = b;
          points.push_back(point);
        }
      }
    }
  }
  return points;
}

/// How far `place` is from the nearest wall of a cuboid.
double from_walls(Vec3d place, Vec3d size) {
  double least = 1e300;
  for (int axis = 0; axis < 3; ++axis) {
    const double x = trunk::component(place, axis);
    least = std::min({least, std::abs(x), std::abs(x - trunk::component(size, axis))});
  }
  return least;
}

double cuboid_volume(Vec3d size) { return size.x * size.y * size.z; }

Container container_of(const std::vector<Vec3d>& points, std::optional<double> noise = {}) {
  return reconstruct_points(points, noise, "cloud").container;
}

}  // namespace

TEST_CASE("a cuboid of points has its exact walls, edges and corners") {
  const Vec3d size{1000, 800, 400};
  // Points on the edges, and points that end before them, in a cuboid that lies askew.
  for (const double inset : {0.0, 3.7}) {
    const Quaterniond turn = inset > 0 ? from_axis_angle(Vec3d{1, 2, 3}, 0.7) : Quaterniond{};
    std::vector<Vec3d> points = walls_of_cuboid(size, 8, inset);
    for (Vec3d& point : points) point = rotate(turn, point);
    const Container container = container_of(points);
    CHECK(is_closed_manifold(container.surface));
    CHECK(container.surface.triangles.size() < 40);
    CHECK(container.volume == Approx(cuboid_volume(size)).epsilon(1e-6));
    CHECK_FALSE(container.wrapped);
    double farthest = 0;
    for (const Vec3d& vertex : container.surface.vertices)
      farthest = std::max(farthest, from_walls(rotate(conjugate(turn), vertex), size));
    CHECK(farthest < 1e-3);
  }
}

TEST_CASE("a step and a recess keep their edges, whichever way they point") {
  // An L-shaped prism: 600 x 400 less 300 x 200, 300 mm high.
  TriangleMesh prism;
  const std::array<std::pair<double, double>, 6> corners = {
      {{0, 0}, {600, 0}, {600, 200}, {300, 200}, {300, 400}, {0, 400}}};
  for (const double z : {0.0, 300.0})
    for (const auto& [x, y] : corners) prism.vertices.push_back({x, y, z});
  for (int k = 0; k < 6; ++k) {
    const int next = (k + 1) % 6;
    prism.triangles.push_back({k, next, next + 6});
    prism.triangles.push_back({k, next + 6, k + 6});
  }
  for (const auto& [a, b, c] : {std::array{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    prism.triangles.push_back({a, c, b});
    prism.triangles.push_back({a + 6, b + 6, c + 6});
  }
  const double volume = (600.0 * 400 - 300.0 * 200) * 300;
  REQUIRE(trunk::volume_of(prism) == Approx(volume));
  const Container container = container_of(sample_surface(prism, 8, 1'000'000));
  CHECK(is_closed_manifold(container.surface));
  CHECK(container.volume == Approx(volume).epsilon(1e-6));
  CHECK_FALSE(container.wrapped);
}

TEST_CASE("a scan with noise and a hole is closed, and has the volume of the trunk") {
  const Vec3d size{900, 700, 350};
  const double sigma = 0.5;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<Vec3d> points;
  for (Vec3d point : walls_of_cuboid(size, 8, 2)) {
    if (length(point - Vec3d{450, 350, 350}) < 60) continue;  // Nothing was measured in the roof there.
    // A sum of three uniform numbers has a variance of 1.
    const auto noise = [&] { return sigma * (any(random) + any(random) + any(random)); };
    points.push_back(point + Vec3d{noise(), noise(), noise()});
  }
  for (const std::optional<double> stated : {std::optional<double>(), std::optional<double>(sigma)}) {
    const PointContainer made = reconstruct_points(points, stated, "scan");
    CHECK(is_closed_manifold(made.container.surface));
    CHECK(made.container.volume == Approx(cuboid_volume(size)).epsilon(0.02));
    CHECK_FALSE(made.container.wrapped);
    // Planes of thousands of points are known to a twentieth of the noise.
    double farthest = 0;
    for (const Vec3d& vertex : made.container.surface.vertices)
      farthest = std::max(farthest, from_walls(vertex, size));
    CHECK(farthest < 0.1);
  }
}

TEST_CASE("a scan of a curved wall is smoothed, not carved") {
  // A drum of radius 300 and height 300 whose lids are flat.
  const double sigma = 0.5;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<Vec3d> points;
  const double pi = std::acos(-1.0);
  const auto add = [&](double r, double angle, double z) {
    const auto noise = [&] { return sigma * (any(random) + any(random) + any(random)); };
    points.push_back({r * std::cos(angle) + noise(), r * std::sin(angle) + noise(), z + noise()});
  };
  for (int k = 0; k < 236; ++k)
    for (double z = 0; z <= 300; z += 8) add(300, 2 * pi * k / 236, z);
  for (const double z : {0.0, 300.0})
    for (double r = 4; r < 300; r += 8)
      for (int k = 0; k < static_cast<int>(2 * pi * r / 8) + 1; ++k)
        add(r, 2 * pi * k / (static_cast<int>(2 * pi * r / 8) + 1), z);
  const Container container = container_of(points, sigma);
  CHECK(is_closed_manifold(container.surface));
  CHECK(container.volume == Approx(pi * 300 * 300 * 300).epsilon(0.02));
}

TEST_CASE("points inside are obstacles") {
  std::vector<Vec3d> points = walls_of_cuboid({500, 400, 300}, 8, 0);
  const std::size_t walls = points.size();
  for (const double x : {240.0, 250.0, 260.0}) points.push_back({x, 200, 150});
  const PointContainer made = reconstruct_points(points, {}, "cloud");
  CHECK(made.container.wrapped);
  REQUIRE(made.container.original.vertices.size() == 3);
  CHECK(made.container.original.triangles.size() == 3);
  for (const Vec3d& point : made.container.original.vertices)
    CHECK(from_walls(point, {500, 400, 300}) >= 150);
  // The grid of each wall holds the edges, too: an edge is given twice, a corner three times.
  CHECK(made.points.size() < walls);
  CHECK(InsideTest(made.container.surface).contains({250, 200, 150}));
}

TEST_CASE("points that enclose nothing are refused") {
  std::vector<Vec3d> sheet;
  for (int i = 0; i < 50; ++i)
    for (int k = 0; k < 50; ++k) sheet.push_back({10.0 * i, 10.0 * k, 0});
  CHECK_THAT(test::refusal_of([&] { return container_of(sheet); }),
             Contains("cloud: ") && Contains("in a plane"));
  // Two sheets that do not meet.
  for (int i = 0; i < 2500; ++i) sheet.push_back(sheet[static_cast<std::size_t>(i)] + Vec3d{0, 0, 400});
  CHECK_THAT(test::refusal_of([&] { return container_of(sheet); }),
             Contains("cloud: ") && Contains("holes wider than"));
  sheet.resize(19);
  CHECK_THAT(test::refusal_of([&] { return container_of(sheet); }),
             Contains("19 different ones; at least 20"));
}
