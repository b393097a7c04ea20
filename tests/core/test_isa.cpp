// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which version of a function runs.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <string>

#include "jam/core/error.hpp"
#include "jam/core/isa.hpp"

using namespace jam;

namespace {

/// Sets JAM_SIMD as long as it lives.
class WantedIsa {
 public:
  explicit WantedIsa(const char* name) { setenv("JAM_SIMD", name, 1); }
  ~WantedIsa() { unsetenv("JAM_SIMD"); }
  WantedIsa(const WantedIsa&) = delete;
  WantedIsa& operator=(const WantedIsa&) = delete;
};

void one() {}
void two() {}

}  // namespace

TEST_CASE("the best instruction set that is built and that the processor has is chosen", "[unit]") {
  CHECK(choose_isa({true, true, true}) == processor_isa());
  CHECK(choose_isa({true, false, false}) == Isa::plain);
  CHECK(choose_isa({true, true, false}) == std::min(Isa::avx2, processor_isa()));
}

TEST_CASE("JAM_SIMD takes another instruction set, and is refused where that is not there", "[unit]") {
  for (const Isa isa : all_isas) {
    const WantedIsa wanted(isa_name(isa));
    INFO(isa_name(isa));
    if (isa <= processor_isa()) {
      CHECK(choose_isa({true, true, true}) == isa);
    } else {
      CHECK_THROWS_AS(choose_isa({true, true, true}), InputError);
    }
    if (isa != Isa::plain) CHECK_THROWS_AS(choose_isa({true, false, false}), InputError);
  }
  const WantedIsa unknown("mmx");
  CHECK_THROWS_WITH(choose_isa({true, true, true}),
                    Catch::Contains("JAM_SIMD=mmx") && Catch::Contains("avx512, avx2 or plain"));
  const WantedIsa empty("");
  CHECK(choose_isa({true, true, true}) == processor_isa());
}

TEST_CASE("a table hands out the versions that can run", "[unit]") {
  const IsaTable<void()> table{one, nullptr, two};
  CHECK(table.version(Isa::plain) == one);
  CHECK(table.version(Isa::avx2) == nullptr);
  CHECK((table.version(Isa::avx512) == two) == (processor_isa() == Isa::avx512));
  CHECK((table.best() == two) == (processor_isa() == Isa::avx512));
  const WantedIsa plain("plain");
  CHECK(table.best() == one);
}
