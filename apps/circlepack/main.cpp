// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// circlepack: packs circles into the smallest enclosing circle. Parses the command line, calls the library, prints. The result goes to
// standard output, everything else to standard error; docs/circlepack.md is the manual.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive_mode.hpp"
#include "campaign/campaign_mode.hpp"
#include "jam/search/mpi_session.hpp"
#include "options.hpp"
#include "search_mode.hpp"
#include "shell/option_table.hpp"
#include "shell/run_program.hpp"
#include "shell/standard_output.hpp"
#include "verify_mode.hpp"

namespace jam::app {
namespace {

/// Throws what is wrong with a command line.
void check_words(const std::vector<std::string>& words) {
  std::vector<const char*> pointers = {"circlepack"};
  for (const std::string& word : words) pointers.push_back(word.c_str());
  static_cast<void>(parse_options(static_cast<int>(pointers.size()), pointers.data()));
}

ExitCode run(int argc, const char* const* argv) {
  if (argc > 1 && std::string_view(argv[1]) == "campaign") return campaign::run_campaign_mode(argc - 1, argv + 1, check_words);
  Command command = read_command(argc, argv);
  const Options& options = command.options;
  switch (options.mode) {
    case Mode::help: print_result(help_text()); return ExitCode::ok;
    case Mode::version: print_result(version_text("circlepack", ranks::mpi_version())); return ExitCode::ok;
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
