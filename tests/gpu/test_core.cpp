// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// jam_core on the device: the same random numbers as the host, bit for bit, and errors that are told.
#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "core_draws.hpp"
#include "core_kernels.hpp"
#include "jam/core/device.hpp"
#include "jam/core/error.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"

using namespace jam;

// Sizes around the borders of warps and blocks.
static const std::vector<int> counts = {1, 31, 32, 33, 257, 1025};

TEST_CASE("the Philox of cuRAND on the device gives the words of Random123 on the host", "[gpu]") {
  for (int count : counts) {
    for (std::uint32_t key : {0U, 1U, 0xdeadbeefU}) {
      const auto device = test::device_philox_words(count, key);
      REQUIRE(device.size() == 4 * static_cast<std::size_t>(count));
      int different = 0;
      for (int i = 0; i < count; ++i) {
        const auto c = static_cast<std::uint32_t>(i);
        const PhiloxBlock host = philox(c, c + 1, c + 2, ~c, key, key * 3);
        const std::uint32_t* words = &device[4 * static_cast<std::size_t>(i)];
        different += host.x != words[0] || host.y != words[1] || host.z != words[2] || host.w != words[3];
      }
      CHECK(different == 0);
    }
  }
}

TEST_CASE("a random stream draws the same on host and device", "[gpu]") {
  const std::uint64_t seed = 0x123456789abcdefULL;
  const std::uint64_t trial = 0x1'0000'0007ULL;
  for (int count : counts) {
    const auto device = test::device_draws(count, seed, trial);
    int different = 0;
    for (int i = 0; i < count; ++i) {
      const test::Draws host = test::draw(static_cast<std::uint32_t>(i), seed, trial);
      const test::Draws& there = device[i];
      different += host.word != there.word || host.uniform != there.uniform ||
                   host.uniform_double != there.uniform_double || host.below != there.below ||
                   host.at != there.at;
    }
    CHECK(different == 0);
  }
}

TEST_CASE("rotations agree with the host", "[gpu]") {
  const auto device = test::device_turned(257);
  // The device may fuse multiply and add: each of some ten sums of terms up to 3 moves by half a unit in the
  // last place, 1.2e-7.
  const float tolerance = 10 * 3 * 1.2e-7F;
  for (int i = 0; i < 257; ++i) {
    const test::Turned host = test::turn(i);
    for (int k = 0; k < 3; ++k) {
      CHECK(device[i].by_quaternion[k] == Approx(host.by_quaternion[k]).margin(tolerance).epsilon(0));
      CHECK(device[i].by_matrix[k] == Approx(host.by_quaternion[k]).margin(tolerance).epsilon(0));
    }
  }
}

TEST_CASE("buffers carry values to the device and back, and count their bytes", "[gpu]") {
  const std::size_t before = test::held_bytes();
  for (std::size_t count : {0, 1, 33, 100'000}) CHECK(test::buffers_round_trip(count));
  CHECK(test::held_bytes() == before);
}

TEST_CASE("arrays are sorted, scanned, selected and reduced as on the host, in memory that is used again",
          "[gpu]") {
  for (const int count : {1, 31, 33, 257, 4096, 300'000}) {
    CAPTURE(count);
    std::vector<std::uint64_t> keys;
    std::vector<int> flags;
    RandomStream random(3, StreamId::test, 0, static_cast<std::uint64_t>(count));
    for (int i = 0; i < count; ++i) {
      // Equal ones among them: the sort is stable.
      keys.push_back(static_cast<std::uint64_t>(random.next_u32() % 1000) << (random.next_u32() % 40));
      flags.push_back(static_cast<int>(random.next_u32() % 3) % 2);
    }
    const test::Sorted device = test::device_sorted(keys, 50, flags);
    std::vector<int> numbers(keys.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    const auto at = [](const auto& values, int i) { return values[i]; };
    std::ranges::stable_sort(numbers, {}, [&](int i) { return at(keys, i); });
    std::vector<std::uint64_t> sorted;
    std::vector<int> sums, selected;
    int sum = 0;
    for (int i = 0; i < count; ++i) {
      sorted.push_back(at(keys, at(numbers, i)));
      sums.push_back(sum);
      sum += at(flags, i);
      if (at(flags, at(numbers, i)) != 0) selected.push_back(i);
    }
    CHECK(device.keys == sorted);
    CHECK(device.keys_alone == sorted);
    CHECK(device.numbers == numbers);
    CHECK(device.sums == sums);
    CHECK(device.selected == selected);
    CHECK(device.total == sum);
    CHECK(device.memory > 0);
    CHECK(device.memory_again == device.memory);
  }
}

TEST_CASE("a block gets all the shared memory the device has, and is told where it asks for more", "[gpu]") {
  const std::size_t limit = test::shared_memory_limit_bytes();
  CHECK(limit >= 48 * 1024);
  CHECK(test::shared_memory_usable(1024));
  CHECK(test::shared_memory_usable(limit));
  CHECK_THROWS_WITH(test::shared_memory_usable(limit + 1),
                    Catch::Contains("kernel shared") && Catch::Contains(std::to_string(limit)));
}

TEST_CASE("wrong launches and failed calls are told, and leave no error behind", "[gpu]") {
  CHECK_THROWS_WITH(test::launch_with_threads(2048),
                    Catch::Contains("kernel empty") && Catch::Contains("2048"));
  CHECK_THROWS_WITH(test::launch_with_threads(0), Catch::Contains("an empty launch"));
  CHECK_THROWS_WITH(test::fail_a_call(),
                    Catch::Contains("core_kernels.cu") && Catch::Contains("cudaSetDevice(-1)"));
  CHECK_THROWS_AS(test::fail_a_call(), DeviceError);
  CHECK_NOTHROW(test::launch_with_threads(1024));
}

TEST_CASE("too little device memory is an overflow that says what is needed and what is free", "[gpu]") {
  const std::size_t before = test::held_bytes();
  const std::size_t bytes = std::size_t{1} << 50;
  CHECK_THROWS_AS(test::allocate(bytes), OverflowError);
  CHECK_THROWS_WITH(test::allocate(bytes), Catch::Contains("the test's array") &&
                                               Catch::Contains("1.00 PiB") && Catch::Contains("free"));
  CHECK(test::held_bytes() == before);
  CHECK_NOTHROW(test::allocate(1024));
}

TEST_CASE("auto takes the CUDA device that is there", "[gpu]") {
  const Device device = choose_device("auto");
  CHECK(device.kind == DeviceKind::cuda);
  CHECK(device.index == 0);
  CHECK(device.memory_bytes > (std::size_t{1} << 30));
  CHECK_THAT(device.description, Catch::Contains("multiprocessors") && Catch::Contains("GiB"));
  CHECK(choose_device("cuda:0").description == device.description);
  CHECK_THROWS_AS(choose_device("cuda:99"), DeviceError);
}
