// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/trunk_search.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "jam/search/archipelago.hpp"
#include "jam/trunk/model/container.hpp"
#include "jam/trunk/search/load_incumbent.hpp"
#include "jam/trunk/search/trunk_island.hpp"
#include "jam/trunk/search/trunk_plan.hpp"

namespace jam::trunk {
namespace {

constexpr const char* state_tag = "trunk 2";

/// Boxes beside the fixed ones, by volume.
int volume_bound(const TriangleMesh& walls, const TrunkSearchOptions& options) {
  double free = volume_of(walls);
  for (const BoxRow& row : options.fixed) free -= rounded_volume(row.edge, options.corner_radius);
  // A cavity of exactly n boxes may be short of n by rounding.
  const double count = std::floor(free / rounded_volume(options.edge, options.corner_radius) * (1 + 1e-9));
  return static_cast<int>(std::clamp(count, 0.0, 1e9));
}

}  // namespace

const char* phase_name(SearchPhase phase) {
  switch (phase) {
    case SearchPhase::start: return "start";
    case SearchPhase::lattice: return "lattice";
    case SearchPhase::annealing: return "annealing";
    case SearchPhase::pieces: return "pieces";
  }
  return "?";
}

int annealed_in_state(const std::string& state) {
  io::StateReader reader(state);
  const int island_count = read_trunk_head(reader, state_tag);
  static_cast<void>(reader.read_text());  // The incumbent.
  int sum = 0;
  for (const ranks::IslandState& island : read_islands(reader, island_count)) sum += TrunkIsland::annealed_in(island.bytes);
  return sum;
}

TrunkResult search_trunk(const Container& container, const PointGrid& grid, const TrunkSearchOptions& options, const VerifyRows& verify,
                         const SearchRun& run) {
  TrunkPlan plan(options, run, state_tag);
  const TriangleMesh walls = container_walls(container);
  const int bound = volume_bound(walls, plan.options()) + static_cast<int>(options.fixed.size());
  LoadIncumbent best(options.fixed, verify, bound, run);
  best.progress.bound = bound;
  const TrunkScene scene{container, walls, grid, plan.options(), run};
  const auto make = [&](const IslandPlace& place) { return std::make_unique<TrunkIsland>(scene, place, best); };
  // A start that was relaxed may be what a stop has left of it: then nothing follows from it.
  const bool whole = options.start.empty() || !run.stop.stop_requested();
  return plan.run<TrunkIsland>(best, make, [whole](const std::vector<TrunkIsland*>& islands) {
    for (TrunkIsland* island : islands) island->begin();
    return whole;
  });
}

}  // namespace jam::trunk
