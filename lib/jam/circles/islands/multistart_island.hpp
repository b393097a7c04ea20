// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Shared by the two kinds of islands of the search `multistart`: place, counters, best packing, and migrants.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jam/circles/islands/archipelago_size.hpp"
#include "jam/circles/polish/packing_incumbent.hpp"
#include "jam/circles/tabu/start.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/search/archipelago.hpp"

namespace jam::circles {

/// The parts of an Island (search/island.hpp) that do not depend on how its instances are searched.
class MultistartIsland {
 public:
  using Best = PackingIncumbent;

  /// Whether the island's share of options.trial_limit is used up.
  [[nodiscard]] bool finished() const {
    return options_.trial_limit > 0 && trials_ >= place_.share(options_.trial_limit);
  }

  /// The best packing since the island began or restarted.
  [[nodiscard]] std::string migrant() const {
    if (island_best_.circles.empty()) return {};
    io::StateWriter writer;
    write_packing(writer, island_best_);
    return writer.finish();
  }

 protected:
  /// The references must outlive the island. All islands of the process update `best`.
  MultistartIsland(const Problem& problem, const SearchOptions& options, const IslandPlace& place,
                   const SearchRun& run, PackingIncumbent& best)
      : problem_(problem),
        options_(options),
        place_(place),
        stop_(run.stop),
        thread_count_(run.thread_count),
        best_(best),
        parameters_(make_round_parameters(problem, options)) {
    forget_best();
  }

  /// Number of instance k among those of all islands.
  [[nodiscard]] int number_of(int k) const { return place_.number + k * place_.count; }

  /// The start that begins instance k: every count-th of all. Null: there is none.
  [[nodiscard]] const Packing* start_of(int k, const std::vector<Packing>& starts) const {
    return number_of(k) < static_cast<int>(starts.size()) ? &starts[number_of(k)] : nullptr;
  }

  /// A migrant, its circles sorted by radius.
  [[nodiscard]] Packing read_migrant(const std::string& migrant) const {
    io::StateReader reader(migrant);
    Packing packing = read_packing(reader, problem_);
    reader.finish();
    sort_by_radius(packing.circles);
    return packing;
  }

  /// Offers an exactly legal packing that a user made, as a migrant: it counts as found here.
  void offer_from_user(const std::string& migrant) {
    io::StateReader reader(migrant);
    best_.offer_rounded(read_packing(reader, problem_), number_of(0), MoveKind::start);
  }

  /// Whether `packing` is smaller than the best one of the island; if so, offers it. True: it was verified
  /// and is the best one of the island now.
  bool take_if_best(const Packing& packing, int number, MoveKind move) {
    if (!(packing.enclosing_radius < island_best_.enclosing_radius * (1 - least_gain))) return false;
    std::optional<Packing> rounded = best_.offer(packing, number, move);
    if (!rounded) return false;
    island_best_ = std::move(*rounded);
    return true;
  }

  void forget_best() { island_best_ = {{}, std::numeric_limits<double>::infinity()}; }

  const Problem& problem_;
  const SearchOptions& options_;
  IslandPlace place_;
  StopToken& stop_;
  int thread_count_;
  PackingIncumbent& best_;
  RoundParameters parameters_;
  /// Trials without gain after which an instance is meta-stable.
  long long stuck_ = 0;

  // The state.
  /// The best packing since the island began or restarted, rounded outwards; no circles before the first one.
  Packing island_best_;
  long long trials_ = 0;
  long long steps_ = 0;
  long long meta_stable_count_ = 0;

  /// The part of the counters that best_.progress contains.
  Best::Counters counted_{};
};

}  // namespace jam::circles
