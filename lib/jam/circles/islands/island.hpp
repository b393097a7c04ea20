// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An island: instances that share a target radius a little below the best radius of the island, and its elites. Rounds on a device, and
// between rounds, on the host and in a fixed order: polish what is nearly legal, publish improvements, lower the target, replace instances
// that are meta-stable by elites with some circles thrown elsewhere, by crossings, or by fresh starts. An island that has not gained for
// longer than it took to get there dies out and begins afresh; what it found stays as a parent for crossings. All that an island does
// depends on its own state and on what reached it from others at counted rounds: not on where, or beside which others, it runs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "jam/circles/islands/elite_pool.hpp"
#include "jam/circles/islands/verified_best.hpp"
#include "jam/circles/tabu/round_engine.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/circles/tempering/replica_exchange.hpp"
#include "jam/core/philox.hpp"
#include "jam/io/binary_state.hpp"

namespace jam::circles {

/// Where an island stands among all.
struct IslandPlace {
  int number = 0;          ///< Of the island.
  int island_count = 1;    ///< Of all islands. Its instance k has the number number + k * island_count.
  int instance_count = 0;  ///< Of this island.
  int active_limit = 0;    ///< At most so many of them are searched at once.
  int ladder_count = 0;    ///< Ladders of replicas, numbered in the same way.
};

class Island {
 public:
  /// The references must outlive it; `best` is shared by all islands of the process. `ladder_engine` is for its ladders, if it has any.
  Island(const Problem& problem, const SearchOptions& options, const IslandPlace& place, const SearchRun& run, VerifiedBest& best,
         std::unique_ptr<RoundEngine> engine, std::unique_ptr<LadderEngine> ladder_engine);

  /// The first instances begin from `starts`, the others from fresh starts.
  void begin(const std::vector<Packing>& starts);

  /// Everything that the next rounds depend on and that options, problem and place do not give; and back. Instances that are more than
  /// there were begin afresh, at once where no choice was taken among the others, else when all that wait had their turn.
  [[nodiscard]] std::string state() const;
  void restore(const std::string& bytes);

  /// The first part of a round alone, for at least some of the instances: so that there soon is something to publish.
  void settle_starts();

  /// For a search that is told to end before its first round is over: the most promising packing, polished where that is soon done.
  void publish_anything();

  /// Begins a round on the device, and what follows once it is over; false where the search was told to stop: what was done then is not to
  /// be used.
  void begin_round();
  [[nodiscard]] bool finish_round();

  /// At the end: gives up ladders and a round that are still under way. The round may wait for the ladders of other islands, which are to
  /// be told before.
  void give_up_ladders() {
    if (ladders_) ladders_->abandon();
  }
  void abandon_round() { engine_->abandon(); }

  /// True once its share of options.trial_limit is used up: it rests.
  [[nodiscard]] bool finished() const;

  /// The packing that goes to another island now, empty before there is one; and one that comes from there.
  [[nodiscard]] const Packing& emigrant() const { return life_best_; }
  void immigrate(Packing packing);

  [[nodiscard]] std::size_t device_bytes() const { return engine_->device_bytes() + (ladders_ ? ladders_->device_bytes() : 0); }

  /// Sum of the estimated radii of the active instances [unit of the radii], and their number, after the last round.
  double radius_sum = 0;
  int active_count = 0;

 private:
  InstanceState& state_of(int k) { return instances_.arrays.state[static_cast<std::size_t>(k)]; }
  [[nodiscard]] const InstanceState& state_of(int k) const { return instances_.arrays.state[static_cast<std::size_t>(k)]; }
  /// Searched, and its energies are those of its packings.
  [[nodiscard]] bool settled(int k) const { return state_of(k).resting == 0 && state_of(k).fresh == 0; }
  /// How many of the first `count` instances do not rest.
  [[nodiscard]] int searched_count(int count) const;
  [[nodiscard]] int number_of(int k) const { return place_.number + k * place_.island_count; }

  void fresh_start(int k);
  void add_instances(int known);
  void begin_afresh();
  void count_work();
  [[nodiscard]] bool polish_promising();
  bool take(const Packing& polished, int number, MoveKind move);
  void begin_ladders();
  [[nodiscard]] bool finish_ladders();
  void retarget();
  void hold_back();
  void wake(int k);
  void replace_meta_stable();
  void replace(int k);
  void part_twins();
  [[nodiscard]] std::vector<Circle> thrown(std::vector<Circle> circles, RandomStream& random) const;
  [[nodiscard]] bool died_out() const;

  const Problem& problem_;
  const SearchOptions& options_;
  IslandPlace place_;
  StopToken& stop_;
  int thread_count_;
  VerifiedBest& best_;
  std::unique_ptr<RoundEngine> engine_;
  ScaledInstances instances_;
  std::optional<ReplicaExchange> ladders_;
  RoundParameters parameters_;
  int sweep_limit_;
  long long stuck_;

  // The state.
  ElitePool elites_;
  ElitePool strangers_;              ///< From other islands and from earlier lives: parents only.
  ElitePool tempered_;               ///< What the ladders found: starts, each for one instance.
  double least_radius_;              ///< Of all lives.
  Packing life_best_;                ///< The best packing since the island began afresh, rounded outwards.
  std::vector<long long> restarts_;  ///< Per instance: random starts and elites taken so far.
  std::vector<float> polished_;      ///< Per instance: the energy that was polished last.
  std::vector<int> waiting_;         ///< Resting instances, the most promising last.
  double target_distance_;           ///< How far the target lies below the best radius [-].
  std::int32_t gained_ = 0;          ///< 1: since the target was set.
  long long rounds_ = 0;             ///< Of this island,
  long long trials_ = 0;             ///< its trials and steps, which progress has,
  long long steps_ = 0;
  long long life_begin_ = 0;  ///< trials when its life began,
  long long life_gain_ = 0;   ///< and when it gained last.
};

}  // namespace jam::circles
