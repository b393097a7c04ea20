// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Basin hopping of nearly legal packings of a trunk.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include "jam/core/error.hpp"
#include "jam/trunk/polish/squeezed_packings.hpp"
#include "jam/trunk/search/basin_hopping.hpp"
#include "scenes/trunk/annealing_scenes.hpp"
#include "trunk/car_trunks.hpp"
#include "trunk/polish/squeezed_trunk.hpp"

namespace jam::trunk {
namespace {

constexpr double granted = 5e-7;  // As in test_box_polish.cpp.
constexpr BasinHopping::Turn turn{.packings = 2, .width = 4, .rounds = 4};

/// Squeezed packings of a trunk that the polish does not make legal, and what it makes of them.
struct Scene {
  explicit Scene(const std::vector<PlacedBox>& fixed_boxes = {})
      : fixed(fixed_boxes), stretched(container.surface, fixed, 0.005, {0, 0, 1}), release(container, fixed) {
    const std::vector<LatticeInstance> lattices = test::squeezed_lattices(stretched);
    std::vector<BoxPacking> packings;
    for (const LatticeInstance& lattice : lattices)
      packings.push_back(stretched.squeezed(lattice.best_packing()));
    StopToken stop;
    const std::vector<std::vector<NearlyLegal>> passed = release.release(packings, 1, 2, stop);
    for (std::size_t k = 0; k < passed.size(); ++k) {
      for (const NearlyLegal& packing : passed[k]) {
        made_from.push_back(lattices[k]);
        nearly_legal.push_back(packing);
      }
    }
  }

  /// Without packings.
  [[nodiscard]] std::unique_ptr<BasinHopping> empty(std::uint64_t seed = 1) const {
    return std::make_unique<BasinHopping>(container.surface, release.walls(), fixed, Vec3d{200, 100, 50},
                                          seed);
  }
  [[nodiscard]] std::unique_ptr<BasinHopping> hopping(std::uint64_t seed = 1) const {
    auto made = empty(seed);
    for (std::size_t k = 0; k < nearly_legal.size(); ++k)
      made->offer(made_from[k], stretched.squeeze(), nearly_legal[k]);
    return made;
  }

  Container container = test::car_trunk("roadster.off");
  std::vector<PlacedBox> fixed;
  StretchedContainer stretched;
  SqueezedPackings release;
  std::vector<NearlyLegal> nearly_legal;
  std::vector<LatticeInstance> made_from;  ///< The lattice of each.
};

std::vector<BoxPacking> turns(BasinHopping& hopping, int count, int thread_count) {
  std::vector<BoxPacking> found;
  StopToken stop;
  for (int i = 0; i < count; ++i) {
    for (BoxPacking& packing : hopping.advance(turn, thread_count, stop)) found.push_back(std::move(packing));
  }
  return found;
}

std::string state_of(const BasinHopping& hopping) {
  io::StateWriter state;
  hopping.write(state);
  return state.finish();
}

}  // namespace

TEST_CASE(
    "basin hopping makes packings legal that the polish leaves nearly legal, with any number of threads") {
  const Scene scene;
  REQUIRE_FALSE(scene.nearly_legal.empty());
  const auto hopping = scene.hopping();
  const std::vector<BoxPacking> found = turns(*hopping, 12, 2);
  REQUIRE_FALSE(found.empty());
  const WallTriangles walls(scene.container);
  for (const BoxPacking& packing : found) {
    CHECK(BoxPolish(walls).measure(packing.boxes).deepest < granted);
    CHECK(test::deepest_overlap(packing) < granted);
    CHECK(std::ranges::any_of(scene.nearly_legal,
                              [&](const NearlyLegal& n) { return n.packing.count() == packing.count(); }));
  }
  const auto again = scene.hopping();
  const std::vector<BoxPacking> same = turns(*again, 12, 1);
  REQUIRE(same.size() == found.size());
  CHECK(state_of(*again) == state_of(*hopping));
}

TEST_CASE("saved basin hopping goes on with the same packings, and an impossible state is rejected") {
  const Scene scene;
  const auto hopping = scene.hopping(7);
  static_cast<void>(turns(*hopping, 2, 2));
  const std::string bytes = state_of(*hopping);
  const auto resumed = scene.empty(7);
  io::StateReader reader(bytes);
  resumed->read(reader);
  reader.finish();
  CHECK(turns(*resumed, 2, 2).size() == turns(*hopping, 2, 2).size());
  CHECK(state_of(*resumed) == state_of(*hopping));

  const auto read = [&](io::StateWriter& state) {
    const std::string written = state.finish();
    io::StateReader written_reader(written);
    resumed->read(written_reader);
  };
  io::StateWriter negative;
  io::write_all(negative, std::uint32_t{1}, -1);
  CHECK_THROWS_AS(read(negative), InputError);
  struct Values {
    double factor = 1.004;
    Vec3d axis{0, 0, 1};
    std::size_t lost_boxes = 0;
    double edge = 200;
    double mark = 1;
  };
  const auto state_with = [&](const Values& values) {
    const LatticeInstance& lattice = scene.made_from.front();
    std::vector<PlacedBox> boxes = scene.stretched.squeezed(lattice.best_packing()).boxes;
    boxes.resize(boxes.size() - values.lost_boxes);
    boxes.front().edge.x = values.edge;
    io::StateWriter state;
    io::write_all(state, std::uint32_t{1}, 1);
    lattice.write(state);
    io::write_all(state, values.factor, values.axis, boxes, 1.0, std::uint32_t{0}, std::uint32_t{0},
                  values.mark, std::uint32_t{0});
    return state;
  };
  io::StateWriter possible = state_with({});
  CHECK_NOTHROW(read(possible));
  for (const Values& values : {Values{.factor = 0.5}, Values{.factor = 3}, Values{.axis = {0, 0, 2}},
                               Values{.lost_boxes = 1}, Values{.edge = 201}, Values{.mark = 0.5}}) {
    INFO(values.factor << ' ' << values.axis.z << ' ' << values.lost_boxes << ' ' << values.edge << ' '
                       << values.mark);
    io::StateWriter impossible = state_with(values);
    CHECK_THROWS_AS(read(impossible), InputError);
  }
}

TEST_CASE(
    "basin hopping keeps what is of use: packings with more boxes, near enough, not stuck, and none after a "
    "stop") {
  const Scene scene;
  const auto hopping = scene.hopping();
  int most = 0;
  for (const NearlyLegal& packing : scene.nearly_legal) {
    if (packing.energy < 5) most = std::max(most, packing.packing.count());
  }
  hopping->keep_above(most - 1);
  CHECK_FALSE(hopping->empty());
  hopping->keep_above(most);
  CHECK(hopping->empty());
  NearlyLegal far = scene.nearly_legal.front();
  far.energy = 50;
  hopping->offer(scene.made_from.front(), scene.stretched.squeeze(), far);
  CHECK(hopping->empty());

  StopToken stop;
  stop.request(StopReason::interrupt);
  const auto stopped = scene.hopping();
  CHECK(stopped->advance(turn, 1, stop).empty());

  // A packing that no single hop makes legal, and from which no hop is taken because it is said to have no
  // energy, is forgotten.
  const auto worst =
      std::ranges::max_element(scene.nearly_legal, {}, &NearlyLegal::energy) - scene.nearly_legal.begin();
  NearlyLegal stuck = scene.nearly_legal[worst];
  REQUIRE(stuck.energy > 1);
  stuck.energy = 0;
  hopping->offer(scene.made_from[worst], scene.stretched.squeeze(), stuck);
  CHECK_FALSE(hopping->empty());
  CHECK(turns(*hopping, 9, 2).empty());
  CHECK(hopping->empty());
}

TEST_CASE("boxes that a change of the lattice has left where they were keep their numbers", "[unit]") {
  const std::vector<LatticeBox> before{{0, 0, 0, 0}, {4, 0, 0, 1}, {8, 0, 0, 2}, {12, 0, 0, 3}};
  CHECK(in_order_of(before, {before[0], before[3], before[1], before[2]}) == before);
  const LatticeBox other{5, 5, 5, 0};
  const LatticeBox added{6, 6, 6, 0};
  const std::vector<LatticeBox> after = in_order_of(before, {before[2], other, before[0], before[3], added});
  REQUIRE(after.size() == 5);
  CHECK(after[0] == before[0]);
  CHECK(after[2] == before[2]);
  CHECK(after[3] == before[3]);
  CHECK(std::ranges::count(after, other) == 1);
  CHECK(std::ranges::count(after, added) == 1);
}

TEST_CASE("basin hopping leaves fixed boxes where they are") {
  const Scene free;
  const PlacedBox fixed = free.nearly_legal.front().packing.boxes.front();
  const Scene scene({fixed});
  REQUIRE_FALSE(scene.nearly_legal.empty());
  const auto hopping = scene.hopping();
  const std::vector<BoxPacking> found = turns(*hopping, 12, 2);
  REQUIRE_FALSE(found.empty());
  for (BoxPacking packing : found) {
    packing.boxes.push_back(fixed);
    CHECK(test::deepest_overlap(packing) < granted);
  }
}

}  // namespace jam::trunk
