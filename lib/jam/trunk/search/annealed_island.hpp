// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Base of islands that anneal loads: their annealings, the best load of the island, and what islands send
// each other. Loads are compared by a measure: the number of boxes, or the worth of a set.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "jam/trunk/search/annealing_series.hpp"
#include "jam/trunk/search/load_island.hpp"

namespace jam::trunk {

class AnnealedIsland : public LoadIsland {
 public:
  AnnealedIsland(const TrunkScene& scene, const IslandPlace& place, LoadIncumbent& best, SearchPhase phase,
                 StartPool::Measure measure = {})
      : LoadIsland(scene, place, best, phase), annealings_(scene.problem.corner_radius, std::move(measure)) {}

  /// Begins from options.starts, if there are any.
  void begin();

  /// The best packing of the island, of those found here and those accepted.
  [[nodiscard]] std::string migrant() const;

  /// An annealing begins from the migrant: at once where it is better than the best packing here, else later.
  void accept(const std::string& migrant);

  /// A legal load that a user made, as a migrant: it counts as found here, and is annealed at once where it
  /// is as good as what the present annealing has reached.
  void accept_from_user(const std::string& migrant);

  /// Number of instances of the annealing in a state of write(); 0 if the annealing had not begun.
  [[nodiscard]] static int annealed_in(const std::string& bytes);

 protected:
  /// Whether lattices are searched while a GPU anneals.
  [[nodiscard]] bool beside() const { return scene_.run.device.kind == DeviceKind::cuda; }

  [[nodiscard]] long long worth_of(const std::vector<BoxRow>& rows) const {
    return annealings_.worth_of(rows);
  }
  /// Worth of the best load of the island.
  [[nodiscard]] long long best_worth() const { return worth_of(island_best_); }

  /// Offers legal boxes to the incumbent; the best so far become those of the island.
  void found(const std::vector<BoxRow>& legal, SearchPhase phase);

  /// Counters and progress of the annealing after a turn of it. False if its result is dropped.
  [[nodiscard]] bool note_annealing();

  /// Takes a packing to anneal from, which counts as if `uses` annealings had begun from it. The first one
  /// creates the annealing, which takes time: it reads all walls. Where the problem exceeds the capacity of
  /// an annealing, only lattices are searched.
  void take_start(const std::vector<BoxRow>& legal, int uses = 0);

  /// The seed of the search for the first island, one drawn from it for others.
  [[nodiscard]] std::uint64_t seed() const;

  [[nodiscard]] std::vector<PlacedBox> fixed_boxes() const;

  void write_annealing(io::StateWriter& state) const;
  void read_annealing(io::StateReader& state);

  AnnealingSeries annealings_;
  std::vector<BoxRow> island_best_;  ///< Best packing of the island; fixed boxes are left out.
  bool started_ = false;             ///< Whether the search began with options.starts.
  bool annealing_open_ = false;      ///< Has packings to continue from.

 private:
  /// The island's share of TrunkSearchOptions::instance_count; 0: the default of the device.
  [[nodiscard]] int wanted_instances() const;

  /// An annealing without a packing; null if the problem exceeds the capacity of one.
  [[nodiscard]] std::unique_ptr<AnnealingSearch> make_annealing_of(int instance_count) const;
};

}  // namespace jam::trunk
