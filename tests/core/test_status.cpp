// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Status words.
#include <catch2/catch.hpp>

#include <bit>

#include "jam/core/status.hpp"

using namespace jam;

TEST_CASE("a status word names all its bits", "[unit]") {
  StatusWord status;
  CHECK(status_text(status) == "unfinished");
  status.set(StatusBit::gave_up);
  CHECK(status_text(status) == "gave up");
  CHECK_FALSE(status.failed());
  status.set(StatusBit::list_overflow);
  CHECK(status_text(status) == "gave up, list overflow");
  CHECK(status.has(StatusBit::gave_up));
  CHECK_FALSE(status.has(StatusBit::converged));
  CHECK(status.failed());
}

TEST_CASE("every status bit is one bit, has a name, and none is used twice", "[unit]") {
  std::uint32_t all = 0;
  for (const auto& [bit, name] : status_names) {
    CHECK(std::has_single_bit(static_cast<std::uint32_t>(bit)));
    CHECK_FALSE(name.empty());
    CHECK((all & static_cast<std::uint32_t>(bit)) == 0);
    all |= static_cast<std::uint32_t>(bit);
  }
}

TEST_CASE("worthless and incomplete results count as failures, slow ones do not", "[unit]") {
  for (const auto& [bit, name] : status_names) {
    StatusWord status;
    status.set(bit);
    INFO(name);
    CHECK(status.failed() == (bit == StatusBit::non_finite || bit == StatusBit::list_overflow));
  }
}
