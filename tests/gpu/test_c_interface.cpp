// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The C interface on a CUDA device: the same packings legal as on the CPU, many at once as one by one, and
// counters of the device.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "jam/c/jam.h"
#include "scenes/trunk/c_load.hpp"

using jam::test::CLoad;
using jam::test::CPoints;
using jam::test::point_cube;

namespace {

jam_load_options options_for(const char* device) {
  jam_load_options options;
  jam_default_load_options(&options);
  options.device = device;
  return options;
}

}  // namespace

TEST_CASE("the C interface relaxes on the GPU what it relaxes on the CPU", "[gpu][c]") {
  const auto law = GENERATE(JAM_LAW_PATCH, JAM_LAW_SINGLE);
  jam_parameters parameters;
  jam_default_parameters(&parameters);
  parameters.law = law;
  const CPoints cpu(point_cube(400), options_for("cpu"));
  const CPoints gpu(point_cube(400), options_for("cuda"));
  for (int count = 1; count <= 6; ++count) {
    CLoad on_cpu = CLoad::pressed(count);
    CLoad on_gpu = CLoad::pressed(count);
    jam_result cpu_result{};
    jam_result gpu_result{};
    REQUIRE(jam_simulate(cpu.get(), on_cpu.boxes(), 0, &parameters, &cpu_result) == JAM_OK);
    REQUIRE(jam_simulate(gpu.get(), on_gpu.boxes(), 0, &parameters, &gpu_result) == JAM_OK);
    INFO(count << " boxes");
    CHECK(gpu_result.deepest == Approx(cpu_result.deepest).margin(0.05));
    CHECK(gpu_result.pairs == cpu_result.pairs);
    CHECK(gpu_result.outside == cpu_result.outside);
    REQUIRE(jam_simulate(cpu.get(), on_cpu.boxes(), 1000, &parameters, &cpu_result) == JAM_OK);
    REQUIRE(jam_simulate(gpu.get(), on_gpu.boxes(), 1000, &parameters, &gpu_result) == JAM_OK);
    CHECK(gpu_result.legal == cpu_result.legal);
  }
}

TEST_CASE("packings simulated together on the GPU end as each of them alone", "[gpu][c]") {
  const CPoints points(point_cube(400), options_for("cuda"));
  std::vector<CLoad> together;
  for (int k = 0; k < 300; ++k) together.push_back(CLoad::pressed(k % 6 + 1));
  std::vector<jam_boxes> packings;
  for (CLoad& load : together) packings.push_back(*load.boxes());
  std::vector<jam_result> results(together.size());
  REQUIRE(jam_simulate_many(points.get(), packings.data(), packings.size(), 50, nullptr, results.data()) ==
          JAM_OK);
  for (int count = 1; count <= 6; ++count) {
    CLoad alone = CLoad::pressed(count);
    jam_result result{};
    REQUIRE(jam_simulate(points.get(), alone.boxes(), 50, nullptr, &result) == JAM_OK);
    for (std::size_t k = static_cast<std::size_t>(count) - 1; k < together.size(); k += 6) {
      CHECK(together[k].translations == alone.translations);
      CHECK(together[k].rotations == alone.rotations);
      CHECK(results[k].energy == result.energy);
    }
  }
}

TEST_CASE("counters of the GPU tell copies and kernel, and a device that is not there is told", "[gpu][c]") {
  const CPoints points(point_cube(400), options_for("cuda"));
  CLoad load = CLoad::pressed(6);
  REQUIRE(jam_simulate(points.get(), load.boxes(), 100, nullptr, nullptr) == JAM_OK);
  double seconds[JAM_COUNTER_COUNT];
  REQUIRE(jam_counters(points.get(), seconds) == JAM_OK);
  CHECK(seconds[JAM_COUNTER_COPY] > 0);
  CHECK(seconds[JAM_COUNTER_BOX_BOX] > 0);
  CHECK(seconds[JAM_COUNTER_BOX_POINT] == 0);

  // Each phase timed: the same poses.
  CLoad timed = CLoad::pressed(6);
  jam_parameters parameters;
  jam_default_parameters(&parameters);
  parameters.time_phases = 1;
  REQUIRE(jam_reset_counters(points.get()) == JAM_OK);
  REQUIRE(jam_simulate(points.get(), timed.boxes(), 100, &parameters, nullptr) == JAM_OK);
  CHECK(timed.translations == load.translations);
  REQUIRE(jam_counters(points.get(), seconds) == JAM_OK);
  for (int counter = 0; counter < JAM_COUNTER_COUNT; ++counter) {
    INFO(jam_counter_name(counter));
    CHECK(seconds[counter] > 0);
  }

  const std::vector<double> wall = point_cube(400);
  const jam_load_options far = options_for("cuda:99");
  jam_points* none = nullptr;
  CHECK(jam_load_points(wall.data(), wall.size() / 3, &far, &none) == JAM_NO_DEVICE);
  CHECK_FALSE(std::string(jam_last_error()).empty());
}
