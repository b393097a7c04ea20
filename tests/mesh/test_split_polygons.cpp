// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Polygons with very many corners, and vertices that are very near to each other.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "jam/mesh/read_container.hpp"
#include "shapes.hpp"
#include "support/temporary_file.hpp"

using namespace jam::mesh;
using jam::trunk::Container;
using jam::trunk::TriangleMesh;

namespace {

Container read(const std::string& text, const ReadOptions& options = {}) {
  const TemporaryFile file("mesh.off", text);
  return read_container(file.path(), options);
}

}  // namespace

TEST_CASE("Polygons of very many corners are split in n log n, whatever their shape") {
  // A prism over a polygon in the plane; edges that are the two sides of a bridge have no wall.
  std::set<std::size_t> bridge;
  const auto prism = [&](const std::vector<std::array<double, 2>>& outline, double height) {
    const std::size_t n = outline.size();
    std::string text = fmt::format("OFF\n{} {} 0\n", 2 * n, n + 2 - bridge.size());
    for (const double z : {0.0, height})
      for (const auto& [x, y] : outline) text += fmt::format("{} {} {}\n", x, y, z);
    std::string bottom = std::to_string(n);
    std::string top = bottom;
    for (std::size_t i = 0; i < n; ++i) {
      bottom += fmt::format(" {}", n - 1 - i);
      top += fmt::format(" {}", n + i);
    }
    text += bottom + "\n" + top + "\n";
    for (std::size_t i = 0; i < n; ++i)
      if (!bridge.contains(i)) text += fmt::format("4 {} {} {} {}\n", i, (i + 1) % n, n + (i + 1) % n, n + i);
    return text;
  };
  std::vector<std::array<double, 2>> outline;
  double area = 0;
  SECTION("a circle of 60 000 corners") {
    for (int i = 0; i < 60000; ++i)
      outline.push_back({600 * std::cos(1e-4 * M_PI / 3 * i), 600 * std::sin(1e-4 * M_PI / 3 * i)});
    area = M_PI * 600 * 600;
  }
  SECTION("a star of 5000 corners") {
    for (int i = 0; i < 5000; ++i) {
      const double radius = i % 2 == 0 ? 600 : 300;
      outline.push_back({radius * std::cos(4e-4 * M_PI * i), radius * std::sin(4e-4 * M_PI * i)});
    }
    area = 2500 * 600 * 300 * std::sin(4e-4 * M_PI);
  }
  SECTION("corners on the edges of a square") {
    for (int i = 0; i < 500; ++i) outline.push_back({i * 1.0, 0});
    for (int i = 0; i < 500; ++i) outline.push_back({500, i * 1.0});
    for (int i = 0; i < 500; ++i) outline.push_back({500 - i * 1.0, 500});
    for (int i = 0; i < 500; ++i) outline.push_back({0, 500 - i * 1.0});
    area = 500 * 500;
  }
  SECTION("a hole with a bridge to it") {
    for (int i = 0; i <= 40; ++i)
      outline.push_back({400 * std::cos(M_PI / 20 * i), 400 * std::sin(M_PI / 20 * i)});
    for (int i = 0; i <= 40; ++i)
      outline.push_back({200 * std::cos(-M_PI / 20 * i), 200 * std::sin(-M_PI / 20 * i)});
    outline[40] = outline[0];
    outline[81] = outline[41];
    bridge = {40, 81};
    area = 20 * std::sin(M_PI / 20) * (400 * 400 - 200 * 200);
  }
  SECTION("a disc in 500 sectors around one vertex, to which the polygon returns after each") {
    const int n = 500;
    for (int i = 0; i < n; ++i) {
      outline.push_back({0, 0});
      for (const int k : {i, (i + 1) % n})
        outline.push_back({600 * std::cos(2 * M_PI / n * k), 600 * std::sin(2 * M_PI / n * k)});
      bridge.insert({outline.size() - 3, outline.size() - 1});
    }
    area = n * 600.0 * 300 * std::sin(2 * M_PI / n);
  }
  for (const bool standing : {false, true}) {
    ReadOptions options;
    options.up = standing ? UpAxis::y : UpAxis::z;
    const Container container = read(prism(outline, 300), options);
    CHECK_FALSE(container.wrapped);
    CHECK(container.volume == Approx(300 * area).epsilon(1e-6));
  }
}

TEST_CASE("A polygon that returns to one vertex 24 000 times is split, and found to be flat") {
  constexpr int n = 24000;
  std::string text = fmt::format("OFF\n{} 1 0\n0 0 0\n", 2 * n + 1);
  std::string polygon;
  for (int k = 0; k < 2 * n; ++k) {
    text += fmt::format("{} {} 0\n", 600 * std::cos(M_PI / n * k), 600 * std::sin(M_PI / n * k));
    polygon += fmt::format("{} {}", k % 2 == 0 ? " 0" : "", k + 1);
  }
  CHECK_THROWS_WITH(read(text + fmt::format("{}{}\n", 3 * n, polygon)),
                    Catch::Contains("all of it lies in a plane"));
}

TEST_CASE("A polygon whose edges lie on each other over and over becomes a fan, not n^2 parts of edges") {
  // A cuboid; the first edge of its bottom goes to and fro between 4001 corners, ever less far.
  constexpr int n = 4000;
  std::string text = fmt::format("OFF\n{} 6 0\n", n + 7);
  std::string bottom, front;
  for (int i = 0; i <= n; ++i) {
    text += fmt::format("{} 0 0\n", 400.0 * i / n);
    bottom += fmt::format(" {}", i % 2 == 0 ? n - i / 2 : i / 2);
    front += fmt::format(" {}", i);
  }
  text += "400 200 0\n0 200 0\n0 0 100\n400 0 100\n400 200 100\n0 200 100\n";
  text += fmt::format("{}{} 0 {} {}\n", n + 4, bottom, n + 2, n + 1);
  text += fmt::format("{}{} {} {}\n", n + 3, front, n + 4, n + 3);
  text += fmt::format("4 {} {} {} {}\n4 {} {} {} {}\n", n + 3, n + 4, n + 5, n + 6, n, n + 1, n + 5, n + 4);
  text += fmt::format("4 {} {} {} {}\n4 {} 0 {} {}\n", n + 1, n + 2, n + 6, n + 5, n + 2, n + 3, n + 6);
  ReadOptions options;
  options.wrap = {40, 2};
  const Container container = read(text, options);
  CHECK(container.volume == Approx(400.0 * 200 * 100));
}

TEST_CASE("Vertices nearer than 1e-160 to each other are read") {
  TriangleMesh open = shapes::cuboid({0, 0, 0}, {400, 200, 100});
  open.triangles.erase(open.triangles.begin() + 2, open.triangles.begin() + 4);
  open.vertices.push_back({1e-323, 0, 1e-323});
  open.triangles.push_back({0, 7, 8});
  ReadOptions options;
  options.wrap = {120, 4};
  const Container container = read(shapes::off_text(open), options);
  CHECK(container.volume == Approx(400.0 * 200 * 100));
}
