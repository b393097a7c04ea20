// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "jam/io/number_text.hpp"
#include "jam/search/mpi_session.hpp"

namespace jam::ranks {
namespace {

/// The number in a variable; 0 if it is not set or holds no positive number.
int count_in(const char* text) {
  return text == nullptr ? 0 : std::max(0, io::parse_number<int>(text).value_or(0));
}

MpiLaunch launched_by(const char* launcher, int rank_count, const char* rank) {
  if (rank_count == 1) return {};
  return {true, rank_count, count_in(rank), launcher, {}};
}

}  // namespace

MpiLaunch find_mpi_launch(const std::function<const char*(const char*)>& variable) {
  const auto has = [&](const char* name) { return variable(name) != nullptr; };
  if (const int count = count_in(variable("OMPI_COMM_WORLD_SIZE"));
      count > 0 && has("OMPI_COMM_WORLD_RANK")) {
    return launched_by("mpirun", count, variable("OMPI_COMM_WORLD_RANK"));
  }
  const int slurm_tasks = has("SLURM_PROCID") ? count_in(variable("SLURM_STEP_NUM_TASKS")) : 0;
  if (const int count = count_in(variable("PMI_SIZE")); count > 0 && has("PMI_RANK")) {
    return launched_by(slurm_tasks > 0 ? "srun" : "mpirun", count, variable("PMI_RANK"));
  }
  if (slurm_tasks > 0) {
    if (has("PMIX_RANK") || has("PMI_RANK") || has("PMI_FD"))
      return launched_by("srun", slurm_tasks, variable("SLURM_PROCID"));
    MpiLaunch alone;
    if (slurm_tasks > 1) {
      alone.rank = count_in(variable("SLURM_PROCID"));
      alone.warning = fmt::format(
          "srun started {} tasks without MPI, so each searches alone: srun --mpi=pmix has them search "
          "together",
          slurm_tasks);
    }
    return alone;
  }
  if (has("PMIX_RANK") && has("PMIX_NAMESPACE")) return launched_by("PMIx", 0, variable("PMIX_RANK"));
  return {};
}

MpiLaunch find_mpi_launch() {
  return find_mpi_launch([](const char* name) {
    return std::getenv(name);
  });  // NOLINT(concurrency-mt-unsafe): nobody sets any meanwhile
}

int rank_on_machine() {
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"}) {
    if (const int rank = count_in(std::getenv(name)); rank > 0)
      return rank;  // NOLINT(concurrency-mt-unsafe): nobody sets any meanwhile
  }
  return 0;
}

}  // namespace jam::ranks
