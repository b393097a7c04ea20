// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Standard sets, and the search for the best load of one.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "jam/core/error.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/search/trunk_search.hpp"
#include "trunk/search/search_support.hpp"

using namespace jam;
using namespace jam::trunk;
using search_test::load_of;

TEST_CASE("DIN and ISO 3832 pack litre boxes without a limit") {
  for (const char* name : {"din", "iso3832"}) {
    const BoxSet set = box_set(name);
    CHECK(set.uniform());
    CHECK(volume_of(set.pieces.front()) == 1e6);
  }
}

TEST_CASE("SAE J1100 has 38 pieces of eight kinds, H last") {
  const BoxSet set = box_set("sae-j1100");
  CHECK_FALSE(set.uniform());
  int count = 0;
  double litres = 0;
  for (const Piece& piece : set.pieces) {
    count += piece.count;
    litres += piece.count * volume_of(piece) / 1e6;
    CHECK(piece.last == (piece.name == "H"));
  }
  CHECK(count == 38);
  // 4 x 67.47 + 4 x 24.88 + 2 x (61.36 + 52.61 + 17.71 + 33.78 + 47.57) + 20 x 5.63
  CHECK(litres == Approx(908.11).margin(0.01));
}

TEST_CASE("an unknown set is refused with the names of those there are") {
  CHECK_THROWS_WITH(box_set("vda"), Catch::Contains("vda") && Catch::Contains("sae-j1100"));
}

namespace {

int count_of(const TrunkResult& result, int kind) {
  return static_cast<int>(std::count_if(result.rows.begin(), result.rows.end(),
                                        [&](const BoxRow& row) { return row.tag[0] == kind; }));
}

}  // namespace

TEST_CASE("of each piece go in as many as the set has, small ones after the others") {
  // Both cubes and eight of the nine bars fill the trunk to the last litre.
  const BoxSet set{"test", {{"cube", {200, 200, 200}, 2, false}, {"bar", {200, 100, 50}, 8, true}}};
  const Container container = search_test::cuboid_container({500, 200, 200});
  const TrunkResult result = load_of(set, container, 2);
  CHECK(count_of(result, 1) == 2);
  // What is left is 100 x 200 x 200 mm at one end, or split in two.
  CHECK(count_of(result, 2) >= 2);
  CHECK(count_of(result, 2) <= 4);
  CHECK(search_test::convex_verification(container)(result.rows));
  CHECK(result.totals.best_litres == Approx(16 + count_of(result, 2)));
}

TEST_CASE("the last piece is not packed where a larger one would have gone in") {
  const BoxSet set{"test", {{"small", {200, 100, 50}, 0, true}, {"large", {380, 180, 80}, 1, false}}};
  const Container container = search_test::cuboid_container({400, 200, 100});
  const TrunkResult result = load_of(set, container, 2);
  CHECK(count_of(result, 2) == 1);
  CHECK(count_of(result, 1) == 0);
}

TEST_CASE("a set that is used up ends the search, and threads change nothing") {
  const BoxSet set{"test", {{"cube", {100, 100, 100}, 3, false}, {"bar", {150, 80, 60}, 4, true}}};
  const Container container =
      search_test::cuboid_container({503, 404, 305}, from_axis_angle(Vec3d{0, 0, 1}, 0.3));
  const TrunkResult one = load_of(set, container, 0, 1);
  CHECK(one.rows.size() == 7);
  CHECK(one.reason == StopReason::finished);
  CHECK(load_of(set, container, 0, 2).rows == one.rows);
}

TEST_CASE("a set of which nothing fits ends by itself without a box") {
  const Container container = search_test::cuboid_container({150, 90, 80});
  const TrunkResult result = load_of(box_set("sae-j1100"), container, 0);
  CHECK(result.rows.empty());
  CHECK(result.reason == StopReason::finished);
  CHECK(result.totals.turns == 8);
  // By volume it would go in.
  const BoxSet set{"test", {{"large", {200, 100, 50}, 2, false}, {"long", {300, 50, 50}, 2, false}}};
  const TrunkResult none = load_of(set, search_test::cuboid_container({130, 130, 130}), 0);
  CHECK(none.rows.empty());
  CHECK(none.reason == StopReason::finished);
}

TEST_CASE("a turn of a set that is stopped halfway counts where there is nothing else only") {
  const BoxSet set{"test",
                   {{"cube", {100, 100, 100}, 3, false},
                    {"bar", {150, 80, 60}, 4, false},
                    {"beam", {400, 50, 50}, 4, false}}};
  const Container container =
      search_test::cuboid_container({503, 404, 305}, from_axis_angle(Vec3d{0, 0, 1}, 0.3));
  const auto verify = search_test::convex_verification(container);
  const TrunkResult whole = load_of(set, container, 3);
  // A stop in the verification of the second kind leaves the first.
  for (int last = 1; last <= 3; ++last) {
    StopToken stop;
    int asked = 0;
    const VerifyRows stopping = [&](const std::vector<BoxRow>& rows) {
      if (++asked == last) stop.request(StopReason::interrupt);
      return verify(rows);
    };
    TrunkListener nobody;
    const TrunkResult cut = search_trunk(search_test::problem_in(container, {}, set), {}, stopping,
                                         {.thread_count = 1, .stop = stop, .listener = nobody});
    CHECK(cut.rows.size() == (last == 1 ? 3U : last == 2 ? 3U : 7U));
    CHECK(std::equal(cut.rows.begin(), cut.rows.end(), whole.rows.begin()));
  }
}

TEST_CASE("a set of which nothing was found is searched on unless it is proven that nothing fits") {
  // The bar is too long for every direction, but none of the proofs says so.
  const BoxSet set{"test", {{"bar", {265, 60, 60}, 1, false}}};
  const Container container = search_test::cuboid_container({200, 200, 75});
  const TrunkResult result = load_of(set, container, 9);
  CHECK(result.rows.empty());
  CHECK(result.why_none.empty());
  CHECK(result.totals.turns == 9);
}
