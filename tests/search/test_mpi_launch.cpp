// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which environments belong to one of several processes.
#include <catch2/catch.hpp>

#include <map>
#include <string>

#include "jam/search/mpi_session.hpp"

using namespace jam::ranks;

namespace {

MpiLaunch launch_in(const std::map<std::string, std::string>& environment) {
  return find_mpi_launch([&](const char* name) -> const char* {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

}  // namespace

TEST_CASE("a plain environment is that of a process alone", "[unit]") {
  const MpiLaunch launch = launch_in({{"PATH", "/usr/bin"}});
  CHECK_FALSE(launch.active);
  CHECK(launch.rank_count == 1);
  CHECK(launch.warning.empty());
}

TEST_CASE("mpirun tells how many processes there are", "[unit]") {
  const MpiLaunch open_mpi =
      launch_in({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "2"}, {"PMIX_RANK", "2"}});
  CHECK(open_mpi.active);
  CHECK(open_mpi.rank_count == 4);
  CHECK(open_mpi.rank == 2);
  CHECK(open_mpi.launcher == "mpirun");
  const MpiLaunch mpich = launch_in({{"PMI_SIZE", "8"}, {"PMI_RANK", "0"}});
  CHECK(mpich.active);
  CHECK(mpich.rank_count == 8);
}

TEST_CASE("one process under mpirun is alone", "[unit]") {
  CHECK_FALSE(
      launch_in({{"OMPI_COMM_WORLD_SIZE", "1"}, {"OMPI_COMM_WORLD_RANK", "0"}, {"PMIX_RANK", "0"}}).active);
  CHECK_FALSE(launch_in({{"PMI_SIZE", "1"}, {"PMI_RANK", "0"}}).active);
}

TEST_CASE("tasks of srun with PMI belong together", "[unit]") {
  for (const char* sign : {"PMIX_RANK", "PMI_RANK", "PMI_FD"}) {
    INFO(sign);
    const MpiLaunch launch = launch_in({{"SLURM_STEP_NUM_TASKS", "16"}, {"SLURM_PROCID", "3"}, {sign, "3"}});
    CHECK(launch.active);
    CHECK(launch.rank_count == 16);
    CHECK(launch.rank == 3);
    CHECK(launch.launcher == "srun");
  }
  CHECK(launch_in(
            {{"SLURM_STEP_NUM_TASKS", "16"}, {"SLURM_PROCID", "3"}, {"PMI_RANK", "3"}, {"PMI_SIZE", "16"}})
            .launcher == "srun");
}

TEST_CASE("tasks of srun without MPI are alone, with a warning", "[unit]") {
  const MpiLaunch launch = launch_in({{"SLURM_STEP_NUM_TASKS", "4"}, {"SLURM_PROCID", "1"}});
  CHECK_FALSE(launch.active);
  CHECK(launch.rank == 1);
  CHECK_THAT(launch.warning, Catch::Contains("4 tasks") && Catch::Contains("--mpi=pmix"));
  CHECK(launch_in({{"SLURM_STEP_NUM_TASKS", "1"}, {"SLURM_PROCID", "0"}}).warning.empty());
}

TEST_CASE("shells of salloc and scripts of sbatch are alone, whatever was allocated", "[unit]") {
  CHECK_FALSE(launch_in({{"SLURM_JOB_ID", "7"}, {"SLURM_NTASKS", "16"}, {"SLURM_NNODES", "4"}}).active);
  CHECK_FALSE(launch_in({{"SLURM_JOB_ID", "7"}, {"SLURM_NTASKS", "16"}, {"SLURM_PROCID", "0"}}).active);
  // salloc that starts its shell as a step, on a cluster where PMIx is the default.
  CHECK_FALSE(
      launch_in(
          {{"SLURM_NTASKS", "16"}, {"SLURM_STEP_NUM_TASKS", "1"}, {"SLURM_PROCID", "0"}, {"PMIX_RANK", "0"}})
          .active);
}

TEST_CASE("a launcher that only speaks PMIx leaves the number to MPI", "[unit]") {
  const MpiLaunch launch = launch_in({{"PMIX_RANK", "0"}, {"PMIX_NAMESPACE", "job"}});
  CHECK(launch.active);
  CHECK(launch.rank_count == 0);
}

TEST_CASE("numbers that are none count as not set", "[unit]") {
  for (const char* text : {"", "x", "4x", "-2", "0", "99999999999"}) {
    INFO(text);
    CHECK_FALSE(launch_in({{"OMPI_COMM_WORLD_SIZE", text}, {"OMPI_COMM_WORLD_RANK", "0"}}).active);
  }
}
