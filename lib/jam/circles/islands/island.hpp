// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An island of the multistart search: instances with a common target radius a little below the best radius of
// the island, and its elites. Rounds run on a device; between rounds, on the host and in a fixed order:
// polish what is nearly legal, publish improvements, lower the target, replace meta-stable instances by
// perturbed elites, by crossings, or by fresh starts. An island that has not gained for longer than it took
// to get there has stagnated and restarts; what it found stays as a parent for crossings.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jam/circles/islands/elites.hpp"
#include "jam/circles/islands/multistart_island.hpp"
#include "jam/circles/tabu/round_engine.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/circles/tempering/replica_exchange.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {

class PackingIsland : public MultistartIsland {
 public:
  /// The references must outlive the island. All islands of the process update `best`. `ladder_engine` is for
  /// its ladders, if it has any.
  PackingIsland(const Problem& problem, const SearchOptions& options, const IslandPlace& place,
                const SearchSize& size, const SearchRun& run, PackingIncumbent& best,
                std::unique_ptr<RoundEngine> engine, std::unique_ptr<LadderEngine> ladder_engine);

  /// The first instances begin from the island's share of `starts`, every count-th of them; the others from
  /// fresh starts.
  void begin(const std::vector<Packing>& starts);

  /// Publishes the packing of instance `k` as it is, polished as far as there is time: for a search that ends
  /// before its first round.
  void publish_instance(int k);

  // The functions of the concept Island (search/island.hpp).

  void begin_round();
  [[nodiscard]] bool finish_round();
  void abandon();

  void accept(const std::string& migrant) { migrants_.offer(read_migrant(migrant)); }
  void accept_from_user(const std::string& migrant) {
    offer_from_user(migrant);
    accept(migrant);
  }

  [[nodiscard]] Best::Counters counters() const;

  /// The state that the next rounds depend on, apart from options, problem and place. Extra instances get
  /// fresh starts: immediately if all instances are active, otherwise after those already waiting.
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state, const Best::Counters& counters);

  /// The mean radius of the active instances.
  static void summarise(const std::vector<const PackingIsland*>& islands, Progress& progress);

  /// A stop came while the island was made: its instances or ladders are incomplete.
  [[nodiscard]] bool cut() const { return cut_; }

  [[nodiscard]] std::size_t device_bytes() const {
    return engine_->device_bytes() + (ladders_ ? ladders_->device_bytes() : 0);
  }

 private:
  InstanceState& state_of(int k) { return instances_.arrays.state[k]; }
  [[nodiscard]] const InstanceState& state_of(int k) const { return instances_.arrays.state[k]; }
  /// Whether instance k is active and its energies are those of its packings.
  [[nodiscard]] bool evaluated(int k) const { return state_of(k).inactive == 0 && state_of(k).fresh == 0; }
  /// Number of active instances among the first `count`.
  [[nodiscard]] int searched_count(int count) const;

  void fresh_start(int k);
  void add_instances(int known);
  void restart();
  void relax_starts();
  void publish_anything();
  void count_work();
  void count_in_progress() { best_.add_counters(counters(), counted_); }
  [[nodiscard]] bool polish_promising();
  bool take(const Packing& polished, int number, MoveKind move);
  void begin_ladders();
  [[nodiscard]] bool finish_ladders();
  void retarget();
  void deactivate_least_promising();
  void activate(int k);
  void replace_meta_stable();
  void replace(int k);
  void replace_duplicates();
  [[nodiscard]] std::vector<Circle> perturbed(std::vector<Circle> circles, RandomStream& random) const;
  [[nodiscard]] bool stagnated() const;

  SearchSize size_;
  std::unique_ptr<RoundEngine> engine_;
  ScaledInstances instances_;
  std::optional<ReplicaExchange> ladders_;
  int sweep_limit_;

  // The state.
  ElitePool elites_;
  ElitePool migrants_;        ///< Packings of other islands and of this one before a restart: only parents.
  ElitePool ladder_samples_;  ///< Samples of the ladders: starts, each for one instance.
  double least_radius_;       ///< Smallest radius since the search began.
  std::vector<long long> restarts_;  ///< Number of fresh starts and elites so far, per instance.
  std::vector<float> polished_;      ///< Energy that was polished last, per instance.
  std::vector<int> waiting_;         ///< Inactive instances, the most promising last.
  double target_distance_;           ///< Relative distance of the target below the best radius [-].
  std::int32_t gained_ = 0;          ///< 1: the island has gained since the target was set.
  long long rounds_ = 0;             ///< Number of rounds of this island.
  long long duplicate_count_ = 0;
  long long stagnation_count_ = 0;
  long long restart_trials_ = 0;  ///< trials_ at the last restart.
  long long gain_trials_ = 0;     ///< trials_ at the last gain.
  double radius_sum_ = 0;         ///< Sum of the active instances' estimated radii after the last round.
  int active_count_ = 0;          ///< Number of active instances after the last round.

  bool cut_ = false;  ///< See cut().
};

}  // namespace jam::circles
