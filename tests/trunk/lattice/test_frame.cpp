// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Turns from walls, offsets, and boxes measured in cells.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "jam/core/error.hpp"
#include "jam/trunk/lattice/frame.hpp"
#include "jam/trunk/lattice/rotations.hpp"
#include "jam/trunk/model/container.hpp"
#include "scenes/trunk/lattice_meshes.hpp"

using namespace jam;
using namespace jam::trunk;

TEST_CASE("a box has as many orientations as its edges differ") {
  CHECK(box_orientations({200, 100, 50}, {10, 10, 10}).size() == 6);
  CHECK(box_orientations({200, 100, 100}, {10, 10, 10}).size() == 3);
  CHECK(box_orientations({80, 80, 80}, {10, 10, 10}).size() == 1);
  CHECK(box_orientations({200, 100, 50}, {10, 5, 10})[0].extent == CellVector{20, 20, 5});
  // What is no multiple of the pitch takes the next whole cell.
  CHECK(box_orientations({81, 81, 81}, {10, 10, 10})[0].extent == CellVector{9, 9, 9});
}

TEST_CASE("the pitch divides the edges where it can") {
  CHECK(suitable_pitch({200, 100, 50}, 10) == 10);
  // 12 divides 120, 60 and 36; 10 does not divide 36.
  CHECK(suitable_pitch({120, 60, 36}, 10) == Approx(12));
  // A golf bag would take 115 cells of 10 mm, more than a word has bits.
  const double pitch = suitable_pitch({1143, 204, 204}, 10);
  for (const BoxOrientation& orientation :
       box_orientations({1143, 204, 204}, {pitch / 2, pitch / 2, pitch / 2})) {
    for (int axis = 0; axis < 3; ++axis) CHECK(orientation.extent[axis] <= 64);
  }
}

TEST_CASE("a box on the lattice lies in its cells, with its edges in their order") {
  Lattice lattice;
  lattice.rotation = from_axis_angle(Vec3d{3, -1, 2}, 1.1);
  lattice.origin = {7, -3, 11};
  const Vec3d edge{200, 100, 50};
  for (const BoxOrientation& orientation : box_orientations(edge, lattice.pitch)) {
    const LatticeBox box{4, 7, 2, 0};
    const PlacedBox placed = placed_box(lattice, orientation, edge, box);
    CHECK(placed.edge == edge);
    // Its corners in the frame are those of its cells.
    Vec3d low{1e9, 1e9, 1e9};
    Vec3d high{-1e9, -1e9, -1e9};
    for (int i = 0; i < 8; ++i) {
      const Vec3d local{((i & 1) != 0 ? 0.5 : -0.5) * edge.x, ((i & 2) != 0 ? 0.5 : -0.5) * edge.y,
                        ((i & 4) != 0 ? 0.5 : -0.5) * edge.z};
      const Vec3d corner = rotation_matrix(lattice.rotation)
                               .transposed_times(placed.centre + rotation_matrix(placed.rotation) * local);
      low = {std::min(low.x, corner.x), std::min(low.y, corner.y), std::min(low.z, corner.z)};
      high = {std::max(high.x, corner.x), std::max(high.y, corner.y), std::max(high.z, corner.z)};
    }
    // Coordinates of a few hundred mm are good to 1e-12.
    CHECK(length(low - Vec3d{47, 67, 31}) < 1e-10);
    CHECK(length(high - low -
                 Vec3d{10.0 * orientation.extent.x, 10.0 * orientation.extent.y,
                       10.0 * orientation.extent.z}) < 1e-10);
  }
}

TEST_CASE("frames that a cube's rotations take into each other are one") {
  const Quaterniond a = from_axis_angle(Vec3d{1, 5, 2}, 0.7);
  CHECK(frame_angle(a, a * from_axis_angle(Vec3d{0, 0, 1}, std::acos(0.0))) < 1e-7);
  CHECK(frame_angle(a, a * from_axis_angle(Vec3d{1, 1, 1}, std::acos(-0.5))) < 1e-7);
  CHECK(frame_angle(a, a * from_axis_angle(Vec3d{1, 0, 0}, 0.1)) == Approx(0.1));
}

TEST_CASE("a cuboid's own frame is found to the last digit") {
  const Quaterniond turn = from_axis_angle(Vec3d{1, -2, 0.5}, 0.83);
  const TriangleMesh mesh = test::cuboid({400, 200, 100}, turn, {31, -77, 12});
  const std::vector<WallDirection> walls = wall_directions(mesh, 10);
  REQUIRE(walls.size() == 3);
  CHECK(walls[0].area == Approx(2 * 400 * 200));
  const std::vector<Quaterniond> turns = candidate_rotations(mesh, 10, 3);
  // The arc cosine of a rounded cosine is good to the root of the rounding, 2e-8.
  CHECK(frame_angle(turns.front(), turn) < 1e-7);
  const TriangleMesh seen = in_frame(mesh, turns.front());
  Vec3d size = bounds_of(seen).high - bounds_of(seen).low;
  double sorted[3] = {size.x, size.y, size.z};
  std::sort(std::begin(sorted), std::end(sorted));
  CHECK(std::abs(sorted[0] - 100) < 1e-10);
  CHECK(std::abs(sorted[1] - 200) < 1e-10);
  CHECK(std::abs(sorted[2] - 400) < 1e-10);
}

TEST_CASE("a cavity that boxes fill to the last digit gets a tight lattice, a wider one does not") {
  for (const double extra : {0.0, 0.5}) {
    const TriangleMesh mesh =
        test::cuboid({400 + extra, 200 + extra, 100 + extra}, from_axis_angle(Vec3d{1, 1, 3}, 2.0));
    const FrameTask task{mesh, {}, {200, 100, 50}, {10, 10, 10}};
    const std::vector<Frame> frames =
        on_walls(task, best_phases(task, candidate_rotations(mesh, 1, 90).front(), {4, 4, 4}, 1).front());
    CHECK(frames.size() == (extra == 0 ? 2U : 1U));
    const Frame& frame = frames.back();
    CHECK((frame.lattice.clearance < 0) == (extra == 0));
    CHECK(frame.legal > 0);
    if (extra > 0) CHECK(improve_offset(task, frame).legal >= frame.legal);
  }
}

TEST_CASE("frames lie on the walls of a wrapped cavity, not on the wrap behind them") {
  const Quaterniond turn = from_axis_angle(Vec3d{1, 1, 3}, 2.0);
  Container container;
  container.original = test::cuboid({400, 200, 100}, turn, {5, 6, 7});
  const auto middle = [](const TriangleMesh& mesh) { return (mesh.vertices[0] + mesh.vertices[7]) / 2; };
  container.surface = test::cuboid({470, 270, 170}, turn * from_axis_angle(Vec3d{1, 2, 3}, 0.05));
  const Vec3d shift = middle(container.original) - middle(container.surface);
  for (Vec3d& vertex : container.surface.vertices) vertex += shift;
  container.wrapped = true;
  container.wrap_offset = 30;
  const TriangleMesh walls = container_walls(container);
  CHECK(walls.behind == 12);
  CHECK(walls.sheets == 12);
  CHECK(walls.closed().size() == 12);
  CHECK(wall_directions(walls, 10).front().area == Approx(2 * 400 * 200));

  const auto best = [](const TriangleMesh& mesh) {
    const FrameTask task{mesh, {}, {200, 100, 50}, {10, 10, 10}};
    return on_walls(task, best_phases(task, candidate_rotations(mesh, 1, 90).front(), {4, 4, 4}, 1).front())
        .back();
  };
  const Frame frame = best(walls);
  CHECK(frame_angle(frame.lattice.rotation, turn) < 1e-7);
  CHECK(frame.lattice.clearance < 0);
  CHECK(frame.legal == best(container.original).legal);
}

TEST_CASE("after a stop there is no frame, however late it comes") {
  const TriangleMesh mesh = test::cuboid({400, 200, 100}, Quaterniond{});
  const FrameTask unstopped{mesh, {}, {200, 100, 50}, {10, 10, 10}};
  const Frame phase = best_phases(unstopped, {}, {4, 4, 4}, 1).front();
  CHECK_FALSE(on_walls(unstopped, phase).empty());
  // Stops at each question in turn, until there are no more.
  int limit = 0, asked = 0;
  for (bool stopped = true; stopped; ++limit) {
    struct Countdown {
      int left;
      int* asked;
    } countdown{limit, &asked};
    const auto ask = [](void* context) {
      auto* counter = static_cast<Countdown*>(context);
      ++*counter->asked;
      return counter->left-- <= 0;
    };
    FrameTask task = unstopped;
    task.stop = {ask, &countdown};
    asked = 0;
    const std::vector<Frame> frames = on_walls(task, phase);
    stopped = asked > limit;
    CHECK(frames.empty() == stopped);
    CHECK(asked <= limit + 16);  // Few questions after the first yes: no further lattice is counted.
  }
  CHECK(limit > 10);  // on_walls() rasters four lattices; each asks at least twice.
}

TEST_CASE("phases count the same placements as the lattice that they stand for") {
  const TriangleMesh mesh = test::cuboid({523, 417, 268}, from_axis_angle(Vec3d{0, 0, 1}, 0.3));
  const FrameTask task{mesh, {}, {200, 100, 50}, {10, 10, 10}};
  for (const Frame& frame : best_phases(task, from_axis_angle(Vec3d{1, 0, 0}, 0.2), {4, 4, 4}, 5)) {
    const long long exact = count_legal(task, in_frame(mesh, frame.lattice.rotation), frame.lattice);
    // Only placements within 3e-4 mm of a wall may differ; the walls are sloped, so there are hardly any.
    CHECK(std::abs(static_cast<double>(exact - frame.legal)) <= 0.001 * static_cast<double>(exact));
  }
}

TEST_CASE("phases may be few of each offset along z, and lie between the others") {
  const TriangleMesh mesh = test::cuboid({523, 417, 268}, from_axis_angle(Vec3d{0, 0, 1}, 0.3));
  const FrameTask task{mesh, {}, {200, 100, 50}, {12.5, 25, 50}};
  const auto steps_of = [](double position, double step) {
    return position / step - std::floor(position / step);
  };
  const Frame first = best_phases(task, {}, {1, 4, 8}, 1).front();
  const double y_step = first.lattice.pitch.y / 4, z_step = first.lattice.pitch.z / 8;
  for (const Vec3d moved : {Vec3d{}, Vec3d{0, y_step / 4, z_step / 2}}) {
    const std::vector<Frame> frames = best_phases(task, {}, {1, 4, 8}, 12, 2, moved);
    REQUIRE(frames.size() == 12);
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const Vec3d origin = frames[i].lattice.origin;
      if (i > 0) CHECK(frames[i].legal <= frames[i - 1].legal);
      const auto near = [&](const Frame& other) {
        return std::abs(other.lattice.origin.z - origin.z) < z_step / 100;
      };
      CHECK(std::ranges::count_if(frames, near) <= 2);
      const double y_part = steps_of(origin.y - first.lattice.origin.y - moved.y + y_step / 8, y_step);
      const double z_part = steps_of(origin.z - first.lattice.origin.z - moved.z + z_step / 8, z_step);
      CHECK(std::abs(y_part - 0.125) < 0.01);
      CHECK(std::abs(z_part - 0.125) < 0.01);
    }
  }
}

TEST_CASE("a container far too large for the lattice is refused") {
  const Bounds bounds{{0, 0, 0}, {2e6, 1e6, 5e5}};
  CHECK_THROWS_AS(covering_lattice({}, bounds.low, {10, 10, 10}, bounds, false), OverflowError);
}
