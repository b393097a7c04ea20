// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The rounds of one thread, compiled once per instruction set (jam/core/isa.hpp).
#include "jam/trunk/lattice/rounds.hpp"

#include "jam/trunk/lattice/round.hpp"

namespace jam::trunk {

void JAM_ISA_FUNCTION(lattice_rounds)(const RoundProblem& problem, const RoundParameters& parameters,
                                      RoundState& state, long long rounds, RoundScratch& scratch) {
  run_rounds(problem, parameters, state, rounds, scratch);
}

}  // namespace jam::trunk
