// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// trunkpack searches in one process. Started as one of several, by mpirun or srun, each would do the same work and write the same files.
#pragma once

#include "jam/search/mpi_launch.hpp"

namespace jam::app {

/// Whether the process is to end at once, without a word, because another of the same launch tells what is wrong. Throws InputError in the
/// one that does; false where the process is alone.
[[nodiscard]] bool is_superfluous(const ranks::MpiLaunch& launch);

}  // namespace jam::app
