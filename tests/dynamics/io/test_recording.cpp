// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "jam/core/error.hpp"
#include "jam/dynamics/io/recording.hpp"

using namespace jam;
using namespace jam::dynamics;

namespace {

Shape ball(double radius) {
  Shape shape;
  shape.radius = radius;
  return shape;
}

/// A wall, a box and two balls; one of them lies off the centre of its union.
World small_world() {
  World world;
  Shape box;
  box.kind = ShapeKind::box;
  box.half = {1, 1, 1};
  world.add_wall(box, {{0, 0, -1}, {}}, {});
  const Shape centred = ball(0.1);
  world.add_body({&centred, 1}, {{0, 0, 1}, {}}, 1, {});
  world.add_body({&box, 1}, {{0, 0, 3}, {}}, 1, {});
  Shape pair[2] = {ball(0.1), ball(0.2)};
  pair[1].pose.position.x = 1;
  world.add_body(pair, {{0, 0, 5}, {}}, 1, {});
  return world;
}

StepReport at_step(long long step) {
  StepReport report;
  report.step = step;
  report.time = 0.5 * static_cast<double>(step);
  return report;
}

}  // namespace

TEST_CASE("a recording tracks what moves, and rotations of what is no ball", "[unit]") {
  World world = small_world();
  Recording recording(world);
  CHECK(recording.tracks() == std::vector<int>{2, 3, 1});
  CHECK(recording.turning_count() == 2);
  recording.offer(world, at_step(0));
  world.bodies.pose[1].position = {7, 8, 9};
  recording.offer(world, at_step(1));
  CHECK(recording.frame_count() == 2);
  CHECK(recording.rotations().size() == 2 * 2 * 4);
  const std::vector<float> last(recording.positions().end() - 3, recording.positions().end());
  CHECK(last == std::vector<float>{7, 8, 9});

  // A wall that moves is one of them.
  world.set_motion(0, {});
  CHECK(Recording(world).tracks() == std::vector<int>{0, 2, 3, 1});
}

TEST_CASE("where frames become too many, every other one is dropped, and the end is kept", "[unit]") {
  World world = small_world();
  // A frame is 3 positions of 6 bytes, 2 rotations of 8, and one byte: five fit.
  Recording recording(world, "--html", 5 * 35);
  const auto steps = [&] {
    std::vector<long long> result;
    for (const FrameFigures& figures : recording.figures()) result.push_back(figures.step);
    return result;
  };
  for (int step = 0; step <= 23; ++step) {
    world.bodies.pose[1].position.x = step;
    recording.offer(world, at_step(step));
    if (step == 4) CHECK(steps() == std::vector<long long>{0, 1, 2, 3, 4});
    if (step == 5) CHECK(steps() == std::vector<long long>{0, 2, 4});
  }
  CHECK(steps() == std::vector<long long>{0, 8, 16});
  recording.finish(world, at_step(23));
  recording.finish(world, at_step(23));
  CHECK(steps() == std::vector<long long>{0, 8, 16, 23});
  // The third track is the ball.
  for (int frame = 0; frame < 4; ++frame)
    CHECK(recording.positions()[9 * frame + 6] == static_cast<float>(steps()[frame]));
  CHECK(recording.rotations().size() == 4 * 2 * 4);

  const Recording rest = recording.after(8);
  CHECK(rest.frame_count() == 2);
  CHECK(rest.figures().front().step == 16);
  CHECK(rest.tracks() == recording.tracks());
  CHECK(rest.positions() ==
        std::vector<float>(recording.positions().end() - 2 * 9, recording.positions().end()));
  CHECK(rest.rotations().size() == 2 * 2 * 4);
  CHECK(recording.after(23).frame_count() == 0);
}

TEST_CASE("a world of too many shapes for a page is refused with the number", "[unit]") {
  World world;
  const Shape shape = ball(1);
  const std::vector<Shape> many(page_shape_limit + 1, shape);
  world.add_body(many, {}, 1, {});
  CHECK_THROWS_WITH(Recording(world),
                    Catch::Contains("the scene has 200001 shapes, a page shows 200000 at most"));
}
