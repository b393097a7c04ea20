// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Common types of the circle searches: options, progress, improvements, result. A search publishes nothing
// that is not exactly verified. Results depend on problem, options, seed and kind of device alone; a time
// limit decides only where the sequence of rounds stops. Lengths are in the unit of the radii, times in
// seconds.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "jam/circles/model/move_rows.hpp"
#include "jam/circles/model/packing.hpp"
#include "jam/circles/model/problem.hpp"
#include "jam/core/constants.hpp"
#include "jam/search/events.hpp"
#include "jam/search/run_context.hpp"

namespace jam::circles {

enum class Relaxation {
  energy,  ///< Descent on the overlap energy.
  contact  ///< Contact corrections of Goetzmann 2007.
};
/// How a fresh packing starts; automatic: random_relax, and grid for equal circles of the search `single`.
enum class Start { automatic, random_relax, random_scale, grid };
enum class Strategy {
  tabu,     ///< A step evaluates the whole neighbourhood.
  trials,   ///< A trial evaluates one random move.
  compress  ///< Trials and compression.
};

/// Whether a radius is as good as a target: the one rule for the end of a search and for the word `reached`.
[[nodiscard]] constexpr bool meets_target(double radius, double target) {
  return radius <= target * (1 + target_tolerance);
}

struct SearchOptions {
  /// Packings searched concurrently; 0 = default of the search for problem and device.
  int instance_count = 0;
  /// Multistart: largest number of packings searched at once, best starts first; 0: default of the device.
  int active_count = 0;
  /// Groups of instances with elites of their own; single: packings; 0 = default of the device.
  int island_count = 0;
  /// Multistart: ladders of replicas that supply starts; 0 = none, -1 = default of the device.
  int ladder_count = -1;
  int exchange_interval = 32;  ///< Number of rounds between two exchanges of packings by islands, >= 1.
  std::uint64_t seed = 1;      ///< Same seed, same result.
  /// Number of trials, over all instances, at which the search ends; 0: no limit.
  long long trial_limit = 0;
  long long stuck = 0;  ///< Number of trials without gain after which an instance is replaced; 0: default.
  double target_radius = 0;  ///< Ends when the verified radius meets it (meets_target); 0 = none.
  Relaxation relaxation = Relaxation::energy;
  Start start = Start::automatic;
  Strategy strategy = Strategy::tabu;
  MoveWeights moves;
  bool mass_by_area = false;  ///< Contact relaxation: masses are pi r^2 instead of equal.
};

/// Counters for progress display and statistics.
struct Progress : CommonProgress {
  int instance_count = 0;
  long long trials = 0;             ///< Candidate packings evaluated.
  long long meta_stable_count = 0;  ///< Number of instances replaced as meta-stable.
  long long duplicate_count = 0;  ///< Number of instances replaced because another one had the same contacts.
  long long stagnation_count = 0;  ///< Number of restarts of stagnating islands.
  double best_radius = std::numeric_limits<double>::infinity();
  double mean_radius = std::numeric_limits<double>::infinity();  ///< Mean of the instances' best radii.
};

/// A new verified best packing.
struct Improvement : CommonImprovement<Progress> {
  int instance = 0;                 ///< Index of the instance that found it.
  MoveKind move = MoveKind::start;  ///< The move that led to this packing.
  Packing packing;                  ///< Polished, rounded outwards, exactly verified.
};

using SearchListener = EventListener<Improvement, Progress>;
using SearchRun = RunContext<SearchListener>;

struct SearchResult : CommonResult<Progress> {
  Packing best;  ///< Exactly verified; empty when nothing was found before the end.
};

/// Independent instances from random starts, with elites and replacement of meta-stable instances: the
/// default, for nights and for seconds. With Strategy::compress there are neither elites nor ladders: each
/// instance is compressed after every random move. `starts` may be empty, or packings from which the first
/// instances start. The state is offered to run.checkpoint before every round. If run.checkpoint has a state,
/// the search continues from it exactly as if it had never ended, with the options of the first search and on
/// the same kind of device; limits and threads may differ, and `starts` are not used. More instances than
/// before get fresh starts; fewer are an InputError, 0 takes the number of the state.
/// With several ranks each runs its share of the islands. All ranks call this with the same arguments except
/// device, threads, listener and checkpoint; seed and numbers are those of rank 0. Only rank 0's listener
/// gets all events, only its checkpoint gets states (at the exchanges between islands), and only its result
/// is about the whole search; the other ranks read the state to continue from. The loss of a rank ends the
/// search, with SearchResult::error.
[[nodiscard]] SearchResult search_multistart(const Problem& problem, const std::vector<Packing>& starts,
                                             const SearchOptions& options, const SearchRun& run);

/// Improves one packing: every round evaluates `instance_count` trials of it (Strategy::trials; default 64,
/// on a GPU 2048) or its whole neighbourhood (Strategy::tabu: all swaps of neighbouring radii, one
/// insertion of each circle, other moves in proportion to their weights, and more of these where
/// instance_count is larger) at once; the best result is the base of the next round. options.start is not
/// used. A legal start is published first, an overlapping one is relaxed. Throws InputError if `start` does
/// not have the circles of `problem`. run.checkpoint as with multistart; a resumed search needs no start.
/// run.exchange is not used.
[[nodiscard]] SearchResult search_improve(const Problem& problem, const Packing& start,
                                          const SearchOptions& options, const SearchRun& run);

/// Number of trials in a round of search_improve with Strategy::tabu: all of the neighbourhood, or
/// options.instance_count if that is larger.
[[nodiscard]] int neighbourhood_size(const Problem& problem, const SearchOptions& options);

/// One packing spread over the whole machine, with cell lists: compression of up to circle_count_limit
/// circles. The number of islands is the one in the options, or else the number of GPUs of the device. Each
/// island has one packing, and GPUs are assigned to islands round robin. An island shakes the best packing
/// that it knows of. `start` may be empty (then options.start decides). run.checkpoint as with multistart;
/// run.exchange is not used.
[[nodiscard]] SearchResult search_large(const Problem& problem, const Packing& start,
                                        const SearchOptions& options, const SearchRun& run);

/// Number of islands of search_large() on `device`.
[[nodiscard]] int large_island_count(const SearchOptions& options, const Device& device);

/// Replicas of one packing with overlapping circles, cooled again and again, ever more slowly: for hundreds
/// and thousands of circles. All replicas begin from `start`, unless it is empty. A trial of the counters is
/// a block of 20 sweeps of a replica, a step the displacement of one circle. run.checkpoint as with
/// multistart; run.exchange is not used.
[[nodiscard]] SearchResult search_annealing(const Problem& problem, const Packing& start,
                                            const SearchOptions& options, const SearchRun& run);

}  // namespace jam::circles
