// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// contactpatch: pressures between elastic bodies, from a contact to files. docs/contactpatch.md is the
// manual.
#include "options.hpp"
#include "shell/program.hpp"

namespace jam::app {
namespace {

ExitCode run_command(Options& options, Assignment&) {
  switch (options.command) {
    case Command::pressure: return run_pressure(options);
    case Command::patches: return run_patches(options);
    default: return run_contact(options);
  }
}

constexpr Program<Options> contactpatch{
    .name = program_name,
    .memory_advice = "a grid of fewer cells needs less",
    .search = run_command,
};

}  // namespace
}  // namespace jam::app

int main(int argc, char** argv) { return jam::app::run(jam::app::contactpatch, argc, argv); }
