// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// MPI in a program: started only where the process is one of several (mpi_launch.hpp), and ended so that nothing can hang. A process that
// is alone pays nothing, and has an exchange with nobody; the program needs no case for it.
//
//   int main(…) {
//     options, --help, --version: before
//     MpiSession session;
//     … a search that uses session.exchange(); rank 0 writes the files …
//     return session.end(code);
//   }
//
// The end. `end` closes the exchange; if every rank is there and has said goodbye, MPI_Finalize follows. Else it is left out, since it
// would wait for a rank that is gone: the process simply ends, and the launcher ends what is left (exchange.hpp tells how). It is left out
// as well with an exit code of 130 or more, after a signal: an mpirun that ends its job no longer answers, and MPI_Finalize would wait for
// it. MPI_Finalize itself is given ten seconds; then the process ends with its exit code. Files must be written before `end`.
#pragma once

#include <memory>
#include <string>

#include "jam/search/exchange.hpp"

namespace jam::ranks {

class MpiSession {
 public:
  /// Starts MPI if the process was launched as one of several, which then wait for each other here. At most one session per process
  /// (std::logic_error). Throws InputError, in each rank, where this build has no MPI, its MPI does not know the other processes, or
  /// the ranks are of different builds.
  MpiSession();
  /// What end(1, 2) does, if it was not called: the way out for exceptions.
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  /// That of this rank. Its calls come from one thread at a time.
  [[nodiscard]] Exchange& exchange() { return *exchange_; }

  /// What looks like a mistake in how the process was launched, in one line for the user; else empty.
  [[nodiscard]] const std::string& warning() const { return warning_; }

  /// Closes the exchange, waiting at most `seconds` for the other ranks, and ends MPI. Returns `exit_code`; the process should end now.
  int end(int exit_code, double seconds = 10);

 private:
  bool started_ = false;  // MPI was started, and not ended.
  std::string warning_;
  std::unique_ptr<Exchange> exchange_;
};

/// Name and version of the MPI of this build, for example "Open MPI v4.1.4"; "none" where it has none.
[[nodiscard]] std::string mpi_version();

}  // namespace jam::ranks
