// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An island of the multistart search with Strategy::compress, the search of many instances of the source
// (J.-F. Goetzmann 2007, LongTimePacking): in every round each instance tries one random move and compresses
// the packing (compression.hpp); it keeps the result if the radius is smaller. An instance without gain
// for long is meta-stable and begins again at random places. If a compressed packing comes near its
// instance's radius, it is polished first, so that radii are compared to the last digit. Lengths are in the
// unit of the radii.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "jam/circles/islands/compression.hpp"
#include "jam/circles/islands/multistart_island.hpp"

namespace jam::circles {

class CompressionIsland : public MultistartIsland {
 public:
  /// The references must outlive the island. All islands of the process update `best`.
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

  /// The next meta-stable instance begins from it.
  void accept(const std::string& migrant) { arrived_ = read_migrant(migrant); }
  void accept_from_user(const std::string& migrant) {
    offer_from_user(migrant);
    accept(migrant);
  }

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
    std::int64_t drawn = 0;   ///< Number of trials of this instance so far; numbers its random draws.
    std::int64_t starts = 0;  ///< Fresh starts so far.
    std::int64_t trials = 0;  ///< Number of relaxations since the last gain.
    [[nodiscard]] bool fresh() const {
      return packing.enclosing_radius == std::numeric_limits<double>::infinity();
    }
  };

  void restart(int k, Packing packing);
  void fresh_start(int k);
  [[nodiscard]] bool polish_promising(std::vector<Packing>& trials);

  Compression compression_;

  // The state.
  std::vector<Instance> instances_;
  Packing arrived_;  ///< The start of the next instance that is replaced; no circles: none.
};

}  // namespace jam::circles
