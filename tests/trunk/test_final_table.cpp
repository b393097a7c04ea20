// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The final table of trunkpack.
#include <catch2/catch.hpp>

#include "report.hpp"
#include "trunk/sample_boxes.hpp"

using namespace jam;
using namespace jam::trunk;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

TEST_CASE("the final table tells boxes, litres, what is left, and the verdict", "[unit]") {
  CHECK_THAT(app::final_table(sample_load()),
             Equals("boxes         4 of 200 x 100 x 50 mm\n"
                    "litres        4.00\n"
                    "mesh litres   30.00\n"
                    "fill ratio    13.33 %\n"
                    "left free     26.00 l, by volume room for at most 26 more\n"
                    "verified      yes, against original mesh, no penetration, smallest clearance 0.0000 mm\n"));
}

TEST_CASE("the final table counts sizes apart, and what is left in the smallest", "[unit]") {
  LoadReport report = sample_load();
  report.boxes[1].edge = {100, 100, 50};
  CHECK_THAT(app::final_table(report), Contains("4: 3 of 200 x 100 x 50 mm, 1 of 100 x 100 x 50 mm\n") && Contains("at most 53 more\n"));
}

TEST_CASE("the final table of an unverified load in an unknown volume says no more than is known", "[unit]") {
  LoadReport report;
  report.verification.failure = "boxes 3 and 7 overlap by 0.2 mm";
  CHECK_THAT(app::final_table(report), Equals("boxes         0\nlitres        0.00\nverified      no: boxes 3 and 7 overlap by 0.2 mm\n"));
}
