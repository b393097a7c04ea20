// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// packview: shows packings in a browser, where they can be changed. docs/packview.md is the manual.
#include "options.hpp"
#include "shell/program.hpp"

namespace jam::app {
namespace {

constexpr Program<Options> packview{
    .name = program_name,
    .memory_advice = "a coarser mesh needs less",
    .search = [](Options& options, Assignment& /*assignment*/) { return run_server(options); },
};

}  // namespace
}  // namespace jam::app

int main(int argc, char** argv) { return jam::app::run(jam::app::packview, argc, argv); }
