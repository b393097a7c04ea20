// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// settle: rigid bodies with contacts and friction, from a scene to files. docs/settle.md is the manual.
#include "options.hpp"
#include "shell/program.hpp"

int main(int argc, char** argv) {
  using namespace jam::app;
  return run_program("settle", "a scene of fewer bodies needs less", [&] {
    const Options options(argc, argv);
    if (options.dry_run) return jam::ExitCode::ok;
    if (options.mode == Mode::page) {
      print_result(options.page);
      return jam::ExitCode::ok;
    }
    return run_scene(options);
  });
}
