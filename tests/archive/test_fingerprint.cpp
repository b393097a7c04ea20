// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "jam/archive/fingerprint.hpp"

using jam::archive::fingerprint;

TEST_CASE("a fingerprint is the UUID of version 5 that other libraries make of the same text") {
  // From Python's uuid.uuid5 with our name space.
  CHECK(fingerprint("circles/1\n1\n2\n") == "28eea7b1-7056-540f-8bc9-4ef268ffa610");
  CHECK(fingerprint({"a", "bc"}) == "ef5fa718-382e-5065-b3ec-d77863003b63");
}

TEST_CASE("no two lists of texts have the same fingerprint") {
  CHECK(fingerprint({"a", "bc"}) != fingerprint({"ab", "c"}));
  CHECK(fingerprint({"a", ""}) != fingerprint({"", "a"}));
  CHECK(fingerprint({"a"}) != fingerprint({"a", ""}));
}
