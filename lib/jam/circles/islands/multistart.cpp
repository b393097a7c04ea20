// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search `multistart`: what one that goes on takes over, and what all ranks agree on; the search itself is an archipelago.
#include <optional>
#include <string>
#include <vector>

#include "jam/circles/islands/archipelago.hpp"
#include "jam/circles/islands/search_state.hpp"
#include "jam/core/error.hpp"

namespace jam::circles {
namespace {

/// What the state to go on from has, where the options leave it open; with the size in its head.
SearchOptions resumed_options(const SearchOptions& options, const std::string& begun) {
  io::StateReader state(begun);
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

}  // namespace

SearchResult search_multistart(const Problem& problem, const std::vector<Packing>& starts, const SearchOptions& options,
                               const SearchRun& run) {
  SearchOptions resolved = run.resumes() ? resumed_options(options, run.checkpoint->resume_state()) : options;
  std::optional<RankLink> link;
  if (run.rank_count() > 1) link.emplace(*run.exchange, problem);

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
  Archipelago archipelago(problem, resolved, size, run, link ? &*link : nullptr);
  SearchResult result = archipelago.run(starts);
  if (link) result.error = link->trouble();
  return result;
}

}  // namespace jam::circles
