// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Numbers as text.
#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "jam/core/philox.hpp"
#include "jam/io/number_text.hpp"

using namespace jam::io;

TEST_CASE("numbers are written as their shortest decimal", "[unit]") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(22.000193012737) == "22.000193012737");
  CHECK(number_text(-1.0) == "-1");
  CHECK(number_text(0.1F) == "0.1");
  CHECK(number_text(42) == "42");
  CHECK(number_text(std::numeric_limits<long long>::min()) == "-9223372036854775808");
}

TEST_CASE("every double reads back as itself", "[fuzz]") {
  jam::RandomStream random(5, jam::StreamId::test, 0, 0);
  int wrong = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t high = random.next_u32();
    const double value = std::bit_cast<double>(high << 32 | random.next_u32());
    if (!std::isfinite(value)) continue;
    const auto back = parse_number<double>(number_text(value));
    if (!back || std::bit_cast<std::uint64_t>(*back) != std::bit_cast<std::uint64_t>(value)) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("only whole decimal numbers are read", "[unit]") {
  CHECK(parse_number<double>("1.5e3") == 1500.0);
  CHECK(parse_number<double>("+1.5") == 1.5);
  CHECK(parse_number<double>("-.5") == -0.5);
  CHECK(std::isinf(parse_number<double>("inf").value()));
  CHECK(parse_number<int>("-7") == -7);
  for (const char* text : {"", " 1", "1 ", "1,5", "0x10", "1.5.2", "--1", "+-1", "++1", "+", "-", "e5", "1e",
                           "1e999", "1d5", "one"}) {
    INFO("text '" << text << "'");
    CHECK_FALSE(parse_number<double>(text));
  }
  CHECK_FALSE(parse_number<double>(std::string_view("1\0", 2)));
  CHECK_FALSE(parse_number<int>("1.5"));
  CHECK_FALSE(parse_number<int>("99999999999"));
}

TEST_CASE("fixed text has the decimals asked for", "[unit]") {
  CHECK(fixed_text(22.0001930127372, 12) == "22.000193012737");
  CHECK(fixed_text(2.5, 0) == "2");  // Half to even.
  CHECK(fixed_text(-0.125, 2) == "-0.12");
  CHECK(fixed_text(1e300, 2).size() == 304);
}

TEST_CASE("numbers are rounded to decimals", "[unit]") {
  CHECK(rounded_to_decimals(0.1 + 0.2, 1) == 0.3);
  CHECK(rounded_to_decimals(-1.2345678, 3) == -1.235);
  CHECK(rounded_to_decimals(1e22, 3) == 1e22);
  CHECK_FALSE(std::signbit(rounded_to_decimals(-1e-17, 5)));
}
