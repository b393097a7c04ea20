// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Status words. What engines write into them is tested with the engines.
#include <catch2/catch.hpp>

#include "jam/core/status.hpp"

using namespace jam;

TEST_CASE("a status word keeps each bit apart, and only a worthless result has failed", "[unit]") {
  const StatusBit bits[] = {StatusBit::converged, StatusBit::step_limit, StatusBit::non_finite};
  for (const StatusBit bit : bits) {
    StatusWord status;
    CHECK_FALSE(status.failed());
    status.set(bit);
    for (const StatusBit other : bits) CHECK(status.has(other) == (other == bit));
    CHECK(status.failed() == (bit == StatusBit::non_finite));
    status.set(StatusBit::step_limit);
    CHECK(status.has(bit));
  }
}
