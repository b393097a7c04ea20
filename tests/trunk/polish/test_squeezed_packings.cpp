// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <catch2/catch.hpp>
#include "jam/trunk/polish/squeezed_packings.hpp"
#include "scenes/trunk/annealing_scenes.hpp"
#include "trunk/car_trunks.hpp"
#include "trunk/polish/squeezed_trunk.hpp"

namespace jam::trunk {
namespace {

// As in test_box_polish.cpp.
constexpr double granted = 5e-7;

constexpr double stretch = 0.003;

/// Deepest overlap of two boxes [mm], or of a box and the wall.
double deepest_in(const BoxPacking& packing, const Container& container) {
  const WallTriangles walls(container);
  return std::max(test::deepest_overlap(packing), BoxPolish(walls).measure(packing.boxes).deepest);
}

}  // namespace

TEST_CASE(
    "lattices of a stretched container give squeezed packings, which become legal with few boxes less") {
  const Container container = test::car_trunk("roadster.off");
  const std::vector<BoxPacking> squeezed = test::squeezed_packings(container, {}, stretch);
  REQUIRE(squeezed.size() > 3);
  int before = 0;
  double deepest = 0;
  for (const BoxPacking& packing : squeezed) {
    before += packing.count();
    const double overlap = deepest_in(packing, container);
    deepest = std::max(deepest, overlap);
    // The container is less than 1.5 m long.
    CHECK(overlap < 0.5 * stretch * 1500);
  }
  CHECK(deepest > 0.1);

  StopToken stop;
  std::vector<BoxPacking> released = squeezed;
  const std::vector<std::vector<NearlyLegal>> passed =
      SqueezedPackings(container, {}).release(released, 1, 2, stop);
  int after = 0;
  for (std::size_t k = 0; k < released.size(); ++k) {
    after += released[k].count();
    CHECK(deepest_in(released[k], container) < granted);
    // Before each box that was taken out there was a packing that was not legal.
    REQUIRE(std::ssize(passed[k]) == squeezed[k].count() - released[k].count());
    for (std::size_t i = 0; i < passed[k].size(); ++i) {
      CHECK(passed[k][i].packing.count() == squeezed[k].count() - static_cast<int>(i));
      CHECK(passed[k][i].energy > 0);
    }
  }
  CHECK(before - after <= static_cast<int>(squeezed.size()));

  std::vector<BoxPacking> again = squeezed;
  static_cast<void>(SqueezedPackings(container, {}).release(again, 1, 1, stop));
  for (std::size_t k = 0; k < again.size(); ++k) {
    REQUIRE(again[k].count() == released[k].count());
    for (std::size_t i = 0; i < again[k].boxes.size(); ++i)
      REQUIRE(again[k].boxes[i].centre == released[k].boxes[i].centre);
  }
}

TEST_CASE("squeezed packings of which too few boxes would be left have none, and none is left after a stop") {
  const Container container = test::car_trunk("roadster.off");
  const std::vector<BoxPacking> squeezed = test::squeezed_packings(container, {}, stretch);
  StopToken stop;
  std::vector<BoxPacking> all = squeezed;
  static_cast<void>(SqueezedPackings(container, {}).release(all, 1, 2, stop));
  const int best = std::ranges::max_element(all, {}, &BoxPacking::count)->count();
  std::vector<BoxPacking> good = squeezed;
  static_cast<void>(SqueezedPackings(container, {}).release(good, best, 2, stop));
  bool lost = false;
  for (std::size_t k = 0; k < all.size(); ++k) {
    CHECK(good[k].count() == (all[k].count() < best ? 0 : best));
    lost = lost || good[k].boxes.empty();
  }
  CHECK(lost);

  stop.request(StopReason::interrupt);
  std::vector<BoxPacking> stopped{squeezed.front()};
  static_cast<void>(SqueezedPackings(container, {}).release(stopped, 1, 1, stop));
  CHECK(stopped.front().boxes.empty());
}

TEST_CASE("packings are squeezed and released beside fixed boxes, which stay") {
  const Container container = test::car_trunk("roadster.off");
  const PlacedBox fixed = test::lattice_packings(container.surface, {}).front().boxes.front();
  std::vector<BoxPacking> squeezed = test::squeezed_packings(container, {fixed}, stretch);
  REQUIRE_FALSE(squeezed.empty());
  StopToken stop;
  static_cast<void>(SqueezedPackings(container, {fixed}).release(squeezed, 1, 1, stop));
  for (BoxPacking& packing : squeezed) {
    CHECK(packing.count() > 90);
    packing.boxes.push_back(fixed);
    CHECK(deepest_in(packing, container) < granted);
  }
}

}  // namespace jam::trunk
