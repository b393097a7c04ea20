// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Clusters of boxes that a trial may rotate: which ones are found, and that they stay in their place.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>
#include "jam/trunk/annealing/clusters.hpp"
#include "jam/trunk/annealing/engine.hpp"
#include "jam/trunk/annealing/proposal.hpp"
#include "jam/trunk/annealing/vacancies.hpp"
#include "scenes/trunk/annealing_scenes.hpp"

namespace jam::trunk {
namespace {

/// A litre box by its middle and the lengths along x, y and z, in a frame that is rotated as a whole.
struct Litre {
  Vec3f centre;
  Vec3f edge;
};

class Boxes {
 public:
  explicit Boxes(const std::vector<Litre>& boxes) : count_(static_cast<int>(boxes.size())) {
    for (int i = 0; i < count_; ++i) {
      const Litre& box = boxes[i];
      const auto unit = [&](float length) {
        return box.edge.x == length ? Vec3f{1, 0, 0} : box.edge.y == length ? Vec3f{0, 1, 0} : Vec3f{0, 0, 1};
      };
      memory_.kind[i] = scene_.new_kind;
      memory_.number[i] = static_cast<std::uint16_t>(i);
      set_box(memory_, i, whole_.rotate(box.centre),
              rotation_of(whole_.rotate(unit(200)), whole_.rotate(unit(100))));
    }
  }

  void fix(int count) { scene_.fixed_count = count; }
  [[nodiscard]] contact::Box<float> box(int i) const { return box_of(memory_, scene_, i); }
  [[nodiscard]] ClusterRotation draw(int first, std::uint64_t seed) const {
    return draw_cluster(SerialTrialTeam(), memory_, scene_, count_, box(first),
                        RandomStream(seed, StreamId::move, 0, 0));
  }

 private:
  struct Whole {
    Mat3<float> matrix = rotation_matrix(normalised(Quaternionf{0.9F, 0.2F, -0.3F, 0.1F}));
    [[nodiscard]] Vec3f rotate(Vec3f v) const {
      return v.x * matrix.column[0] + v.y * matrix.column[1] + v.z * matrix.column[2];
    }
  };

  test::OneMissing missing_;
  TrialSceneData data_ = make_trial_scene(
      missing_.walls, InnerCells(missing_.walls, missing_.walls.count(), inner_cell_size({200, 100, 50})),
      {200, 100, 50}, 0, {}, 7);
  TrialScene scene_ = host_scene(data_);
  Whole whole_;
  ProposalMemory memory_{};
  int count_;
};

Vec3f extent(const ClusterRotation& rotation) { return rotation.bounds.high - rotation.bounds.low; }

}  // namespace

TEST_CASE("two boxes on each other are rotated about their long edges") {
  const Boxes boxes({{{0, 0, 25}, {200, 100, 50}}, {{1, 0, 76}, {200, 100, 50}}});
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const ClusterRotation rotation = boxes.draw(0, seed);
    REQUIRE(rotation.found);
    CHECK(rotation.axis == 0);
    CHECK_FALSE(rotation.half);
    CHECK(extent(rotation).x == Approx(201).margin(0.01));
    CHECK(extent(rotation).y == Approx(100).margin(0.01));
    CHECK(extent(rotation).z == Approx(101).margin(0.01));
    // The short edges, along z before, lie along y then.
    const contact::Box<float> box = boxes.box(1);
    CHECK(std::fabs(dot(rotation.rotated(box.axis[2], box.axis[0]), box.axis[1])) == Approx(1).margin(1e-5));
  }
}

TEST_CASE("three boxes that fill an oblong cuboid are rotated by 180 degrees, and two of them by 90") {
  // Two side by side, and one across.
  const Boxes boxes(
      {{{0, 50, 0}, {200, 100, 50}}, {{0, -50, 0}, {200, 100, 50}}, {{150, 0, 0}, {100, 200, 50}}});
  bool all = false;
  bool pair = false;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const ClusterRotation rotation = boxes.draw(0, seed);
    REQUIRE(rotation.found);
    CHECK(extent(rotation).y == Approx(200).margin(0.01));
    CHECK(extent(rotation).z == Approx(50).margin(0.01));
    const bool whole = extent(rotation).x > 250;
    CHECK(extent(rotation).x == Approx(whole ? 300 : 200).margin(0.01));
    CHECK(rotation.half == whole);
    if (!whole) CHECK(rotation.axis == 2);
    all = all || whole;
    pair = pair || !whole;
  }
  CHECK(all);
  CHECK(pair);
}

TEST_CASE("no cluster: another box reaches into the cuboid, a box is fixed, or half of it is empty") {
  const Litre below{{0, 0, 25}, {200, 100, 50}};
  const Litre above{{0, 0, 75}, {200, 100, 50}};
  CHECK(Boxes({below, above}).draw(0, 1).found);
  // A third box that reaches into the cuboid of these by 20 mm.
  CHECK_FALSE(Boxes({below, above, {{0, 80, 25}, {200, 100, 50}}}).draw(1, 1).found);
  // 7 mm are not too much.
  CHECK(Boxes({below, above, {{0, 93, 75}, {50, 100, 200}}}).draw(0, 1).found);
  Boxes fixed({below, above});
  fixed.fix(1);
  CHECK_FALSE(fixed.draw(1, 1).found);
  CHECK_FALSE(Boxes({below, {{0, 0, 175}, {200, 100, 50}}}).draw(0, 1).found);
  CHECK_FALSE(Boxes({below}).draw(0, 1).found);
}

TEST_CASE("a cluster has no more boxes than a trial may change") {
  // 24 boxes fill 400 x 400 x 150 mm.
  std::vector<Litre> lattice;
  for (int x = 0; x < 2; ++x) {
    for (int y = 0; y < 4; ++y) {
      for (int z = 0; z < 3; ++z)
        lattice.push_back(
            {{200.0F * static_cast<float>(x), 100.0F * static_cast<float>(y), 50.0F * static_cast<float>(z)},
             {200, 100, 50}});
    }
  }
  const Boxes boxes(lattice);
  float most = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const ClusterRotation rotation = boxes.draw(0, seed);
    REQUIRE(rotation.found);
    const Vec3f edge = extent(rotation);
    const float volume = edge.x * edge.y * edge.z;
    most = std::max(most, volume);
  }
  CHECK(most == Approx(16e6F).epsilon(0.001));  // 400 x 400 x 100 mm.
}

TEST_CASE("trials that rotate clusters leave each in its place, and move its boxes") {
  const test::OneMissing missing;
  TrialSceneData data = make_trial_scene(
      missing.walls, InnerCells(missing.walls, missing.walls.count(), inner_cell_size({200, 100, 50})),
      {200, 100, 50}, 0, {}, 7);
  data.instance_count = 4;
  data.trial_count = 8;
  data.capacity = 32;
  const auto engine = make_cpu_trial_engine(data, 1);
  engine->set_elites(make_elites(data, {missing.packing}, {}));
  engine->begin(12);
  StopToken stop;
  engine->finish(stop);
  TrialInstances all = engine->instances();
  const InstancesView view{all.state.data(),    all.pose.data(), all.kind.data(), all.squeeze.data(),
                           all.snapshot.data(), all.count,       all.capacity};
  data.scene.rules.relocate = data.scene.rules.rebuild = data.scene.rules.rotate = data.scene.rules.shake = 0;
  const TrialScene scene = host_scene(data);
  const auto memory = std::make_unique<ProposalMemory>();
  int clusters = 0;
  int larger = 0;
  for (int t = 0; t < 400; ++t) {
    INFO("trial " << t);
    const int k = t % all.count;
    if (all.state[k].absent != 0) continue;
    TrialRecord record;
    propose_trial<TrialMoves>(SerialTrialTeam(), *memory, scene, view, k, t, record);
    if (record.box_count == 0) continue;
    const BoxView packing = view.boxes(k, scene.sizes);
    REQUIRE(record.changed_count >= 2);
    CHECK(record.insert == 0);
    ++clusters;
    larger += record.changed_count > 2 ? 1 : 0;
    const auto before = [&](int c) {
      const int i = record.changed[c].number;
      return contact::make_box(packing.centre(i), packing.rotation(i), packing.size(i).half,
                               packing.size(i).margin);
    };
    const auto after = [&](int c) {
      const BoxSize& size = packing.size(record.changed[c].number);
      return contact::make_box(record.changed[c].centre, record.changed[c].rotation, size.half, size.margin);
    };
    const contact::Box<float> frame = before(0);
    ClusterBounds place = bounds_along(frame, frame);
    ClusterBounds place_after = bounds_along(frame, after(0));
    float moved = 0;
    for (int c = 0; c < record.changed_count; ++c) {
      place = bounds_of(place, bounds_along(frame, before(c)));
      place_after = bounds_of(place_after, bounds_along(frame, after(c)));
      moved = std::max(moved, length(after(c).centre - before(c).centre));
    }
    const Vec3f low = place_after.low - place.low;
    const Vec3f high = place_after.high - place.high;
    for (const float difference : {low.x, low.y, low.z, high.x, high.y, high.z})
      CHECK(std::fabs(difference) < 2 * cluster_slack);
    CHECK(moved > 20);
  }
  CHECK(clusters > 50);
  CHECK(larger > 10);
}

}  // namespace jam::trunk
