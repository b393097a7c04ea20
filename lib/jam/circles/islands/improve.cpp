// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search `improve`: one packing, whose neighbourhood all instances of the engine evaluate together, each
// a range of candidates. The candidates are numbered across the instances, every one draws from the random
// stream of its number, and the host takes the best by (energy, number): the result does not depend on their
// distribution. Strategy::tabu takes the best that is not tabu, even if it is worse; Strategy::trials only a
// better one. Without gain for long, some circles of the best packing are relocated.
#include <fmt/format.h>

#include <cmath>
#include <deque>

#include "jam/circles/islands/lone_island.hpp"
#include "jam/circles/tabu/round_engine.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/circles/tabu/start.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {
namespace {

/// Energy of no candidate.
constexpr float no_energy = 1e30F;

/// Candidates per instance of the engine: one pack of SIMD lanes, or a few for each warp of a block.
constexpr int candidates_per_instance = 16;

/// The target lies this much below the best radius [-]. Nearer, most packings have similar energies; farther,
/// energies rank them wrongly.
constexpr double target_distance = 0.003;

/// Packings whose energy is at most this much above the best one are polished: the order of the energies is
/// not quite that of the radii.
constexpr float polish_energy_ratio = 1.5F;

/// Energies of packings polished lately, which are not polished again.
constexpr std::size_t polished_memory = 64;

/// A perturbation relocates at most n / 8 circles, n / 8 more after each one without gain, and again n / 8
/// after `perturbation_cycle` of them. Of `perturbation_variants` the one of least energy is taken; among
/// more variants, that would always be one that changes nothing.
constexpr int perturbation_cycle = 8;
constexpr int perturbation_variants = 4;

/// Coinciding centres exert no force on each other. Centres of an overlapping start are moved by this
/// distance, over the radius of the container [-].
constexpr double jitter = 1e-5;

/// Moves of the tabu search that are drawn: those kinds that are not taken as a whole.
MoveWeights drawn_weights(const MoveWeights& moves) {
  MoveWeights drawn = moves;
  drawn[MoveKind::neighbour_swap] = 0;
  drawn[MoveKind::insert] = 0;
  return drawn;
}

/// Rounded up, so that no SIMD lane is empty.
int whole_packs(int count) {
  return (count + candidates_per_instance - 1) / candidates_per_instance * candidates_per_instance;
}

/// The neighbourhood. Strategy::tabu: all swaps of neighbouring radii and one insertion of each circle, if
/// these moves have a weight; the other kinds in proportion to these, or more of them to reach
/// options.instance_count. Strategy::trials: that many random moves.
RoundParameters neighbourhood_of(const Problem& problem, const SearchOptions& options, const Device& device) {
  SearchOptions trials = options;
  trials.strategy = Strategy::trials;
  RoundParameters parameters = make_round_parameters(problem, trials);
  int count = options.instance_count;
  if (options.strategy == Strategy::trials) {
    if (count == 0) count = default_trial_count(device);
  } else {
    const int n = problem.count();
    const MoveWeights& moves = options.moves;
    const int swaps =
        moves[MoveKind::neighbour_swap] > 0 && problem.radii.front() < problem.radii.back() ? n - 1 : 0;
    const int inserts = moves[MoveKind::insert] > 0 ? n : 0;
    const MoveWeights drawn = drawn_weights(moves);
    const double drawn_sum = drawn.sum();
    if (swaps + inserts > 0) {
      if (drawn_sum > 0) {
        trials.moves = drawn;
        parameters = make_round_parameters(problem, trials);
      }
      const double whole_sum =
          (swaps > 0 ? moves[MoveKind::neighbour_swap] : 0) + (inserts > 0 ? moves[MoveKind::insert] : 0);
      const int drawn_count =
          static_cast<int>(std::min(1e6, std::ceil((swaps + inserts) * drawn_sum / whole_sum)));
      count = drawn_sum > 0 ? std::max(count, whole_packs(swaps + inserts + drawn_count)) : swaps + inserts;
    } else {
      count = std::max(count, n);
    }
    parameters.neighbour_swap_count = swaps;
    parameters.insert_count = inserts;
    parameters.tabu = 1;
  }
  parameters.shared_count = count;
  parameters.candidate_count = std::min(count, candidates_per_instance);
  parameters.perturbation_variants = std::min(perturbation_variants, count);
  parameters.depth = 1;  // The host decides when to perturb: it sets run_sweeps to 0 or 1.
  return parameters;
}

/// Strategy::tabu and Strategy::trials.
class NeighbourhoodStrategy : public LoneIsland {
 public:
  NeighbourhoodStrategy(const Problem& problem, const SearchOptions& options, const SearchRun& run,
                        PackingIncumbent& best)
      : LoneIsland(problem, options, run, best),
        parameters_(neighbourhood_of(problem, options, run.device)),
        packings_(problem,
                  (parameters_.shared_count + parameters_.candidate_count - 1) / parameters_.candidate_count),
        engine_(make_round_engine(run.device, run.thread_count, packings_.arrays.instance_count,
                                  problem.count(), run.stop)) {
    // By default, half of n + 10 neighbourhoods; a few random moves count as many.
    const long long half = (problem.count() + 10) / 2;
    stuck_ =
        options.stuck > 0 ? options.stuck : half * std::max(parameters_.shared_count, 2 * problem.count());
    set_size(parameters_.shared_count, engine_->device_bytes());
  }

  bool begin(const Packing& start) {
    best_.offer(start, 0, MoveKind::start);
    const bool legal = !best_.empty();
    Packing first = start;
    bool complete = true;
    if (!legal) {
      const double container =
          std::max(packings_.target_radius(), enclosing_radius_about_origin(start.circles));
      RandomStream random(options_.seed, StreamId::jitter, 0, 0);
      for (Circle& circle : first.circles) {
        circle.x += jitter * container * (2 * random.uniform_double() - 1);
        circle.y += jitter * container * (2 * random.uniform_double() - 1);
      }
      packings_.set_target_radius(container);
      for (int k = 0; k < packings_.arrays.instance_count; ++k) packings_.load(k, first.circles);
      relax_due_ = true;
      // If the search must end at once, the polish does all the work.
      complete = relax_when_due();
      if (complete) first = packings_.best(0);
    }
    best_.polish_and_offer(first, 0, MoveKind::start);
    const bool polished = !best_.cut();
    best_.offer_corner_packing(problem_);
    continue_from_best();
    return complete && polished && !best_.cut() && !best_.empty();
  }

  [[nodiscard]] bool finish_round() {
    if (!relax_when_due() || !evaluate_neighbourhood()) return false;
    polish_when_good();
    if (best_.cut()) return false;
    retarget();
    perturb_when_stuck();
    mean_radius_ = packings_.estimated_radius(packings_.arrays.state[0].energy);
    return true;
  }

  /// The state that the next rounds depend on, apart from options and problem. Between rounds all instances
  /// are the same.
  void write(io::StateWriter& state) const {
    write_instances(state, packings_, 1);
    io::write_all(state, parameters_.perturbation_limit, trials_at_gain_, relax_due_, perturb_, fruitless_,
                  instance_, std::vector<float>(polished_.begin(), polished_.end()));
  }
  void read(io::StateReader& state, const Best::Counters& /*counters*/) {
    read_instances(state, packings_);
    packings_.copy_to_all(0);
    std::vector<float> polished;
    io::read_all(state, parameters_.perturbation_limit, trials_at_gain_, relax_due_, perturb_, fruitless_,
                 instance_, polished);
    polished_.assign(polished.begin(), polished.end());
    if (best_.empty() || parameters_.perturbation_limit < 1 || !io::is_count(trials_at_gain_) ||
        fruitless_ < 0)
      io::fail_state("its counters are out of range");
  }

 private:
  /// All instances continue from the best packing, at a new target.
  void continue_from_best() {
    if (best_.empty()) return;
    const int fresh = packings_.arrays.state[0].fresh;
    packings_.set_target_radius(best_.radius() * (1 - target_distance));
    packings_.load(0, best_.packing().circles);
    packings_.arrays.state[0].fresh = fresh;
    packings_.copy_to_all(0);
    relax_due_ = true;
    trials_at_gain_ = best_.progress.trials;
    fruitless_ = 0;
  }

  /// Runs a round of all instances and adds up their counters. Returns false if it was stopped: the round
  /// does not count, as some instances did nothing.
  bool run_round() {
    for (InstanceState& state : packings_.arrays.state) {
      state.trials = best_.progress.trials;
      state.steps = 0;
    }
    engine_->run({packings_.arrays, parameters_});
    if (stop_.stop_requested()) return false;
    const long long before = best_.progress.trials;
    for (const InstanceState& state : packings_.arrays.state) {
      best_.progress.trials += state.trials - before;
      best_.progress.relaxation_steps += state.steps;
    }
    return true;
  }

  /// Relaxes the base and the best packing at a new target.
  bool relax_when_due() {
    if (!relax_due_) return true;
    parameters_.sweep_count = 0;
    parameters_.target_changed = 1;
    const bool complete = run_round();
    parameters_.sweep_count = 1;
    parameters_.target_changed = 0;
    packings_.copy_to_all(0);
    relax_due_ = false;
    polished_.clear();
    return complete;
  }

  /// One neighbourhood, or the perturbed packings that begin a new run; its choice becomes the base of all
  /// instances.
  bool evaluate_neighbourhood() {
    std::vector<InstanceState>& states = packings_.arrays.state;
    for (InstanceState& state : states) {
      state.run_sweeps = perturb_ ? parameters_.depth : 0;
      state.taken_energy = no_energy;
    }
    if (!run_round()) return false;
    int winner = 0;
    for (int k = 1; k < packings_.arrays.instance_count; ++k) {
      if (states[k].taken_energy < states[winner].taken_energy) winner = k;
    }
    packings_.copy_to_all(winner);
    instance_ = winner;
    if (perturb_ || states[0].run_sweeps == 0) trials_at_gain_ = best_.progress.trials;
    perturb_ = false;
    return true;
  }

  /// Polishes the base if it is about as good as the best packing and was not polished before.
  void polish_when_good() {
    const InstanceState& state = packings_.arrays.state[0];
    if (!(state.energy <= polish_energy_ratio * state.best_energy + parameters_.relaxation.energy_floor))
      return;
    if (std::find(polished_.begin(), polished_.end(), state.energy) != polished_.end()) return;
    polished_.push_back(state.energy);
    if (polished_.size() > polished_memory) polished_.pop_front();
    const auto move = static_cast<MoveKind>(state.best_move);
    if (best_.polish_and_offer(packings_.current(0), instance_, move)) continue_from_best();
  }

  /// A base without overlaps would end the search for smaller ones: the target is set below it, even if it
  /// could not be published.
  void retarget() {
    if (relax_due_ || packings_.arrays.state[0].energy >= parameters_.relaxation.energy_floor) return;
    relax_due_ = packings_.set_target_radius(packings_.target_radius() * (1 - target_distance));
  }

  void perturb_when_stuck() {
    if (relax_due_ || best_.progress.trials - trials_at_gain_ < stuck_) return;
    perturb_ = true;
    const int n = problem_.count();
    parameters_.perturbation_limit = std::min(n, (1 + fruitless_ % perturbation_cycle) * std::max(1, n / 8));
    ++fruitless_;
    ++best_.progress.meta_stable_count;
  }

  RoundParameters parameters_;
  ScaledInstances packings_;
  std::unique_ptr<RoundEngine> engine_;
  long long stuck_;  ///< Number of trials without gain after which the best packing is perturbed.
  long long trials_at_gain_ = 0;
  bool relax_due_ = false;      ///< The target changed: relax again before the next neighbourhood.
  bool perturb_ = false;        ///< The next round perturbs.
  int fruitless_ = 0;           ///< Number of perturbations since the last improvement.
  int instance_ = 0;            ///< The one that found the current base.
  std::deque<float> polished_;  ///< Energies of the packings polished at this target.
};

}  // namespace

int neighbourhood_size(const Problem& problem, const SearchOptions& options) {
  SearchOptions tabu = options;
  tabu.strategy = Strategy::tabu;
  return neighbourhood_of(problem, tabu, Device{}).shared_count;
}

SearchResult search_improve(const Problem& problem, const Packing& start, const SearchOptions& options,
                            const SearchRun& run) {
  if (!run.resumes()) check_start(problem, start);
  if (options.strategy == Strategy::compress) return improve_by_compression(problem, start, options, run);
  PackingIncumbent best(problem, options, run);
  return run_alone(improve_state_tag, std::make_unique<NeighbourhoodStrategy>(problem, options, run, best),
                   best, start, run);
}

}  // namespace jam::circles
