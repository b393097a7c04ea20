// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Whether this process was started as one of several that belong together, told by the environment that launchers set. MPI is started only
// then: MPI_Init of a process that is alone takes a third of a second and starts a daemon, and inside a Slurm job it may wait for ranks
// that do not exist.
//
//   mpirun of Open MPI          OMPI_COMM_WORLD_SIZE, OMPI_COMM_WORLD_RANK
//   mpirun of MPICH and others  PMI_SIZE, PMI_RANK
//   srun --mpi=pmix|pmi2        SLURM_STEP_NUM_TASKS, SLURM_PROCID, and PMIX_RANK, PMI_RANK or PMI_FD
//   other launchers with PMIx   PMIX_RANK, PMIX_NAMESPACE; the number of processes is not told
//
// The shell of salloc and the script of sbatch have SLURM_NTASKS, but are no step of several tasks: what is started there without mpirun or
// srun is alone. So is each task of `srun --mpi=none`.
#pragma once

#include <functional>
#include <string>

namespace jam::ranks {

struct MpiLaunch {
  bool active = false;   ///< One of several processes, or may be: MPI is to be started.
  int rank_count = 1;    ///< As told by the launcher; 0 where it does not tell.
  int rank = 0;          ///< Number of this process, from 0.
  std::string launcher;  ///< "mpirun", "srun", "PMIx"; empty where not active.
  std::string warning;   ///< What looks like a mistake, in one line; else empty.
};

/// `variable` returns the value of an environment variable, or null.
[[nodiscard]] MpiLaunch find_mpi_launch(const std::function<const char*(const char*)>& variable);

/// From the environment of this process.
[[nodiscard]] MpiLaunch find_mpi_launch();

/// Number of this process among those of the same launch on this machine, from 0; 0 where the launcher (Open MPI, MPICH, Slurm) does not
/// tell.
[[nodiscard]] int rank_on_machine();

}  // namespace jam::ranks
