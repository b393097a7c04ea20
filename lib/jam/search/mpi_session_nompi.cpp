// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// MpiSession of a build without MPI: a process that is alone runs as in any other build.
#include "jam/core/error.hpp"
#include "jam/search/mpi_session.hpp"

namespace jam::ranks {

MpiSession::MpiSession() {
  const MpiLaunch launch = find_mpi_launch();
  if (launch.active) {
    // Without MPI each process would run the whole search alone and overwrite the files of the others.
    throw InputError(
        "this process was started as one of several by " + launch.launcher +
        ", but this build has no MPI: install libopenmpi-dev and build again, or start a single process");
  }
  warning_ = launch.warning;
  exchange_ = std::make_unique<Exchange>();
}

MpiSession::~MpiSession() = default;

int MpiSession::end(int exit_code, double seconds) {
  static_cast<void>(exchange_->close(seconds));
  return exit_code;
}

std::string mpi_version() { return "none"; }

}  // namespace jam::ranks
