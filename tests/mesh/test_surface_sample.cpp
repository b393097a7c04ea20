// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Points on a surface: how near each point of the surface is to a sample, how near samples are to each other,
// corners, limits.
#include "jam/mesh/surface_sample.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "jam/core/error.hpp"
#include "shapes.hpp"

using namespace jam::mesh;
using jam::Vec3d;
using jam::trunk::TriangleMesh;

namespace {

double distance_to_nearest(const std::vector<Vec3d>& samples, Vec3d point) {
  double least = 1e300;
  for (const Vec3d& sample : samples) least = std::min(least, length_squared(sample - point));
  return std::sqrt(least);
}

/// A square of 100 mm, as a comb of very long thin triangles.
TriangleMesh comb() {
  TriangleMesh mesh;
  for (int i = 0; i <= 200; ++i) mesh.vertices.push_back({i * 0.5, i % 2 == 0 ? 0.0 : 100.0, 0});
  for (int i = 0; i + 2 <= 200; ++i) mesh.triangles.push_back({i, i + 1, i + 2});
  return mesh;
}

void check_cover(const TriangleMesh& mesh, double spacing) {
  const std::vector<Vec3d> samples = sample_surface(mesh, spacing, 1000000);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> share(0, 1);
  double furthest = 0;
  for (const auto& t : mesh.triangles) {
    for (int k = 0; k < 2000 / static_cast<int>(mesh.triangles.size()) + 2; ++k) {
      double u = share(random), v = share(random);
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const auto corner = [&](std::size_t i) { return mesh.vertices[t[i]]; };
      furthest = std::max(furthest, distance_to_nearest(samples, corner(0) + u * (corner(1) - corner(0)) +
                                                                     v * (corner(2) - corner(0))));
    }
  }
  CHECK(furthest <= spacing * (1 + 1e-12));
  CHECK(furthest > 0.4 * spacing);  // Not ten times as many samples as needed, either.
  double least = 1e300;
  for (std::size_t i = 0; i < samples.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) least = std::min(least, length_squared(samples[i] - samples[j]));
  CHECK(std::sqrt(least) >= 0.85 * spacing * (1 - 1e-12));
}

}  // namespace

TEST_CASE("Every point of a surface is within the spacing of a sample, and samples keep their distance") {
  check_cover(shapes::cuboid({0, 0, 0}, {100, 80, 60}), 9);
  check_cover(shapes::cuboid({-300, -200, -100}, {100, 80, 60}), 37.3);
  check_cover(shapes::cuboid({0, 0, 0}, {200, 3, 3}), 5);
  check_cover(shapes::frame(), 40);
  check_cover(comb(), 6);
}

TEST_CASE("Corners are samples, and sharp edges are covered by samples on them") {
  const std::vector<Vec3d> samples = sample_surface(shapes::cuboid({0, 0, 0}, {100, 80, 60}), 10, 100000);
  for (const double x : {0.0, 100.0})
    for (const double y : {0.0, 80.0})
      for (const double z : {0.0, 60.0})
        CHECK(std::count(samples.begin(), samples.end(), Vec3d{x, y, z}) == 1);
  std::vector<Vec3d> on_edge;
  std::copy_if(samples.begin(), samples.end(), std::back_inserter(on_edge),
               [](Vec3d p) { return p.y == 0 && p.z == 0; });
  for (double x = 0; x <= 100; x += 0.5) CHECK(distance_to_nearest(on_edge, {x, 0, 0}) <= 10);
}

TEST_CASE("The limit of points widens the spacing, and says to what") {
  const TriangleMesh mesh = shapes::cuboid({0, 0, 0}, {1000, 800, 500});
  double used = 0;
  CHECK(sample_surface(mesh, 20, 1000000, &used).size() > 5000);
  CHECK(used == 20);
  const std::vector<Vec3d> few = sample_surface(mesh, 20, 1000, &used);
  CHECK(few.size() <= 1000);
  CHECK(few.size() > 500);
  CHECK(used > 20);
  CHECK(sample_surface(mesh, 1e-6, 500).size() <= 500);  // Not first a hundred million million.
  CHECK(sample_surface(mesh, 20, 1).size() == 1);
}

TEST_CASE("The same mesh gives the same points, and a finely meshed surface no more than a coarse one") {
  const TriangleMesh mesh = shapes::frame();
  CHECK(sample_surface(mesh, 15, 100000) == sample_surface(mesh, 15, 100000));

  TriangleMesh fine;  // A square of 200 mm in 80 000 triangles.
  for (int j = 0; j <= 200; ++j)
    for (int i = 0; i <= 200; ++i) fine.vertices.push_back({1.0 * i, 1.0 * j, 0});
  for (int j = 0; j < 200; ++j)
    for (int i = 0; i < 200; ++i) {
      const int a = 201 * j + i;
      fine.triangles.push_back({a, a + 1, a + 202});
      fine.triangles.push_back({a, a + 202, a + 201});
    }
  TriangleMesh coarse;
  coarse.vertices = {{0, 0, 0}, {200, 0, 0}, {200, 200, 0}, {0, 200, 0}};
  coarse.triangles = {{0, 1, 2}, {0, 2, 3}};
  const double ratio = static_cast<double>(sample_surface(fine, 10, 100000).size()) /
                       static_cast<double>(sample_surface(coarse, 10, 100000).size());
  CHECK(ratio == Approx(1).margin(0.25));
}

TEST_CASE(
    "A box corner gets through a wall between samples by no more than the tolerance of the default spacing") {
  const double tolerance = 12;
  const TriangleMesh wall = shapes::cuboid({0, 0, 0}, {400, 400, 400});
  std::vector<Vec3d> samples = sample_surface(wall, default_spacing(tolerance), 1000000);
  std::erase_if(samples, [](Vec3d p) { return p.z != 0; });
  // A cube's corner, as symmetric as can be, pushed down at random places through the floor: the depth at
  // which it first meets a sample.
  const double s = std::sqrt(0.5), t = std::sqrt(1.0 / 6), h = std::sqrt(1.0 / 3);
  const Vec3d edges[] = {{s, -t, h}, {-s, -t, h}, {0, 2 * t, h}};
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> place(100, 300);
  double deepest = 0;
  for (int k = 0; k < 3000; ++k) {
    const Vec3d tip{place(random), place(random), 0};
    double first = 1e300;
    for (const Vec3d& p : samples) {
      // Inside the corner at depth d: dot(p - tip + d z, edge) > 0 for all three edges.
      double depth = 0;
      for (const Vec3d& edge : edges) depth = std::max(depth, -dot(p - tip, edge) / edge.z);
      first = std::min(first, depth);
    }
    deepest = std::max(deepest, first);
  }
  CHECK(deepest <= tolerance);
  CHECK(deepest > tolerance / 3);
}

TEST_CASE("A spacing that is not positive and a limit of zero are refused") {
  const TriangleMesh mesh = shapes::cuboid({0, 0, 0}, {1, 1, 1});
  for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL})
    CHECK_THROWS_AS(sample_surface(mesh, bad, 10), jam::InputError);
  CHECK_THROWS_AS(sample_surface(mesh, 1, 0), jam::InputError);
  CHECK(sample_surface({}, 1, 10).empty());
}
