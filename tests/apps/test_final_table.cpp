// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The final table of trunkpack.
#include <catch2/catch.hpp>

#include "report.hpp"
#include "scenes/trunk/sample_boxes.hpp"

using namespace jam;
using namespace jam::trunk;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

namespace {

const BoxSet litre_boxes = box_set("din");

/// A load of one box of each of these sizes in a container of `litres` litres.
LoadReport load_of(const std::vector<Vec3d>& sizes, double litres) {
  LoadReport report;
  for (const Vec3d& size : sizes) {
    BoxRow row;
    row.edge = size;
    report.boxes.push_back(row);
  }
  report.container.volume = litres * 1e6;
  report.verification.legal = true;
  return report;
}

}  // namespace

TEST_CASE("the final table tells boxes, litres, what is left, and the verdict", "[unit]") {
  CHECK_THAT(
      app::final_table(sample_load(), litre_boxes),
      Equals("boxes         4 of 200 x 100 x 50 mm\n"
             "litres        4.00\n"
             "mesh litres   30.00\n"
             "fill ratio    13.33 %\n"
             "left free     26.00 l, by volume enough for at most 26 more\n"
             "verified      yes, against original mesh, no penetration, smallest clearance 0.0000 mm\n"));
}

TEST_CASE("the final table counts sizes apart; fixed boxes only take volume", "[unit]") {
  const Vec3d small{100, 100, 50}, litre{200, 100, 50};
  CHECK_THAT(app::final_table(load_of({small, litre, litre, litre}, 30), litre_boxes, 1),
             Contains("4: 1 of 100 x 100 x 50 mm, 3 of 200 x 100 x 50 mm\n") &&
                 Contains("left free     26.50 l") && Contains("at most 26 more\n"));
}

TEST_CASE("rounded boxes are said to be, and leave the room of their volume", "[unit]") {
  LoadReport load = load_of({{200, 100, 50}}, 30);
  load.verification.corner_radius = 25;
  // A core of 150 x 50 mm: 375.0 ml between its faces, 392.7 ml along its edges, 65.4 ml at its
  // corners; 29.17 l are left for boxes of 0.833 l.
  CHECK_THAT(app::final_table(load, litre_boxes),
             Contains("boxes         1 of 200 x 100 x 50 mm, edges rounded by 25 mm\n") &&
                 Contains("left free     29.00 l, by volume enough for at most 35 more\n"));
}

TEST_CASE("what is left counts in boxes of the size that is packed, also where none is", "[unit]") {
  const BoxSet cubes{"box", {{"box", {100, 100, 100}, 0, false}}};
  CHECK_THAT(app::final_table(load_of({{100, 100, 100}}, 7.5), cubes), Contains("at most 6 more\n"));
  const BoxSet large{"box", {{"box", {200, 200, 100}, 0, false}}};
  CHECK_THAT(app::final_table(load_of({}, 30), large), Contains("at most 7 more\n"));
  CHECK_THAT(app::final_table(load_of({{200, 200, 100}}, 6), large),
             Contains("2.00 l, by volume enough for no more\n"));
}

TEST_CASE("what is left of a set counts only the pieces that it has left, the smallest first", "[unit]") {
  const Vec3d h{325, 152, 114}, e{381, 229, 203};
  const BoxSet set = box_set("sae-j1100");
  // 20 l hold three pieces H of 5.63 l.
  CHECK_THAT(app::final_table(load_of({e}, 17.8 + 20), set), Contains("at most 3 more\n"));
  // With H used up the smallest is E of 17.71 l; fixed boxes of that size are no pieces.
  std::vector<Vec3d> all_h(20, h);
  CHECK_THAT(app::final_table(load_of(all_h, 112.7 + 40), set), Contains("at most 2 more\n"));
  CHECK_THAT(app::final_table(load_of(all_h, 112.7 + 20), set, 20), Contains("at most 3 more\n"));
  // Two pieces H and two pieces E are not packed. The free volume holds both H and one E.
  all_h.resize(18);
  CHECK_THAT(app::final_table(load_of(all_h, 101.4 + 11.4 + 18), set), Contains("at most 3 more\n"));
}

TEST_CASE("what may penetrate is no room that a box needs", "[unit]") {
  LoadReport report = load_of({{200, 100, 50}}, 2.0);
  CHECK_THAT(app::final_table(report, litre_boxes), Contains("at most 1 more\n"));
  // Boxes of 180 x 80 x 30 mm, 0.432 l, are what two boxes never share at a tolerance of 10 mm: three more in
  // 2 l less one.
  report.verification.tolerance = 10;
  CHECK_THAT(app::final_table(report, litre_boxes),
             Contains("left free     1.00 l") && Contains("at most 3 more\n"));
}

TEST_CASE("a load that was checked against points is not called verified", "[unit]") {
  LoadReport report = load_of({{200, 100, 50}}, 30);
  report.verification.against = "the points and a surface through them";
  report.verification.points_only = true;
  CHECK_THAT(
      app::final_table(report, litre_boxes),
      Contains("verified      no: checked against the points and a surface through them, no penetration"));
}

TEST_CASE("the final table of an unverified load in an unknown volume says no more than is known", "[unit]") {
  LoadReport report;
  report.verification.failure = "boxes 3 and 7 overlap by 0.2 mm";
  CHECK_THAT(
      app::final_table(report, litre_boxes),
      Equals("boxes         0\nlitres        0.00\nverified      no: boxes 3 and 7 overlap by 0.2 mm\n"));
}

TEST_CASE("the final table states the bound with its assumption", "[unit]") {
  LoadReport load = load_of({{200, 100, 50}}, 30);
  load.bound = AddableBound{{29.5, 20.0}, 28, 19};
  CHECK_THAT(app::final_table(load, litre_boxes),
             Contains("bound         at most 28 more; 19 if each box has a vertical edge\n"));
  load.bound->level = 0;
  CHECK_THAT(app::final_table(load, litre_boxes), Contains("at most 28 more; none if each box"));
  load.bound->level.reset();
  CHECK_THAT(app::final_table(load, litre_boxes), Contains("bound         at most 28 more\n"));
  load.bound->any_way = 0;
  CHECK_THAT(app::final_table(load, litre_boxes), Contains("bound         no more\n"));
}
