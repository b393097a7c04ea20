// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// trunkpack: packs boxes into a car's trunk. Parses the command line, calls the library, prints. The result goes to standard output,
// everything else to standard error; docs/trunkpack.md is the manual.
#include <utility>

#include "archive_mode.hpp"
#include "options.hpp"
#include "search_mode.hpp"
#include "shell/run_program.hpp"
#include "shell/standard_output.hpp"
#include "simulate_mode.hpp"
#include "verify_mode.hpp"

namespace jam::app {
namespace {

ExitCode run(int argc, const char* const* argv) {
  Command command = read_command(argc, argv);
  const Options& options = command.options;
  switch (options.mode) {
    case Mode::page: print_result(options.page); return ExitCode::ok;
    case Mode::verify: return run_verify(options);
    case Mode::simulate: return run_simulation(options);
    case Mode::archive: return run_archive(options);
    case Mode::search: break;
  }
  return run_search(std::move(command));
}

}  // namespace
}  // namespace jam::app

int main(int argc, char** argv) {
  return jam::app::run_program("trunkpack", "fewer --instances or a smaller mesh need less", [&] { return jam::app::run(argc, argv); });
}
