// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The annealings of an island, one after the other: an annealing that begins from one packing saturates, and
// another packing may grow further. An annealing without a gain for some turns forgets its packings, and
// begins from the next packing of a pool. A gain is a box more, or a deepest penetration that has fallen by a
// tenth in the packing that came nearest to one box more. How far a packing grows shows early; so each gets
// few turns at first, and twice as many each further time. One that joined an annealing of packings with as
// many boxes has had its first time with it. Near the end a box takes many times as long as the previous one;
// so an annealing that is two or more boxes below the best packing of the island gets half of its turns.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "jam/trunk/annealing/annealing.hpp"
#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/search/start_pool.hpp"

namespace jam::trunk {

class AnnealingSeries {
 public:
  /// `measure`: what packings are compared by. Of a set, a box more or less in these comments means a worth
  /// more or less of Measure::box, and any more worth is a gain.
  explicit AnnealingSeries(double corner_radius, StartPool::Measure measure = {})
      : corner_radius_(corner_radius), starts_(std::move(measure)) {}

  [[nodiscard]] bool begun() const { return annealing_ != nullptr; }
  /// With an annealing that has no packing yet.
  void begin(std::unique_ptr<AnnealingSearch> annealing) { annealing_ = std::move(annealing); }

  /// Takes a legal packing to anneal from: at once where it has at least the number of boxes of the best
  /// one of the present annealing, and later, as if `uses` annealings had begun from it. Requires begun(), as
  /// do all functions below.
  void offer(const std::vector<BoxRow>& legal, int uses = 0);

  /// Takes a legal packing to anneal from later.
  void keep(const std::vector<BoxRow>& legal) { starts_.add(legal, 0); }

  /// A turn of the present annealing: see AnnealingSearch.
  [[nodiscard]] bool advance(StopToken& stop) { return annealing_->advance(stop); }
  [[nodiscard]] const AnnealingSearch& present() const { return *annealing_; }
  /// What a packing is compared by; also before begin().
  [[nodiscard]] long long worth_of(const std::vector<BoxRow>& rows) const {
    return starts_.measure().worth(rows);
  }

  /// After a turn that was not stopped: where the patience of the present annealing is used up, the next one
  /// begins. `island_best`: worth of the best packing of the island.
  void end_turn(long long island_best);

  void write(io::StateWriter& state) const;
  /// `annealing`: one like that whose state was written; null if there was none.
  void read(io::StateReader& state, std::unique_ptr<AnnealingSearch> annealing);

 private:
  void reached(long long worth);

  /// The deepest penetration of the nearest packing in the last turn [mm]; < 0: unknown.
  void take_depth(double depth);

  static constexpr double no_depth = 1e300;

  double corner_radius_;
  std::unique_ptr<AnnealingSearch> annealing_;  ///< Null before the first packing.
  StartPool starts_;
  long long best_worth_ = 0;  ///< Worth of the best packing of the present annealing.
  /// Least depth of a packing with one box more [mm]; a fall by less than a tenth is ignored.
  double least_depth_ = no_depth;
  int stagnant_turns_ = 0;  ///< Number of turns of the present annealing since its last gain.
  /// How many times the packing of the present annealing counts as used, this time included.
  int present_uses_ = 1;
};

}  // namespace jam::trunk
