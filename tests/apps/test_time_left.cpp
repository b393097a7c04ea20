// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How far a search has come, and how long it will take.
#include <catch2/catch.hpp>

#include "shell/status/time_left.hpp"

using namespace jam::app;

TEST_CASE("without limits there is no end to count towards", "[unit]") {
  const Extent endless{1000, 0, 5e6, 0};
  CHECK(done_part(endless) == -1);
  CHECK_FALSE(time_left(endless).has_value());
  CHECK(progress_clock(endless) == "16:40");
}

TEST_CASE("a time limit leaves the rest of the time, never less than none", "[unit]") {
  CHECK(done_part({15, 60, 0, 0}) == 0.25);
  CHECK(time_left({15, 60, 0, 0}) == 45.0);
  CHECK(time_left({61, 60, 0, 0}) == 0.0);
  CHECK(done_part({61, 60, 0, 0}) == 1.0);
  CHECK(progress_clock({15, 3737, 0, 0}) == "0:15 ETA 1:02:02");
}

TEST_CASE("a limit on the work leaves the time that the rest takes at the mean rate", "[unit]") {
  CHECK(done_part({20, 0, 100, 400}) == 0.25);
  CHECK(time_left({20, 0, 100, 400}) == 60.0);
  CHECK(time_left({20, 0, 500, 400}) == 0.0);
  // Nothing is known before the first work is done.
  CHECK_FALSE(time_left({20, 0, 0, 400}).has_value());
  CHECK(progress_clock({20, 0, 0, 400}) == "0:20");
}

TEST_CASE("of two limits the first one counts", "[unit]") {
  CHECK(time_left({20, 50, 100, 400}) == 30.0);
  CHECK(time_left({20, 500, 100, 400}) == 60.0);
  CHECK(done_part({20, 500, 100, 400}) == 0.25);
  CHECK(time_left({20, 50, 0, 400}) == 30.0);
}
