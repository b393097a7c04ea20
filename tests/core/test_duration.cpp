// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Durations as text.
#include <catch2/catch.hpp>

#include <limits>
#include <string>

#include "jam/core/duration.hpp"
#include "jam/core/error.hpp"

using namespace jam;

TEST_CASE("durations are read in all their forms", "[unit]") {
  CHECK(parse_duration("0") == 0);
  CHECK(parse_duration("60") == 60);
  CHECK(parse_duration("2.5") == 2.5);
  CHECK(parse_duration("60s") == 60);
  CHECK(parse_duration("10m") == 600);
  CHECK(parse_duration("10min") == 600);
  CHECK(parse_duration("1h30m") == 5400);
  CHECK(parse_duration("1.5h") == 5400);
  CHECK(parse_duration("500ms") == 0.5);
  CHECK(parse_duration("2d1h1m1s") == 2 * 86400 + 3661);
  CHECK(parse_duration("1m500ms") == 60.5);
  CHECK(parse_duration("0s") == 0);
  CHECK(parse_duration("100us") == Approx(1e-4).epsilon(1e-15));
  CHECK(parse_duration("1ms500us") == Approx(1.5e-3).epsilon(1e-15));
  CHECK(parse_duration("1e-1") == 0.1);
  CHECK(parse_duration("2e-3s") == 2e-3);
}

TEST_CASE("what is no duration is refused with the text and examples", "[unit]") {
  for (const char* text : {"",       " ",     "s",   "-1",   "-5s",  "+5s",  "10 m",   "10x",
                           "1e",     "1e400", "nan", "inf",  "infs", "1m1h", "1us1ms", "1m1m",
                           "1m1min", "1h30",  "5s ", "1,5h", "0x10", "10mm", "--1",    "1..5s"}) {
    INFO("text: '" << text << "'");
    CHECK_THROWS_AS(parse_duration(text), InputError);
  }
  CHECK_THROWS_WITH(parse_duration("soon"),
                    Catch::Contains("'soon' is no duration") && Catch::Contains("10m"));
  CHECK_THROWS_AS(parse_duration(std::string(400, '9')), InputError);
}

TEST_CASE("durations are printed in three figures or whole units", "[unit]") {
  CHECK(format_duration(0) == "0s");
  CHECK(format_duration(0.0001234) == "0.12ms");
  CHECK(format_duration(0.25) == "250ms");
  CHECK(format_duration(0.9996) == "1s");
  CHECK(format_duration(1.5) == "1.5s");
  CHECK(format_duration(42) == "42s");
  CHECK(format_duration(59.96) == "1m");
  CHECK(format_duration(125) == "2m5s");
  CHECK(format_duration(5400) == "1h30m");
  CHECK(format_duration(7200) == "2h");
  CHECK(format_duration(3 * 86400 + 4 * 3600) == "3d4h");
  CHECK(format_duration(std::numeric_limits<double>::infinity()) == "unlimited");
}

TEST_CASE("printed durations read back to what they say", "[unit]") {
  for (double seconds : {1e-6, 0.003, 0.5, 1.0, 12.3, 59.949, 59.951, 60.0, 61.0, 3599.4, 3600.0, 5400.0,
                         86399.0, 86400.0, 1e6, 3e9}) {
    const std::string text = format_duration(seconds);
    INFO(seconds << " s is printed as " << text);
    // The coarsest case drops the seconds over an hour, minutes over a day: less than one part in 24.
    CHECK(parse_duration(text) == Approx(seconds).epsilon(0.042));
    CHECK(format_duration(parse_duration(text)) == text);
  }
}
