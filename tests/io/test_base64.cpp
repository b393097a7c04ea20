// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <cstdint>
#include <vector>

#include "jam/io/base64.hpp"

using namespace jam::io;

TEST_CASE("the test vectors of RFC 4648", "[unit]") {
  const char* vectors[][2] = {{"", ""},
                              {"f", "Zg=="},
                              {"fo", "Zm8="},
                              {"foo", "Zm9v"},
                              {"foob", "Zm9vYg=="},
                              {"fooba", "Zm9vYmE="},
                              {"foobar", "Zm9vYmFy"},
                              {"\xff\xfe\xfd", "//79"}};
  for (const auto& [bytes, text] : vectors) CHECK(base64(bytes) == text);
  CHECK(base64({"\0\0\0", 3}) == "AAAA");
}

TEST_CASE("numbers are their bytes, the lowest first", "[unit]") {
  const std::vector<std::uint16_t> numbers{0x4d61, 0x6e};
  CHECK(base64_of(std::span<const std::uint16_t>(numbers)) == base64({"\x61\x4d\x6e\0", 4}));
}
