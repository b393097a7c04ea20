// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The rounds of one thread, compiled once per instruction set with JAM_LATTICE_ROUNDS naming the function.
#include "jam/trunk/lattice/lattice_rounds.hpp"

#include "jam/trunk/lattice/lattice_round.hpp"

namespace jam::trunk {

void JAM_LATTICE_ROUNDS(const RoundProblem& problem, const RoundParameters& parameters, RoundState& state, long long rounds,
                        std::byte* scratch) {
  run_rounds(SerialRoundTeam(scratch), problem, parameters, state, rounds);
}

}  // namespace jam::trunk
