// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Default numbers of instances, islands and ladders, on CPUs and GPUs.
#include <catch2/catch.hpp>

#include <algorithm>

#include "jam/circles/islands/archipelago_size.hpp"
#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"

using namespace jam;
using namespace jam::circles;

namespace {

Device device_of(DeviceKind kind, int gpu_count = 1) {
  Device device;
  device.kind = kind;
  for (int k = 0; kind == DeviceKind::cuda && k < gpu_count; ++k) device.indices.push_back(k);
  return device;
}

int ladders_by_default(int n, const Device& device, int rank_count = 1) {
  return archipelago_size(make_problem("linear", n), {}, device, rank_count).ladder_count;
}

}  // namespace

TEST_CASE("a GPU has a ladder per block, and fewer ladders of many circles") {
  const Device gpu = device_of(DeviceKind::cuda);
  CHECK(ladders_by_default(30, gpu) == 0);
  CHECK(ladders_by_default(31, gpu) == 1056);
  CHECK(ladders_by_default(100, gpu) == 1056);
  CHECK(ladders_by_default(101, gpu) < 1056);
  CHECK(ladders_by_default(200, gpu) == 373);
  CHECK(ladders_by_default(400, gpu) == 132);
  CHECK(ladders_by_default(480, gpu) == 132);
  CHECK(ladders_by_default(481, gpu) == 0);
}

TEST_CASE("every core has a ladder, up to the circles that ladders can have") {
  const Device cpu = device_of(DeviceKind::cpu);
  const int expected = std::max(2, available_threads());
  CHECK(ladders_by_default(7, cpu) == 0);
  CHECK(ladders_by_default(8, cpu) == expected);
  CHECK(ladders_by_default(512, cpu) == expected);
  CHECK(ladders_by_default(513, cpu) == 0);
}

TEST_CASE("compression has no ladders, no waiting instances, and one island") {
  SearchOptions options;
  options.strategy = Strategy::compress;
  for (const DeviceKind kind : {DeviceKind::cpu, DeviceKind::cuda}) {
    options.instance_count = 500;
    const SearchSize size = archipelago_size(make_problem("linear", 50), options, device_of(kind), 1);
    CHECK(size.ladder_count == 0);
    CHECK(size.active_limit == 500);
    CHECK(size.island_count == 1);
  }
}

TEST_CASE("GPUs and ranks multiply the defaults, and nothing that is given") {
  const Problem problem = make_problem("linear", 200);
  const Device gpus = device_of(DeviceKind::cuda, 4);
  const SearchSize four = archipelago_size(problem, {}, gpus, 1);
  CHECK(four.instance_count == 4 * 1056);
  CHECK(four.active_limit == 4 * 1056);
  CHECK(four.island_count == 2);
  CHECK(four.ladder_count == 4 * 373);
  const SearchSize ranks = archipelago_size(problem, {}, gpus, 3);
  CHECK(ranks.instance_count == 3 * four.instance_count);
  CHECK(ranks.island_count == 6);
  CHECK(ranks.ladder_count == 3 * four.ladder_count);

  SearchOptions options;
  options.instance_count = 100;
  options.island_count = 5;
  options.ladder_count = 7;
  const SearchSize given = archipelago_size(problem, options, gpus, 3);
  CHECK(given.instance_count == 100);
  CHECK(given.active_limit == 100);
  CHECK(given.island_count == 5);
  CHECK(given.ladder_count == 7);
}

TEST_CASE(
    "there are no more islands than instances, no fewer than ranks, and no ladders of too many circles") {
  const Device cpu = device_of(DeviceKind::cpu);
  SearchOptions options;
  options.instance_count = 3;
  options.island_count = 8;
  CHECK(archipelago_size(make_problem("linear", 20), options, cpu, 1).island_count == 3);
  CHECK_THROWS_AS(archipelago_size(make_problem("linear", 20), options, cpu, 4), InputError);
  options.ladder_count = 1;
  CHECK(archipelago_size(make_problem("linear", 512), options, cpu, 1).ladder_count == 1);
  CHECK_THROWS_AS(archipelago_size(make_problem("linear", 513), options, cpu, 1), InputError);
}

TEST_CASE("contact simulation has no ladders unless they are asked for") {
  Device device;
  device.kind = GENERATE(DeviceKind::cpu, DeviceKind::cuda);
  SearchOptions options;
  options.relaxation = Relaxation::contact;
  CHECK(archipelago_size(make_problem("linear", 50), options, device, 1).ladder_count == 0);
  options.ladder_count = 3;
  CHECK(archipelago_size(make_problem("linear", 50), options, device, 1).ladder_count == 3);
}

TEST_CASE("more ladders than memory is meant for are refused with the number that is not") {
  SearchOptions options;
  options.ladder_count = 100'000;
  const Device cpu = device_of(DeviceKind::cpu);
  CHECK_THROWS_WITH(
      archipelago_size(make_problem("linear", 512), options, cpu, 1),
      Catch::Contains("--ladders 100000") && Catch::Contains("512 circles") && Catch::Contains("1.00 GiB"));
  options.ladder_count = 10'000;
  CHECK(archipelago_size(make_problem("linear", 512), options, cpu, 1).ladder_count == 10'000);
}
