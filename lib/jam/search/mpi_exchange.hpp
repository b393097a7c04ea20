// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An Exchange over MPI, made by MpiSession. On its way a message is a header with its length and its first bytes, then pieces of limited
// size: MPI counts bytes in an int. Nothing is received before it has been announced (MPI_Improbe), so no length need be known, and
// everything is non-blocking.
#pragma once

#include <memory>

#include "jam/search/exchange.hpp"

namespace jam::ranks {

/// The exchange over all processes of MPI_COMM_WORLD, whose error handler becomes MPI_ERRORS_RETURN: an error means that a rank is lost.
/// Every process must call this, between MPI_Init and MPI_Finalize; they wait for each other. Throws InputError, in each of them, where
/// they are of different builds. `piece_bytes`: the most that one message of MPI carries.
[[nodiscard]] std::unique_ptr<Exchange> make_mpi_exchange(std::size_t piece_bytes = 16 << 20);

}  // namespace jam::ranks
