// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/program.hpp"

#include <fcntl.h>

#include <exception>
#include <iostream>
#include <new>

#include "jam/search/mpi_session.hpp"

namespace jam::app {

namespace {

/// Opens the standard descriptors that are closed, for reading only: writing to them then fails, and no file
/// gets their numbers.
void open_standard_descriptors() {
  for (int descriptor = 0; descriptor < 3; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDONLY));
  }
}

}  // namespace

int run_program(const char* name, const char* memory_advice, const std::function<ExitCode()>& run) {
  open_standard_descriptors();
  ExitCode code = ExitCode::internal;
  try {
    code = run();
  } catch (const Error& error) {
    code = error.code();
    // A usage error occurs in all ranks; rank 0 alone prints it.
    const ranks::MpiLaunch launch = ranks::find_mpi_launch();
    // In one piece: mpirun mixes what ranks write and what it says itself.
    const std::string line = std::string(name) + ": error: " + error.what() + "\n";
    if (code != ExitCode::usage || !launch.active || launch.rank == 0) std::cerr << line;
  } catch (const std::bad_alloc&) {
    std::cerr << name << ": error: out of memory: " << memory_advice << '\n';
    code = ExitCode::overflow;
  } catch (const std::exception& error) {
    std::cerr << name << ": internal error: " << error.what() << "; please report it with the command line\n";
  }
  return static_cast<int>(code);
}

ExitCode exit_code_of(StopReason reason) {
  switch (reason) {
    case StopReason::interrupt: return ExitCode::interrupted;
    case StopReason::terminate: return ExitCode::terminated;
    default: return ExitCode::ok;
  }
}

void print_result(const std::string& text) {
  std::cout << text << std::flush;
  if (!std::cout) throw InputError("standard output could not be written (disk full?)");
}

}  // namespace jam::app
