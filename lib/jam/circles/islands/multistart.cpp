// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search `multistart`: an archipelago of islands of packings. Here is what a search that goes on takes from its checkpoint, and what
// all ranks agree on.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jam/circles/islands/archipelago_size.hpp"
#include "jam/circles/islands/island.hpp"
#include "jam/circles/islands/search_state.hpp"
#include "jam/circles/tabu/round_engine.hpp"
#include "jam/core/error.hpp"
#include "jam/search/archipelago.hpp"

namespace jam::circles {
namespace {

/// What the state to go on from has, where the options leave it open; with the size in its head.
SearchOptions resumed_options(const SearchOptions& options, const std::string& bytes) {
  io::StateReader state(bytes);
  const SearchSize size = read_head(state, multistart_state_tag);
  if (options.instance_count > 0 && options.instance_count < size.instance_count) {
    throw InputError("the checkpoint has " + std::to_string(size.instance_count) + " instances, --instances is " +
                     std::to_string(options.instance_count) + ": give at least as many, or leave it out");
  }
  SearchOptions resolved = options;
  if (options.instance_count == 0) resolved.instance_count = size.instance_count;
  if (options.active_count == 0) resolved.active_count = size.active_limit;
  resolved.island_count = size.island_count;
  if (options.ladder_count < 0) resolved.ladder_count = size.ladder_count;
  if (resolved.ladder_count < size.ladder_count) {
    throw InputError("the checkpoint has " + std::to_string(size.ladder_count) + " ladders, --ladders is " +
                     std::to_string(options.ladder_count) + ": give at least as many, or leave it out");
  }
  return resolved;
}

/// What all ranks must have the same of; plain data.
struct Agreement {
  ArchipelagoSize size;
  std::uint64_t seed;
  double target_radius;
};

/// `all` of something, divided among islands.
int share(int all, const IslandPlace& place) { return static_cast<int>(place.share(all)); }

ArchipelagoPlan plan_of(const ArchipelagoSize& size, const SearchOptions& options) {
  io::StateWriter head;
  write_head(head, multistart_state_tag, {size.instance_count, size.active_limit, size.island_count, size.ladder_count});
  return {size.island_count, options.exchange_interval, head.finish()};
}

/// Deals the starts to the islands in turn, and publishes them.
void begin(const Archipelago<PackingIsland>& archipelago, const std::vector<Packing>& starts, PackingIncumbent& best) {
  for (PackingIsland* island : archipelago.islands()) island->begin(starts);
  for (const Packing& start : starts) best.offer(start, 0, MoveKind::start);
}

}  // namespace

SearchResult search_multistart(const Problem& problem, const std::vector<Packing>& starts, const SearchOptions& options,
                               const SearchRun& run) {
  SearchOptions resolved = run.resumes() ? resumed_options(options, run.checkpoint->resume_state()) : options;
  std::optional<ranks::RankLink> link;
  if (run.rank_count() > 1) link.emplace(*run.exchange);

  ArchipelagoSize size = archipelago_size(problem, resolved, run.device, run.rank_count());
  if (link) {
    io::StateWriter writer;
    writer.write(Agreement{size, resolved.seed, resolved.target_radius});
    const std::string agreed = link->agree(writer.finish(), run.stop);
    io::StateReader reader(agreed);
    const auto agreement = reader.read<Agreement>();
    size = agreement.size;
    resolved.seed = agreement.seed;
    resolved.target_radius = agreement.target_radius;
  }
  PackingIncumbent best(problem, resolved, run);
  best.progress.instance_count = size.instance_count;
  Archipelago<PackingIsland> archipelago(plan_of(size, resolved), run, best, link ? &*link : nullptr, [&](const IslandPlace& place) {
    const IslandSize own{share(size.instance_count, place), std::max(1, share(size.active_limit, place)), share(size.ladder_count, place)};
    auto engine = make_round_engine(run.device, run.thread_count, own.instance_count, problem.count(), run.stop);
    auto ladders =
        own.ladder_count > 0 ? make_ladder_engine(run.device, run.thread_count, own.ladder_count, problem.count(), run.stop) : nullptr;
    auto island = std::make_unique<PackingIsland>(problem, resolved, place, own, run, best, std::move(engine), std::move(ladders));
    best.progress.device_bytes += island->device_bytes();
    return island;
  });
  if (run.resumes()) {
    io::StateReader state(run.checkpoint->resume_state());
    static_cast<void>(read_head(state, multistart_state_tag));
    archipelago.read(state);
  } else {
    begin(archipelago, starts, best);
  }
  archipelago.run();
  SearchResult result = best.result();
  if (link) result.error = link->error();
  return result;
}

}  // namespace jam::circles
