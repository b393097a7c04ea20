// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/trunk_search.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/trunk/search/box_island.hpp"
#include "jam/trunk/search/fit_proof.hpp"
#include "jam/trunk/search/set_island.hpp"

namespace jam::trunk {
namespace {

/// Tags at the beginning of the states of the two searches.
constexpr const char* box_tag = "trunk 18";
constexpr const char* set_tag = "trunk-set 6";

/// Values that must be equal on all ranks; plain data.
struct Agreement {
  std::uint64_t seed;
  std::int64_t island_count;
};

/// Reads the head of a state, which holds the tag and the number of islands. Returns the number of islands.
int read_head(io::StateReader& state, const char* tag) {
  read_tag(state, tag);
  const int island_count = state.read<int>();
  if (island_count < 1) io::fail_state("it has no islands");
  if (static_cast<std::size_t>(island_count) > state.remaining() / ranks::IslandState::least_bytes)
    io::fail_state("it has fewer islands than it says");
  return island_count;
}

/// The caller's options with the number of islands of the saved state and the seed of rank 0.
TrunkSearchOptions agreed(TrunkSearchOptions options, const SearchRun& run, ranks::RankLink* link,
                          const char* tag) {
  if (run.resumes()) {
    io::StateReader state(run.checkpoint->resume_state());
    const int saved = read_head(state, tag);
    if (options.island_count > 0 && options.island_count != saved) {
      throw InputError(
          fmt::format("the checkpoint has {} islands, --islands is {}: give the same number, or leave it out",
                      saved, options.island_count));
    }
    options.island_count = saved;
  } else if (options.island_count == 0) {
    options.island_count = run.rank_count();
  }
  if (link != nullptr) {
    io::StateWriter writer;
    writer.write(Agreement{options.seed, options.island_count});
    const std::string of_rank_0 = link->agree(writer.finish(), run.stop);
    const auto agreement = io::StateReader(of_rank_0).read<Agreement>();
    options.seed = agreement.seed;
    options.island_count = static_cast<int>(agreement.island_count);
  }
  require_island_for_each_rank(options.island_count, run.rank_count());
  return options;
}

/// Upper bound, by volume, of the number of boxes that are not fixed.
int volume_bound(const TriangleMesh& walls, const TrunkProblem& problem) {
  double free = volume_of(walls);
  for (const BoxRow& row : problem.fixed) free -= rounded_volume(row.edge, problem.corner_radius);
  // A cavity of exactly n boxes may be short of n by rounding.
  const double count =
      std::floor(free / rounded_volume(problem.set.pieces.front().edge, problem.corner_radius) * (1 + 1e-9));
  return static_cast<int>(std::clamp(count, 0.0, 1e9));
}

/// Number of boxes of a load with all pieces of the set.
int set_count(const BoxSet& set) {
  const auto unlimited = [](const Piece& piece) { return piece.count == 0; };
  if (std::ranges::any_of(set.pieces, unlimited)) return LoadIncumbent::never_complete;
  int count = 0;
  for (const Piece& piece : set.pieces) count += piece.count;
  return count;
}

/// Passes loads on as those of the problem.
class FullLoads : public TrunkListener {
 public:
  FullLoads(TrunkListener& listener, const Allowance& allowance)
      : listener_(listener), allowance_(allowance) {}

  void improved(const TrunkImprovement& improvement) override {
    TrunkImprovement full = improvement;
    full.rows = allowance_.published(std::move(full.rows));
    listener_.improved(full);
  }
  void progressed(const TrunkProgress& progress) override { listener_.progressed(progress); }

 private:
  TrunkListener& listener_;
  const Allowance& allowance_;
};

/// The search with islands of type I, whose states begin with `tag`.
template <class I>
TrunkResult search_with(const TrunkProblem& whole_problem, TrunkSearchOptions wanted,
                        const VerifyRows& verify, const SearchRun& outer_run, const char* tag) {
  constexpr bool one_size = std::is_same_v<I, BoxIsland>;
  const Allowance allowance(whole_problem);
  const TrunkProblem& problem = allowance.packed();
  for (std::vector<BoxRow>& start : wanted.starts) start = allowance.packed(std::move(start));
  FullLoads listener(outer_run.listener, allowance);
  const SearchRun run = outer_run.with<TrunkListener>(listener);
  std::optional<ranks::RankLink> link;
  if (run.rank_count() > 1) link.emplace(*run.exchange);
  ranks::RankLink* const others = link ? &*link : nullptr;
  const TrunkSearchOptions options = agreed(wanted, run, others, tag);
  const TriangleMesh walls = container_walls(problem.container);

  int complete_count = one_size ? volume_bound(walls, problem) : set_count(problem.set);
  if (complete_count != LoadIncumbent::never_complete)
    complete_count += static_cast<int>(problem.fixed.size());
  LoadIncumbent best(allowance, verify, complete_count, run, options.boxes_beyond_rules);
  best.progress.phase = one_size ? SearchPhase::lattice : SearchPhase::pieces;
  if (one_size) best.progress.bound = complete_count;

  io::StateWriter head;
  io::write_tag(head, tag);
  head.write(options.island_count);
  const TrunkScene scene{allowance, problem, walls, options, run};
  Archipelago<I> archipelago(
      {options.island_count, std::max(1, options.exchange_interval), head.finish()}, run, best, others,
      [&](const IslandPlace& place) { return std::make_unique<I>(scene, place, best); });
  // After a stop, a relaxed start may be incomplete; the search does not continue from it.
  bool whole = true;
  if (run.resumes()) {
    io::StateReader state(run.checkpoint->resume_state());
    static_cast<void>(read_head(state, tag));
    archipelago.read(state);
  } else {
    whole = options.starts.empty() || !run.stop.stop_requested();
    for (I* island : archipelago.islands()) island->begin();
  }
  best.report(true);
  if (whole) archipelago.run();
  TrunkResult result = best.result();
  result.rows = allowance.published(std::move(result.rows));
  if constexpr (one_size) {
    for (const I* island : archipelago.islands()) {
      for (std::vector<BoxRow>& load : island->nearly_legal()) {
        if (load.size() + problem.fixed.size() == result.rows.size() + 1)
          result.nearly_legal.push_back(allowance.published(std::move(load)));
      }
    }
  }
  // After a signal the user waits for the end: no proof is tried.
  if (best.empty() && !run.stop.signalled())
    result.why_none = why_no_box_fits(allowance.provable(), run.stop.signal_query());
  if (link) result.error = link->error();
  return result;
}

}  // namespace

int annealed_in_state(const BoxSet& set, const std::string& state) {
  io::StateReader reader(state);
  const int island_count = read_head(reader, set.uniform() ? box_tag : set_tag);
  static_cast<void>(reader.read_text());  // The incumbent.
  int sum = 0;
  for (const ranks::IslandState& island : read_islands(reader, island_count))
    sum += AnnealedIsland::annealed_in(island.bytes);
  return sum;
}

TrunkResult search_trunk(const TrunkProblem& problem, const TrunkSearchOptions& options,
                         const VerifyRows& verify, const SearchRun& run) {
  if (problem.set.uniform()) return search_with<BoxIsland>(problem, options, verify, run, box_tag);
  return search_with<SetIsland>(problem, options, verify, run, set_tag);
}

}  // namespace jam::trunk
