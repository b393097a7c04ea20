// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An island of the multistart search with Strategy::compress, the search of many instances of the source
// (J.-F. Goetzmann 2007, LongTimePacking): in every round each instance tries one random move and compresses
// the packing (compression.hpp); it keeps the result where the radius is smaller. An instance without gain
// for long is meta-stable and begins again at random places. If a compressed packing comes near its
// instance's radius, it is polished first, so that radii are compared to the last digit. Lengths are in the
// unit of the radii.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "jam/circles/islands/archipelago_size.hpp"
#include "jam/circles/islands/compression.hpp"
#include "jam/circles/polish/packing_incumbent.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/search/archipelago.hpp"

namespace jam::circles {

class CompressionIsland {
 public:
  using Best = PackingIncumbent;

  /// The references must outlive it; `best` is shared by all islands of the process.
  CompressionIsland(const Problem& problem, const SearchOptions& options, const IslandPlace& place,
                    const SearchSize& size, const SearchRun& run, PackingIncumbent& best);

  /// The first instances begin from the island's share of `starts`, every count-th of them; the others from
  /// fresh starts.
  void begin(const std::vector<Packing>& starts);

  /// Publishes the packing of instance `k` as it is, polished as far as there is time: for a search that ends
  /// before its first round.
  void publish_instance(int k);

  // The functions of the concept Island (search/island.hpp).

  void begin_round() {}
  [[nodiscard]] bool finish_round();
  void abandon() {}

  /// Whether the island's share of options.trial_limit is used up.
  [[nodiscard]] bool finished() const;

  /// The best packing of the island.
  [[nodiscard]] std::string migrant() const;
  /// The next meta-stable instance begins from it.
  void accept(const std::string& migrant);
  /// An exactly legal packing that a user made, as a migrant: it counts as found here.
  void accept_from_user(const std::string& migrant);

  [[nodiscard]] Best::Counters counters() const { return {trials_, steps_, meta_stable_count_, 0, 0}; }

  /// The state that the next rounds depend on, apart from options, problem and place. Extra instances get
  /// fresh starts.
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state, const Best::Counters& counters);

  /// The mean radius of the instances.
  static void summarise(const std::vector<const CompressionIsland*>& islands, Progress& progress);

  [[nodiscard]] std::size_t device_bytes() const { return compression_.device_bytes(); }

 private:
  struct Instance {
    Packing packing;          ///< Sorted by radius; the radius is infinite before it has been compressed.
    std::int64_t drawn = 0;   ///< Trials of this instance so far; numbers its random draws.
    std::int64_t starts = 0;  ///< Fresh starts so far.
    std::int64_t trials = 0;  ///< Relaxations since the last gain.
    [[nodiscard]] bool fresh() const {
      return packing.enclosing_radius == std::numeric_limits<double>::infinity();
    }
  };

  [[nodiscard]] int number_of(int k) const { return place_.number + k * place_.count; }
  void fresh_start(int k);
  void replace(int k);
  [[nodiscard]] bool polish_promising(std::vector<Packing>& trials);

  const Problem& problem_;
  const SearchOptions& options_;
  IslandPlace place_;
  StopToken& stop_;
  int thread_count_;
  PackingIncumbent& best_;
  RoundParameters parameters_;
  Compression compression_;
  long long stuck_;  ///< Relaxations without gain after which an instance is meta-stable.

  // The state.
  std::vector<Instance> instances_;
  Packing island_best_;  ///< Rounded outwards; no circles before the first one.
  Packing arrived_;      ///< The start of the next instance that is replaced; no circles: none.
  long long trials_ = 0;
  long long steps_ = 0;
  long long meta_stable_count_ = 0;

  Best::Counters counted_{};  ///< The part of the counters that best_.progress contains.
};

}  // namespace jam::circles
