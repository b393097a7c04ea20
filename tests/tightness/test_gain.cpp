// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <vector>

#include "jam/trunk/io/gain.hpp"
#include "jam/trunk/io/tight_walls.hpp"

using namespace jam;
using trunk::gain_of;
using Results = std::vector<double>;

TEST_CASE("a gain counts as measured only where the results do not overlap") {
  CHECK(gain_text(gain_of(Results{250, 250}, Results{225, 225})) == "+25");
  CHECK(gain_text(gain_of(Results{225, 225}, Results{225, 225})) == "0");
  CHECK(gain_text(gain_of(Results{100, 100}, Results{103, 104})) == "-3.5 (-4 to -3)");

  const trunk::Gain overlapping = gain_of(Results{101, 100, 102}, Results{100, 101, 100});
  CHECK_FALSE(overlapping.measured);
  CHECK(overlapping.mean == Approx(2.0 / 3));
  CHECK(overlapping.least == -1);
  CHECK(overlapping.most == 2);
  CHECK(gain_text(overlapping) == "+0.7 (-1 to 2, within the spread)");

  const trunk::Gain apart = gain_of(Results{102, 103, 102}, Results{100, 101, 100});
  CHECK(apart.measured);
  CHECK(gain_text(apart) == "+2");
}

TEST_CASE("equal results of all seeds are no measured gain") {
  const trunk::Gain none = gain_of(Results{7, 7, 7}, Results{7, 7, 7});
  CHECK_FALSE(none.measured);
  CHECK(none.mean == 0);
}

TEST_CASE("a direction has the names of its largest parts") {
  CHECK(trunk::direction_text({0, 0, 1}) == "+z (up)");
  CHECK(trunk::direction_text({0.1, -0.9, 0}) == "-y");
  CHECK(trunk::direction_text({0.7, 0, -0.7}) == "+x and -z (down)");
}
