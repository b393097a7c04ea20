// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Polygons with very many corners, and vertices that are very near to each other.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
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
  std::vector<std::size_t> bridge;
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
      if (std::find(bridge.begin(), bridge.end(), i) == bridge.end())
        text += fmt::format("4 {} {} {} {}\n", i, (i + 1) % n, n + (i + 1) % n, n + i);
    return text;
  };
  std::vector<std::array<double, 2>> outline;
  double area = 0;
  SECTION("a circle of 60 000 corners") {
    for (int i = 0; i < 60000; ++i) outline.push_back({600 * std::cos(1e-4 * M_PI / 3 * i), 600 * std::sin(1e-4 * M_PI / 3 * i)});
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
    for (int i = 0; i <= 40; ++i) outline.push_back({400 * std::cos(M_PI / 20 * i), 400 * std::sin(M_PI / 20 * i)});
    for (int i = 0; i <= 40; ++i) outline.push_back({200 * std::cos(-M_PI / 20 * i), 200 * std::sin(-M_PI / 20 * i)});
    outline[40] = outline[0];
    outline[81] = outline[41];
    bridge = {40, 81};
    area = 20 * std::sin(M_PI / 20) * (400 * 400 - 200 * 200);
  }
  for (const bool standing : {false, true}) {
    ReadOptions options;
    options.up = standing ? UpAxis::y : UpAxis::z;
    const Container container = read(prism(outline, 300), options);
    CHECK_FALSE(container.wrapped);
    CHECK(container.volume == Approx(300 * area).epsilon(1e-6));
  }
}

TEST_CASE("Vertices nearer than 1e-160 to each other can be wrapped") {
  TriangleMesh open = shapes::cuboid({0, 0, 0}, {400, 200, 100});
  open.triangles.erase(open.triangles.begin() + 2, open.triangles.begin() + 4);
  open.vertices.push_back({1e-323, 0, 1e-323});
  open.triangles.push_back({0, 7, 8});
  ReadOptions options;
  options.wrap = {120, 4};
  const Container container = read(shapes::off_text(open), options);
  CHECK(container.wrapped);
  CHECK(container.volume > 400.0 * 200 * 100);
}
