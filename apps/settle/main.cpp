// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// settle: rigid bodies with contacts and friction, from a scene to files. docs/settle.md is the manual.
#include "options.hpp"
#include "shell/program.hpp"

namespace jam::app {
namespace {

constexpr Program<Options> settle{
    .name = program_name,
    .memory_advice = "a scene of fewer bodies needs less",
    .search = run_scene,
    .simulate = solve_problem,
    .stem = stem,
    .require_problem = require_scene,
};

}  // namespace
}  // namespace jam::app

int main(int argc, char** argv) { return jam::app::run(jam::app::settle, argc, argv); }
