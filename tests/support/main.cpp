// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The main function of the test programs.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "support/skip.hpp"

int main(int argc, char** argv) { return jam::test::exit_code(Catch::Session().run(argc, argv)); }
