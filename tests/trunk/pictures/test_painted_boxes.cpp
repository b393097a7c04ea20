// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The order in which boxes are painted: at each point of the picture the box that is nearest to the eye is
// painted last.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "jam/trunk/pictures/painted_boxes.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

BoxRow box_at(Vec3d centre, Vec3d edge, const Quaterniond& rotation = {}) {
  PlacedBox box;
  box.centre = centre;
  box.edge = edge;
  box.rotation = rotation;
  return row_of(box);
}

/// Where a line against the direction of view leaves a box; -1e300: it misses it.
double depth_at(const BoxRow& box, const View& view, io::DrawnPoint at) {
  const Vec3d start = view.right * at.x - view.up * at.y - box.centre;
  const std::array<Vec3d, 3> axes{box.first_axis, box.second_axis, box.third_axis()};
  const std::array<double, 3> half{0.5 * box.edge.x, 0.5 * box.edge.y, 0.5 * box.edge.z};
  double low = -1e300, high = 1e300;
  for (int k = 0; k < 3; ++k) {
    const double from = dot(axes[k], start), along = dot(axes[k], view.eye);
    if (std::abs(along) < 1e-12) {
      if (std::abs(from) > half[k]) return -1e300;
      continue;
    }
    const double a = (-half[k] - from) / along, b = (half[k] - from) / along;
    low = std::max(low, std::min(a, b));
    high = std::min(high, std::max(a, b));
  }
  return low < high ? high : -1e300;
}

bool holds(const std::vector<io::DrawnPoint>& polygon, io::DrawnPoint p) {
  bool inside = false;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const io::DrawnPoint a = polygon[k], b = polygon[(k + 1) % polygon.size()];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
  }
  return inside;
}

/// Checks random points of all views.
void check_order(const std::vector<BoxRow>& boxes) {
  std::mt19937 random(5);
  for (const View& view : views()) {
    const std::vector<PaintedFace> faces = painted_faces(boxes, view);
    io::DrawnPoint low{1e300, 1e300}, high{-1e300, -1e300};
    for (const PaintedFace& face : faces) {
      for (const io::DrawnPoint& corner : face.corners) {
        low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
        high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
      }
    }
    std::uniform_real_distribution<double> x(low.x, high.x), y(low.y, high.y);
    for (int k = 0; k < 500; ++k) {
      const io::DrawnPoint at{x(random), y(random)};
      int painted = -1;
      for (const PaintedFace& face : faces)
        if (holds(face.corners, at)) painted = face.box;
      int nearest = -1;
      double depth = -1e300;
      for (std::size_t box = 0; box < boxes.size(); ++box) {
        const double own = depth_at(boxes[box], view, at);
        if (own <= depth) continue;
        depth = own;
        nearest = static_cast<int>(box);
      }
      CAPTURE(view.name, at.x, at.y);
      REQUIRE(painted == nearest);
    }
  }
}

}  // namespace

TEST_CASE("boxes of a lattice cover each other as they lie", "[unit]") {
  std::vector<BoxRow> boxes;
  for (int k = 0; k < 60; ++k) {
    const int x = k % 4, y = k / 4 % 5, z = k / 20;
    boxes.push_back(box_at({x * 201.0, y * 101.0, z * 51.0}, {200, 100, 50}));
  }
  std::shuffle(boxes.begin(), boxes.end(), std::mt19937(3));
  check_order(boxes);
}

TEST_CASE("boxes that cover each other in a circle are cut", "[unit]") {
  // Three bars around a corner, each over the next one as iso sees them.
  const std::vector<BoxRow> bars{box_at({0, -30, 20}, {200, 20, 20}), box_at({20, 0, -30}, {20, 200, 20}),
                                 box_at({-30, 20, 0}, {20, 20, 200})};
  const std::vector<BoxRow> others{box_at({0, 20, 30}, {200, 20, 20}), box_at({30, 0, -20}, {20, 200, 20}),
                                   box_at({-20, -30, 0}, {20, 20, 200})};
  check_order(bars);
  check_order(others);
  const auto parts = [](const std::vector<BoxRow>& boxes) { return painted_faces(boxes, views()[0]).size(); };
  CHECK(std::max(parts(bars), parts(others)) > 9);
}

TEST_CASE("turned boxes cover each other as they lie", "[unit]") {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> at(0, 130);
  std::vector<BoxRow> boxes;  // One in each cell that is larger than its diagonal.
  for (int k = 0; k < 64; ++k) {
    const Quaterniond turn =
        normalised(Quaterniond{normal(random), normal(random), normal(random), normal(random)});
    boxes.push_back(
        box_at({k % 4 * 360.0 + at(random), k / 4 % 4 * 360.0 + at(random), k / 16 * 360.0 + at(random)},
               {200, 100, 50}, turn));
  }
  check_order(boxes);
}
