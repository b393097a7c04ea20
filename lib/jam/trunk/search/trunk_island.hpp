// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An island of the search of a trunk: lattices and annealing in turns (trunk_search.hpp). A round of it is one turn.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jam/trunk/annealing/annealing.hpp"
#include "jam/trunk/lattice/lattice_search.hpp"
#include "jam/trunk/search/load_incumbent.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::trunk {

/// What the islands of a process share; must outlive them.
struct TrunkScene {
  const Container& container;
  const TriangleMesh& walls;  ///< What the lattices fill (container_walls()).
  const PointGrid& grid;
  const TrunkSearchOptions& options;
  const SearchRun& run;
};

/// Lattice packings that were verified already, by frame.
class SeenPackings {
 public:
  /// Whether the packing is better than what was seen of its frame.
  bool is_new(const LatticePacking& packing);

  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

 private:
  struct Entry {
    Quaterniond rotation;
    Vec3d origin;
    int count;
  };
  std::vector<Entry> entries_;
};

class TrunkIsland {
 public:
  using Best = LoadIncumbent;

  TrunkIsland(const TrunkScene& scene, const IslandPlace& place, LoadIncumbent& best);

  /// Begins from options.start, if there is one.
  void begin();

  // As Island asks for (search/archipelago.hpp).

  void begin_round() {}
  [[nodiscard]] bool finish_round();
  void abandon() {}
  [[nodiscard]] bool finished() const;

  /// The best packing of the island, of those found here and those accepted.
  [[nodiscard]] std::string migrant() const;

  /// An elite of the annealing.
  void accept(const std::string& migrant);

  [[nodiscard]] Best::Counters counters() const;
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state, const Best::Counters& counters);
  static void summarise(const std::vector<const TrunkIsland*>& islands, TrunkProgress& progress);

  /// How many packings were annealed side by side in what write() has written; 0 where it had not come to that.
  [[nodiscard]] static int annealed_in(const std::string& bytes);

 private:
  [[nodiscard]] std::uint64_t seed() const;
  [[nodiscard]] std::vector<PlacedBox> fixed_boxes() const;
  [[nodiscard]] LatticeOptions lattice_options() const;
  [[nodiscard]] std::unique_ptr<Annealing> make_annealing(int instance_count) const;
  [[nodiscard]] int wanted_instances() const;
  [[nodiscard]] bool dropped() const;
  void start_annealing_from(const std::vector<BoxRow>& legal);
  void found(const std::vector<BoxRow>& legal, SearchPhase phase);
  void lattice_turn();
  void annealing_turn();

  TrunkScene scene_;
  IslandPlace place_;
  StopToken& stop_;
  LoadIncumbent& best_;
  int fixed_count_;
  LatticeSearch lattice_;
  std::unique_ptr<Annealing> annealing_;  ///< From the first packing on.
  SeenPackings seen_;
  std::vector<BoxRow> island_best_;  ///< Without fixed boxes.
  bool started_ = false;             ///< From a packing that was given.
  bool lattice_open_ = true;
  bool annealing_open_ = false;  ///< Has something to go on from.

  long long turns_ = 0;
  long long lattice_rounds_ = 0;
  long long annealing_rounds_ = 0;
  long long steps_ = 0;
  SearchPhase phase_ = SearchPhase::lattice;
  int present_count_ = 0;     ///< As in TrunkProgress.
  double least_depth_ = -1;   ///< [mm]
  Best::Counters counted_{};  ///< What best_.progress has of the counters.
};

}  // namespace jam::trunk
