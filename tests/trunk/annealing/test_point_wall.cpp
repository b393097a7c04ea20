// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The wall as points: what one does to a box, how many are taken, and annealing among them.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include "jam/trunk/annealing/box_annealing.hpp"
#include "jam/trunk/annealing/contacts.hpp"
#include "jam/trunk/annealing/energy.hpp"
#include "jam/trunk/annealing/point_wall.hpp"
#include "jam/trunk/relax/box_physics.hpp"
#include "scenes/trunk/annealing_scenes.hpp"

namespace jam::trunk {
namespace {

using test::OneMissing;

/// Turns until there are `count` boxes; at most `limit`.
int turns_until(BoxAnnealing& annealing, int count, int limit) {
  StopToken stop;
  int turns = 0;
  while (turns < limit && annealing.best().count() < count && annealing.advance(stop)) ++turns;
  return turns;
}

BoxAnnealing annealing_of(const OneMissing& scene, const AnnealingOptions& options) {
  return {scene.container,
          options,
          choose_device("cpu"),
          [&scene](const BoxPacking& p) { return scene.legal(p); },
          {},
          {}};
}

TrialSceneData scene_of(const OneMissing& missing, const PointGrid& points, double corner_radius = 0) {
  const InnerCells cells(missing.walls, missing.walls.count(), 15);
  return make_trial_scene(missing.walls, cells, {200, 100, 50}, corner_radius, {}, 1, &points);
}

}  // namespace

TEST_CASE("a point pushes a box as the contact simulation of whole packings has it") {
  RandomStream random(2, StreamId::test, 0, 0);
  const auto draw = [&](double width) { return (random.uniform_double() - 0.5) * width; };
  int touching = 0;
  for (int k = 0; k < 3000; ++k) {
    INFO("point " << k);
    const std::vector<Vec3d> points = {{draw(210), draw(110), draw(60)}};
    const PointGrid grid(points);
    TrialScene scene;
    scene.points = grid.view();
    const double radius = k % 3 == 0 ? 10 : 0;
    const BoxSize size = make_box_size({100, 50, 25}, static_cast<float>(radius));
    const auto shift = to_float(Vec3d{} - grid.origin());
    const Quaterniond q = normalised(Quaterniond{1, draw(0.3), draw(0.3), draw(0.3)});
    const Quaternionf rotation{static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y),
                               static_cast<float>(q.z)};
    const contact::Box<float> box = contact::make_box(shift, rotation, size.half, size.margin);
    WallSums sums;
    const contact::PointDepth<float> depth = contact::depth_in_box(box, to_float(points[0] - grid.origin()));
    if (depth.depth > 0) sums.add(depth, 0, true);
    const WallPush push = PointWall::push(scene, box, 0);
    const auto face = std::ranges::find_if(sums.face, [](const FaceSum& sum) { return sum.depth > 0; });
    CHECK((push.depth > 0) == (face != std::end(sums.face)));
    if (!(push.depth > 0)) continue;
    ++touching;
    CHECK(PointWall::may_touch(scene, box, 0, 0));
    CHECK(push.depth == face->depth);
    const Vec3f world =
        push.normal.x * box.axis[0] + push.normal.y * box.axis[1] + push.normal.z * box.axis[2];
    CHECK(length(world - inward_normal(box, static_cast<int>(face - std::begin(sums.face)))) < 1e-6F);
    CHECK(length(push.point - depth.in_box) == 0);
  }
  CHECK(touching > 1000);
}

TEST_CASE("a point in a box that may penetrate pushes it by what is beyond that") {
  const std::vector<Vec3d> points = {{0, 0, 0}};
  const PointGrid grid(points);
  TrialScene scene;
  scene.points = grid.view();
  const BoxSize size = make_box_size({100, 50, 25}, -0.5F);
  for (const float depth : {0.25F, 0.75F}) {
    const Vec3f centre = to_float(Vec3d{} - grid.origin()) + Vec3f{0, 0, 25.5F - depth};
    CHECK(PointWall::push(scene, contact::make_box(centre, {}, size.half, size.margin), 0).depth ==
          Approx(depth - 0.5F).margin(1e-4));
  }
}

TEST_CASE(
    "a wall of points holds a box at the depth of the deepest one, and faces beside each other share no "
    "point") {
  const OneMissing missing;
  const PointGrid points(test::turned_cavity_points(missing.size, 8));
  const TrialSceneData data = scene_of(missing, points);
  const TrialScene scene = host_scene(data);
  REQUIRE(scene.wall_kind() == WallKind::points);
  const auto memory = std::make_unique<PartMemory>();
  std::vector<std::uint32_t> elements(element_scratch);
  TrialContacts<SerialTrialCrew, PointWall> contacts({}, memory.get(), scene, elements.data());
  begin_part(*memory, 0, 1, 1);
  const Mat3<double> turn = rotation_matrix(test::cavity_turn);
  const Quaterniond q = test::cavity_turn;
  // In a corner of the cavity, by 2 mm through one wall and 1 mm through another one.
  const Vec3d centre = turn * Vec3d{98, 49, 60};
  set_box(
      *memory, 0, to_float(centre - data.origin),
      {static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z)});
  contacts.list();
  contacts.find_contacts();
  REQUIRE(memory->fits == 1);
  CHECK(memory->face_count == 2);
  CHECK(static_cast<float>(memory->deepest) * 0x1p-20F == Approx(2).margin(0.01));
  CHECK(static_cast<float>(memory->energy) * energy_unit == Approx(2 * 2 + 1 * 1).margin(0.05));
}

TEST_CASE("of a cloud too dense for the lists every few points are taken, and no list is too short") {
  const OneMissing missing;
  const PointGrid points(test::turned_cavity_points(missing.size, 1));
  REQUIRE(points.point_count() > 400000);
  const TrialSceneData data = scene_of(missing, points);
  const TrialScene scene = host_scene(data);
  CHECK(scene.points.point_count < 100000);
  CHECK(scene.points.point_count > 10000);
  CHECK(data.point_cell_begin.back() == scene.points.point_count);
  TrialEnergy energy(data);
  std::vector<std::int32_t> squeeze(32);
  TrialSceneData roomy = data;
  roomy.capacity = 32;
  const ElitePoses poses = make_elites(roomy, {missing.packing}, {});
  std::vector<float> pose = poses.pose;
  CHECK(energy.measure({pose.data(), poses.kind.data(), data.sizes.data(), 32, poses.box_count}, squeeze) >=
        0);
}

TEST_CASE(
    "trials against points find the missing box of small, large and rounded ones too, and of such as may "
    "penetrate") {
  const auto [scale, radius] = GENERATE(std::pair(1.0, 0.0), std::pair(0.05, 0.0), std::pair(8.0, 0.0),
                                        std::pair(1.0, 20.0), std::pair(1.0, -0.5));
  INFO("scale " << scale << ", radius " << radius);
  const OneMissing scene(scale, radius);
  const PointGrid points(test::turned_cavity_points(scene.size, 8 * scale), 20 * scale);
  AnnealingOptions options;
  options.instance_count = 4;
  options.edge = scene.edge();
  options.corner_radius = radius;
  options.points = &points;
  BoxAnnealing annealing = annealing_of(scene, options);
  annealing.offer(scene.packing);
  turns_until(annealing, 18, 60);
  CHECK(annealing.best().count() == 18);
  CHECK(scene.legal(annealing.best()));
}

TEST_CASE(
    "trials against points do not depend on the number of threads, and differ from those against triangles") {
  const OneMissing scene;
  const PointGrid points(test::turned_cavity_points(scene.size, 8));
  const auto steps = [&](int threads, const PointGrid* walls) {
    AnnealingOptions options;
    options.instance_count = 4;
    options.thread_count = threads;
    options.seed = 5;
    options.points = walls;
    BoxAnnealing annealing = annealing_of(scene, options);
    annealing.offer(scene.packing);
    turns_until(annealing, 18, 3);
    io::StateWriter state;
    annealing.write(state);
    return state.finish();
  };
  const std::string one = steps(1, &points);
  CHECK(steps(3, &points) == one);
  CHECK(steps(1, nullptr) != one);
}

}  // namespace jam::trunk
