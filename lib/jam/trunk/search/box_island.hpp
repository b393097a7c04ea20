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

#include "jam/trunk/search/annealing_series.hpp"
#include "jam/trunk/search/lattice_series.hpp"
#include "jam/trunk/search/load_island.hpp"
#include "jam/trunk/search/pose_search.hpp"

namespace jam::trunk {

class BoxIsland : public LoadIsland {
 public:
  BoxIsland(const TrunkScene& scene, const IslandPlace& place, LoadIncumbent& best)
      : LoadIsland(scene, place, best, SearchPhase::lattice),
        lattice_(scene.walls, scene.problem.container, lattice_options(), scene.problem.corner_radius,
                 !beside()),
        annealings_(scene.problem.corner_radius) {}

  /// Begins from options.starts, if there are any.
  void begin();

  // The functions of the concept Island (search/island.hpp).

  /// Takes a turn; false if a stop ended it.
  [[nodiscard]] bool finish_round();
  /// Whether the island has had its turns, or no phase has anything to do.
  [[nodiscard]] bool finished() const;

  /// The best packing of the island, of those found here and those accepted.
  [[nodiscard]] std::string migrant() const;

  /// An annealing begins from the migrant: at once where it has more boxes than the best packing here, else
  /// later.
  void accept(const std::string& migrant);

  /// A legal load that a user made, as a migrant: it counts as found here, and is annealed at once where it
  /// has as many boxes as the present annealing has reached.
  void accept_from_user(const std::string& migrant);

  void write(io::StateWriter& state) const;
  /// Number of instances of the annealing in a state of write(); 0 if the annealing had not begun.
  [[nodiscard]] static int annealed_in(const std::string& bytes);

  void read(io::StateReader& state, const Best::Counters& counters);

 private:
  /// Whether lattices are searched while the GPU anneals.
  [[nodiscard]] bool beside() const { return scene_.run.device.kind == DeviceKind::cuda; }

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

  /// Offers legal boxes to the incumbent; the most so far become those of the island.
  void found(const std::vector<BoxRow>& legal, SearchPhase phase);

  /// Takes a packing to anneal from, which counts as if `uses` annealings had begun from it. The first one
  /// creates the annealing, which takes time: it reads all walls. Where the problem exceeds the capacity of
  /// an annealing, only lattices are searched.
  void take_start(const std::vector<BoxRow>& legal, int uses = 0);

  /// The seed of the search for the first island, one drawn from it for others.
  [[nodiscard]] std::uint64_t seed() const;

  [[nodiscard]] Vec3d edge() const { return scene_.problem.set.pieces.front().edge; }
  [[nodiscard]] std::vector<PlacedBox> fixed_boxes() const;

  [[nodiscard]] LatticeOptions lattice_options() const;

  /// The island's share of TrunkSearchOptions::instance_count; 0: the default of the device.
  [[nodiscard]] int wanted_instances() const;

  /// An annealing without a packing; null if the problem exceeds the capacity of one.
  [[nodiscard]] std::unique_ptr<AnnealingSearch> make_annealing_of(int instance_count) const;

  LatticeSeries lattice_;
  AnnealingSeries annealings_;
  std::unique_ptr<PoseSearch> poses_;  ///< Null before the first turn that searches for a first box.
  std::vector<BoxRow> island_best_;    ///< Best packing of the island; fixed boxes are left out.
  /// When the lattice search last had a new packing with as many boxes as the best one.
  long long lattice_gain_turn_ = 0;
  bool started_ = false;  ///< Whether the search began with options.starts.
  bool lattice_open_ = true;
  bool annealing_open_ = false;  ///< Has packings to continue from.
  bool poses_open_ = false;      ///< The lattices hold no box, and it is not proven that none fits.
};

}  // namespace jam::trunk
