// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search of a trunk: lattice searches (lattice_series.hpp) and annealing (annealing.hpp) take turns. A
// packing counts only if the caller's exact verification finds it legal. The best verified packing of all
// phases is kept: no phase can lower it.
//
// A turn is about a second of the machine. On a CPU it is one advance() of one phase: the lattice searches
// have all turns until they have compared frames and had a first population, then all take turns, fewer of
// the lattices where these no longer contribute. Where a GPU anneals, a turn is one of the annealing and some
// steps of the lattices, side by side. Good lattice packings of different frames are what annealings begin
// from, one after the other, each until it stagnates (annealing_series.hpp). Turns are counted, never timed:
// options and seed decide the sequence of results, the clock only where it ends. A turn that is stopped
// halfway is dropped, unless there is no packing yet, as in the first turn: its result is used, and depends
// on the moment of the stop.
//
// Several islands search concurrently with random numbers of their own, and send each other their best
// packings after every exchange interval, a fixed number of turns (search/archipelago.hpp). Islands may be
// divided among ranks: the number of ranks can change only which of several optimal packings is found.
//
// Where the lattices hold no box at all, random poses of a box are polished in the following turns
// (pose_search.hpp), unless it is proven that none fits (fit_proof.hpp).
//
// Between turns the whole state may be saved (search/run_context.hpp). A search of N turns gives the same
// bits as one of k turns that is resumed for N - k turns. Time and turns of a resumed search count from its
// first start.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "jam/search/events.hpp"
#include "jam/search/run_context.hpp"
#include "jam/trunk/model/trunk_problem.hpp"
#include "jam/trunk/model/wall_kind.hpp"
#include "jam/trunk/search/phases.hpp"

namespace jam::trunk {

struct TrunkSearchOptions {
  std::uint64_t seed = 1;
  /// Packings annealed side by side, of all islands; 0: default of the device for each island.
  int instance_count = 0;
  long long turn_limit = 0;  ///< Number of turns, over all islands, after which the search ends; 0: no limit.
  /// Packings to continue from, legal with the fixed boxes, without these; the best one first.
  std::vector<std::vector<BoxRow>> starts;
  int island_count = 0;  ///< Number of islands of all ranks; 0: one for each rank.
  /// Turns of an island after which it sends its best packing to the next one, >= 1.
  int exchange_interval = 20;
  /// Walls in the annealing; a problem without triangles has points.
  WallKind walls = WallKind::triangles;
  /// The numbers of the boxes, ascending, that a load of the problem (fixed boxes first, which stay) has to
  /// leave out to keep rules that no verification of its parts can decide, such as limits of mass; empty:
  /// there are none. Every load that the search offers keeps the rules.
  std::function<std::vector<int>(const std::vector<BoxRow>&)> boxes_beyond_rules = {};
};

/// Counters for display; `relaxation_steps` are those of the annealing.
struct TrunkProgress : CommonProgress {
  SearchPhase phase = SearchPhase::lattice;
  long long turns = 0;
  int best_count = 0;      ///< Number of boxes of the best verified packing, fixed ones included.
  double best_litres = 0;  ///< Volume of these boxes [l].
  double best_value = 0;   ///< Their value (value_of).
  /// Pieces that the best packing lacks of the least number of each kind (lacking_pieces).
  int best_lacking = std::numeric_limits<int>::max();
  /// The largest value of a load before boxes were left out for boxes_beyond_rules; 0: none was.
  double value_beyond_rules = 0;
  int present_count = 0;  ///< Number of boxes that the current phase has reached, verified or not.
  int bound = 0;          ///< No packing has more boxes, by volume; 0: unknown.
  long long lattice_rounds = 0;
  long long annealing_rounds = 0;
  double least_depth = -1;  ///< Deepest penetration in the packing of one box more that came nearest to legal
                            ///< [mm]; < 0: none tried.
};

/// A new best packing, verified.
struct TrunkImprovement : CommonImprovement<TrunkProgress> {
  SearchPhase phase = SearchPhase::lattice;
  std::vector<BoxRow> rows;  ///< The rows that were verified, fixed ones first.
  double litres = 0;         ///< Volume of all rows [l].
  int lacking = 0;           ///< What loads are compared by first (lacking_pieces); the less, the better.
  double value = 0;          ///< What they are compared by next (value_of).
  long long round = 0;       ///< Turn of the island in which it was found; 0: the start.
  int island = 0;            ///< Number of the island.
};

using TrunkListener = EventListener<TrunkImprovement, TrunkProgress>;
using SearchRun = RunContext<TrunkListener>;

struct TrunkResult : CommonResult<TrunkProgress> {
  std::vector<BoxRow> rows;  ///< The best verified packing, fixed boxes first; empty if there is none.
  /// Nearly legal packings with one box more than the best one, of the islands of this rank that have one as
  /// good: where the search was when it ended. Without the fixed boxes. Boxes of one size only.
  std::vector<std::vector<BoxRow>> nearly_legal = {};
  /// Proof that no box fits next to the fixed ones, if none was found; empty without a proof.
  std::string why_none = {};
};

/// Exact verification of complete loads: fixed boxes and all others.
using VerifyRows = std::function<bool(const std::vector<BoxRow>&)>;

/// Searches for the load that lacks the fewest pieces of those that the set needs; among equal ones, for the
/// one with the largest value (value_of), which is its volume unless the set has values; then for that with
/// most boxes. For boxes of one size (BoxSet::uniform), that is the largest number of boxes; WallKind::points
/// needs problem.grid. The problem must outlive the call. If run.checkpoint has a state, the search continues
/// from it; `options.starts` are not used, and there may be more instances than before. The state is offered
/// to run.checkpoint between turns, and with several ranks at the exchanges between islands. All ranks call
/// this with the same arguments except device, threads, listener and checkpoint. Seed and number of islands
/// are those of rank 0; only rank 0's listener, checkpoint and result are about the whole search. The loss of
/// a rank ends the search, with TrunkResult::error. InputError for a state of another search, and for fewer
/// islands than ranks.
///
/// A load of a set (box_sets.hpp) is made kind by kind: each is packed on lattices (lattice/search.hpp)
/// around the boxes that are placed already. The places farthest from the middle of the container are taken,
/// at most the number of pieces in the set. Kinds marked `last` follow when the lattices found no place for
/// any other. The search tries different orders of the others: first that of the set, once quickly and once
/// thoroughly, then descending value of a litre, then random orders (and other lattices). With limits of
/// mass, kinds that may carry more come first in every second load. One kind is one turn. Complete loads are
/// annealed in other turns: boxes come, go, and change for others. The search ends by the stop token, after
/// options.turn_limit turns, when a load holds all pieces of the set, or when it is proven that no piece of
/// any kind fits: the load then has the fixed boxes alone.
[[nodiscard]] TrunkResult search_trunk(const TrunkProblem& problem, const TrunkSearchOptions& options,
                                       const VerifyRows& verify, const SearchRun& run);

/// Number of instances of the annealing in a state of search_trunk for this set; 0 if the annealing had not
/// begun.
[[nodiscard]] int annealed_in_state(const BoxSet& set, const std::string& state);

}  // namespace jam::trunk
