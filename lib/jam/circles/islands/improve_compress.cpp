// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Strategy::compress of the search `improve`, as in the source (J.-F. Goetzmann 2007, ParallelCirclePacking):
// many trials of one packing at once, each a random move and a compression (compression.hpp); the best
// becomes the next start if its radius is smaller. Compressed packings near the best radius are polished
// first, so that radii are compared to the last digit. Without gain for long, trials make several moves.
#include <algorithm>
#include <numeric>

#include "jam/circles/islands/compression.hpp"
#include "jam/circles/islands/lone_island.hpp"
#include "jam/circles/tabu/start.hpp"

namespace jam::circles {
namespace {

/// Compressed packings within this of the best radius are polished, the smallest few of a round: compression
/// ends a step short.
constexpr double best_radius_margin = 0.002;
constexpr int polish_count = 4;

/// Rounds without gain after which each trial makes one move more; after most_moves it begins with one again.
constexpr int rounds_per_move = 8;
constexpr int most_moves = 4;

class CompressStrategy : public LoneIsland {
 public:
  CompressStrategy(const Problem& problem, const SearchOptions& options, const SearchRun& run,
                   PackingIncumbent& best)
      : LoneIsland(problem, options, run, best),
        parameters_(make_round_parameters(problem, options)),
        compression_(problem, options, run,
                     options.instance_count > 0 ? options.instance_count : default_trial_count(run.device)) {
    set_size(options.instance_count > 0 ? options.instance_count : default_trial_count(run.device),
             compression_.device_bytes());
  }

  bool begin(const Packing& start) {
    best_.offer(start, 0, MoveKind::start);
    std::vector<Packing> packings{start};
    const bool complete = compress(packings);
    best_.polish_and_offer(complete ? packings[0] : start, 0, MoveKind::start);
    const bool polished = !best_.cut();
    best_.offer_corner_packing(problem_);
    return complete && polished && !best_.cut() && !best_.empty();
  }

  [[nodiscard]] bool finish_round() {
    std::vector<MoveKind> kinds(trial_count());
    std::vector<Packing> trials;
    for (MoveKind& kind : kinds)
      trials.push_back(moved(drawn_ + static_cast<long long>(trials.size()), kind));
    if (!compress(trials)) return false;
    drawn_ += trial_count();

    // Polish and publish the smallest.
    const std::vector<int> order = order_by(
        trial_count(), [&](int a, int b) { return trials[a].enclosing_radius < trials[b].enclosing_radius; });
    mean_radius_ = trials[order[order.size() / 2]].enclosing_radius;
    const double limit = best_.radius() * (1 + best_radius_margin);
    bool gained = false;
    for (int at = 0; at < std::min(polish_count, trial_count()) && trials[order[at]].enclosing_radius < limit;
         ++at) {
      gained = best_.polish_and_offer(trials[order[at]], order[at], kinds[order[at]]) || gained;
      if (best_.cut()) return false;
    }
    fruitless_ = gained ? 0 : fruitless_ + 1;
    if (!gained && fruitless_ % rounds_per_move == 0) ++best_.progress.meta_stable_count;
    return true;
  }

  void write(io::StateWriter& state) const {
    state.write(drawn_);
    state.write(fruitless_);
  }
  void read(io::StateReader& state, const Best::Counters& /*counters*/) {
    drawn_ = state.read<long long>();
    fruitless_ = state.read<int>();
    if (best_.empty() || !io::is_count(drawn_) || fruitless_ < 0)
      io::fail_state("its counters are out of range");
  }

 private:
  /// Compresses and counts the work; false when stopped.
  bool compress(std::vector<Packing>& packings) {
    const std::optional<std::vector<CompressionWork>> works = compression_.run(packings);
    if (!works) return false;
    for (const CompressionWork& work : *works) {
      best_.progress.trials += work.relaxations;
      best_.progress.relaxation_steps += work.steps;
    }
    return true;
  }

  /// The best packing after the random moves of trial `number`, and the last of these.
  [[nodiscard]] Packing moved(long long number, MoveKind& kind) const {
    Packing packing = best_.packing();
    sort_by_radius(packing.circles);
    const int moves = 1 + fruitless_ / rounds_per_move % most_moves;
    for (int m = 0; m < moves; ++m) {
      kind = move_at_random(packing, parameters_,
                            RandomStream(options_.seed, StreamId::move, static_cast<std::uint32_t>(m),
                                         static_cast<std::uint64_t>(number)));
    }
    return packing;
  }

  RoundParameters parameters_;
  Compression compression_;
  long long drawn_ = 0;  ///< Number of trials drawn so far.
  int fruitless_ = 0;    ///< Number of rounds since the last gain.
};

}  // namespace

SearchResult improve_by_compression(const Problem& problem, const Packing& start,
                                    const SearchOptions& options, const SearchRun& run) {
  PackingIncumbent best(problem, options, run);
  return run_alone(compress_state_tag, std::make_unique<CompressStrategy>(problem, options, run, best), best,
                   start, run);
}

}  // namespace jam::circles
