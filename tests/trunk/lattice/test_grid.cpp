// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Bits of a lattice, erosion, and rasterisation against tests of single cells.
#include <catch2/catch.hpp>

#include <cmath>

#include "jam/core/philox.hpp"
#include "jam/trunk/lattice/grid.hpp"
#include "jam/trunk/lattice/raster.hpp"
#include "scenes/trunk/lattice_meshes.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

/// Cells set with probability 0.97, so that boxes of some cells fit here and there.
BitGrid random_grid(CellVector size, std::uint32_t instance) {
  RandomStream random(1, StreamId::test, instance, 0);
  BitGrid grid(size);
  for (int z = 0; z < size.z; ++z) {
    for (int y = 0; y < size.y; ++y) {
      for (int x = 0; x < size.x; ++x) {
        if (random.uniform() < 0.97F) grid.assign(x, x + 1, y, z, true);
      }
    }
  }
  return grid;
}

Lattice lattice_over(const TriangleMesh& surface, double pitch, Vec3d shift) {
  const Bounds bounds = bounds_of(surface);
  Lattice lattice;
  lattice.pitch = {pitch, pitch, pitch};
  lattice.origin = bounds.low - shift;
  const Vec3d extent = bounds.high - lattice.origin;
  lattice.cells = {static_cast<int>(extent.x / pitch) + 1, static_cast<int>(extent.y / pitch) + 1,
                   static_cast<int>(extent.z / pitch) + 1};
  return lattice;
}

}  // namespace

TEST_CASE("legal positions are those where every cell of the box is free") {
  for (const CellVector size : {CellVector{70, 9, 8}, CellVector{64, 12, 5}, CellVector{130, 6, 6}}) {
    const BitGrid grid = random_grid(size, static_cast<std::uint32_t>(size.x));
    for (const CellVector extent : {CellVector{1, 1, 1}, CellVector{5, 3, 2}, CellVector{20, 1, 1},
                                    CellVector{3, 6, 4}, CellVector{2, 2, 7}}) {
      const BitGrid legal = legal_positions(grid, extent);
      int found = 0;
      int wrong = 0;
      for (int z = 0; z < size.z; ++z) {
        for (int y = 0; y < size.y; ++y) {
          for (int x = 0; x < size.x; ++x) {
            wrong += legal.test(x, y, z) != grid.all_set({x, y, z}, extent) ? 1 : 0;
            found += legal.test(x, y, z) ? 1 : 0;
          }
        }
      }
      CHECK(wrong == 0);
      CHECK(legal.count() == found);
    }
  }
  CHECK(legal_positions(random_grid({10, 10, 10}, 1), {11, 1, 1}).count() == 0);
}

TEST_CASE("counts by phase add up and stand in the right place") {
  BitGrid grid({130, 9, 9});
  for (const CellVector cell : {CellVector{1, 0, 0}, CellVector{65, 4, 8}, CellVector{129, 3, 2}})
    grid.assign(cell.x, cell.x + 1, cell.y, cell.z, true);
  const std::vector<long long> counts = count_by_phase(grid, {4, 4, 4});
  REQUIRE(counts.size() == 64);
  CHECK(counts[1] == 2);
  CHECK(counts[(2 * 4 + 3) * 4 + 1] == 1);
}

TEST_CASE("a cell is free when it lies inside and clear of every wall") {
  // A frustum whose walls slope: cells are compared with the planes of its faces.
  const TriangleMesh solid = test::hexahedron({{{0, 0, 0},
                                                {300, 20, 0},
                                                {-30, 240, 0},
                                                {310, 260, 0},
                                                {40, 50, 200},
                                                {260, 40, 200},
                                                {50, 200, 200},
                                                {240, 190, 200}}},
                                              from_axis_angle(Vec3d{1, 2, 3}, 0.4));
  const Lattice lattice = lattice_over(solid, 10, {3.7, 1.1, 8.2});
  const BitGrid free = free_cells(solid, lattice);
  // Its quads are not flat, so cells near a wall are left to the triangles: certainly free when 6 mm inside
  // all planes, certainly not when out.
  int free_cells_seen = 0;
  int wrong = 0;
  for (int z = 0; z < lattice.cells.z; ++z) {
    for (int y = 0; y < lattice.cells.y; ++y) {
      for (int x = 0; x < lattice.cells.x; ++x) {
        PlacedBox cell;
        cell.edge = lattice.pitch;
        cell.centre = {lattice.origin.x + (x + 0.5) * 10, lattice.origin.y + (y + 0.5) * 10,
                       lattice.origin.z + (z + 0.5) * 10};
        const double beyond = test::beyond_walls(cell, solid);
        if (beyond < -0.001 && !free.test(x, y, z)) ++wrong;
        free_cells_seen += free.test(x, y, z) ? 1 : 0;
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(free_cells_seen * 1000.0 < volume_of(solid));
  CHECK(free_cells_seen * 1000.0 > 0.8 * volume_of(solid));
}

TEST_CASE("lines through vertices and edges count crossings once") {
  // Walls, edges and vertices at row centres: x from 5 to 95, where centres lie at 5, 15, ...
  TriangleMesh mesh = test::cuboid({90, 90, 90}, {}, {5, 5, 5});
  Lattice lattice;
  lattice.cells = {10, 10, 10};
  const BitGrid free = free_cells(mesh, lattice);
  CHECK(free.count() == 8 * 8 * 8);
  CHECK(free.all_set({1, 1, 1}, {8, 8, 8}));
}

TEST_CASE("walls between cells block a tight lattice on one side only") {
  const TriangleMesh mesh = test::cuboid({80, 60, 40}, {}, {10, 20, 30});
  Lattice lattice;
  lattice.cells = {12, 12, 12};
  lattice.clearance = -2e-6;
  CHECK(free_cells(mesh, lattice).count() == 8 * 6 * 4);
  CHECK(free_cells(mesh, lattice).all_set({1, 2, 3}, {8, 6, 4}));
  // With a clearance the cells at the walls go.
  lattice.clearance = 1e-4;
  CHECK(free_cells(mesh, lattice).count() == 6 * 4 * 2);
}

TEST_CASE("a lattice loses the same cells to boxes as a larger one around it") {
  const double clearance = GENERATE(1e-4, -2e-6);
  CAPTURE(clearance);
  const Vec3d pitch{3, 50, 25};
  Lattice lattice{
      .rotation = {}, .origin = {10, -20, 5}, .pitch = pitch, .cells = {150, 8, 9}, .clearance = clearance};
  constexpr int more = 80;
  Lattice larger = lattice;
  larger.origin -= more * pitch;
  larger.cells = {150 + 2 * more, 8 + 2 * more, 9 + 2 * more};
  RandomStream random(1, StreamId::test, 0, 0);
  int taken = 0;
  for (int trial = 0; trial < 40; ++trial) {
    CAPTURE(trial);
    PlacedBox box;
    box.edge = {200, 100, 50};
    // Some wholly or partly outside, some with faces in faces of cells.
    const Vec3d share{random.uniform_double(), random.uniform_double(), random.uniform_double()};
    box.centre = lattice.origin + Vec3d{900 * share.x - 200, 800 * share.y - 200, 450 * share.z - 100};
    if (trial % 2 == 0) {
      box.rotation = from_axis_angle(Vec3d{1, 2, 0}, 3 * share.x);
    } else {
      box.centre = lattice.origin + Vec3d{100 + 3 * std::round(200 * share.x), 50 * std::round(8 * share.y),
                                          25 * std::round(12 * share.z)};
    }
    BitGrid free(lattice.cells);
    free.assign_block({0, 0, 0}, lattice.cells, true);
    BitGrid around(larger.cells);
    around.assign_block({0, 0, 0}, larger.cells, true);
    take_out_boxes(free, lattice, std::span(&box, 1));
    take_out_boxes(around, larger, std::span(&box, 1));
    int wrong = 0;
    for (int z = 0; z < lattice.cells.z; ++z) {
      for (int y = 0; y < lattice.cells.y; ++y) {
        for (int x = 0; x < lattice.cells.x; ++x)
          wrong += free.test(x, y, z) != around.test(x + more, y + more, z + more) ? 1 : 0;
      }
    }
    CHECK(wrong == 0);
    taken += free.count() < 150 * 8 * 9 ? 1 : 0;
  }
  CHECK(taken > 10);
  CHECK(taken < 40);
}

TEST_CASE("boxes that stay block the cells that they touch") {
  Lattice lattice;
  lattice.cells = {20, 20, 20};
  const TriangleMesh mesh = test::cuboid({198, 198, 198}, {}, {1, 1, 1});
  BitGrid free = free_cells(mesh, lattice);
  PlacedBox fixed;
  fixed.centre = {100, 90, 80};
  fixed.edge = {61, 41, 21};
  fixed.rotation = from_axis_angle(Vec3d{1, 1, 0}, 0.5);
  take_out_boxes(free, lattice, std::span(&fixed, 1));
  int wrong = 0;
  for (int z = 1; z < 19; ++z) {
    for (int y = 1; y < 19; ++y) {
      for (int x = 1; x < 19; ++x) {
        PlacedBox cell;
        cell.edge = {10, 10, 10};
        cell.centre = {x * 10 + 5.0, y * 10 + 5.0, z * 10 + 5.0};
        const double depth = test::overlap(cell, fixed);
        if (std::abs(depth) > 1e-3 && free.test(x, y, z) != (depth < 0)) ++wrong;
      }
    }
  }
  CHECK(wrong == 0);
}
