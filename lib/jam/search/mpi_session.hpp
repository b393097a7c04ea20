// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// MPI in a program: started only where the process is one of several, and ended so that nothing can hang. A
// process that is alone has an exchange with nobody; the program needs no case for it.
//
//   int main(…) {
//     options, --help, --version: before
//     MpiSession session;
//     … a search that uses session.exchange(); rank 0 writes the files …
//     return session.end(code);
//   }
//
// The start. MPI_Init of a process that is alone takes a third of a second and starts a daemon, and inside a
// Slurm job it may wait for ranks that do not exist. So the environment that launchers set decides whether
// there are others:
//
//   mpirun of Open MPI          OMPI_COMM_WORLD_SIZE, OMPI_COMM_WORLD_RANK
//   mpirun of MPICH and others  PMI_SIZE, PMI_RANK
//   srun --mpi=pmix|pmi2        SLURM_STEP_NUM_TASKS, SLURM_PROCID, and PMIX_RANK, PMI_RANK or PMI_FD
//   other launchers with PMIx   PMIX_RANK, PMIX_NAMESPACE, but not the number of processes
//
// The shell of salloc and the script of sbatch have SLURM_NTASKS, but are no step of several tasks: a process
// started there without mpirun or srun is alone. So is each task of `srun --mpi=none`.
//
// The end. `end` closes the exchange; if every rank is present and has said goodbye, MPI_Finalize follows.
// Otherwise it is left out, since it would wait for a rank that is gone: the process simply ends, and the
// launcher ends the other ranks (exchange.hpp tells how). It is left out as well with an exit code of 130 or
// more, after a signal: an mpirun that ends its job no longer answers, and MPI_Finalize would wait for it.
// MPI_Finalize itself has ten seconds, after which the process ends with its exit code. Files must be written
// before `end`.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "jam/search/exchange.hpp"

namespace jam::ranks {

struct MpiLaunch {
  bool active = false;   ///< One of several processes, or may be: MPI is to be started.
  int rank_count = 1;    ///< Number of processes; 0 if the launcher does not tell.
  int rank = 0;          ///< Number of this process, from 0.
  std::string launcher;  ///< "mpirun", "srun", "PMIx"; empty if not active.
  std::string warning;   ///< A probable mistake, in one line; empty: none.
};

/// `variable` returns the value of an environment variable, or null.
[[nodiscard]] MpiLaunch find_mpi_launch(const std::function<const char*(const char*)>& variable);

/// From the environment of this process.
[[nodiscard]] MpiLaunch find_mpi_launch();

/// Number of this process among those of the same launch on this machine, from 0; 0 if the launcher (Open
/// MPI, MPICH, Slurm) does not tell.
[[nodiscard]] int rank_on_machine();

class MpiSession {
 public:
  /// Starts MPI if the process was launched as one of several, which then wait for each other here. At most
  /// one session per process (std::logic_error). Throws InputError, in each rank, where this build has no
  /// MPI, its MPI does not know the other processes, or the ranks are of different builds.
  MpiSession();
  /// Does what end(1, 2) does, if end() was not called: for exceptions.
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  /// That of this rank. Its calls come from one thread at a time.
  [[nodiscard]] Exchange& exchange() { return *exchange_; }

  /// That of the launch.
  [[nodiscard]] const std::string& warning() const { return warning_; }

  /// Closes the exchange, waiting at most `seconds` for the other ranks, and ends MPI. Returns `exit_code`;
  /// the process should end now.
  int end(int exit_code, double seconds = 10);

 private:
  [[maybe_unused]] bool started_ =
      false;  // MPI was started, and not ended; builds without MPI have no use for it.
  std::string warning_;
  std::unique_ptr<Exchange> exchange_;
};

/// The exchange over all processes of MPI_COMM_WORLD, whose error handler becomes MPI_ERRORS_RETURN: an error
/// means that a rank is lost. Every process must call this, between MPI_Init and MPI_Finalize; they wait for
/// each other. Throws InputError, in each of them, where they are of different builds. MpiSession calls it.
[[nodiscard]] std::unique_ptr<Exchange> make_mpi_exchange();

/// Name and version of the MPI of this build, for example "Open MPI v4.1.4"; "none" where it has none.
[[nodiscard]] std::string mpi_version();

}  // namespace jam::ranks
