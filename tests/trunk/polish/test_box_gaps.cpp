// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>
#include "jam/core/philox.hpp"
#include "jam/trunk/polish/box_gaps.hpp"
#include "scenes/trunk/annealing_scenes.hpp"

namespace jam::trunk {
namespace {

double least_gap(const std::vector<GapRow>& rows) {
  double least = 1e300;
  for (const GapRow& row : rows) least = std::min(least, row.gap);
  return least;
}

Vec3d any_vector(RandomStream& random) {
  const double x = 2 * random.uniform_double() - 1;
  const double y = 2 * random.uniform_double() - 1;
  return {x, y, 2 * random.uniform_double() - 1};
}

TEST_CASE("the triangles near a region are those whose bounds meet it") {
  const Container container = test::turned_cavity({900, 700, 300});
  const WallTriangles walls(container, 35);
  RandomStream random(1, StreamId::test, 0, 0);
  std::vector<int> found;
  int hits = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3d middle = 600.0 * any_vector(random);
    const Bounds region{middle - Vec3d{60, 50, 40}, middle + Vec3d{60, 50, 40}};
    walls.near(region, found);
    std::vector<int> expected;
    for (int t = 0; t < walls.count(); ++t) {
      const auto& c = walls.corners(t);
      const auto [x0, x1] = std::minmax({c[0].x, c[1].x, c[2].x});
      const auto [y0, y1] = std::minmax({c[0].y, c[1].y, c[2].y});
      const auto [z0, z1] = std::minmax({c[0].z, c[1].z, c[2].z});
      if (x0 <= region.high.x && region.low.x <= x1 && y0 <= region.high.y && region.low.y <= y1 &&
          z0 <= region.high.z && region.low.z <= z1) {
        expected.push_back(t);
      }
    }
    REQUIRE(found == expected);
    hits += static_cast<int>(found.size());
  }
  REQUIRE(hits > 100);
}

TEST_CASE("the least row of two boxes is minus their overlap by the fifteen axes") {
  const Container container = test::turned_cavity({2000, 2000, 2000});
  const WallTriangles walls(container);
  BoxGaps gaps(walls);
  RandomStream random(2, StreamId::test, 0, 0);
  std::vector<GapRow> rows;
  int overlapping = 0;
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<PlacedBox> boxes(2);
    const Vec3d middle = rotation_matrix(test::cavity_turn) * Vec3d{1000, 1000, 1000};
    for (PlacedBox& box : boxes) {
      box.centre = middle + 90.0 * any_vector(random);
      box.rotation = turned({}, 3.0 * any_vector(random));
      box.corner_radius = trial % 2 == 0 ? 0 : 0.05 * trial;
    }
    const std::vector<std::uint8_t> movable{1, 1};
    gaps.collect(boxes, movable, 500, rows);
    REQUIRE_FALSE(rows.empty());
    const double overlap = test::overlap(boxes[0], boxes[1]);
    // Faces are preferred to edges that gain less than a twentieth, or 5 um.
    REQUIRE(-least_gap(rows) >= overlap - 1e-9);
    REQUIRE(-least_gap(rows) <= overlap + 0.06 * std::abs(overlap) + 0.006);
    overlapping += overlap > 0 ? 1 : 0;
  }
  REQUIRE(overlapping > 50);
  REQUIRE(overlapping < 450);
}

TEST_CASE("rows foretell how gaps change with a small motion") {
  const Container container = test::turned_cavity({500, 400, 300});
  const WallTriangles walls(container);
  BoxGaps gaps(walls);
  RandomStream random(3, StreamId::test, 0, 0);
  std::vector<GapRow> rows;
  std::vector<GapRow> after;
  int compared = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<PlacedBox> boxes(2);
    for (PlacedBox& box : boxes) {
      box.centre = rotation_matrix(test::cavity_turn) * (Vec3d{250, 200, 150} + 110.0 * any_vector(random));
      box.rotation = turned({}, 3.0 * any_vector(random));
      box.corner_radius = trial % 2 == 0 ? 0 : 0.08 * trial;
    }
    const std::vector<std::uint8_t> movable{1, 1};
    gaps.collect(boxes, movable, 4, rows);
    const double size =
        1e-6;  // Changes of second order are size^2 times some 100 mm; gaps change by size times 1 to 100 mm.
    std::vector<Vec3d> move;
    std::vector<Vec3d> turn;
    for (PlacedBox& box : boxes) {
      move.push_back(100 * size * any_vector(random));
      turn.push_back(size * any_vector(random));
      box.centre += move.back();
      box.rotation = turned(box.rotation, turn.back());
    }
    gaps.collect(boxes, movable, 4, after);
    if (rows.size() != after.size()) continue;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const GapRow& row = rows[i];
      if (row.a != after[i].a || row.b != after[i].b || length(row.normal - after[i].normal) > 100 * size)
        continue;
      const std::size_t b = row.b;
      double change = dot(row.normal, move[b] + cross(turn[b], row.arm_b));
      if (row.a >= 0) change -= dot(row.normal, move[row.a] + cross(turn[row.a], row.arm_a));
      // Rows whose normal is held fast leave out how it turns, which counts by corners up to 2 mm off the
      // plane.
      REQUIRE(std::abs(after[i].gap - row.gap - change) < 6 * size);
      ++compared;
    }
  }
  REQUIRE(compared > 500);
}

TEST_CASE("following boxes finds the same penetrations as looking at all of them") {
  const Container container = test::turned_cavity({700, 600, 500});
  const WallTriangles walls(container);
  BoxGaps followed(walls);
  BoxGaps all(walls);
  RandomStream random(4, StreamId::test, 0, 0);
  std::vector<GapRow> rows;
  std::vector<GapRow> expected;
  std::vector<PlacedBox> boxes(40);
  std::vector<std::uint8_t> movable(boxes.size(), 1);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes[i].centre =
        rotation_matrix(test::cavity_turn) * (Vec3d{350, 300, 250} + 300.0 * any_vector(random));
    boxes[i].rotation = turned({}, 3.0 * any_vector(random));
    boxes[i].corner_radius = i % 2 == 0 ? 0 : 20;
    movable[i] = i % 4 == 0 ? 0 : 1;
  }
  const auto without_positive = [](std::vector<GapRow>& list) {
    std::erase_if(list, [](const GapRow& row) { return row.gap >= 0; });
  };
  std::size_t found = 0;
  for (int step = 0; step < 60; ++step) {
    if (step == 0) followed.collect(boxes, movable, 4, rows);
    else followed.follow(boxes, movable, 4, rows);
    all.collect(boxes, movable, 4, expected);
    without_positive(rows);
    without_positive(expected);
    REQUIRE(rows.size() == expected.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      REQUIRE(rows[i].a == expected[i].a);
      REQUIRE(rows[i].b == expected[i].b);
      REQUIRE(rows[i].gap == expected[i].gap);
    }
    found += rows.size();
    // Small motions, and now and then large ones of a few boxes.
    const double size = step % 10 == 9 ? 40 : 1;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (movable[i] == 0 || (size > 1 && i % 5 != 1)) continue;
      boxes[i].centre += size * any_vector(random);
      boxes[i].rotation = turned(boxes[i].rotation, 0.01 * size * any_vector(random));
    }
  }
  REQUIRE(found > 1000);
}

TEST_CASE("each corner of a finely meshed floor near a face of a box has one row") {
  constexpr int across = 40;  // Squares of 20 mm, of two triangles each, about the origin.
  Container container;
  for (int y = 0; y <= across; ++y) {
    for (int x = 0; x <= across; ++x)
      container.surface.vertices.push_back({20.0 * x - 400, 20.0 * y - 400, 0});
  }
  for (int y = 0; y < across; ++y) {
    for (int x = 0; x < across; ++x) {
      const int at = y * (across + 1) + x;
      container.surface.triangles.push_back({at, at + 1, at + across + 1});
      container.surface.triangles.push_back({at + 1, at + across + 2, at + across + 1});
    }
  }
  const WallTriangles walls(container);
  BoxGaps gaps(walls);
  std::vector<PlacedBox> boxes(1);
  boxes[0].centre = {0, 0, 26};
  std::vector<GapRow> rows;
  for (int again = 0; again < 3; ++again) {
    gaps.collect(boxes, std::vector<std::uint8_t>{1}, 4, rows);
    // The squares that touch the shadow of 200 x 100 mm have 13 x 7 corners.
    REQUIRE(rows.size() == 13 * 7);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK(rows[i].gap == 1);
      for (std::size_t k = 0; k < i; ++k) CHECK(rows[i].arm_b != rows[k].arm_b);
    }
  }
}

}  // namespace
}  // namespace jam::trunk
