// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The annealings of an island, one after the other: what grows from one packing saturates, and another one
// may grow further. An annealing that has had no gain for some turns forgets all it has, and begins from the
// next packing of a pool. A gain is a box more, or a deepest penetration that has fallen by a tenth in the
// packing that came nearest to one box more. How far a packing grows shows early; so each gets few turns at
// first, and twice as many each further time. One that joined an annealing of packings with as many boxes has
// had its first time with it. Near the end a box takes many times as long as the one before; so those two or
// more boxes behind the best packing of the island get half of that.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "jam/trunk/annealing/annealing.hpp"
#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/search/start_pool.hpp"

namespace jam::trunk {

class AnnealingSeries {
 public:
  explicit AnnealingSeries(double corner_radius) : corner_radius_(corner_radius) {}

  [[nodiscard]] bool begun() const { return annealing_ != nullptr; }
  /// With an annealing that has no packing yet.
  void begin(std::unique_ptr<AnnealingSearch> annealing) { annealing_ = std::move(annealing); }

  /// Takes a legal packing to anneal from: at once where it has at least the number of boxes of the best one
  /// of the present annealing, and later, as if `uses` annealings had begun from it. Requires begun(), as do
  /// all functions below.
  void offer(const std::vector<BoxRow>& legal, int uses = 0) {
    const int count = static_cast<int>(legal.size());
    const bool at_once = count >= best_count_;
    starts_.add(legal, at_once ? std::max(1, uses) : uses);
    if (!at_once) return;
    annealing_->offer(packing_of(legal, corner_radius_));
    if (count > best_count_) {
      present_uses_ = 1;
      reached(count);
    }
  }

  /// Takes a legal packing to anneal from later.
  void keep(const std::vector<BoxRow>& legal) { starts_.add(legal, 0); }

  /// A turn of the present annealing: see AnnealingSearch.
  [[nodiscard]] bool advance(StopToken& stop) { return annealing_->advance(stop); }
  [[nodiscard]] const AnnealingSearch& present() const { return *annealing_; }

  /// After a turn that was not stopped: where the patience of the present annealing is used up, the next one
  /// begins. `island_best`: boxes of the best packing of the island.
  void end_turn(int island_best) {
    const BoxPacking& best = annealing_->best();
    ++stagnant_turns_;
    if (best.count() > best_count_) reached(best.count());
    take_depth(annealing_->progress().least_depth);
    constexpr int most_doublings = 20;
    constexpr int far_behind = 2;
    long long patience = static_cast<long long>(annealing_->patience())
                         << std::min(present_uses_ - 1, most_doublings);
    if (best_count_ <= island_best - far_behind) patience = std::max(1LL, patience / 2);
    if (stagnant_turns_ < patience || starts_.empty()) return;
    // The best packing is taken again, but after some others, and then for longer.
    if (best_count_ >= island_best) starts_.add(rows_of(best), 2);
    annealing_->forget();
    const StartPool::Entry& next = starts_.next();
    present_uses_ = next.uses;
    const BoxPacking start = packing_of(next.rows, corner_radius_);
    annealing_->offer(start);
    reached(start.count());
  }

  void write(io::StateWriter& state) const {
    io::write_all(state, best_count_, least_depth_, stagnant_turns_, present_uses_);
    starts_.write(state);
    if (begun()) annealing_->write(state);
  }
  /// `annealing`: one like that whose state was written; null where there was none.
  void read(io::StateReader& state, std::unique_ptr<AnnealingSearch> annealing) {
    io::read_all(state, best_count_, least_depth_, stagnant_turns_, present_uses_);
    if (best_count_ < 0 || !(least_depth_ >= 0) || stagnant_turns_ < 0 || present_uses_ < 1)
      io::fail_state("its annealings are impossible");
    starts_.read(state);
    annealing_ = std::move(annealing);
    if (begun()) annealing_->read(state);
  }

 private:
  void reached(int count) {
    best_count_ = count;
    least_depth_ = no_depth;
    stagnant_turns_ = 0;
  }

  /// The deepest penetration of the nearest packing in the last turn [mm]; < 0: unknown.
  void take_depth(double depth) {
    constexpr double fallen = 0.9;
    if (depth < 0 || depth >= fallen * least_depth_) return;
    least_depth_ = depth;
    stagnant_turns_ = 0;
  }

  static constexpr double no_depth = 1e300;

  double corner_radius_;
  std::unique_ptr<AnnealingSearch> annealing_;  ///< Null before the first packing.
  StartPool starts_;
  int best_count_ = 0;  ///< Boxes of the best packing of the present annealing.
  double least_depth_ =
      no_depth;  ///< Least depth of a packing with one box more [mm]; a fall by less than a tenth is ignored.
  int stagnant_turns_ = 0;  ///< Turns of the present annealing since its last gain.
  int present_uses_ =
      1;  ///< How many times the packing of the present annealing counts as used, this time included.
};

}  // namespace jam::trunk
