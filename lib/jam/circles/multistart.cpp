// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search `multistart`: instances side by side at one target radius a little below the best radius known so far, rounds on a device,
// and between rounds, on the host and in a fixed order: polish what is nearly legal, publish improvements, lower the target, replace
// instances that are meta-stable by perturbed elites or by fresh starts.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "jam/circles/cpu_engine.hpp"
#include "jam/circles/elite_pool.hpp"
#include "jam/circles/legalise.hpp"
#include "jam/circles/polish.hpp"
#include "jam/circles/scaled_instances.hpp"
#include "jam/circles/search_state.hpp"
#include "jam/circles/start.hpp"
#include "jam/circles/verified_best.hpp"
#include "jam/core/deadline.hpp"
#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {
namespace {

/// Instances by default. Few packings get far, so a CPU searches one for each of its cores, but at least four; a GPU needs a block for
/// each, and eight blocks for each of the 132 multiprocessors of the largest ones.
constexpr int least_instance_count_cpu = 4;
constexpr int default_instance_count_cuda = 1056;

/// Where there are more instances, a CPU searches the most promising ones of the first round, at least so many and one per core at a time,
/// and gives the place of a meta-stable one to the next: spread thin, none would get anywhere.
constexpr int least_active_count_cpu = 8;

/// Name and version of the state; a higher version where what it holds changes.
constexpr const char* state_tag = "multistart 1";

/// How far below the best radius the target lies [-]: wide at first, so that each improvement is a large one, then closer and closer.
constexpr double target_distance_first = 0.008;
constexpr double target_distance_least = 1e-4;
constexpr double target_distance_factor = 0.9;  ///< Per round without gain.

/// Neighbourhoods without gain, in units of n, after which circles are thrown elsewhere; and perturbations after which an instance is
/// meta-stable.
constexpr double depth_per_circle = 1.0;
constexpr double stuck_depths = 3.0;

/// A perturbation, of an instance or of an elite, throws at most n / 4 circles elsewhere.
constexpr int perturbation_divisor = 4;

/// Trials per instance and round, when the search is under way: long enough to hide the host's work, short enough to end in time.
constexpr int trials_per_round = 4000;

/// Packings whose energy is at most this much above the least are polished, the best few in each round.
constexpr float polish_ratio = 2.0F;
constexpr int polish_count_small = 16;  ///< Up to 64 circles; a polish costs about as much as 30 trials.
constexpr int polish_count_large = 6;

/// How long the first packing may be polished where a search is told to end before it has one [s].
constexpr double patience_of_signals = 0.5;
constexpr double patience_of_limits = 10;

/// A meta-stable instance goes on from an elite in this share of cases, else from a fresh start.
constexpr float elite_share = 0.7F;
constexpr int elite_capacity = 64;

class Multistart {
 public:
  Multistart(const Problem& problem, const SearchOptions& options, const Device& device, StopToken& stop, SearchListener& listener,
             io::StateKeeper* keeper)
      : problem_(problem),
        options_(options),
        stop_(stop),
        keeper_(keeper),
        count_(problem.count()),
        instance_count_(options.instance_count > 0        ? options.instance_count
                        : device.kind == DeviceKind::cuda ? default_instance_count_cuda
                                                          : std::max(least_instance_count_cpu, available_threads())),
        active_limit_(options.active_count > 0          ? options.active_count
                      : device.kind == DeviceKind::cuda ? instance_count_
                                                        : std::max(least_active_count_cpu, available_threads())),
        engine_(device.kind == DeviceKind::cuda ? make_cuda_engine(device.index, instance_count_, count_)
                                                : make_cpu_engine(options.thread_count, stop)),
        best_(problem, options, stop, listener),
        instances_(problem, instance_count_),
        elites_(elite_capacity),
        parameters_(make_round_parameters(problem, options)),
        restarts_(static_cast<std::size_t>(instance_count_), 0),
        polished_(static_cast<std::size_t>(instance_count_), -1.0F) {
    parameters_.depth = static_cast<int>(depth_per_circle * count_) + 10;
    parameters_.perturbation_limit = std::max(1, count_ / perturbation_divisor);
    stuck_ = options.stuck > 0 ? options.stuck : static_cast<long long>(stuck_depths * parameters_.depth) * parameters_.candidate_count;
    best_.progress.instance_count = instance_count_;
    best_.progress.device_bytes = engine_->device_bytes();
  }

  SearchResult run(const std::vector<Packing>& starts) {
    if (keeper_ != nullptr && !keeper_->begun().empty()) {
      restore(keeper_->begun());
    } else {
      begin(starts);
    }
    const int sweep_limit = std::max(1, trials_per_round / parameters_.candidate_count);
    for (;;) {
      if (options_.trial_limit > 0 && best_.progress.trials >= options_.trial_limit) stop_.request(StopReason::finished);
      keep_state();
      if (stop_.stop_requested()) break;
      if (best_.packing().count() == 0) settle_starts();
      engine_->run(instances_.arrays, parameters_);
      // A round cut short would depend on the clock; it only counts where there is nothing else yet.
      if (stop_.stop_requested()) {
        if (best_.packing().count() == 0) {
          count_work();
          publish_anything();
        }
        break;
      }
      parameters_.resettle = 0;
      count_work();
      if (!polish_promising()) {
        if (best_.packing().count() == 0) publish_anything();
        break;
      }
      retarget();
      if (best_.progress.rounds == 1) hold_back();
      replace_meta_stable();
      best_.report();
      parameters_.sweep_count = std::min(sweep_limit, 2 * parameters_.sweep_count);
    }
    return best_.result();
  }

 private:
  void begin(const std::vector<Packing>& starts) {
    for (int k = 0; k < instance_count_; ++k) {
      if (k < static_cast<int>(starts.size())) {
        instances_.load(k, starts[static_cast<std::size_t>(k)].circles);
      } else {
        fresh_start(k);
      }
    }
    for (const Packing& start : starts) best_.offer(start, 0, MoveKind::start);
    // Short rounds first, so that there soon is something to show.
    parameters_.sweep_count = 1;
  }

  void keep_state() const {
    const double seconds = best_.seconds();
    if (keeper_ != nullptr && keeper_->wants(seconds)) keeper_->keep(whole_state(), seconds);
  }

  /// Everything that the next rounds depend on and that options and problem do not give.
  [[nodiscard]] std::string whole_state() const {
    io::StateWriter state;
    put_head(state, state_tag, {instance_count_, active_limit_});
    put_best(state, best_);
    put_instances(state, instances_, instance_count_);
    put_elites(state, elites_);
    state.put(parameters_.sweep_count);
    state.put(parameters_.resettle);
    state.put(restarts_);
    state.put(polished_);
    state.put(waiting_);
    state.put(target_distance_);
    state.put(gained_);
    return state.take();
  }

  void restore(const std::string& bytes) {
    io::StateReader state(bytes);
    const int known = take_head(state, state_tag).instance_count;
    restore_best(state, problem_, best_);
    restore_instances(state, instances_);
    restore_elites(state, problem_, elites_);
    parameters_.sweep_count = state.take<int>();
    parameters_.resettle = state.take<int>();
    restarts_ = state.take_vector<long long>();
    polished_ = state.take_vector<float>();
    waiting_ = state.take_vector<int>();
    target_distance_ = state.take<double>();
    gained_ = state.take<bool>();
    state.finish();
    const auto count = static_cast<std::size_t>(known);
    if (restarts_.size() != count || polished_.size() != count || parameters_.sweep_count < 1) fail_state("its counters do not fit");
    if (std::any_of(waiting_.begin(), waiting_.end(), [&](int k) { return k < 0 || k >= known; })) fail_state("it has other instances");
    add_instances(known);
  }

  /// Instances that an earlier search did not have: they begin afresh, at once where it has taken no choice among its own, else when all
  /// others that wait had their turn.
  void add_instances(int known) {
    restarts_.resize(static_cast<std::size_t>(instance_count_), 0);
    polished_.resize(static_cast<std::size_t>(instance_count_), -1.0F);
    const int active = known - static_cast<int>(waiting_.size());
    for (int k = known; k < instance_count_; ++k) {
      fresh_start(k);
      if (best_.progress.rounds == 0 || active + k - known < active_limit_) continue;
      state(k).resting = 1;
      waiting_.insert(waiting_.begin(), k);
    }
  }

  /// The first part of a round alone, for at least some of the instances: so that there is something to publish however soon the search is
  /// told to end.
  void settle_starts() {
    RoundParameters settling = parameters_;
    settling.sweep_count = 0;
    settling.finish_begun = 1;
    engine_->run(instances_.arrays, settling);
    parameters_.resettle = 0;
  }

  /// For a search that is told to end before its first round is over: the most promising packing, polished where that is soon done.
  void publish_anything() {
    int chosen = 0;
    for (int k = 1; k < instance_count_; ++k) {
      if (settled(k) && (!settled(chosen) || state(k).best_energy < state(chosen).best_energy)) chosen = k;
    }
    const Packing packing = instances_.best(chosen);
    Deadline deadline(stop_.signalled() ? patience_of_signals : patience_of_limits);
    const PolishResult polished = polish(packing, {.stop = deadline.query()});
    best_.offer(polished.cut ? legalise(packing) : polished.packing, chosen, MoveKind::start);
  }

  /// Searched, and its energies are those of its packings.
  [[nodiscard]] bool settled(int k) { return state(k).resting == 0 && state(k).fresh == 0; }

  InstanceState& state(int k) { return instances_.arrays.state[static_cast<std::size_t>(k)]; }

  void fresh_start(int k) {
    const auto number = restarts_[static_cast<std::size_t>(k)]++;
    instances_.load(k, start_centres(problem_, options_.start, options_.seed, k, number, instances_.target_radius()));
  }

  void count_work() {
    Progress& progress = best_.progress;
    ++progress.rounds;
    progress.trials = 0;
    progress.relaxation_steps = 0;
    double sum = 0;
    int active = 0;
    for (int k = 0; k < instance_count_; ++k) {
      progress.trials += state(k).trials;
      progress.relaxation_steps += state(k).steps;
      if (state(k).resting != 0) continue;
      sum += instances_.estimated_radius(state(k).best_energy);
      ++active;
    }
    progress.mean_radius = sum / active;
  }

  /// Polishes the instances of least energy that are not polished yet, publishes what is better, and enters them among the elites.
  /// False where the search was told to stop meanwhile: what else it does then is not to be used.
  bool polish_promising() {
    float least = 1e30F;
    for (int k = 0; k < instance_count_; ++k) {
      if (settled(k)) least = std::min(least, state(k).best_energy);
    }
    std::vector<int> order;
    for (int k = 0; k < instance_count_; ++k) {
      const float energy = state(k).best_energy;
      if (settled(k) && energy <= polish_ratio * least + 1e-9F && energy != polished_[static_cast<std::size_t>(k)]) order.push_back(k);
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return state(a).best_energy < state(b).best_energy; });
    order.resize(std::min(order.size(), static_cast<std::size_t>(count_ <= 64 ? polish_count_small : polish_count_large)));

    PolishOptions polish_options;
    polish_options.stop = best_.packing().count() > 0 ? stop_.query() : stop_.signal_query();
    std::vector<PolishResult> results(order.size());
    parallel_for(static_cast<int>(order.size()), options_.thread_count, [&](int i) {
      const auto at = static_cast<std::size_t>(i);
      results[at] = polish(instances_.best(order[at]), polish_options);
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (results[i].cut) return false;
      const Packing& polished = results[i].packing;
      const int k = order[i];
      polished_[static_cast<std::size_t>(k)] = state(k).best_energy;
      elites_.offer(polished);
      if (!best_.offer(polished, k, static_cast<MoveKind>(state(k).best_move))) continue;
      instances_.load(k, polished.circles);
      gained_ = true;
    }
    // The very first rounds: whatever there is, as long as it can be made legal.
    if (best_.packing().count() == 0 && !order.empty()) best_.polish_and_offer(instances_.best(order[0]), order[0], MoveKind::start);
    return !best_.cut();
  }

  /// Lowers the target after a gain; otherwise lets it come closer to the best radius.
  void retarget() {
    if (best_.packing().count() == 0) return;
    if (!gained_) target_distance_ = std::max(target_distance_least, target_distance_factor * target_distance_);
    gained_ = false;
    if (!instances_.set_target_radius(best_.radius() * (1 - target_distance_))) return;
    parameters_.resettle = 1;
    std::fill(polished_.begin(), polished_.end(), -1.0F);
  }

  void replace_meta_stable() {
    for (int k = 0; k < instance_count_; ++k) {
      if (!settled(k) || state(k).trials - state(k).gain_trial < stuck_) continue;
      ++best_.progress.meta_stable_count;
      Packing packing = instances_.best(k);
      packing.enclosing_radius = instances_.estimated_radius(state(k).best_energy);
      elites_.offer(packing);
      if (!waiting_.empty()) {
        state(k).resting = 1;
        wake(waiting_.back());
        waiting_.pop_back();
        continue;
      }
      RandomStream random(options_.seed, StreamId::select_elite, static_cast<std::uint32_t>(k),
                          static_cast<std::uint64_t>(restarts_[static_cast<std::size_t>(k)]));
      if (random.uniform() < elite_share) {
        ++restarts_[static_cast<std::size_t>(k)];
        instances_.load(k, thrown_elite(random));
      } else {
        fresh_start(k);
      }
    }
  }

  /// Lets all but the most promising instances rest.
  void hold_back() {
    if (instance_count_ <= active_limit_) return;
    std::vector<int> order(static_cast<std::size_t>(instance_count_));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return state(a).best_energy < state(b).best_energy; });
    waiting_.assign(order.rbegin(), order.rend() - active_limit_);
    for (const int k : waiting_) state(k).resting = 1;
  }

  /// Lets a resting instance go on from its best packing; the target radius has changed since.
  void wake(int k) {
    state(k).resting = 0;
    instances_.load(k, instances_.best(k).circles);
  }

  /// An elite with some circles thrown elsewhere.
  std::vector<Circle> thrown_elite(RandomStream& random) {
    std::vector<Circle> circles = elites_[static_cast<int>(random.below(static_cast<std::uint32_t>(elites_.size())))].circles;
    const int thrown = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(parameters_.perturbation_limit)));
    for (int t = 0; t < thrown; ++t) {
      throw_into(circles[random.below(static_cast<std::uint32_t>(count_))], instances_.target_radius(), random);
    }
    return circles;
  }

  const Problem& problem_;
  const SearchOptions& options_;
  StopToken& stop_;
  io::StateKeeper* keeper_;  ///< Null: nobody keeps the state.
  int count_;
  int instance_count_;
  int active_limit_;
  std::unique_ptr<RoundEngine> engine_;
  VerifiedBest best_;
  ScaledInstances instances_;
  ElitePool elites_;
  RoundParameters parameters_;
  std::vector<long long> restarts_;  ///< Per instance: random starts and elites taken so far.
  std::vector<float> polished_;      ///< Per instance: the energy that was polished last.
  std::vector<int> waiting_;         ///< Resting instances, the most promising last.
  long long stuck_ = 0;
  double target_distance_ = target_distance_first;
  bool gained_ = false;
};

}  // namespace

SearchResult search_multistart(const Problem& problem, const SearchOptions& options, const Device& device, StopToken& stop,
                               SearchListener& listener, const std::vector<Packing>& starts, io::StateKeeper* keeper) {
  SearchOptions resolved = options;
  if (keeper != nullptr && !keeper->begun().empty()) {
    io::StateReader state(keeper->begun());
    const SearchSize size = take_head(state, state_tag);
    if (options.instance_count > 0 && options.instance_count < size.instance_count) {
      throw InputError("the checkpoint has " + std::to_string(size.instance_count) + " instances, --instances is " +
                       std::to_string(options.instance_count) + ": give at least as many, or leave it out");
    }
    if (options.instance_count == 0) resolved.instance_count = size.instance_count;
    if (options.active_count == 0) resolved.active_count = size.active_limit;
  }
  return Multistart(problem, resolved, device, stop, listener, keeper).run(starts);
}

}  // namespace jam::circles
