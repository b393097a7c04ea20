// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Parts of trials, among walls of both kinds: what a crew does with several of them, and lists of which only
// a part is made again.
#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include <catch2/catch.hpp>
#include "jam/trunk/annealing/cpu_round.hpp"
#include "jam/trunk/annealing/decision.hpp"
#include "jam/trunk/annealing/engine.hpp"
#include "jam/trunk/annealing/point_wall.hpp"
#include "jam/trunk/annealing/triangle_wall.hpp"
#include "jam/trunk/annealing/vacancies.hpp"
#include "jam/trunk/model/point_grid.hpp"
#include "scenes/trunk/annealing_scenes.hpp"

namespace jam::trunk {
namespace {

using test::OneMissing;

/// One thread with three parts.
class CrewOfThree : public SerialTrialCrew {
 public:
  static constexpr int part_count = 3;
};
static_assert(TrialCrew<CrewOfThree>);

/// A packing without one of its boxes among walls of this kind.
template <TrialWall Wall>
struct Scene {
  Scene() {
    data.instance_count = 6;
    data.trial_count = 8;
    data.capacity = 32;
  }
  OneMissing missing;
  PointGrid points{test::turned_cavity_points(missing.size, 8)};
  TrialSceneData data = make_trial_scene(
      missing.walls, InnerCells(missing.walls, missing.walls.count(), inner_cell_size({200, 100, 50})),
      {200, 100, 50}, 0, {}, 7, std::is_same_v<Wall, PointWall> ? &points : nullptr);
};

/// Instances after some rounds.
template <TrialWall Wall>
TrialInstances annealed(const Scene<Wall>& scene, int rounds) {
  const auto engine = make_cpu_trial_engine(scene.data, 1);
  engine->set_elites(make_elites(scene.data, {scene.missing.packing}, {}));
  engine->begin(rounds);
  StopToken stop;
  engine->finish(stop);
  return engine->instances();
}

InstancesView view_of(TrialInstances& all) {
  return {all.state.data(),    all.pose.data(), all.kind.data(), all.squeeze.data(),
          all.snapshot.data(), all.count,       all.capacity};
}

template <TrialCrew Crew, TrialWall Wall>
void relax(const TrialScene& scene, const InstancesView& view, std::vector<TrialRecord>& records, int first,
           int end, int trial_count) {
  std::vector<PartMemory> parts(Crew::part_count);
  std::memset(parts.data(), 0x5a, parts.size() * sizeof(PartMemory));  // As shared memory is found.
  std::vector<std::uint32_t> elements(Crew::part_count * element_scratch);
  TrialRelaxation<Crew, Wall> relaxation({}, parts.data(), elements.data(), scene, view, records.data(),
                                         trial_count);
  relaxation.run([next = first, end]() mutable { return next < end ? next++ : -1; });
}

/// The records of proposals of all trials of instances.
std::vector<TrialRecord> proposals(const TrialScene& scene, const InstancesView& view, int instance_count,
                                   int trial_count) {
  std::vector<TrialRecord> records(instance_count * trial_count);
  ProposalMemory memory{};
  for (int t = 0; t < std::ssize(records); ++t)
    propose_trial<TrialMoves>(SerialTrialTeam(), memory, scene, view, t / trial_count, t % trial_count,
                              records[t]);
  return records;
}

/// Annealed instances, and the proposals of their next round.
template <TrialWall Wall>
struct NextRound {
  Scene<Wall> scene;
  TrialInstances all = annealed(scene, 12);
  TrialScene on_host = host_scene(scene.data);
  InstancesView view = view_of(all);
  int trial_count = scene.data.trial_count;
  std::vector<TrialRecord> records = proposals(on_host, view, all.count, trial_count);
};

/// Checks that the trials of both end alike. Returns how many count.
int check_same_ends(const std::vector<TrialRecord>& some, const std::vector<TrialRecord>& others) {
  int valid = 0;
  int steps = 0;
  for (std::size_t t = 0; t < some.size(); ++t) {
    INFO("trial " << t);
    const TrialRecord& a = some[t];
    const TrialRecord& b = others[t];
    CHECK(a.valid == b.valid);
    CHECK(a.steps == b.steps);
    valid += a.valid;
    steps += a.steps;
    if (a.valid == 0) continue;
    CHECK(a.rise == b.rise);
    CHECK(std::equal(a.squeeze_rise, a.squeeze_rise + a.box_count, b.squeeze_rise));
    for (int k = 0; k < pose_array_count; ++k)
      CHECK(std::equal(a.pose[k], a.pose[k] + a.movable_count, b.pose[k]));
  }
  CHECK(steps > 100);
  return valid;
}

}  // namespace

TEMPLATE_TEST_CASE("parts that are relaxed side by side end as each does alone", "", TriangleWall,
                   PointWall) {
  const NextRound<TestType> round;
  std::vector<TrialRecord> alone = round.records;
  std::vector<TrialRecord> together = alone;
  for (int t = 0; t < std::ssize(alone); ++t)
    relax<SerialTrialCrew, TestType>(round.on_host, round.view, alone, t, t + 1, round.trial_count);
  relax<CrewOfThree, TestType>(round.on_host, round.view, together, 0, static_cast<int>(together.size()),
                               round.trial_count);
  CHECK(check_same_ends(alone, together) > 10);
}

TEMPLATE_TEST_CASE("all instruction sets end trials with the same bits", "", TriangleWall, PointWall) {
  const NextRound<TestType> round;
  std::vector<TrialRecord> reference = round.records;
  relax<SerialTrialCrew, TestType>(round.on_host, round.view, reference, 0,
                                   static_cast<int>(reference.size()), round.trial_count);
  const auto memory = std::make_unique<CpuTrialMemory>();
  for (const Isa isa : all_isas) {
    if (cpu_trial.version(isa) == nullptr) continue;
    INFO(isa_name(isa));
    std::vector<TrialRecord> records(reference.size());
    for (int t = 0; t < std::ssize(records); ++t)
      cpu_trial.version(isa)(*memory, round.on_host, round.view, records.data(), round.trial_count, t);
    CHECK(check_same_ends(reference, records) > 10);
  }
}

TEMPLATE_TEST_CASE("boxes that are listed again alone have the contacts that all have when all are listed",
                   "", TriangleWall, PointWall) {
  const Scene<TestType> scene;
  const TrialScene on_host = host_scene(scene.data);
  const ElitePoses elite = make_elites(scene.data, {scene.missing.packing}, {});
  std::vector<float> pose = elite.pose;
  const BoxView boxes{pose.data(), elite.kind.data(), scene.data.sizes.data(), scene.data.capacity,
                      elite.box_count};
  constexpr int movable = 9;
  const auto make_part = [&](PartMemory& m) {
    begin_part(m, 0, boxes.count, movable);
    for (int i = 0; i < boxes.count; ++i) set_box(m, i, boxes.centre(i), boxes.rotation(i));
  };
  const auto some = std::make_unique<PartMemory>();
  std::vector<std::uint32_t> some_elements(element_scratch);
  TrialContacts<SerialTrialCrew, TestType> partly({}, some.get(), on_host, some_elements.data());
  make_part(*some);
  partly.list();
  const auto clear = [](PartMemory& m) {
    for (auto& faces : m.face) std::ranges::fill(faces, FaceSums{});
  };
  std::vector<std::uint32_t> all_elements(element_scratch);
  RandomStream random(3, StreamId::test, 0, 0);
  const auto draw = [&](float width) { return (uniform_float(random.next_u32()) - 0.5F) * width; };
  const float limit = 0.5F * on_host.rules.skin - motion_margin;
  int touching = 0;
  int listed_again = 0;
  for (int turn = 0; turn < 200; ++turn) {
    INFO("turn " << turn);
    // A box moves by up to 8 mm, and the others by very little.
    for (int i = 0; i < movable; ++i) {
      const float width = i == turn % movable ? 8.0F : 0.4F;
      const Vec3f start = to_float(scene.missing.packing.boxes[i].centre - scene.data.origin);
      Vec3f centre = boxes.centre(i) + Vec3f{draw(width), draw(width), draw(width)};
      if (length(centre - start) > 15) centre = start;
      boxes.set(i, centre,
                turned_slightly(boxes.rotation(i), 0.004F * Vec3f{draw(width), draw(width), draw(width)}));
      set_box(*some, i, boxes.centre(i), boxes.rotation(i));
      const Vec3f listed{some->listed[0][i], some->listed[1][i], some->listed[2][i]};
      const Quaternionf listed_rotation{some->listed[3][i], some->listed[4][i], some->listed[5][i],
                                        some->listed[6][i]};
      if (motion_bound(boxes.centre(i), boxes.rotation(i), listed, listed_rotation, boxes.size(i).radius) >=
          limit)
        some->stale |= 1U << i;
    }
    listed_again += bit_count(some->stale);
    if (some->stale != 0) partly.list();
    const auto all = std::make_unique<PartMemory>();
    TrialContacts<SerialTrialCrew, TestType> wholly({}, all.get(), on_host, all_elements.data());
    make_part(*all);
    wholly.list();
    wholly.find_contacts();
    clear(*some);
    partly.find_contacts();
    REQUIRE(some->fits == 1);
    CHECK(some->touching_count == all->touching_count);
    CHECK(some->face_count == all->face_count);
    CHECK(some->energy == all->energy);
    CHECK(some->deepest == all->deepest);
    CHECK(std::equal(some->squeeze, some->squeeze + boxes.count, all->squeeze));
    touching += some->touching_count + some->face_count;
  }
  CHECK(touching > 1000);
  CHECK(listed_again > 100);
  CHECK(listed_again < 200 * movable / 2);
}

}  // namespace jam::trunk
