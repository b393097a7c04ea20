// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "jam/trunk/annealing/box_elites.hpp"
#include "jam/trunk/annealing/vacancies.hpp"
#include "scenes/trunk/annealing_scenes.hpp"

namespace jam::trunk {
namespace {

TEST_CASE("inner cells have the volume of the cavity") {
  const Container container = test::turned_cavity({800, 400, 200});
  const WallTriangles walls(container);
  const InnerCells cells(walls, 12, 10);
  double volume = 0;
  for (const std::uint8_t inner : cells.inner()) volume += inner * 1000.0;
  // A cell at the wall counts by its middle: errors of 1 cm over 1.12 m^2 of wall average out.
  CHECK(std::abs(volume / container.volume - 1) < 0.01);
  CHECK(cells.contains(rotation_matrix(test::cavity_turn) * Vec3d{400, 200, 100}));
  CHECK_FALSE(cells.contains(rotation_matrix(test::cavity_turn) * Vec3d{400, 200, 220}));
  CHECK_FALSE(cells.contains({1e6, 0, 0}));
}

TEST_CASE("draws fall into the hole that a missing box leaves") {
  const Container container = test::turned_cavity({800, 400, 200});
  const WallTriangles walls(container);
  const InnerCells cells(walls, 12, 10);
  BoxPacking packing = test::turned_lattice(4, 4, 4, {0, 0, 0});
  const Vec3d hole = packing.boxes[37].centre;
  packing.boxes.erase(packing.boxes.begin() + 37);
  const Vacancies vacancies(cells, packing.boxes);
  RandomStream random(1, StreamId::test, 0, 0);
  Vec3d widest;
  for (int k = 0; k < 200; ++k) {
    Vec3d place;
    REQUIRE(vacancies.draw(random, place));
    const Vec3d local = rotation_matrix(test::cavity_turn).transposed_times(place - hole);
    // Up to the half diagonal of a cell beyond the hole.
    REQUIRE(std::abs(local.x) < 109);
    REQUIRE(std::abs(local.y) < 59);
    REQUIRE(std::abs(local.z) < 34);
    widest = {std::max(widest.x, std::abs(local.x)), std::max(widest.y, std::abs(local.y)),
              std::max(widest.z, std::abs(local.z))};
  }
  // All of the hole is drawn from, up to its edges, where less is free around a place.
  CHECK(widest.x > 80);
  CHECK(widest.y > 35);
  CHECK(widest.z > 12);
}

TEST_CASE("nothing is drawn where nothing is free") {
  const Container container = test::turned_cavity({200, 100, 50});
  const WallTriangles walls(container);
  const InnerCells cells(walls, 12, 10);
  const BoxPacking packing = test::turned_lattice(1, 1, 1, {0, 0, 0});
  const Vacancies vacancies(cells, packing.boxes);
  RandomStream random(1, StreamId::test, 0, 0);
  Vec3d place;
  CHECK_FALSE(vacancies.draw(random, place));
}

TEST_CASE("elites are different packings of the largest count") {
  BoxElites elites;
  BoxPacking packing = jam::test::lattice_packing(2, 2, 2);
  elites.add(packing);
  elites.add(packing);
  CHECK(elites.count() == 1);
  BoxPacking moved = packing;
  moved.boxes[3].centre.x += 30;
  elites.add(moved);
  CHECK(elites.count() == 2);
  CHECK(elites.best().boxes[3].centre == packing.boxes[3].centre);
  const BoxPacking more = jam::test::lattice_packing(3, 3, 1);
  elites.add(more);
  elites.add(packing);
  CHECK(elites.count() == 1);
  CHECK(elites.best().count() == 9);
}

TEST_CASE("where there are too many elites, the oldest goes; none is left after all are forgotten") {
  BoxElites elites;
  const BoxPacking eight = jam::test::lattice_packing(2, 2, 2);
  elites.add(eight);
  for (int k = 0; k < BoxElites::limit; ++k) {
    BoxPacking moved = eight;
    moved.boxes[0].centre.x -= 20 * (k + 1);
    elites.add(moved);
  }
  CHECK(elites.count() == BoxElites::limit);
  CHECK(elites.packings().front().boxes[0].centre.x == eight.boxes[0].centre.x - 20);
  CHECK(elites.best().boxes[0].centre == eight.boxes[0].centre);
  elites.clear();
  CHECK(elites.empty());
  BoxPacking seven = eight;
  seven.boxes.pop_back();
  elites.add(seven);
  CHECK(elites.best().count() == 7);
}

TEST_CASE("a thin box at a wall is inside, however coarse the cells") {
  const Container container = test::turned_cavity({400, 300, 200});
  const WallTriangles walls(container);
  const InnerCells cells(walls, 12, 40);
  const auto inside = [&](double z, Vec3d edge) {
    return cells.may_hold_centre(
        {rotation_matrix(test::cavity_turn) * Vec3d{200, 150, z}, test::cavity_turn, edge});
  };
  for (double z = 1; z < 200; z += 0.5) CHECK(inside(z, {100, 80, 2}));
  CHECK_FALSE(inside(320, {100, 80, 2}));
  CHECK(inside(150, {100, 100, 100}));
  CHECK_FALSE(inside(270, {100, 100, 100}));
}

}  // namespace
}  // namespace jam::trunk
