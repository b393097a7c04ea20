// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An annealing in trials that goes on from its state does what the one that wrote it does.
#pragma once

#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/trunk/annealing/box_annealing.hpp"

namespace jam::trunk::test {

inline std::string state_of(const BoxAnnealing& annealing) {
  io::StateWriter state;
  annealing.write(state);
  return state.finish();
}

/// Advances `whole` by `turns` turns. Then checks that annealings of `make`, resumed from the states before
/// the turns `boundaries`, reach the same state. Returns the states before each turn.
template <class Make>
std::vector<std::string> check_resumed(BoxAnnealing& whole, int turns, const std::vector<int>& boundaries,
                                       const Make& make) {
  StopToken stop;
  std::vector<std::string> states;
  for (int k = 0; k < turns; ++k) {
    states.push_back(state_of(whole));
    REQUIRE(whole.advance(stop));
  }
  for (const int k : boundaries) {
    INFO("from turn " << k);
    BoxAnnealing resumed = make();
    io::StateReader state(states[k]);
    resumed.read(state);
    state.finish();
    CHECK(state_of(resumed) == states[k]);
    for (int i = k; i < turns; ++i) CHECK(resumed.advance(stop));
    CHECK(state_of(resumed) == state_of(whole));
  }
  return states;
}

}  // namespace jam::trunk::test
