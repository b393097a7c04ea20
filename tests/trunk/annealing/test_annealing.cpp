// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Annealing in trials, on the CPU: the very templates that the kernels run.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include "jam/contact/box_box.hpp"
#include "jam/core/philox.hpp"
#include "jam/trunk/annealing/box_annealing.hpp"
#include "jam/trunk/annealing/box_triangle.hpp"
#include "jam/trunk/annealing/decision.hpp"
#include "jam/trunk/annealing/energy.hpp"
#include "jam/trunk/annealing/triangle_wall.hpp"
#include "jam/trunk/polish/box_gaps.hpp"
#include "scenes/trunk/annealing_scenes.hpp"
#include "trunk/annealing/resumed_annealing.hpp"

namespace jam::trunk {
namespace {

using test::OneMissing;

BoxAnnealing make_annealing(const OneMissing& scene, AnnealingOptions options) {
  return {scene.container,
          std::move(options),
          choose_device("cpu"),
          [&scene](const BoxPacking& p) { return scene.legal(p); },
          {},
          {}};
}

/// Turns until there are `count` boxes; at most `limit`.
int turns_until(BoxAnnealing& annealing, int count, int limit) {
  StopToken stop;
  int turns = 0;
  while (turns < limit && annealing.best().count() < count && annealing.advance(stop)) ++turns;
  return turns;
}

/// Anneals until the cavity of the scene is full: 18 boxes.
void fill(BoxAnnealing& annealing, const OneMissing& scene) {
  annealing.offer(scene.packing);
  turns_until(annealing, 18, 60);
  REQUIRE(annealing.best().count() == 18);
}

/// A square grid of 500 000 triangles in the plane z = 0.
Container plane_of_triangles() {
  constexpr int cells = 500;
  constexpr double half_width = 130;
  Container container;
  for (int i = 0; i <= cells; ++i) {
    for (int j = 0; j <= cells; ++j) {
      container.surface.vertices.push_back(
          {half_width * (2.0 * i / cells - 1), half_width * (2.0 * j / cells - 1), 0});
      const int at = i * (cells + 1) + j;
      if (i == cells || j == cells) continue;
      container.surface.triangles.push_back({at, at + cells + 1, at + 1});
      container.surface.triangles.push_back({at + 1, at + cells + 1, at + cells + 2});
    }
  }
  return container;
}

}  // namespace

TEST_CASE("a triangle is as deep in a box as the polish finds it") {
  RandomStream random(1, StreamId::test, 0, 0);
  const auto draw = [&](double width) { return (random.uniform_double() - 0.5) * width; };
  int touching = 0;
  for (int k = 0; k < 2000; ++k) {
    INFO("triangle " << k);
    Container container;
    for (int c = 0; c < 3; ++c) container.surface.vertices.push_back({draw(300), draw(200), draw(120)});
    container.surface.triangles.push_back({0, 1, 2});
    const WallTriangles walls(container);
    PlacedBox box;
    box.rotation = normalised(Quaterniond{draw(1), draw(1), draw(1), draw(1)});
    box.corner_radius = k % 3 == 0 ? 10 : 0;
    const contact::Box<double> exact = contact_box(box);
    Vec3f q[3];
    for (std::size_t c = 0; c < 3; ++c) {
      const Vec3d at = container.surface.vertices[c];
      q[c] = to_float(Vec3d{dot(exact.axis[0], at), dot(exact.axis[1], at), dot(exact.axis[2], at)});
    }
    const Vec3d n = walls.normal(0);
    const Vec3f local = to_float(Vec3d{dot(exact.axis[0], n), dot(exact.axis[1], n), dot(exact.axis[2], n)});
    const WallPush push = box_triangle_push(to_float(exact.half), static_cast<float>(exact.margin), q, local);
    std::vector<GapRow> rows;
    BoxGaps(walls).collect(std::span(&box, 1), std::vector<std::uint8_t>{1}, 1e-9, rows);
    double deepest = 0;
    for (const GapRow& row : rows) deepest = std::max(deepest, -row.gap);
    if (deepest > 0.1) {
      ++touching;
      CHECK(push.depth == Approx(deepest).epsilon(0.01).margin(0.05));
      CHECK(length(push.normal) == Approx(1).margin(1e-3));
      CHECK(may_touch(to_float(exact.half), static_cast<float>(exact.margin), q, local));
    } else if (rows.empty()) {
      CHECK(push.depth < 0.05F);
    }
  }
  CHECK(touching > 300);
}

TEST_CASE("a wall of very many triangles pushes a box along its normal") {
  const Container container = plane_of_triangles();
  const WallTriangles walls(container);
  TrialSceneData data =
      make_trial_scene(walls, InnerCells(walls, walls.count(), 15), {200, 100, 50}, 0, {}, 1);
  const TrialScene scene = host_scene(data);
  std::vector<std::uint32_t> triangles(element_scratch);
  // The box lies half a millimetre in the wall. Smaller boxes meet fewer triangles: from the capacity of the
  // list down to a few hundred.
  for (const float share : {0.33F, 0.1F, 0.03F}) {
    INFO("edges of " << share << " litre boxes");
    data.sizes[0] = make_box_size(share * Vec3f{100, 50, 25});
    const auto memory = std::make_unique<PartMemory>();
    TrialContacts<SerialTrialCrew, TriangleWall> contacts({}, memory.get(), scene, triangles.data());
    begin_part(*memory, 0, 1, 1);
    set_box(*memory, 0, {0, 0, share * 25 - 0.5F}, {});
    contacts.list();
    contacts.find_contacts();
    REQUIRE(memory->fits == 1);
    CHECK(static_cast<float>(memory->deepest) * 0x1p-20F == Approx(0.5).margin(0.01));
    // Along the edges of its lower face its sides are pushed a little too.
    REQUIRE(memory->face_count <= 5);
    const FaceSums& face = *std::ranges::max_element(memory->face[0], {}, &FaceSums::depth);
    const Vec3f sum{static_cast<float>(face.normal[0]), static_cast<float>(face.normal[1]),
                    static_cast<float>(face.normal[2])};
    CHECK(sum.z / length(sum) == Approx(1).margin(1e-3));
    const float unit = data.sizes[0].radius / (1024 * static_cast<float>(face.weight));
    CHECK(unit * static_cast<float>(std::abs(face.point[0]) + std::abs(face.point[1])) < share * 5);
  }
}

TEST_CASE("a packing that is measured after one with too many contacts has the same energy as before") {
  const Container container = plane_of_triangles();
  const WallTriangles walls(container);
  TrialSceneData data =
      make_trial_scene(walls, InnerCells(walls, walls.count(), 15), {200, 100, 50}, 0, {}, 1);
  std::vector<float> pose(pose_array_count);
  const std::vector<std::uint8_t> kind(1);
  const BoxView box{pose.data(), kind.data(), data.sizes.data(), 1, 1};
  std::vector<std::int32_t> squeeze(1);
  const auto standing = [&](TrialEnergy& energy) {
    const float half_turn = std::sqrt(0.5F);
    box.set(0, {0, 0, 99.5F}, {half_turn, 0, half_turn, 0});
    return energy.measure(box, squeeze);
  };
  TrialEnergy fresh(data);
  const int expected = standing(fresh);
  CHECK(expected > 0);
  TrialEnergy used(data);
  box.set(0, {0, 0, 24.5F}, {});
  CHECK(used.measure(box, squeeze) == -1);
  CHECK(standing(used) == expected);
}

TEST_CASE("no draw lets every trial be accepted") {
  CHECK(gumbel_of(uniform_float(0xffffffffU)) < 17);
  CHECK(gumbel_of(uniform_float(0)) > -3);
  CHECK(gumbel_of(0.5F) == Approx(0.366513));
}

TEST_CASE("only a lower energy is a gain, also where energies are about 0") {
  CHECK(clearly_below(970, 1000));
  CHECK_FALSE(clearly_below(990, 1000));
  CHECK(clearly_below(0, 0x7fffffff));
  CHECK_FALSE(clearly_below(-10, -10));
  CHECK_FALSE(clearly_below(-12, -8));
}

TEST_CASE(
    "trials find the missing box of small, large and much rounded ones too, and of such as may penetrate") {
  const auto [scale, radius] = GENERATE(std::pair(0.05, 0.0), std::pair(8.0, 0.0), std::pair(1.0, 20.0),
                                        std::pair(0.2, 4.9), std::pair(1.0, -0.5));
  INFO("scale " << scale << ", radius " << radius);
  const OneMissing scene(scale, radius);
  AnnealingOptions options;
  options.instance_count = 4;
  options.edge = scene.edge();
  options.corner_radius = radius;
  BoxAnnealing annealing = make_annealing(scene, options);
  annealing.offer(scene.packing);
  turns_until(annealing, 18, 60);
  CHECK(annealing.best().count() == 18);
}

TEST_CASE("a stop ends a batch of trials before its last round") {
  const OneMissing scene;
  AnnealingOptions options;
  options.instance_count = 2;
  BoxAnnealing annealing(scene.container, options, choose_device("cpu"),
                         [](const BoxPacking&) { return false; },
                         {.trials = 8, .rounds = 1000000, .batches = 1, .polished = 0}, {});
  annealing.offer(scene.packing);
  StopToken stop;
  stop.set_time_limit(stop.elapsed() + 0.05);
  CHECK_FALSE(annealing.advance(stop));
  CHECK(stop.elapsed() < 5);
}

TEST_CASE("trials find the box that is missing from a full cavity") {
  const OneMissing scene;
  AnnealingOptions options;
  options.instance_count = 4;
  options.thread_count = 1;
  BoxAnnealing annealing = make_annealing(scene, options);
  StopToken stop;
  CHECK_FALSE(annealing.advance(stop));  // Nothing to go on from.
  fill(annealing, scene);
  CHECK(scene.legal(annealing.best()));
  CHECK(annealing.progress().attempts > 0);
}

TEST_CASE("trials do not depend on the number of threads") {
  const OneMissing scene;
  std::vector<BoxPacking> results;
  std::vector<int> turns;
  for (const int threads : {1, 3}) {
    AnnealingOptions options;
    options.instance_count = 4;
    options.thread_count = threads;
    options.seed = 5;
    BoxAnnealing annealing = make_annealing(scene, options);
    annealing.offer(scene.packing);
    turns.push_back(turns_until(annealing, 18, 60));
    results.push_back(annealing.best());
  }
  CHECK(turns[0] == turns[1]);
  REQUIRE(results[0].count() == results[1].count());
  for (std::size_t i = 0; i < results[0].boxes.size(); ++i) {
    REQUIRE(results[0].boxes[i].centre == results[1].boxes[i].centre);
    REQUIRE(results[0].boxes[i].rotation == results[1].boxes[i].rotation);
  }
}

TEST_CASE("fixed boxes stay where they are in trials, and are no part of the result") {
  const OneMissing scene;
  AnnealingOptions options;
  options.instance_count = 4;
  BoxPacking offered = scene.packing;
  options.fixed = {offered.boxes.front(), offered.boxes.back()};
  offered.boxes.erase(offered.boxes.begin());
  offered.boxes.pop_back();
  BoxAnnealing annealing(scene.container, options, choose_device("cpu"),
                         [&](const BoxPacking& found) {
                           BoxPacking all = found;
                           all.boxes.insert(all.boxes.end(), options.fixed.begin(), options.fixed.end());
                           return scene.legal(all);
                         },
                         {}, {});
  annealing.offer(offered);
  turns_until(annealing, 16, 100);
  CHECK(annealing.best().count() == 16);
}

TEST_CASE("the energy of an instance, changed by many trials, is that of its packing") {
  const OneMissing scene;
  const InnerCells cells(scene.walls, scene.walls.count(), 15);
  TrialSceneData data = make_trial_scene(scene.walls, cells, {200, 100, 50}, 0, {}, 3);
  data.instance_count = 12;
  data.trial_count = 8;
  data.capacity = 32;
  const auto engine = make_cpu_trial_engine(data, 1);
  const ElitePoses elite = make_elites(data, {scene.packing}, {});
  engine->set_elites(elite);
  engine->begin(40);
  StopToken stop;
  engine->finish(stop);
  TrialInstances all = engine->instances();
  TrialEnergy measuring(data);
  int measured = 0;
  for (int k = 0; k < data.instance_count; ++k) {
    const InstanceState& state = all.state[k];
    if (state.absent != 0) continue;
    INFO("instance " << k);
    const auto at = static_cast<std::ptrdiff_t>(k) * data.capacity;
    const BoxView boxes{all.pose.data() + pose_array_count * at, elite.kind.data(), data.sizes.data(),
                        data.capacity, state.count};
    const auto box_at = [&](int i) {
      return contact::make_box(boxes.centre(i), boxes.rotation(i), data.sizes[0].half, 0.0F);
    };
    double energy = 0;
    for (int i = 0; i < state.count; ++i) {
      for (int j = i + 1; j < state.count; ++j) {
        energy += squeeze_of(std::max(
            0.0F, contact::least_overlap(box_at(i), box_at(j), 0.0F, data.scene.rules.edge_share).overlap));
      }
      float deepest[faces_of_box] = {};
      for (int t = 0; t < scene.walls.count(); ++t) {
        const contact::Box<float> box = box_at(i);
        const auto local = [&](Vec3f v) {
          return Vec3f{dot(box.axis[0], v), dot(box.axis[1], v), dot(box.axis[2], v)};
        };
        Vec3f q[3];
        for (std::size_t c = 0; c < 3; ++c)
          q[c] = local(to_float(scene.walls.corners(t)[c] - data.origin) - box.centre);
        const WallPush push = box_triangle_push(box.half, 0, q, local(to_float(scene.walls.normal(t))));
        if (!(push.depth > 0)) continue;
        const Vec3f size{std::abs(push.normal.x), std::abs(push.normal.y), std::abs(push.normal.z)};
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        float& depth = deepest[2 * axis + (contact::component(push.normal, axis) > 0 ? 1 : 0)];
        depth = std::max(depth, push.depth);
      }
      for (const float depth : deepest) energy += squeeze_of(depth);
    }
    ++measured;
    CHECK(state.energy == Approx(energy).epsilon(1e-3).margin(200));
    std::vector<std::int32_t> squeeze(data.capacity);
    CHECK(measuring.measure(boxes, squeeze) == Approx(energy).epsilon(1e-3).margin(200));
    for (int i = 0; i < state.count; ++i)
      CHECK(squeeze[i] == Approx(all.squeeze[at + i]).epsilon(1e-3).margin(200));
    CHECK(state.trials == 40 * 8 - 8);  // The first round starts the instance.
  }
  CHECK(measured >= 8);
  CHECK(engine->trials() == 12 * 8 * 40);
  CHECK(engine->valid_trials() > 100);
}

TEST_CASE("an annealing in trials that forgets begins anew from what is offered then") {
  const OneMissing scene;
  AnnealingOptions options;
  options.instance_count = 4;
  BoxAnnealing annealing = make_annealing(scene, options);
  fill(annealing, scene);
  annealing.forget();
  StopToken stop;
  CHECK_FALSE(annealing.advance(stop));
  BoxPacking fewer = scene.packing;
  fewer.boxes.resize(12);
  annealing.offer(fewer);
  CHECK(annealing.progress().best_count == 12);
  REQUIRE(annealing.advance(stop));
  turns_until(annealing, 14, 60);
  CHECK(annealing.best().count() >= 14);
}

TEST_CASE("a polish that has not made a packing legal goes on as the packing of its instance") {
  const OneMissing scene;
  AnnealingOptions options;
  options.instance_count = 4;
  BoxAnnealing first = make_annealing(scene, options);
  fill(first, scene);
  // No polish makes a packing with one box more legal.
  TrialRules rules;
  rules.snapshot_energy = 4000;
  const auto legal = [&scene](const BoxPacking& p) { return scene.legal(p); };
  // With a long delay no polish ends within the turns: the steps of trials differ from there on.
  const auto steps_with = [&](int delay) {
    BoxAnnealing annealing(scene.container, options, choose_device("cpu"), legal, {.delay = delay}, rules);
    annealing.offer(first.best());
    StopToken stop;
    for (int k = 0; k < 12; ++k) REQUIRE(annealing.advance(stop));
    CHECK(annealing.best().count() == 18);
    return annealing.progress().steps;
  };
  CHECK(steps_with(1) != steps_with(1000));
}

TEST_CASE("an annealing in trials goes on from its state through wins and new starts") {
  const OneMissing scene;
  AnnealingOptions options;
  options.thread_count = 1;
  options.instance_count = 3;
  BoxAnnealing whole = make_annealing(scene, options);
  BoxPacking start = scene.packing;
  start.boxes.resize(15);
  whole.offer(start);
  const std::vector<std::string> states =
      test::check_resumed(whole, 14, {0, 1, 6, 13}, [&] { return make_annealing(scene, options); });
  CHECK(whole.best().count() > 15);
  options.instance_count = 2;
  BoxAnnealing smaller = make_annealing(scene, options);
  io::StateReader state(states.back());
  CHECK_THROWS_AS(smaller.read(state), InputError);
}

}  // namespace jam::trunk
