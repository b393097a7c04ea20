// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings that are polished while a device runs trials: on CPUs here, with any device's rules.
#include <algorithm>
#include <atomic>
#include <future>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include "jam/core/error.hpp"
#include "jam/core/philox.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/trunk/annealing/box_annealing.hpp"
#include "jam/trunk/annealing/candidate_polish.hpp"
#include "scenes/trunk/annealing_scenes.hpp"
#include "trunk/annealing/resumed_annealing.hpp"

namespace jam::trunk {
namespace {

using test::illegality;
using test::OneMissing;
using test::turned_cavity;
using test::turned_lattice;

constexpr int instance_count = 100;
constexpr int capacity = 64;

/// Candidates of a batch: packings of the scene whose boxes were moved a little; every third one has a box
/// twice, which no polish mends.
std::vector<Candidate> moved_packings(const OneMissing& scene, int batch, int count) {
  std::vector<Candidate> candidates;
  for (int c = 0; c < count; ++c) {
    RandomStream random(5, StreamId::test, static_cast<std::uint32_t>(batch), static_cast<std::uint32_t>(c));
    const auto draw = [&] { return 2 * random.uniform_double() - 1; };
    Candidate candidate{.instance = 10 * batch + c, .energy = c};
    candidate.boxes = scene.packing.boxes;
    if (c % 3 == 2) candidate.boxes.push_back(candidate.boxes.front());
    for (PlacedBox& box : candidate.boxes) box.centre += Vec3d{draw(), draw(), draw()};
    candidate.count = static_cast<int>(candidate.boxes.size());
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

/// What can be compared of the candidates that were taken back.
struct Outcome {
  std::vector<int> instances;
  std::vector<double> energies;
  std::vector<bool> legal;
  std::vector<Vec3d> centres;

  void add(const std::vector<Candidate>& candidates) {
    for (const Candidate& candidate : candidates) {
      instances.push_back(candidate.instance);
      energies.push_back(candidate.result.energy);
      legal.push_back(candidate.result.legal);
      for (const PlacedBox& box : candidate.polished) centres.push_back(box.centre);
    }
  }
  bool operator==(const Outcome&) const = default;
};

}  // namespace

TEST_CASE("candidates come back polished after a fixed number of batches, whatever threads polish them") {
  const OneMissing scene;
  const WallTriangles walls(scene.container);
  constexpr int batches = 6;
  const auto polished = [&](int delay, int threads) {
    std::atomic<int> measured = 0;
    BackgroundCalls calls(threads);
    CandidatePolish polish(walls, {}, 0, threads, delay, delay > 1 ? &calls : nullptr,
                           [&measured](Candidate&) { ++measured; });
    StopToken stop;
    Outcome outcome;
    for (int batch = 0; batch < batches + delay; ++batch) {
      const std::vector<Candidate> due = polish.take(stop);
      CHECK(due.empty() == (batch < delay || batch - delay == 3));
      outcome.add(due);
      polish.add(moved_packings(scene, batch, batch == 3 ? 0 : 4));
    }
    CHECK(measured >= std::ranges::count(outcome.legal, false));
    return outcome;
  };
  const Outcome inline_polish = polished(1, 1);
  REQUIRE(inline_polish.instances.size() == 4 * (batches - 1));
  CHECK(std::ranges::count(inline_polish.legal, true) > 10);
  CHECK(std::ranges::count(inline_polish.legal, false) >= batches - 1);
  for (const int delay : {2, 4}) {
    for (const int threads : {1, 2, 0}) {
      INFO("after " << delay << " batches, " << threads << " threads");
      CHECK(polished(delay, threads) == inline_polish);
    }
  }
}

TEST_CASE("candidates that wait are kept with a state, and polished again") {
  const OneMissing scene;
  const WallTriangles walls(scene.container);
  const auto none = [](Candidate&) {};
  StopToken stop;
  BackgroundCalls calls(2);
  CandidatePolish whole(walls, {}, 0, 2, 4, &calls, none);
  for (int batch = 0; batch < 4; ++batch) whole.add(moved_packings(scene, batch, batch));
  io::StateWriter writer;
  whole.write(writer);
  const std::string bytes = writer.finish();
  Outcome expected;
  for (int batch = 0; batch < 4; ++batch) {
    expected.add(whole.take(stop));
    whole.add({});
  }
  REQUIRE(expected.instances.size() == 6);
  for (const int delay : {4, 1}) {
    CandidatePolish resumed(walls, {}, 0, 1, delay, delay > 1 ? &calls : nullptr, none);
    resumed.add(moved_packings(scene, 7, 2));  // Forgotten.
    io::StateReader reader(bytes);
    resumed.read(reader, instance_count, capacity);
    reader.finish();
    Outcome outcome;
    outcome.add(resumed.take(stop));
    CHECK(outcome.instances.size() == (delay == 1 ? 6 : 0));  // On a device without a delay all are due.
    for (int batch = 0; batch < 3; ++batch) {
      resumed.add({});
      outcome.add(resumed.take(stop));
    }
    CHECK(outcome == expected);
  }
  CandidatePolish other(walls, {}, 0, 1, 4, &calls, none);
  io::StateReader few_instances(bytes);
  CHECK_THROWS_AS(other.read(few_instances, 5, capacity), InputError);
  io::StateReader small(bytes);
  CHECK_THROWS_AS(other.read(small, instance_count, scene.packing.count() + 1),
                  InputError);  // That of a packing with a box twice.
  const auto damaged = [&](int sets, int candidates) {
    io::StateWriter state;
    io::write_all(state, sets, candidates, 0, scene.packing.count(), 0, scene.packing.boxes);
    const std::string wrong = state.finish();
    io::StateReader wrong_state(wrong);
    other.read(wrong_state, instance_count, capacity);
  };
  CHECK_NOTHROW(damaged(1, 1));
  CHECK_THROWS_AS(damaged(-1, 1), InputError);
  CHECK_THROWS_AS(damaged(1, -1), InputError);
}

TEST_CASE("candidates that are forgotten do not come back") {
  const OneMissing scene;
  const WallTriangles walls(scene.container);
  BackgroundCalls calls(1);
  CandidatePolish polish(walls, {}, 0, 1, 2, &calls, [](Candidate&) {});
  StopToken stop;
  polish.add(moved_packings(scene, 0, 40));
  polish.clear();
  polish.add({});
  CHECK(polish.take(stop).empty());
  polish.add(moved_packings(scene, 1, 2));
  CHECK(polish.take(stop).empty());  // The set without any.
  polish.add({});
  CHECK(polish.take(stop).size() == 2);
}

TEST_CASE("a stop does not wait for polishes that run, and an exception of one comes back with its set") {
  const OneMissing scene;
  const WallTriangles walls(scene.container);
  std::promise<void> released;
  const std::shared_future<void> release = released.get_future().share();
  StopToken stop;
  BackgroundCalls calls(1);
  {
    CandidatePolish polish(walls, {}, 0, 1, 2, &calls, [&release](Candidate&) { release.wait(); });
    polish.add(moved_packings(scene, 2, 3));  // The third one is not legal: it waits in `release`.
    polish.add({});
    stop.request(StopReason::interrupt);
    CHECK(polish.take(stop).empty());
    released.set_value();
  }
  StopToken other;
  CandidatePolish failing(walls, {}, 0, 1, 2, &calls, [](Candidate&) { throw std::runtime_error("no"); });
  failing.add(moved_packings(scene, 2, 3));
  failing.add({});
  CHECK_THROWS_AS(failing.take(other), std::runtime_error);
}

TEST_CASE("an annealing whose candidates come back later goes on from its state, for any number of threads") {
  const OneMissing scene;
  BoxPacking start = scene.packing;
  start.boxes.resize(15);
  const auto make = [&](int threads) {
    AnnealingOptions options;
    options.instance_count = 4;
    options.thread_count = threads;
    TrialRules rules;
    rules.snapshot_energy = 4000;
    return BoxAnnealing(
        scene.container, options, choose_device("cpu"),
        [&scene](const BoxPacking& p) { return scene.legal(p); }, {.delay = 3}, rules);
  };
  BoxAnnealing whole = make(1);
  whole.offer(start);
  static_cast<void>(test::check_resumed(whole, 16, {0, 7, 15}, [&] { return make(2); }));
  CHECK(whole.best().count() > 15);
}

TEST_CASE(
    "nearly legal packings are polished a second time, and an annealing goes on from a state with them") {
  // Two boxes, one above the other, would need 0.02 mm more.
  const Container container = turned_cavity({200.5, 100.5, 99.98});
  const BoxPacking start = turned_lattice(1, 1, 1, {0.2, 0.2, 20});
  const auto make = [&](int threads) {
    AnnealingOptions options;
    options.instance_count = 3;
    options.thread_count = threads;
    return BoxAnnealing(container, options, choose_device("cpu"),
                        [&](const BoxPacking& p) { return illegality(p, container.surface) < 1e-6; },
                        {.delay = 2, .second_delay = 5}, {});
  };
  BoxAnnealing whole = make(1);
  whole.offer(start);
  static_cast<void>(test::check_resumed(whole, 12, {0, 5, 11}, [&] { return make(2); }));
  CHECK(whole.best().count() == 1);
  // A device without a second polish takes such states, too.
  BoxAnnealing first = make(1);
  first.offer(start);
  StopToken stop;
  for (int turn = 0; turn < 6; ++turn) {
    REQUIRE(first.advance(stop));
    io::StateWriter writer;
    first.write(writer);
    const std::string bytes = writer.finish();
    AnnealingOptions options;
    options.instance_count = 3;
    BoxAnnealing other(container, options, choose_device("cpu"), [](const BoxPacking&) { return false; }, {},
                       {});
    io::StateReader reader(bytes);
    other.read(reader);
    reader.finish();
    CHECK(other.advance(stop));
  }
}

}  // namespace jam::trunk
