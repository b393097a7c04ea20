// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "one_process.hpp"

#include <string>

#include "jam/core/error.hpp"

namespace jam::app {

bool is_superfluous(const ranks::MpiLaunch& launch) {
  const bool several_alone = !launch.warning.empty();  // Tasks of srun without MPI.
  if (!launch.active && !several_alone) return false;
  if (launch.rank != 0) return true;
  const std::string launcher = several_alone ? "srun" : launch.launcher;
  const std::string many = launch.active && launch.rank_count > 1 ? "this is one of " + std::to_string(launch.rank_count) + " started by "
                                                                  : "this is one of those started by ";
  throw InputError(
      "a search for boxes runs in one process, " + many + launcher +
      ": start one alone for each seed, as a job array, and bring their results together by `archive merge`; several GPUs of a "
      "machine are used by --device cuda:all");
}

}  // namespace jam::app
