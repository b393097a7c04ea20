// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Borrowed objects and aligned memory.
#include <catch2/catch.hpp>

#include <atomic>
#include <cstdint>
#include <stdexcept>

#include "jam/core/aligned_array.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/pool.hpp"

using namespace jam;

TEST_CASE("a pool lends an object again once it is back, also after an exception", "[unit]") {
  Pool<int> pool;
  const int* first = nullptr;
  {
    const auto loan = pool.borrow();
    *loan = 7;
    first = loan.get();
    CHECK(pool.borrow().get() != first);
  }
  CHECK_THROWS_AS(
      [&] {
        const auto a = pool.borrow();
        const auto b = pool.borrow();
        CHECK((a.get() == first || b.get() == first));
        throw std::runtime_error("lost?");
      }(),
      std::runtime_error);
  const auto a = pool.borrow();
  const auto b = pool.borrow();
  CHECK((a.get() == first ? *a : *b) == 7);
}

TEST_CASE("no two threads hold the same object", "[unit]") {
  Pool<std::atomic<int>> pool;
  std::atomic<int> shared{0};
  parallel_for(2000, 0, [&](int) {
    const auto loan = pool.borrow();
    shared += loan->fetch_add(1) == 0 ? 0 : 1;
    loan->fetch_sub(1);
  });
  CHECK(shared == 0);
}

TEST_CASE("an aligned array keeps its values when it grows", "[unit]") {
  AlignedArray<int> array(3);
  for (int i = 0; i < 3; ++i) array.data()[i] = i + 5;
  for (const std::size_t count : {2, 3, 1000, 10}) {
    const int* const values = array.reserve(count);
    CHECK(reinterpret_cast<std::uintptr_t>(values) % 64 == 0);
    CHECK((values[0] == 5 && values[1] == 6 && values[2] == 7));
  }
  CHECK(AlignedArray<int>().data() == nullptr);

  AlignedArray<int> moved = std::move(array);
  CHECK(array.data() == nullptr);  // NOLINT(bugprone-use-after-move): it is empty.
  CHECK(array.reserve(1) != nullptr);
  moved = std::move(array);
  CHECK(array.data() == nullptr);  // NOLINT(bugprone-use-after-move)
}
