// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Random numbers: the generator's published vectors, the layout of keys and counters, and the distributions.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "jam/core/philox.hpp"

using namespace jam;

namespace {

std::array<std::uint32_t, 4> words(const PhiloxBlock& block) { return {block.x, block.y, block.z, block.w}; }

}  // namespace

TEST_CASE("Philox4x32-10 gives the published known answers", "[unit]") {
  // Random123, kat_vectors, lines "philox4x32 10".
  using Words = std::array<std::uint32_t, 4>;
  CHECK(words(philox(0, 0, 0, 0, 0, 0)) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  constexpr std::uint32_t ones = 0xffffffff;
  CHECK(words(philox(ones, ones, ones, ones, ones, ones)) ==
        Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(words(philox(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0)) ==
        Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("key and counter of a stream are laid out as documented", "[unit]") {
  const std::uint64_t seed = 0x0123456789abcdefULL;
  const std::uint64_t trial = 0xfedcba9876543210ULL;
  const std::uint32_t instance = 77;
  const RandomStream stream(seed, StreamId::move, instance, trial);
  const std::uint64_t key = seed + 0x9E3779B97F4A7C15ULL * 2;
  for (std::uint32_t index : {0U, 1U, 1000U}) {
    const auto expected = philox(index, 0x76543210, 0xfedcba98, instance, static_cast<std::uint32_t>(key),
                                 static_cast<std::uint32_t>(key >> 32));
    CHECK(words(stream.block(index)) == words(expected));
  }
}

TEST_CASE("the numbers of the streams are fixed for good", "[unit]") {
  CHECK(static_cast<int>(StreamId::start) == 1);
  CHECK(static_cast<int>(StreamId::move) == 2);
  CHECK(static_cast<int>(StreamId::accept) == 3);
  CHECK(static_cast<int>(StreamId::perturb) == 4);
  CHECK(static_cast<int>(StreamId::select_elite) == 5);
}

TEST_CASE("draws in sequence, at a place, after a seek and in blocks are the same", "[unit]") {
  RandomStream sequence(42, StreamId::test, 3, 9);
  const RandomStream random_access(42, StreamId::test, 3, 9);
  for (std::uint64_t draw = 0; draw < 11; ++draw) {
    RandomStream jumped(42, StreamId::test, 3, 9);
    jumped.seek(draw);
    const std::uint32_t value = sequence.next_u32();
    CHECK(value == random_access.at(draw));
    CHECK(value == words(random_access.block(static_cast<std::uint32_t>(draw / 4)))[draw % 4]);
    CHECK(value == jumped.next_u32());
    CHECK(jumped.next_u32() == random_access.at(draw + 1));
  }
}

TEST_CASE("seed, stream, instance, trial and draw each lead to other numbers", "[unit]") {
  std::set<std::uint64_t> seen;
  int count = 0;
  for (std::uint64_t seed : {0, 1, 2}) {
    for (StreamId stream : {StreamId::start, StreamId::move, StreamId::accept}) {
      for (std::uint32_t instance : {0, 1, 2}) {
        for (std::uint64_t trial : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32}) {
          RandomStream random(seed, stream, instance, trial);
          for (int draw = 0; draw < 3; ++draw, ++count) {
            const std::uint64_t high = random.next_u32();
            seen.insert(high << 32 | random.next_u32());
          }
        }
      }
    }
  }
  // Equal pairs by chance: 243^2 / 2^65 = 2e-15.
  CHECK(static_cast<int>(seen.size()) == count);
}

TEST_CASE("uniform numbers lie in [0, 1), at both ends", "[unit]") {
  CHECK(uniform_float(0) == 0.0F);
  CHECK(uniform_float(0xffffffff) == 1.0F - 0x1p-24F);
  CHECK(uniform_double(0, 0) == 0.0);
  CHECK(uniform_double(0xffffffff, 0xffffffff) == 1.0 - 0x1p-53);
  CHECK(uniform_double(0x80000000, 0) == 0.5);
}

TEST_CASE("below(n) is the exact quotient and never reaches n", "[unit]") {
  CHECK(uniform_below(0xffffffff, 0xffffffff, 1) == 0);
  CHECK(uniform_below(0xffffffff, 0xffffffff, 7) == 6);
  CHECK(uniform_below(0xffffffff, 0xffffffff, 0xffffffff) == 0xfffffffe);
  CHECK(uniform_below(0, 0xffffffff, 0xffffffff) == 0);
  CHECK(uniform_below(5, 5, 0) == 0);
  // u = 2^64 / 3 rounded up and down: either side of the border between 0 and 1.
  CHECK(uniform_below(0x55555555, 0x55555555, 3) == 0);
  CHECK(uniform_below(0x55555555, 0x55555556, 3) == 1);
}

TEST_CASE("each method takes the documented number of draws", "[unit]") {
  RandomStream random(1, StreamId::test, 0, 0);
  const RandomStream words = random;
  const auto next = [&random] { return RandomStream(random).next_u32(); };
  random.uniform();
  CHECK(next() == words.at(1));
  random.uniform_double();
  CHECK(next() == words.at(3));
  random.below(10);
  CHECK(next() == words.at(5));
}

TEST_CASE("uniform draws and below(n) are evenly spread", "[unit]") {
  RandomStream random(7, StreamId::test, 1, 2);
  constexpr int draw_count = 100000;
  constexpr std::uint32_t bin_count = 10;
  std::array<int, bin_count> floats{};
  std::array<int, bin_count> doubles{};
  std::array<int, bin_count> integers{};
  for (int i = 0; i < draw_count; ++i) {
    ++floats[static_cast<std::size_t>(random.uniform() * 10.0F)];
    ++doubles[static_cast<std::size_t>(random.uniform_double() * 10.0)];
    ++integers[random.below(bin_count)];
  }
  // The seed is fixed, so this either always passes or never; chi^2 with 9 degrees of freedom exceeds 27.9
  // once in a thousand.
  for (const auto& bins : {floats, doubles, integers}) {
    double chi_squared = 0;
    for (int bin : bins) chi_squared += std::pow(bin - draw_count / 10.0, 2) / (draw_count / 10.0);
    CHECK(chi_squared < 27.9);
  }
}
