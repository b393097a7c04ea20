// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Cells that are fine along one axis: how edges decide their measures, and what a search finds with them.
#include <catch2/catch.hpp>

#include <algorithm>

#include "jam/trunk/lattice/frame.hpp"
#include "jam/trunk/lattice/pitches.hpp"
#include "jam/trunk/lattice/rotations.hpp"
#include "jam/trunk/lattice/search.hpp"
#include "scenes/trunk/lattice_packings.hpp"
#include "scenes/trunk/off_triangles.hpp"
#include "support/paths.hpp"

using namespace jam;
using namespace jam::trunk;

TEST_CASE("the block of a box is the largest length of which its edges are nearly multiples") {
  CHECK(block_edge({200, 100, 50}) == 50);
  CHECK(block_edge({50, 200, 100}) == 50);
  CHECK(block_edge({80, 80, 80}) == 80);
  CHECK(block_edge({120, 60, 36}) == 12);
  CHECK(block_edge({167, 97, 97}) == 97.0 / 4);
  // No length of at least 33 / 4 mm loses less than 3 %.
  CHECK(block_edge({97, 47, 33}) == 0);
  // A plate of which no length is a common measure.
  CHECK(block_edge({410, 110, 5}) == 0);
}

TEST_CASE("cells of blocks divide the edges, and boxes stay within the rows of windows") {
  for (const Vec3d edge :
       {Vec3d{200, 100, 50}, Vec3d{120, 60, 36}, Vec3d{167, 97, 97}, Vec3d{1143, 204, 204}}) {
    const double block = block_edge(edge);
    REQUIRE(block > 0);
    std::vector<BlockParts> all = other_parts(edge, block);
    all.push_back(first_parts(edge, block));
    all.push_back(finer_parts(edge, block));
    for (const BlockParts& some : all) {
      const CellVector phases = some.phases(edge, block);
      CHECK((phases.x & (phases.x - 1)) == 0);
      const int words = some.window_words(edge, block);
      CHECK(words <= lattice_row_words_limit);
      // The six orientations, or fewer where edges are equal, none left out along x.
      for (const BoxOrientation& orientation :
           box_orientations(edge, some.pitch(block), {1 << 20, 1 << 20, 1 << 20})) {
        CHECK(orientation.extent.x <= 32 * words);
      }
    }
  }
  CHECK(first_parts({200, 100, 50}, 50).parts == CellVector{16, 2, 1});
  CHECK(finer_parts({200, 100, 50}, 50).parts == CellVector{32, 2, 1});
  CHECK(finer_parts({200, 100, 50}, 50).fine_phases({200, 100, 50}, 50) == CellVector{1, 16, 32});
  CHECK(first_parts({200, 100, 50}, 50).window_words({200, 100, 50}, 50) == 4);
}

TEST_CASE("the orders of axes are six rotations of a cube") {
  const std::vector<Quaterniond> orders = axis_orders();
  REQUIRE(orders.size() == 6);
  for (std::size_t i = 0; i < orders.size(); ++i) {
    CHECK(frame_angle(orders[i], {}) < 1e-7);
    for (std::size_t k = 0; k < i; ++k) {
      const auto along = [&](std::size_t n, int axis) { return rotation_matrix(orders[n]).column[axis]; };
      const bool same_x = std::abs(dot(along(i, 0), along(k, 0))) > 0.5;
      CHECK_FALSE((same_x && std::abs(dot(along(i, 2), along(k, 2))) > 0.5));
    }
  }
}

TEST_CASE("a child takes its boxes from both parents and overlaps nowhere") {
  const TriangleMesh mesh = trunk::test::small_trunk();
  const trunk::test::Packings parents = trunk::test::start(mesh, {200, 100, 50}, 2, 1);
  for (const auto& parent : parents) trunk::test::run_rounds_of(*parent, 400);
  for (std::uint32_t number = 10; number < 20; ++number) {
    LatticeInstance child(*parents[0], *parents[1], parents[0]->frame(), parents[0]->container(), 7, number);
    CHECK(child.best_count() + 6 >= std::min(parents[0]->best_count(), parents[1]->best_count()));
    CHECK(trunk::test::deepest_overlap(child.best_packing()) < 0);
    const auto from = [&](const LatticeInstance& parent) {
      return std::count_if(child.best_boxes().begin(), child.best_boxes().end(), [&](const LatticeBox& box) {
        return std::any_of(parent.best_boxes().begin(), parent.best_boxes().end(),
                           [&](const LatticeBox& other) {
                             return box.x == other.x && box.y == other.y && box.z == other.z &&
                                    box.orientation == other.orientation;
                           });
      });
    };
    CHECK(from(*parents[0]) > 0);
    CHECK(from(*parents[1]) > 0);
    // It continues from there.
    const int before = child.best_count();
    trunk::test::run_rounds_of(child, 300);
    CHECK(child.best_count() >= before);
  }
}

TEST_CASE("a child on a lattice with another offset keeps most boxes of its parents, all of them legal") {
  const TriangleMesh mesh = trunk::test::small_trunk();
  const trunk::test::Packings parents =
      trunk::test::start(mesh, {200, 100, 50}, 2, 1, trunk::test::Cells::fine);
  for (const auto& parent : parents) trunk::test::run_rounds_of(*parent, 400);
  Frame frame = parents[0]->frame();
  const FrameTask task{mesh, {}, {200, 100, 50}, frame.pitch, {}, false, frame.window_words};
  for (const Vec3d moved :
       {Vec3d{0, 1.5, -1.5}, Vec3d{0.4, -1, 0}, Vec3d{0, frame.lattice.pitch.y, -frame.lattice.pitch.z}}) {
    const Bounds bounds = bounds_of(in_frame(mesh, frame.lattice.rotation));
    frame.lattice = covering_lattice(frame.lattice.rotation, parents[0]->frame().lattice.origin + moved,
                                     frame.pitch, bounds, false);
    LatticeInstance child(*parents[0], *parents[1], frame, container_cells(task, frame.lattice), 7, 10);
    const int before = child.best_count();
    CHECK(before >= parents[0]->best_count() / 2);
    CHECK(child.capacity() > before);
    CHECK(trunk::test::deepest_overlap(child.best_packing()) < 0);
    for (const PlacedBox& box : child.best_packing().boxes) CHECK(trunk::test::beyond_walls(box, mesh) < 0);
    trunk::test::run_rounds_of(child, 300);
    CHECK(child.best_count() >= before);
  }
}
