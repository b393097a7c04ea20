// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// circlepack: packs circles into the smallest enclosing circle. Parses the command line, calls the library, prints. The result goes to
// standard output, everything else to standard error; docs/circlepack.md is the manual.
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "archive_mode.hpp"
#include "jam/core/error.hpp"
#include "options.hpp"
#include "search_mode.hpp"
#include "shell/run_program.hpp"
#include "shell/standard_output.hpp"
#include "verify_mode.hpp"

namespace jam::app {
namespace {

/// `circlepack campaign ...` is jampack-campaign, which stands beside this program.
[[noreturn]] void start_campaign(const char* const* argv) {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "jampack-campaign";
  execv(program.c_str(), const_cast<char* const*>(argv));
  throw InputError(program.string() + " cannot be started: " + std::generic_category().message(errno) + ": install it beside circlepack");
}

ExitCode run(int argc, const char* const* argv) {
  if (argc > 1 && std::string_view(argv[1]) == "campaign") start_campaign(argv + 1);
  Command command = read_command(argc, argv);
  const Options& options = command.options;
  switch (options.mode) {
    case Mode::page: print_result(options.page); return ExitCode::ok;
    case Mode::verify: return run_verify(options);
    case Mode::archive: return run_archive(options);
    case Mode::search: break;
  }
  return run_search(std::move(command));
}

}  // namespace
}  // namespace jam::app

int main(int argc, char** argv) {
  return jam::app::run_program("circlepack", "fewer circles or --instances need less", [&] { return jam::app::run(argc, argv); });
}
