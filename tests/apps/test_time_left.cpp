// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// How far a search has come, and how long it will take.
#include <catch2/catch.hpp>

#include "shell/run_events.hpp"

using namespace jam::app;

TEST_CASE("without limits there is no end to count towards", "[unit]") {
  const RunLimits endless;
  CHECK(endless.done_part(1000, 5e6) == -1);
  CHECK_FALSE(endless.time_left(1000, 5e6).has_value());
  CHECK(endless.clock(1000, 5e6) == "16:40");
}

TEST_CASE("a time limit leaves the rest of the time, never less than none", "[unit]") {
  CHECK(RunLimits{60, 0}.done_part(15, 0) == 0.25);
  CHECK(RunLimits{60, 0}.time_left(15, 0) == 45.0);
  CHECK(RunLimits{60, 0}.time_left(61, 0) == 0.0);
  CHECK(RunLimits{60, 0}.done_part(61, 0) == 1.0);
  CHECK(RunLimits{3737, 0}.clock(15, 0) == "0:15 ETA 1:02:02");
}

TEST_CASE("a limit on the work leaves the time that the rest takes at the mean rate", "[unit]") {
  CHECK(RunLimits{0, 400}.done_part(20, 100) == 0.25);
  CHECK(RunLimits{0, 400}.time_left(20, 100) == 60.0);
  CHECK(RunLimits{0, 400}.time_left(20, 500) == 0.0);
  // Nothing is known before the first work is done.
  CHECK_FALSE(RunLimits{0, 400}.time_left(20, 0).has_value());
  CHECK(RunLimits{0, 400}.clock(20, 0) == "0:20");
}

TEST_CASE("of two limits the first one counts", "[unit]") {
  CHECK(RunLimits{50, 400}.time_left(20, 100) == 30.0);
  CHECK(RunLimits{500, 400}.time_left(20, 100) == 60.0);
  CHECK(RunLimits{500, 400}.done_part(20, 100) == 0.25);
  CHECK(RunLimits{50, 400}.time_left(20, 0) == 30.0);
}

TEST_CASE("the time limit includes the preparation before the search", "[unit]") {
  const RunLimits limits{60, 0, 15};
  CHECK(limits.done_part(15, 0) == 0.5);
  CHECK(limits.time_left(15, 0) == 30.0);
  CHECK(limits.time_left(50, 0) == 0.0);
}
