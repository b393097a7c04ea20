// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An island of the search for boxes of one size: lattice searches (lattice_series.hpp) and annealing take
// turns, after first populations on lattices where it does not begin with a load. Where a GPU anneals, the
// CPU searches lattices at the same time, from the beginning.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "jam/trunk/search/annealed_island.hpp"
#include "jam/trunk/search/lattice_series.hpp"
#include "jam/trunk/search/pose_search.hpp"

namespace jam::trunk {

class BoxIsland : public AnnealedIsland {
 public:
  BoxIsland(const TrunkScene& scene, const IslandPlace& place, LoadIncumbent& best)
      : AnnealedIsland(scene, place, best, SearchPhase::lattice),
        lattice_(scene.walls, scene.problem.container, lattice_options(), scene.problem.corner_radius,
                 !beside()) {}

  // The functions of the concept Island (search/island.hpp).

  /// Takes a turn; false if a stop ended it.
  [[nodiscard]] bool finish_round();
  /// Whether the island has had its turns, or no phase has anything to do.
  [[nodiscard]] bool finished() const;

  /// The nearly legal packings with one box more than the best packing of the island that its phases hold.
  [[nodiscard]] std::vector<std::vector<BoxRow>> nearly_legal() const;

  void write(io::StateWriter& state) const;
  void read(io::StateReader& state, const Best::Counters& counters);

 private:
  /// The phases in this turn. Before a first population of lattices has had its time, a CPU does not anneal.
  /// Then five turns of six are of the lattices, one of three where they have no squeezed packings, and
  /// one of eight where for long they had no packing with as many boxes as the best. Where a GPU anneals,
  /// both take each turn side by side.
  [[nodiscard]] std::array<PhaseRow, 3> phases() const;

  /// Whether the first turn of the lattices is not over: it has found a plain grid, and its frames follow.
  [[nodiscard]] bool halfway() const { return lattice_open_ && lattice_.has_only_grids(); }

  /// Takes over the packings that the lattice search has found.
  void take_lattices();

  /// Searches for a first box.
  void pose_turn();

  /// Takes over the packing that the annealing has found.
  void take_annealed();

  [[nodiscard]] Vec3d edge() const { return scene_.problem.set.pieces.front().edge; }

  [[nodiscard]] LatticeOptions lattice_options() const;

  LatticeSeries lattice_;
  std::unique_ptr<PoseSearch> poses_;  ///< Null before the first turn that searches for a first box.
  /// When the lattice search last had a new packing with as many boxes as the best one.
  long long lattice_gain_turn_ = 0;
  bool lattice_open_ = true;
  bool poses_open_ = false;  ///< The lattices hold no box, and it is not proven that none fits.
};

}  // namespace jam::trunk
