// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sixteen pairs of boxes, or elements of the wall, that are tested at once, against one by one.
#include <memory>
#include <type_traits>
#include <vector>

#include <catch2/catch.hpp>
#include "jam/trunk/annealing/contacts.hpp"
#include "jam/trunk/annealing/draws.hpp"
#include "jam/trunk/annealing/engine.hpp"
#include "jam/trunk/annealing/point_wall.hpp"
#include "jam/trunk/annealing/triangle_wall.hpp"
#include "jam/trunk/annealing/vacancies.hpp"
#include "jam/trunk/model/point_grid.hpp"
#include "scenes/trunk/annealing_scenes.hpp"

namespace jam::trunk {
namespace {

using test::OneMissing;

/// A wall, two kinds of boxes, one of them rounded, and boxes of a part at random poses near the middle.
class Scattered {
 public:
  explicit Scattered(std::uint64_t seed) : random_(seed, StreamId::test, 0, 0) {
    data_.sizes.push_back(make_box_size({40, 25, 60}, 8));
    scene = host_scene(data_);
    begin_part(part, 0, box_count, movable);
    for (int i = 0; i < box_count; ++i) {
      const Vec3f centre = 90.0F * bell_vector(random_);
      const Vec3f v = bell_vector(random_);
      const bool along = draw(random_) < 0.3F;  // Along the axes edges are parallel.
      const Quaternionf rotation =
          along ? Quaternionf{} : normalised(Quaternionf{bell_draw(random_), v.x, v.y, v.z});
      part.kind[i] = proposal.kind[i] = static_cast<std::uint8_t>(draw_below(random_, 2));
      set_box(part, i, centre, rotation);
      set_box(proposal, i, centre, rotation);
    }
  }

  static constexpr int box_count = 61;  // No multiple of sixteen.
  static constexpr int movable = 31;
  TrialScene scene;
  PartMemory part{};
  ProposalMemory proposal{};

 private:
  OneMissing missing_;
  PointGrid points_{test::turned_cavity_points(missing_.size, 60)};
  TrialSceneData data_ = make_trial_scene(
      missing_.walls, InnerCells(missing_.walls, missing_.walls.count(), inner_cell_size({200, 100, 50})),
      {200, 100, 50}, 0, {}, 7, &points_);
  RandomStream random_;
};

}  // namespace

TEST_CASE("sixteen pairs at once overlap as one by one") {
  int overlapping = 0;
  int edges = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto all = std::make_unique<Scattered>(seed);
    const Scattered& s = *all;
    std::vector<std::uint16_t> list;
    for (int a = 0; a < Scattered::movable; ++a) {
      for (int b = a + 1; b < Scattered::box_count; ++b)
        list.push_back(static_cast<std::uint16_t>(a | b << 5 | ((a + b) % 7 == 0 ? known_pair : 0)));
    }
    const int count = static_cast<int>(list.size());
    REQUIRE(count % 16 != 0);
    PairOverlaps overlaps;
    for (int item = 0; item < count; ++item) {
      const int pair = list[item];
      if ((pair & known_pair) != 0) continue;
      const int a = pair & 31;
      const int b = pair >> 5;
      const auto alone = contact::least_overlap(box_of(s.part, s.scene, a), box_of(s.part, s.scene, b),
                                                -1e30F, s.scene.rules.edge_share);
      const auto among = overlaps.of(s.part, s.scene, list.data(), count, item, a, b, 0.0F);
      CHECK(among.overlap == alone.overlap);
      CHECK(among.axis == alone.axis);
      overlapping += alone.overlap > 0 ? 1 : 0;
      edges += alone.overlap > 0 && alone.axis >= 6 ? 1 : 0;
    }
  }
  CHECK(overlapping > 500);
  CHECK(edges > 50);
}

TEST_CASE("a box overlaps sixteen boxes at once as one by one") {
  const auto all = std::make_unique<Scattered>(11);
  const Scattered& s = *all;
  int overlapping = 0;
  for (int other = 0; other < Scattered::box_count; ++other) {
    for (const int count : {1, 15, 16, 17, 60}) {
      const contact::Box<float> box = box_of(s.proposal, s.scene, other);
      std::vector<float> alone;
      for (int i = 0; i < count; ++i) {
        const float overlap = contact::least_overlap(box_of(s.proposal, s.scene, i), box, 0.0F, 1.0F).overlap;
        if (overlap > 0) alone.push_back(overlap);
      }
      std::vector<float> among;
      each_overlap_with(s.proposal, s.scene, count, box, [&](float overlap) {
        if (overlap > 0) among.push_back(overlap);
      });
      CHECK(among == alone);
      overlapping += static_cast<int>(alone.size());
    }
  }
  CHECK(overlapping > 1000);
}

TEMPLATE_TEST_CASE("sixteen elements of the wall at once may touch a box as one by one", "", TriangleWall,
                   PointWall) {
  int touching = 0;
  int tested = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto all = std::make_unique<Scattered>(seed);
    Scattered& s = *all;
    const WallView& wall = s.scene.wall;
    const int element_count = std::is_same_v<TestType, PointWall> ? s.scene.points.point_count : wall.count;
    std::vector<std::uint32_t> entries;
    std::vector<std::uint32_t> alone;
    for (int i = 0; i < Scattered::movable; ++i) {
      // To a corner of the wall, by different depths.
      const int corner = i * 5 % wall.count;
      const Vec3f at{wall.corner[corner], wall.corner[wall.count + corner],
                     wall.corner[2 * wall.count + corner]};
      set_box(s.part, i, at + 0.6F * centre_of(s.part, i), rotation_of(s.part, i));
      for (int t = 0; t < element_count; ++t) {
        const std::uint32_t entry = static_cast<std::uint32_t>(t) | static_cast<std::uint32_t>(i)
                                                                        << box_shift;
        entries.push_back(entry);
        const contact::Box<float> box = box_of(s.part, s.scene, i);
        if (TestType::may_touch(s.scene, box, 0.0F, t)) alone.push_back(entry);
      }
    }
    std::vector<std::uint32_t> among;
    const auto count = [&](int) { return static_cast<int>(entries.size()); };
    const auto entry_of = [&](int, int item, std::uint32_t& entry) {
      entry = entries[item];
      return true;
    };
    each_possible_touch<TestType>(SerialTrialCrew(), &s.part, s.scene, count, entry_of,
                                  [&](int, std::uint32_t entry) { among.push_back(entry); });
    CHECK(among == alone);
    touching += static_cast<int>(alone.size());
    tested += static_cast<int>(entries.size());
  }
  CHECK(touching > 50);
  CHECK(touching < tested);
}

}  // namespace jam::trunk
