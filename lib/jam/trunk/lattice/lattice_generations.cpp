// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Generations of a population in one frame, and the eras that they make up (lattice_search.hpp).
#include <algorithm>
#include <bit>
#include <utility>

#include "jam/trunk/lattice/lattice_search.hpp"

namespace jam::trunk {
namespace {

constexpr int joining_share = 4;         ///< Elites join when a quarter of the era is left.
constexpr std::size_t elite_limit = 40;  ///< Of all eras; beyond it the oldest are dropped.

}  // namespace

std::vector<Frame> LatticeSearch::newcomers() const {
  const Generation next = generation_of(progress_.bracket + 1, options_.device.kind);
  if (next.place != 0 || frames_.empty()) return {};
  // 0, 1, 0, 2, 0, 1, 0, 3 ...: every second era is one in the best frame.
  const auto rank = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(next.era) + 1));
  const BracketSize size = bracket_size(options_.device.kind);
  return std::vector<Frame>(size.survivors + size.children, frames_[std::min(rank, frames_.size() - 1)]);
}

void LatticeSearch::end_era(Instances& survivors) {
  for (auto& survivor : survivors) elites_.push_back(std::move(survivor));
  survivors.clear();
  if (elites_.size() > elite_limit) elites_.erase(elites_.begin(), elites_.end() - static_cast<std::ptrdiff_t>(elite_limit));
}

void LatticeSearch::join_elites() {
  const int generations = bracket_size(options_.device.kind).generations;
  if (generation_of(progress_.bracket, options_.device.kind).place != generations - generations / joining_share || instances_.empty())
    return;
  const Lattice lattice = instances_.front()->frame().lattice;
  for (auto& elite : elites_) {
    if (same_lattice(elite->frame().lattice, lattice)) instances_.push_back(std::move(elite));
  }
  std::erase(elites_, nullptr);
}

}  // namespace jam::trunk
