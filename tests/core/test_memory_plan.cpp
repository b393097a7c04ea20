// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Memory plans.
#include <catch2/catch.hpp>

#include <fstream>
#include <limits>
#include <stdexcept>

#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "support/paths.hpp"

using namespace jam;

TEST_CASE("a plan places arrays one after the other, aligned", "[unit]") {
  MemoryPlan plan;
  CHECK(plan.total_bytes() == 0);
  CHECK(plan.add<char>("flags", 3) == 0);
  CHECK(plan.add<float>("x", 5) == 4);
  CHECK(plan.add<double>("energy", 1) == 24);
  CHECK(plan.add("tiles", 2, 3, 16) == 32);
  CHECK(plan.total_bytes() == 48);
  CHECK(plan.add<char>("end", 1) == 38);
  CHECK(plan.total_bytes() == 48);
}

TEST_CASE("a plan says what fits", "[unit]") {
  MemoryPlan plan;
  plan.add<float>("x", 100);
  CHECK(plan.fits(400));
  CHECK_FALSE(plan.fits(399));
  CHECK(plan.block_count(399) == 0);
  CHECK(plan.block_count(1200) == 3);
  CHECK_NOTHROW(plan.require_fit(3, 1200, "the search", "use fewer"));
  CHECK_THROWS_AS(plan.require_fit(4, 1200, "the search", "use fewer"), OverflowError);
  CHECK_THROWS_WITH(plan.require_fit(4, 1200, "the search", "use fewer"),
                    "the search needs 1.56 KiB for 4 instances, but only 1.17 KiB are there: use fewer");
  CHECK(MemoryPlan{}.block_count(0) == std::numeric_limits<std::size_t>::max());
}

TEST_CASE("a plan refuses mistakes and sizes that wrap around", "[unit]") {
  MemoryPlan plan;
  plan.add<float>("x", 1);
  CHECK_THROWS_AS(plan.add<float>("x", 1), std::logic_error);
  CHECK_THROWS_AS(plan.add("y", 4, 1, 3), std::logic_error);
  CHECK_THROWS_AS(plan.add("y", 4, 1, 0), std::logic_error);
  CHECK_THROWS_AS(plan.add<double>("huge", std::numeric_limits<std::size_t>::max() / 8), OverflowError);
  CHECK(plan.total_bytes() == sizeof(float));
}

TEST_CASE("bytes are printed for people", "[unit]") {
  CHECK(format_bytes(0) == "0 B");
  CHECK(format_bytes(1023) == "1023 B");
  CHECK(format_bytes(1024) == "1.00 KiB");
  CHECK(format_bytes(12595) == "12.3 KiB");
  CHECK(format_bytes((1UL << 20) - 1) == "1.00 MiB");
  CHECK(format_bytes(4UL << 30) == "4.00 GiB");
  CHECK(format_bytes(std::numeric_limits<std::size_t>::max()) == "16.0 EiB");
}

TEST_CASE("a control group limits memory, and what it holds of files counts as free", "[unit]") {
  const test::TemporaryFolder folder;
  const auto write = [&](const char* name, const char* text) { std::ofstream(folder / name) << text; };
  CHECK(control_group_bytes(folder.path()) == std::numeric_limits<std::size_t>::max());
  write("memory.max", "max\n");
  write("memory.current", "900\n");
  CHECK(control_group_bytes(folder.path()) == std::numeric_limits<std::size_t>::max());
  write("memory.max", "1000\n");
  CHECK(control_group_bytes(folder.path()) == 100);
  write("memory.stat", "anon 250\nfile 650\ninactive_file 600\nactive_file 50\nslab_reclaimable 20\n");
  CHECK(control_group_bytes(folder.path()) == 720);
  write("memory.current", "1500\n");
  write("memory.stat", "inactive_file 0\n");
  CHECK(control_group_bytes(folder.path()) == 0);
}
