// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// circlepack: packs circles into the smallest enclosing circle. docs/circlepack.md is the manual.
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "modes.hpp"
#include "shell/program.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

constexpr Program<Options> circlepack{
    .name = "circlepack",
    .memory_advice = "fewer circles or --instances need less",
    .search = run_search,
    .verify = run_verify,
    .archive = run_archive,
    .stem = [](const Options& options) { return default_stem(make_task(options, Notices{})); },
    .require_problem = require_problem,
    .check_resumed = check_resumed,
};

/// `circlepack campaign ...` is jampack-campaign, which is installed in the folder of this program.
ExitCode start_campaign(const char* const* argv) {
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "jampack-campaign";
  execv(program.c_str(), const_cast<char* const*>(argv));
  throw InputError(program.string() + " cannot be started: " + std::generic_category().message(errno) +
                   ": install it beside circlepack");
}

}  // namespace
}  // namespace jam::app

int main(int argc, char** argv) {
  using namespace jam::app;
  const bool campaign = argc > 1 && std::string_view(argv[1]) == "campaign";
  return campaign ? run_program("circlepack", "", [&] { return start_campaign(argv + 1); })
                  : run(circlepack, argc, argv);
}
