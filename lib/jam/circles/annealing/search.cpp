// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search `anneal`: replicas of the packing whose circles may overlap (near_sweep.hpp) are cooled at a
// fixed enclosing circle, a little smaller than the best one known, until they are almost at rest. The
// replicas with the lowest energy are polished. Then all replicas are heated again, less than melts them, and
// cooled more slowly: each cycle is longer than the one before by a constant factor.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "jam/circles/annealing/engine.hpp"
#include "jam/circles/islands/lone_island.hpp"
#include "jam/circles/polish/polish.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {
namespace {

/// Temperatures in units of the square of the mean radius: at the hottest, packings of radii 1..n flow within
/// a few hundred sweeps; at the coldest, hardly a circle leaves its place. Later cycles begin at the reheated
/// one.
constexpr double hottest = 1e-3;
constexpr double reheated = 2e-4;
constexpr double coldest = 3e-5;

/// Sweeps of the first cycle, and the ratio of the lengths of two cycles.
constexpr double first_cycle_sweeps = 1000;
constexpr double cycle_growth = 1.5;

/// Relative distance of the target below the best radius [-].
constexpr double target_distance = 0.002;

/// Displacements of a replica in a round, about: less than a second.
constexpr long long round_displacements = 2'000'000;

/// Limits of the number of packings polished at the end of a cycle: half of the replicas, but at least 4 and
/// at most 16.
constexpr int most_polished = 16;
constexpr int least_polished = 4;

/// Smallest radius of the enclosing circle, divided by the largest radius [-].
constexpr double least_ratio_to_largest = 1.001;

/// Throws OverflowError if this number of replicas does not fit into the memory of this machine.
void require_replica_memory(const Problem& problem, int replicas) {
  const std::size_t n = problem.count();
  MemoryPlan plan;
  plan.add<AnnealedReplica>("replica", 1);
  plan.add<float>("centres", 2 * n);
  plan.add<float>("centres in the checkpoint", 2 * n);
  if (const std::size_t memory = physical_memory_bytes(); memory > 0)
    plan.require_fit(replicas, memory, "the search", "take fewer --instances");
}

class AnnealingIsland : public LoneIsland {
 public:
  AnnealingIsland(const Problem& problem, const SearchOptions& options, const SearchRun& run,
                  PackingIncumbent& best)
      : LoneIsland(problem, options, run, best), thread_count_(run.thread_count) {
    const int replicas = options.instance_count > 0 ? options.instance_count
                                                    : default_replica_count(problem.count(), run.device);
    require_replica_memory(problem, replicas);
    replicas_.resize(replicas);
    engine_ = make_annealing_engine(run.device, run.thread_count, replicas, problem.count(), run.stop);
    set_size(replicas, engine_->device_bytes());
    set_target_radius(first_target_radius(problem));
    cycle_blocks_ = static_cast<long long>(first_cycle_sweeps) / annealing_block_sweeps;
  }

  /// From random places, or from `start`, which is published first and reheated. A corner packing is
  /// published, too.
  bool begin(const Packing& start) {
    if (start.count() > 0) {
      check_start(problem_, start);
      best_.polish_and_offer(start, 0, MoveKind::start);
      if (best_.cut()) return false;
      cycle_ = 1;
    }
    best_.offer_corner_packing(problem_);
    if (best_.cut()) return false;
    if (!best_.empty()) set_target_radius(best_.radius() * (1 - target_distance));
    Packing sorted = start;
    sort_by_radius(sorted.circles);
    const auto place = [&](int k) {
      AnnealedReplica& replica = replicas_[k];
      replica.number = static_cast<std::uint32_t>(k);
      replica.step = static_cast<float>(0.1 * mean_radius_of_circles() / target_radius_);
      RandomStream random(options_.seed, StreamId::anneal_start, replica.number, 0);
      for (int i = 0; i < problem_.count(); ++i) {
        Circle circle{problem_.radii[i], 0, 0};
        if (start.count() > 0) {
          circle = sorted.circles[i];
        } else {
          place_at_random(circle, target_radius_, random);
        }
        replica.x.push_back(static_cast<float>(circle.x / target_radius_));
        replica.y.push_back(static_cast<float>(circle.y / target_radius_));
      }
    };
    parallel_for(static_cast<int>(replicas_.size()), thread_count_, place);
    return true;
  }

  void begin_round() {
    const long long most = std::max(
        1LL, round_displacements / (annealing_block_sweeps * static_cast<long long>(problem_.count())));
    const long long count = std::min(most, cycle_blocks_ - done_);
    // Geometric, from the first block of the cycle to the last.
    const double from = cycle_ == 0 ? hottest : reheated;
    const double unit = std::pow(mean_radius_of_circles() / target_radius_, 2);
    beta_.clear();
    for (long long b = done_; b < done_ + count; ++b) {
      const double part =
          cycle_blocks_ > 1 ? static_cast<double>(b) / static_cast<double>(cycle_blocks_ - 1) : 1;
      beta_.push_back(static_cast<float>(1 / (unit * from * std::pow(coldest / from, part))));
    }
    engine_->begin({replicas_, plan_near_grid(radius_), radius_, beta_, options_.seed, block_});
  }

  void abandon() { engine_->abandon(); }

  [[nodiscard]] bool finish_round() {
    engine_->finish();
    if (stop_.stop_requested()) return false;
    const auto blocks = static_cast<long long>(beta_.size());
    block_ += static_cast<std::uint64_t>(blocks);
    done_ += blocks;
    best_.progress.trials += blocks * static_cast<long long>(replicas_.size());
    best_.progress.relaxation_steps +=
        blocks * annealing_block_sweeps * problem_.count() * static_cast<long long>(replicas_.size());
    mean_radius_ = best_.radius();
    return done_ < cycle_blocks_ || end_cycle();
  }

  /// A search that was stopped before its first cycle ended publishes what it has.
  void end() {
    engine_->finish();
    if (!best_.empty() || replicas_.front().x.empty()) return;
    best_.polish_and_offer(unscaled(replicas_[order_by_energy().front()]), 0, MoveKind::start);
  }

  void write(io::StateWriter& state) const {
    io::write_all(state, target_radius_, problem_.count(), static_cast<int>(replicas_.size()));
    for (const AnnealedReplica& replica : replicas_)
      io::write_all(state, replica.step, replica.energy, replica.x, replica.y);
    io::write_all(state, cycle_, cycle_blocks_, done_, block_);
  }
  void read(io::StateReader& state, const Best::Counters& /*counters*/) {
    const auto target = state.read<double>();
    if (!(target > problem_.radii.back()) || !std::isfinite(target))
      io::fail_state("its target radius is out of range");
    target_radius_ = target;
    scale_radii();
    if (state.read<int>() != problem_.count())
      io::fail_state("its number of circles is not that of the problem");
    const std::size_t saved = state.read<int>();
    if (saved < 1 || saved > replicas_.size()) io::fail_state("its number of replicas is out of range");
    for (std::size_t k = 0; k < saved; ++k) {
      AnnealedReplica& replica = replicas_[k];
      io::read_all(state, replica.step, replica.energy, replica.x, replica.y);
      if (replica.x.size() != problem_.radii.size() || replica.y.size() != problem_.radii.size())
        io::fail_state("the number of circles of a replica is not that of the problem");
      if (!in_reach(replica.step) || !in_reach(replica.energy) || !std::ranges::all_of(replica.x, in_reach) ||
          !std::ranges::all_of(replica.y, in_reach))
        io::fail_state("a replica is out of range");
    }
    for (std::size_t k = saved; k < replicas_.size(); ++k) replicas_[k] = replicas_[k % saved];
    for (std::size_t k = 0; k < replicas_.size(); ++k) replicas_[k].number = static_cast<std::uint32_t>(k);
    io::read_all(state, cycle_, cycle_blocks_, done_, block_);
    if (!io::is_count(cycle_) || !io::is_count(cycle_blocks_) || done_ < 0 || done_ >= cycle_blocks_)
      io::fail_state("its counters are out of range");
  }

 private:
  [[nodiscard]] double mean_radius_of_circles() const {
    return std::accumulate(problem_.radii.begin(), problem_.radii.end(), 0.0) / problem_.count();
  }

  void scale_radii() {
    radius_.clear();
    for (const double radius : problem_.radii) radius_.push_back(static_cast<float>(radius / target_radius_));
  }

  /// Scales the packings with the enclosing circle.
  void set_target_radius(double radius) {
    radius = std::max(radius, problem_.radii.back() * least_ratio_to_largest);
    const double scale = target_radius_ / radius;
    target_radius_ = radius;
    scale_radii();
    for (AnnealedReplica& replica : replicas_) {
      for (auto* centres : {&replica.x, &replica.y}) {
        for (float& value : *centres) value = static_cast<float>(value * scale);
      }
    }
  }

  [[nodiscard]] std::vector<int> order_by_energy() const {
    return order_by(static_cast<int>(replicas_.size()),
                    [&](int a, int b) { return replicas_[a].energy < replicas_[b].energy; });
  }

  [[nodiscard]] Packing unscaled(const AnnealedReplica& replica) const {
    return scaled_packing(problem_.radii, replica.x.data(), replica.y.data(), target_radius_);
  }

  /// Polishes the best packings, and prepares the next cycle. False: stopped.
  [[nodiscard]] bool end_cycle() {
    std::vector<int> order = order_by_energy();
    const int half = (static_cast<int>(order.size()) + 1) / 2;
    order.resize(std::min<std::size_t>(order.size(), std::clamp(half, least_polished, most_polished)));
    const StopQuery stop = best_.empty() ? stop_.signal_query() : stop_.query();
    std::vector<PolishResult> results(order.size());
    parallel_for(static_cast<int>(order.size()), thread_count_,
                 [&](int i) { results[i] = polish(unscaled(replicas_[order[i]]), {.stop = stop}); });
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (results[i].cut) return false;
      if (results[i].packing.enclosing_radius < best_.radius() * (1 - least_gain))
        best_.offer(results[i].packing, order[i], MoveKind::annealing);
    }
    if (!best_.empty()) set_target_radius(best_.radius() * (1 - target_distance));
    ++cycle_;
    done_ = 0;
    cycle_blocks_ = static_cast<long long>(std::ceil(cycle_growth * static_cast<double>(cycle_blocks_)));
    return true;
  }

  int thread_count_;
  std::unique_ptr<AnnealingEngine> engine_;
  std::vector<float> radius_;  ///< [target radius]
  std::vector<float> beta_;    ///< [blocks] 1 / temperature of each block under way.

  // The state.
  double target_radius_ = 1;
  std::vector<AnnealedReplica> replicas_;
  long long cycle_ = 0;         ///< Number of cycles done; one more if the first one began from a start.
  long long cycle_blocks_ = 0;  ///< Length of this cycle [blocks].
  long long done_ = 0;          ///< Number of blocks of this cycle that are done.
  std::uint64_t block_ = 0;     ///< Number of blocks done in all cycles.
};

}  // namespace

SearchResult search_annealing(const Problem& problem, const Packing& start, const SearchOptions& options,
                              const SearchRun& run) {
  if (problem.count() < 2 || problem.count() > near_circle_limit)
    throw InputError(fmt::format("--search anneal takes 2 to {} circles, these are {}: leave the option out",
                                 near_circle_limit, problem.count()));
  PackingIncumbent best(problem, options, run);
  return run_alone(annealing_state_tag, std::make_unique<AnnealingIsland>(problem, options, run, best), best,
                   start, run);
}

}  // namespace jam::circles
