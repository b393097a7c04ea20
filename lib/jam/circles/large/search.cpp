// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The driver of the large search: an archipelago of islands with an engine and a packing each, on a GPU of
// its own where there are several.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "jam/circles/islands/search_state.hpp"
#include "jam/circles/large/engine.hpp"
#include "jam/circles/large/large_island.hpp"
#include "jam/circles/large/publish.hpp"
#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/search/archipelago.hpp"

namespace jam::circles {

using namespace large;

namespace {

/// Largest power of two that brings the largest radius below 2.
double unit_of(const std::vector<double>& radii) {
  return std::ldexp(1.0, -std::ilogb(*std::max_element(radii.begin(), radii.end())));
}

/// Each island has a thread or takes its turn, and memory of its own.
constexpr int most_islands = 1024;

/// Throws OverflowError if a problem does not fit into the memory of the host; CUDA engines check the free
/// memory of their devices.
void require_memory(const Problem& problem, const Device& device, std::size_t island_count) {
  const bool on_cpu = device.kind == DeviceKind::cpu;
  const std::size_t needed = island_count *
                             (driver_bytes_per_circle + (on_cpu ? engine_bytes_per_circle : 0)) *
                             problem.radii.size();
  const std::size_t available =
      on_cpu && device.memory_bytes > 0 ? device.memory_bytes : physical_memory_bytes();
  if (available == 0 || needed <= available) return;
  const std::string in_islands = island_count > 1 ? fmt::format(" in {} islands", island_count) : "";
  throw OverflowError(fmt::format(
      "search single: {} circles{} need {} ({} bytes) of memory, this machine has {}: use fewer {}",
      problem.count(), in_islands, format_bytes(needed), needed, format_bytes(available),
      island_count > 1 ? "circles or islands" : "circles"));
}

/// The islands that know the best state publish it; if there is none, the first one publishes another
/// packing.
void end(const std::vector<LargeIsland*>& islands) {
  const double least = least_legal_radius(islands);
  if (!std::isfinite(least)) return islands.front()->end();
  for (LargeIsland* island : islands) {
    if (island->best_legal_radius() == least) island->end();
  }
}

}  // namespace

int large_island_count(const SearchOptions& options, const Device& device) {
  if (options.island_count > 0) return options.island_count;
  return device.kind == DeviceKind::cuda ? static_cast<int>(gpus_of(device).size()) : 1;
}

SearchResult search_large(const Problem& problem, const Packing& start, const SearchOptions& options,
                          const SearchRun& run) {
  if (problem.radii.empty()) throw InputError("search single: the problem has no circles");
  int island_count = large_island_count(options, run.device);
  if (run.resumes()) {
    io::StateReader state(run.checkpoint->resume_state());
    island_count = read_head(state, single_state_tag).island_count;
  }
  if (island_count > most_islands) {
    throw InputError(fmt::format("--islands {}: search single takes at most {}", island_count, most_islands));
  }
  require_memory(problem, run.device, island_count);
  const double unit = unit_of(problem.radii);
  std::vector<double> radii = problem.radii;
  for (double& radius : radii) radius *= unit;

  std::vector<std::unique_ptr<Engine>> engines;
  const std::vector<int> gpus =
      run.device.kind == DeviceKind::cuda ? gpus_of(run.device) : std::vector<int>{};
  for (int k = 0; k < island_count; ++k) {
    engines.push_back(gpus.empty()
                          ? make_cpu_engine(radii, run.thread_count)
                          : make_cuda_engine(radii, gpus[static_cast<std::size_t>(k) % gpus.size()]));
  }
  return search_on_engines(engines, radii, unit, problem, start, options, run);
}

SearchResult large::search_on_engines(const std::vector<std::unique_ptr<Engine>>& engines,
                                      const std::vector<double>& radii, double unit, const Problem& problem,
                                      const Packing& start, const SearchOptions& options,
                                      const SearchRun& run) {
  PackingIncumbent best(problem, options, run);
  LargeSearch search{problem, options, run, best, radii, unit, {}};
  const int island_count = static_cast<int>(engines.size());
  best.progress.instance_count = island_count;
  io::StateWriter head;
  write_head(head, single_state_tag, {island_count, 0, island_count, 0});
  const ArchipelagoPlan plan{island_count, options.exchange_interval, head.finish()};
  Archipelago<LargeIsland> archipelago(plan, run, best, nullptr, [&](const IslandPlace& place) {
    return std::make_unique<LargeIsland>(search, *engines[place.number], place);
  });
  if (run.resumes()) {
    io::StateReader state(run.checkpoint->resume_state());
    static_cast<void>(read_head(state, single_state_tag));
    archipelago.read(state);
  } else {
    for (LargeIsland* island : archipelago.islands()) {
      if (!run.stop.stop_requested()) island->begin(start);
    }
  }
  archipelago.run();
  end(archipelago.islands());
  return best.result();
}

}  // namespace jam::circles
