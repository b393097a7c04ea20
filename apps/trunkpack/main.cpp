// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// trunkpack: packs boxes into a car's trunk. docs/trunkpack.md is the manual.
#include "modes.hpp"
#include "shell/program.hpp"

namespace jam::app {
namespace {

constexpr Program<Options> trunkpack{
    .name = "trunkpack",
    .memory_advice = "fewer --instances or a smaller mesh need less",
    .search = run_search,
    .verify = run_verify,
    .archive = run_archive,
    .simulate = run_simulation,
    .check = run_check,
    .compare = run_compare,
    .stem = [](const Options& options) { return options.trunk_file().stem().string(); },
    .require_problem = require_trunk,
};

}  // namespace
}  // namespace jam::app

int main(int argc, char** argv) { return jam::app::run(jam::app::trunkpack, argc, argv); }
