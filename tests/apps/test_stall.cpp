// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// When a search counts as stalled, and a round as late.
#include <catch2/catch.hpp>

#include "shell/status/pace.hpp"

using namespace jam::app;

TEST_CASE("a search has ten minutes without gain, or twice the time of its last one", "[unit]") {
  CHECK(stalled_from(0) == 600);
  CHECK(stalled_from(10) == 610);
  CHECK(stalled_from(300) == 900);
  CHECK(stalled_from(301) == 903);
  CHECK(stalled_from(36000) == 108000);
}

TEST_CASE("each stall is reported once, and a gain ends it", "[unit]") {
  StallWatch watch;
  CHECK_FALSE(watch.begins(599, 0));
  CHECK(watch.begins(600, 0));
  CHECK_FALSE(watch.begins(100000, 0));
  // Gains at 700 s and 800 s; the first one was too short-lived to be reported.
  CHECK_FALSE(watch.begins(1399, 700));
  CHECK_FALSE(watch.begins(2399, 800));
  CHECK(watch.begins(2400, 800));
  CHECK_FALSE(watch.begins(2401, 800));
}

TEST_CASE("a round is late after a minute and ten times the longest one", "[unit]") {
  CHECK_FALSE(round_late(60, 1));
  CHECK(round_late(61, 1));
  CHECK_FALSE(round_late(1000, 100));
  CHECK(round_late(1001, 100));
}

TEST_CASE("a first round is never late, as nothing tells how long it may take", "[unit]") {
  CHECK_FALSE(round_late(1e6, 0));
}

TEST_CASE("rounds are timed by their count", "[unit]") {
  RoundClock clock;
  clock.update(0, 0);
  clock.update(3, 0);
  CHECK(clock.last_end() == 0);
  CHECK(clock.longest() == 0);
  clock.update(4, 1);
  CHECK(clock.last_end() == 4);
  CHECK(clock.longest() == 4);
  // Four rounds in two seconds are no long ones.
  clock.update(6, 5);
  clock.update(7, 5);
  CHECK(clock.last_end() == 6);
  CHECK(clock.longest() == 4);
}

TEST_CASE("the rounds before a search went on take no time", "[unit]") {
  RoundClock clock;
  clock.update(5000, 800);
  CHECK(clock.last_end() == 5000);
  CHECK(clock.longest() == 0);
  clock.update(5001, 801);
  CHECK(clock.longest() == 1);
}
