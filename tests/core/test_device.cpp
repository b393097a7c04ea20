// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Choosing a device, on machines with and without CUDA.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/error.hpp"

using namespace jam;

TEST_CASE("the CPU is always there and describes itself", "[unit]") {
  const Device device = choose_device("cpu", 1);
  CHECK(device.kind == DeviceKind::cpu);
  CHECK(device.index == 0);
  CHECK(device.memory_bytes > 1024 * 1024);
  CHECK_THAT(device.description, Catch::StartsWith("CPU, 1 thread"));
  CHECK_THAT(device.description, !Catch::Contains("1 threads"));
  CHECK(device.fallback_reason.empty());
}

TEST_CASE("auto never throws and says why it fell back", "[unit]") {
  const Device device = choose_device("auto");
  CHECK_FALSE(device.description.empty());
  CHECK(device.fallback_reason.empty() == (device.kind == DeviceKind::cuda));
}

TEST_CASE("there is a reason exactly where there is no CUDA device", "[unit]") {
  CHECK(cuda_absence_reason().empty() == (cuda_device_count() > 0));
}

TEST_CASE("a CUDA device is the GPU of its index where it lists none", "[unit]") {
  Device device;
  device.kind = DeviceKind::cuda;
  device.index = 2;
  CHECK(gpus_of(device) == std::vector<int>{2});
  device.indices = {0, 2, 5};
  CHECK(gpus_of(device) == device.indices);
}

TEST_CASE("unknown devices are bad input", "[unit]") {
  for (const char* text :
       {"", "gpu", "CUDA", "cuda:", "cuda:x", "cuda:-1", "cuda:0x", "cuda: 0", "cuda0", "cuda:99999999999",
        "auto ", "cpu:0", "cuda:0,", "cuda:,1", "cuda:1,1", "cuda:0;1", "cuda:all,1"}) {
    INFO("device '" << text << "'");
    CHECK_THROWS_AS(choose_device(text), InputError);
  }
  CHECK_THROWS_WITH(choose_device("gpu"), Catch::Contains("'gpu'") && Catch::Contains("auto, cpu, cuda"));
}

TEST_CASE("a CUDA device that is not there ends with exit code 3", "[unit]") {
  const std::string missing = "cuda:" + std::to_string(cuda_device_count());
  try {
    static_cast<void>(choose_device(missing));
    FAIL("no exception");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::no_device);
    CHECK_THAT(error.what(), Catch::Contains("'" + missing + "'"));
  }
  CHECK_THROWS_AS(choose_device("cuda:0,99"), DeviceError);
  if (cuda_device_count() == 0) {
    CHECK_THROWS_AS(choose_device("cuda"), DeviceError);
    CHECK_THROWS_AS(choose_device("cuda:all"), DeviceError);
  }
}
