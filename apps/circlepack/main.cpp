// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// circlepack: packs circles into the smallest enclosing circle. Parses the command line, calls the library, prints. The result goes to
// standard output, everything else to standard error; docs/circlepack.md is the manual.
#include <iostream>
#include <new>

#include "archive_mode.hpp"
#include "checkpointing.hpp"
#include "common/option_table.hpp"
#include "common/standard_output.hpp"
#include "jam/core/error.hpp"
#include "options.hpp"
#include "search_mode.hpp"
#include "verify_mode.hpp"

namespace jam::app {
namespace {

ExitCode run(int argc, const char* const* argv) {
  const Assignment assignment = read_assignment(argc, argv);
  const Options& options = assignment.options;
  switch (options.mode) {
    case Mode::help: print_result(help_text()); return ExitCode::ok;
    case Mode::version: print_result(version_text("circlepack")); return ExitCode::ok;
    case Mode::verify: return run_verify(options);
    case Mode::archive: return run_archive(options);
    case Mode::search: break;
  }
  return run_search(assignment);
}

}  // namespace
}  // namespace jam::app

int main(int argc, char** argv) {
  jam::ExitCode code = jam::ExitCode::internal;
  try {
    code = jam::app::run(argc, argv);
  } catch (const jam::Error& error) {
    std::cerr << "circlepack: error: " << error.what() << '\n';
    code = error.code();
  } catch (const std::bad_alloc&) {
    std::cerr << "circlepack: error: out of memory: fewer circles or --instances need less\n";
    code = jam::ExitCode::overflow;
  } catch (const std::exception& error) {
    std::cerr << "circlepack: internal error: " << error.what() << "; please report it with the command line\n";
  }
  return static_cast<int>(code);
}
