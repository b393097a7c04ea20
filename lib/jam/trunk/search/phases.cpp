// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/phases.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <vector>

namespace jam::trunk {

const char* phase_name(SearchPhase phase) {
  switch (phase) {
    case SearchPhase::start: return "start";
    case SearchPhase::lattice: return "lattice";
    case SearchPhase::annealing: return "annealing";
    case SearchPhase::pieces: return "pieces";
    case SearchPhase::pose: return "pose";
    case SearchPhase::grid: return "plain grid";
    case SearchPhase::squeezed: return "squeezed";
    case SearchPhase::hopping: return "hopping";
  }
  return "?";
}

SearchPhase phase_of_turn(std::span<const PhaseRow> rows, long long turn) {
  std::vector<PhaseRow> open;
  std::ranges::copy_if(rows, std::back_inserter(open), &PhaseRow::open);
  assert(!open.empty());
  std::ranges::stable_sort(open, {}, &PhaseRow::share);
  int cycle = 0;
  for (const PhaseRow& row : open) cycle += row.share;
  if (cycle == 0) return open.front().phase;
  long long place = turn % cycle;
  const auto takes = [&place](const PhaseRow& row) { return (place -= row.share) < 0; };
  return std::ranges::find_if(open, takes)->phase;
}

}  // namespace jam::trunk
