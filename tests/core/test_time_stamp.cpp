// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Points in time as text.
#include <catch2/catch.hpp>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string>

#include "jam/core/time_stamp.hpp"

using namespace jam;

TEST_CASE("times are ISO 8601 in UTC, rounded down to the second, wherever the machine is", "[unit]") {
  const char* const before = std::getenv("TZ");
  const std::string zone = before == nullptr ? "" : before;
  setenv("TZ", "XYZ5", 1);
  tzset();
  CHECK(utc_text(TimePoint()) == "1970-01-01T00:00:00Z");
  // 29 February 2024, 23:59:59 UTC is 1709251199 s of Unix time.
  CHECK(utc_text(TimePoint(std::chrono::milliseconds(1'709'251'199'999))) == "2024-02-29T23:59:59Z");
  CHECK(utc_text(TimePoint(std::chrono::milliseconds(-1))) == "1969-12-31T23:59:59Z");
  if (before == nullptr) unsetenv("TZ");
  else setenv("TZ", zone.c_str(), 1);
  tzset();
}
