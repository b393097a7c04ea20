// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which phase takes a turn.
#include <catch2/catch.hpp>

#include <vector>

#include "jam/trunk/search/phases.hpp"

using namespace jam::trunk;

namespace {

/// The turns from 0 to `count` - 1 that are taken by `phase`.
std::vector<int> turns_of(SearchPhase phase, const std::vector<PhaseRow>& rows, int count) {
  std::vector<int> turns;
  for (int turn = 0; turn < count; ++turn) {
    if (phase_of_turn(rows, turn) == phase) turns.push_back(turn);
  }
  return turns;
}

constexpr SearchPhase lattice = SearchPhase::lattice, annealing = SearchPhase::annealing;

}  // namespace

TEST_CASE("in a cycle the phase with the least share comes first, of equal shares the first row") {
  CHECK(turns_of(annealing, {{lattice, true, 5}, {annealing, true, 1}}, 13) == std::vector{0, 6, 12});
  CHECK(turns_of(lattice, {{lattice, true, 1}, {annealing, true, 2}}, 8) == std::vector{0, 3, 6});
  CHECK(turns_of(lattice, {{lattice, true, 1}, {annealing, true, 7}}, 17) == std::vector{0, 8, 16});
  CHECK(turns_of(lattice, {{lattice, true, 1}, {annealing, true, 1}}, 5) == std::vector{0, 2, 4});
}

TEST_CASE("closed phases take no turn, phases without a share only where no other is open") {
  const std::vector<PhaseRow> one = {{lattice, false, 5}, {annealing, true, 1}, {SearchPhase::pose, true, 0}};
  CHECK(turns_of(annealing, one, 4).size() == 4);
  const std::vector<PhaseRow> none = {
      {lattice, false, 5}, {annealing, false, 1}, {SearchPhase::pose, true, 0}};
  CHECK(turns_of(SearchPhase::pose, none, 4).size() == 4);
}
