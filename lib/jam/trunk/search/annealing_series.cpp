// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/annealing_series.hpp"

#include <algorithm>
#include <utility>

namespace jam::trunk {

void AnnealingSeries::offer(const std::vector<BoxRow>& legal, int uses) {
  const long long worth = worth_of(legal);
  const bool at_once = worth >= best_worth_;
  starts_.add(legal, at_once ? std::max(1, uses) : uses);
  if (!at_once) return;
  annealing_->offer(packing_of(legal, corner_radius_));
  if (worth > best_worth_) {
    present_uses_ = 1;
    reached(worth);
  }
}

void AnnealingSeries::end_turn(long long island_best) {
  const BoxPacking& best = annealing_->best();
  const long long worth = worth_of(rows_of(best));
  ++stagnant_turns_;
  if (worth > best_worth_) reached(worth);
  take_depth(annealing_->progress().least_depth);
  constexpr int most_doublings = 20;
  constexpr int far_behind = 2;
  long long patience = static_cast<long long>(annealing_->patience())
                       << std::min(present_uses_ - 1, most_doublings);
  if (best_worth_ <= island_best - far_behind * starts_.measure().box) patience = std::max(1LL, patience / 2);
  if (stagnant_turns_ < patience || starts_.empty()) return;
  // The best packing is taken again, but after some others, and then for longer.
  if (best_worth_ >= island_best) starts_.add(rows_of(best), 2);
  annealing_->forget();
  const StartPool::Entry& next = starts_.next();
  present_uses_ = next.uses;
  const BoxPacking start = packing_of(next.rows, corner_radius_);
  annealing_->offer(start);
  reached(worth_of(next.rows));
}

void AnnealingSeries::write(io::StateWriter& state) const {
  io::write_all(state, best_worth_, least_depth_, stagnant_turns_, present_uses_);
  starts_.write(state);
  if (begun()) annealing_->write(state);
}

void AnnealingSeries::read(io::StateReader& state, std::unique_ptr<AnnealingSearch> annealing) {
  io::read_all(state, best_worth_, least_depth_, stagnant_turns_, present_uses_);
  if (best_worth_ < 0 || !(least_depth_ >= 0) || stagnant_turns_ < 0 || present_uses_ < 1)
    io::fail_state("its annealings are impossible");
  starts_.read(state);
  annealing_ = std::move(annealing);
  if (begun()) annealing_->read(state);
}

void AnnealingSeries::reached(long long worth) {
  best_worth_ = worth;
  least_depth_ = no_depth;
  stagnant_turns_ = 0;
}

void AnnealingSeries::take_depth(double depth) {
  constexpr double fallen = 0.9;
  if (depth < 0 || depth >= fallen * least_depth_) return;
  least_depth_ = depth;
  stagnant_turns_ = 0;
}

}  // namespace jam::trunk
