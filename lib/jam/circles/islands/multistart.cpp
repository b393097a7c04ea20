// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search `multistart`: an archipelago of islands of packings. Here: sizes from a checkpoint, and the
// values on which all ranks agree.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jam/circles/islands/compression_island.hpp"
#include "jam/circles/islands/island.hpp"
#include "jam/circles/islands/search_state.hpp"
#include "jam/circles/tabu/round_engine.hpp"
#include "jam/core/error.hpp"
#include "jam/search/archipelago.hpp"

namespace jam::circles {
namespace {

const char* state_tag(const SearchOptions& options) {
  return options.strategy == Strategy::compress ? multistart_compress_state_tag : multistart_state_tag;
}

/// The options; sizes that they leave open are taken from the head of the state.
SearchOptions resumed_options(const SearchOptions& options, const std::string& bytes) {
  io::StateReader state(bytes);
  const SearchSize size = read_head(state, state_tag(options));
  const auto refuse_fewer = [](const char* what, int saved, int asked) {
    if (asked >= saved) return;
    throw InputError(
        fmt::format("the checkpoint has {1} {0}, --{0} is {2}: give at least as many, or leave it out", what,
                    saved, asked));
  };
  if (options.island_count > 0 && options.island_count != size.island_count)
    io::fail_state(
        fmt::format("it has {} islands, --islands is {}", size.island_count, options.island_count));
  SearchOptions resolved = options;
  if (options.instance_count == 0) resolved.instance_count = size.instance_count;
  if (options.active_count == 0) resolved.active_count = size.active_limit;
  resolved.island_count = size.island_count;
  if (options.ladder_count < 0) resolved.ladder_count = size.ladder_count;
  refuse_fewer("instances", size.instance_count, resolved.instance_count);
  refuse_fewer("ladders", size.ladder_count, resolved.ladder_count);
  return resolved;
}

/// Values that must be equal on all ranks; plain data.
struct Agreement {
  SearchSize size;
  std::uint64_t seed;
  double target_radius;
};

/// Runs the islands that make(place, size of its share) makes, from the starts or from the state of the
/// checkpoint.
template <class I, class Make>
void run_islands(const Problem& problem, const std::vector<Packing>& starts, const SearchOptions& options,
                 const SearchSize& size, const SearchRun& run, PackingIncumbent& best, ranks::RankLink* link,
                 const Make& make) {
  io::StateWriter head;
  write_head(head, state_tag(options), size);
  const ArchipelagoPlan plan{size.island_count, options.exchange_interval, head.finish()};
  Archipelago<I> archipelago(plan, run, best, link, [&](const IslandPlace& place) {
    std::unique_ptr<I> island = make(place, size.share(place));
    best.progress.device_bytes += island->device_bytes();
    return island;
  });
  if (run.resumes()) {
    io::StateReader state(run.checkpoint->resume_state());
    static_cast<void>(read_head(state, state_tag(options)));
    archipelago.read(state);
  } else {
    // The starts are distributed to the islands round robin, and published. A corner packing follows them.
    best.offer_corner_packing(problem);
    std::vector<Packing> all = starts;
    if (!best.empty()) all.push_back(best.packing());
    for (I* island : archipelago.islands()) island->begin(all);
    for (const Packing& start : starts) best.offer(start, 0, MoveKind::start);
    if (run.stop.stop_requested() && best.empty()) archipelago.islands().front()->publish_instance(0);
  }
  archipelago.run();
}

}  // namespace

SearchResult search_multistart(const Problem& problem, const std::vector<Packing>& starts,
                               const SearchOptions& options, const SearchRun& run) {
  SearchOptions resolved = run.resumes() ? resumed_options(options, run.checkpoint->resume_state()) : options;
  std::optional<ranks::RankLink> link;
  if (run.rank_count() > 1) link.emplace(*run.exchange);

  SearchSize size = archipelago_size(problem, resolved, run.device, run.rank_count());
  if (link) {
    io::StateWriter writer;
    writer.write(Agreement{size, resolved.seed, resolved.target_radius});
    const std::string agreed = link->agree(writer.finish(), run.stop);
    const auto agreement = io::StateReader(agreed).read<Agreement>();
    size = agreement.size;
    resolved.seed = agreement.seed;
    resolved.target_radius = agreement.target_radius;
  }
  PackingIncumbent best(problem, resolved, run);
  best.progress.instance_count = size.instance_count;
  ranks::RankLink* ring = link ? &*link : nullptr;
  if (resolved.strategy == Strategy::compress) {
    run_islands<CompressionIsland>(problem, starts, resolved, size, run, best, ring,
                                   [&](const IslandPlace& place, const SearchSize& own) {
                                     return std::make_unique<CompressionIsland>(problem, resolved, place, own,
                                                                                run, best);
                                   });
  } else {
    run_islands<PackingIsland>(
        problem, starts, resolved, size, run, best, ring,
        [&](const IslandPlace& place, const SearchSize& own) {
          auto engine =
              make_round_engine(run.device, run.thread_count, own.instance_count, problem.count(), run.stop);
          auto ladders = own.ladder_count > 0
                             ? make_ladder_engine(run.device, run.thread_count, own.ladder_count,
                                                  problem.count(), run.stop)
                             : nullptr;
          return std::make_unique<PackingIsland>(problem, resolved, place, own, run, best, std::move(engine),
                                                 std::move(ladders));
        });
  }
  SearchResult result = best.result();
  if (link) result.error = link->error();
  return result;
}

}  // namespace jam::circles
