// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A search that runs in several processes, started together by mpirun or srun: the devices of the ranks, and what the ranks beside rank 0
// do. They search their islands and write nothing: table, files, archive and checkpoints are rank 0's.
#pragma once

#include <string>

#include "checkpointing.hpp"
#include "jam/core/device.hpp"
#include "jam/core/error.hpp"
#include "jam/search/exchange.hpp"

namespace jam::app {

/// The device of this process. Where several ranks share a machine and `text` leaves the GPU open (`auto`, `cuda`), each takes the next
/// one.
[[nodiscard]] Device choose_rank_device(const std::string& text, int thread_count, int rank_count);

/// Searches on behalf of rank 0 until that ends the search. Exit code ok whatever ended it: rank 0's counts.
[[nodiscard]] ExitCode run_follower(const Assignment& assignment, ranks::Exchange& exchange);

/// Throws InputError for searches that cannot be shared by ranks.
void require_sharable(const Options& options, int rank_count);

}  // namespace jam::app
