// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The main function of test programs that need a CUDA device. Where there is none they say so and exit with
// 77, which ctest counts as skipped; with JAM_REQUIRE_GPU=1 in the environment that is a failure instead.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include <cstdlib>
#include <iostream>
#include <string_view>

#include "jam/core/device.hpp"
#include "support/skip.hpp"

int main(int argc, char** argv) {
  if (jam::cuda_device_count() == 0) {
    std::cout << "skipped: no device: " << jam::cuda_absence_reason() << '\n';
    const char* required = std::getenv("JAM_REQUIRE_GPU");
    return required != nullptr && std::string_view(required) == "1" ? 1 : jam::test::skip_code;
  }
  return jam::test::exit_code(Catch::Session().run(argc, argv));
}
