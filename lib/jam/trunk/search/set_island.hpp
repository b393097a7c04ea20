// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An island of the search for a set of boxes of several kinds. Of `count` islands, island i makes the loads
// i, i + count, ... One turn places the boxes of one kind.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "jam/trunk/search/load_island.hpp"

namespace jam::trunk {

class SetIsland : public LoadIsland {
 public:
  SetIsland(const TrunkScene& scene, const IslandPlace& place, LoadIncumbent& best);

  // The functions of the concept Island (search/island.hpp).

  [[nodiscard]] bool finish_round();
  [[nodiscard]] bool finished() const { return done_ || turns_used_up(); }
  /// Every load starts from the empty container: packings of other islands are not needed.
  [[nodiscard]] static std::string migrant() { return {}; }
  void accept(const std::string& /*migrant*/) {}

  void write(io::StateWriter& state) const;
  void read(io::StateReader& state, const Best::Counters& counters);

 private:
  using Order = std::vector<std::size_t>;

  /// Effort of the search for places of one kind.
  struct SetEffort {
    int frames = 8;
    long long first_rounds = 100;
    long long rounds = 6000;
    int rotations = 40;
    double yaw_step = 3;  ///< [degrees]
  };

  /// The first load is made in seconds, so that there is soon a load with pieces of every kind.
  [[nodiscard]] bool quick() const { return load_ == 0; }

  /// The kinds in the order in which the current load takes them.
  [[nodiscard]] Order order() const;

  /// Places the pieces of one kind.
  void turn();

  /// Legal places for pieces of one kind, given the boxes of the load.
  std::vector<BoxRow> place(const Piece& piece);

  const BoxSet& set_;
  Vec3d middle_;
  long long load_;             ///< Number of the current load.
  std::size_t position_ = 0;   ///< Position of the next kind in the order of the load.
  std::vector<BoxRow> boxes_;  ///< Boxes of the current load so far, without fixed ones.
  bool complete_ = true;       ///< The current load has all pieces of the kinds so far.
  bool done_ = false;          ///< No load can be better.
  /// That no piece fits; not part of the state, for the proof is the same at any time.
  bool proof_sought_ = false;
};

}  // namespace jam::trunk
