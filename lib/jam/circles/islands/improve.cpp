// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search `improve`: one packing, whose neighbourhood all instances of the engine evaluate together, each its run of candidates. The
// candidates are numbered across the instances, every one draws from the stream of its number, and the host takes the best by (energy,
// number): how they are dealt out never matters. Strategy::tabu takes the best that is not tabu, even if it is worse; Strategy::trials only
// a better one. Without gain for long, some circles of the best packing are relocated.
#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <memory>
#include <string>

#include "jam/circles/islands/search_state.hpp"
#include "jam/circles/polish/packing_incumbent.hpp"
#include "jam/circles/tabu/round_engine.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/circles/tabu/start.hpp"
#include "jam/core/error.hpp"
#include "jam/core/philox.hpp"
#include "jam/search/archipelago.hpp"

namespace jam::circles {
namespace {

/// Energy of no candidate.
constexpr float no_energy = 1e30F;

/// Candidates per instance of the engine: one pack of SIMD lanes, or a few for each warp of a block.
constexpr int candidates_per_instance = 16;

/// Trials of a round by default: enough to fill two to four CPU threads or the blocks of a large GPU.
constexpr int default_trial_count_cpu = 64;
constexpr int default_trial_count_cuda = 2048;

/// The target lies this much below the best radius [-]. Nearer, most packings look alike to the energy; farther, it ranks them wrongly.
constexpr double target_distance = 0.003;

/// Packings whose energy is at most this much above the best one are polished: the order of the energies is not quite that of the radii.
constexpr float polish_ratio = 1.5F;

/// Energies of packings polished lately, which are not polished again.
constexpr std::size_t polished_memory = 64;

/// A perturbation relocates at most n / 8 circles; each fruitless one allows as many more, and after `perturbation_cycle` of them it
/// begins again with few. Of `perturbation_variants` the one of least energy goes on: more would always choose the one that changes
/// nothing.
constexpr int perturbation_cycle = 8;
constexpr int perturbation_variants = 4;

/// Coinciding centres exert no force on each other; those of an overlapping start are moved by this part of the container [-].
constexpr double jitter = 1e-5;

/// Moves of the tabu search that are drawn: those kinds that are not taken as a whole.
MoveWeights drawn_weights(const MoveWeights& moves) {
  MoveWeights drawn = moves;
  drawn.neighbour_swap = 0;
  drawn.insert = 0;
  return drawn;
}

double sum_of(const MoveWeights& w) { return w.neighbour_swap + w.swap + w.gradual_swap + w.outside + w.insert + w.small_last; }

/// A little more, so that no SIMD lane stays empty.
int whole_packs(int count) { return (count + candidates_per_instance - 1) / candidates_per_instance * candidates_per_instance; }

/// The neighbourhood: all swaps of neighbouring radii and one insertion of each circle, where these moves have a weight; the other kinds by
/// weight in proportion to these, or more of them to make up options.instance_count. Or as many random moves as that says.
RoundParameters neighbourhood_of(const Problem& problem, const SearchOptions& options, const Device& device) {
  SearchOptions trials = options;
  trials.strategy = Strategy::trials;
  RoundParameters parameters = make_round_parameters(problem, trials);
  int count = options.instance_count;
  if (options.strategy == Strategy::trials) {
    if (count == 0) count = device.kind == DeviceKind::cuda ? default_trial_count_cuda : default_trial_count_cpu;
  } else {
    const int n = problem.count();
    const MoveWeights& moves = options.moves;
    const int swaps = moves.neighbour_swap > 0 && problem.radii.front() < problem.radii.back() ? n - 1 : 0;
    const int inserts = moves.insert > 0 ? n : 0;
    const MoveWeights drawn = drawn_weights(moves);
    const double drawn_sum = sum_of(drawn);
    if (swaps + inserts > 0) {
      if (drawn_sum > 0) {
        trials.moves = drawn;
        parameters = make_round_parameters(problem, trials);
      }
      const double whole_sum = (swaps > 0 ? moves.neighbour_swap : 0) + (inserts > 0 ? moves.insert : 0);
      const int drawn_count = static_cast<int>(std::min(1e6, std::ceil((swaps + inserts) * drawn_sum / whole_sum)));
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

/// The whole search as one island.
class Improve {
 public:
  using Best = PackingIncumbent;

  Improve(const Problem& problem, const SearchOptions& options, const SearchRun& run, PackingIncumbent& best)
      : problem_(problem),
        options_(options),
        stop_(run.stop),
        parameters_(neighbourhood_of(problem, options, run.device)),
        packings_(problem, (parameters_.shared_count + parameters_.candidate_count - 1) / parameters_.candidate_count),
        best_(best) {
    const int instance_count = packings_.arrays.instance_count;
    engine_ = make_round_engine(run.device, run.thread_count, instance_count, problem.count(), run.stop);
    // By default, half of n + 10 neighbourhoods; a few random moves count as many.
    const long long half = (problem.count() + 10) / 2;
    stuck_ = options.stuck > 0 ? options.stuck : half * std::max(parameters_.shared_count, 2 * problem.count());
    best_.progress.instance_count = parameters_.shared_count;
    best_.progress.device_bytes = engine_->device_bytes();
  }

  /// Trials in a round.
  [[nodiscard]] int trial_count() const { return parameters_.shared_count; }
  void check_size(const SearchSize& saved) const {
    if (saved.instance_count <= parameters_.shared_count) return;
    throw InputError("the checkpoint has " + std::to_string(saved.instance_count) + " trials in a round, this search " +
                     std::to_string(parameters_.shared_count) + ": give --instances at least as many, or leave it out");
  }

  /// Publishes the start as it is, where it is legal, and in any case what becomes of it when it is relaxed and polished. False when that
  /// was cut short: then nothing follows from it.
  bool begin(const Packing& start) {
    best_.offer(start, 0, MoveKind::start);
    const bool legal = !best_.empty();
    Packing first = start;
    bool complete = true;
    if (!legal) {
      const double container = std::max(packings_.target_radius(), enclosing_radius_about_origin(start.circles));
      RandomStream random(options_.seed, StreamId::jitter, 0, 0);
      for (Circle& circle : first.circles) {
        circle.x += jitter * container * (2 * random.uniform_double() - 1);
        circle.y += jitter * container * (2 * random.uniform_double() - 1);
      }
      packings_.set_target_radius(container);
      for (int k = 0; k < packings_.arrays.instance_count; ++k) packings_.load(k, first.circles);
      settle_due_ = true;
      // Where the search is told to end at once, the polish does all the work.
      complete = settle_when_due();
      if (complete) first = packings_.best(0);
    }
    best_.polish_and_offer(first, 0, MoveKind::start);
    continue_from_best();
    return complete && !best_.cut();
  }

  // As Island asks for (archipelago.hpp).

  void begin_round() {}
  [[nodiscard]] bool finish_round() {
    if (!settle_when_due() || !evaluate_neighbourhood()) return false;
    polish_when_good();
    if (best_.cut()) return false;
    retarget();
    perturb_when_stuck();
    mean_radius_ = packings_.estimated_radius(packings_.arrays.state[0].energy);
    return true;
  }
  void abandon() { engine_->abandon(); }
  /// At least one round is made, whatever the limit.
  [[nodiscard]] bool finished() const {
    return options_.trial_limit > 0 && best_.progress.rounds > 0 && best_.progress.trials >= options_.trial_limit;
  }
  [[nodiscard]] static std::string migrant() { return {}; }
  void accept(const std::string& /*migrant*/) {}
  [[nodiscard]] Best::Counters counters() const { return best_.counters(); }
  static void summarise(const std::vector<const Improve*>& islands, Progress& progress) {
    progress.mean_radius = islands.front()->mean_radius_;
  }

  /// Everything that the next rounds depend on and that options and problem do not give. Between rounds all instances are the same.
  void write(io::StateWriter& state) const {
    write_instances(state, packings_, 1);
    state.write(parameters_.perturbation_limit);
    state.write(trials_at_gain_);
    state.write(settle_due_);
    state.write(perturb_);
    state.write(fruitless_);
    state.write(instance_);
    state.write(std::vector<float>(polished_.begin(), polished_.end()));
  }
  void read(io::StateReader& state, const Best::Counters& /*counters*/) {
    read_instances(state, packings_);
    packings_.copy_to_all(0);
    parameters_.perturbation_limit = state.read<int>();
    trials_at_gain_ = state.read<long long>();
    settle_due_ = state.read<bool>();
    perturb_ = state.read<bool>();
    fruitless_ = state.read<int>();
    instance_ = state.read<int>();
    const std::vector<float> polished = state.read_vector<float>();
    polished_.assign(polished.begin(), polished.end());
    if (best_.empty() || parameters_.perturbation_limit < 1) io::fail_state("its counters do not fit");
  }

 private:
  /// All instances go on from the best packing, at a new target.
  void continue_from_best() {
    if (best_.empty()) return;
    const int fresh = packings_.arrays.state[0].fresh;
    packings_.set_target_radius(best_.radius() * (1 - target_distance));
    packings_.load(0, best_.packing().circles);
    packings_.arrays.state[0].fresh = fresh;
    packings_.copy_to_all(0);
    settle_due_ = true;
    trials_at_gain_ = best_.progress.trials;
    fruitless_ = 0;
  }

  /// A round of all instances; adds up what they counted. False when it was cut short: then some of them did nothing, and it does not
  /// count.
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
  bool settle_when_due() {
    if (!settle_due_) return true;
    parameters_.sweep_count = 0;
    parameters_.resettle = 1;
    const bool complete = run_round();
    parameters_.sweep_count = 1;
    parameters_.resettle = 0;
    packings_.copy_to_all(0);
    settle_due_ = false;
    polished_.clear();
    return complete;
  }

  /// One neighbourhood, or the perturbed packings that begin a new run; its choice becomes the base of all instances.
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
    if (!(state.energy <= polish_ratio * state.best_energy + parameters_.relaxation.energy_floor)) return;
    if (std::find(polished_.begin(), polished_.end(), state.energy) != polished_.end()) return;
    polished_.push_back(state.energy);
    if (polished_.size() > polished_memory) polished_.pop_front();
    const auto move = static_cast<MoveKind>(state.best_move);
    if (best_.polish_and_offer(packings_.current(0), instance_, move)) continue_from_best();
  }

  /// A base without overlaps would end the search for smaller ones: the target goes below it, whether or not it could be published.
  void retarget() {
    if (settle_due_ || packings_.arrays.state[0].energy >= parameters_.relaxation.energy_floor) return;
    settle_due_ = packings_.set_target_radius(packings_.target_radius() * (1 - target_distance));
  }

  void perturb_when_stuck() {
    if (settle_due_ || best_.progress.trials - trials_at_gain_ < stuck_) return;
    perturb_ = true;
    const int n = problem_.count();
    parameters_.perturbation_limit = std::min(n, (1 + fruitless_ % perturbation_cycle) * std::max(1, n / 8));
    ++fruitless_;
    ++best_.progress.meta_stable_count;
  }

  const Problem& problem_;
  const SearchOptions& options_;
  StopToken& stop_;
  RoundParameters parameters_;
  ScaledInstances packings_;
  PackingIncumbent& best_;
  std::unique_ptr<RoundEngine> engine_;
  long long stuck_;  ///< Trials without gain after which the best packing is perturbed.
  long long trials_at_gain_ = 0;
  bool settle_due_ = false;     ///< The target changed: relax again before the next neighbourhood.
  bool perturb_ = false;        ///< The next round perturbs.
  int fruitless_ = 0;           ///< Perturbations since the last improvement.
  int instance_ = 0;            ///< That found the current base.
  std::deque<float> polished_;  ///< Energies of the packings polished at this target.
  double mean_radius_ = std::numeric_limits<double>::infinity();
};

/// Throws InputError unless `start` holds the circles of `problem`.
void check_start(const Problem& problem, const Packing& start) {
  std::vector<double> radii;
  for (const Circle& circle : start.circles) {
    if (!std::isfinite(circle.x) || !std::isfinite(circle.y)) throw InputError("the start has a centre that is not a finite number");
    radii.push_back(circle.radius);
  }
  std::sort(radii.begin(), radii.end());
  if (radii != problem.radii) {
    throw InputError("the start holds " + std::to_string(start.count()) + " circles that are not the " + std::to_string(problem.count()) +
                     " of the problem: give a packing of the same radii");
  }
}

}  // namespace

SearchResult search_improve(const Problem& problem, const Packing& start, const SearchOptions& options, const SearchRun& run) {
  if (!run.resumes()) check_start(problem, start);
  if (problem.count() > round_circle_limit) {
    throw OverflowError(std::to_string(problem.count()) + " circles: the searches multistart and improve take at most " +
                        std::to_string(round_circle_limit) + "; use --search single");
  }
  PackingIncumbent best(problem, options, run);
  auto island = std::make_unique<Improve>(problem, options, run, best);
  Improve& improve = *island;
  io::StateWriter head;
  write_head(head, improve_state_tag, {improve.trial_count(), 0});
  Archipelago<Improve> archipelago({1, 1, head.finish()}, run, best, nullptr, [&](const IslandPlace&) { return std::move(island); });
  bool complete = true;
  if (run.resumes()) {
    io::StateReader state(run.checkpoint->resume_state());
    improve.check_size(read_head(state, improve_state_tag));
    archipelago.read(state);
  } else {
    complete = improve.begin(start);
  }
  if (complete && !best.empty()) archipelago.run();
  return best.result();
}

}  // namespace jam::circles
