// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/squeezed_search.hpp"

#include <algorithm>

#include "jam/core/draw_seed.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"

namespace jam::trunk {
namespace {

constexpr int generations = 16;  ///< Largest number of generations of a population.
constexpr int patience = 6;      ///< Number of generations without a gain after which a population ends.
/// Largest number of times that the rounds between two generations are doubled.
constexpr std::uint32_t most_doublings = 4;
/// Number of generations after which the first population has had some time.
constexpr int first_generations = 8;
constexpr double stretch_limit = 0.02;  ///< Largest fraction by which a container is stretched [-].

}  // namespace

bool SqueezedSearch::advance(int steps, int best_count, int reached, const LatticeSearch& exact,
                             StopToken& stop) {
  found_.clear();
  best_count_ = best_count;
  reached_ = reached;
  if (search_ != nullptr && is_over()) end();
  if (search_ == nullptr) {
    axis_ = shortest_axis(walls_, exact.best().frame.lattice.rotation);
    begin();
    search_->begin_from(exact, stop);
  }
  bool open = true;
  for (int step = 0; step < steps && open && !is_over(); ++step) open = search_->advance(stop, false);
  if (stop.stop_requested()) return false;
  if (!open && search_->best().packing.count() == 0) return false;
  if (!open) {  // As many squeezed boxes as fit by volume.
    if (const LatticeInstance* best = search_->best_instance(); best != nullptr)
      static_cast<void>(release({best}, stop));
    end();
  }
  hop(stop);
  return !stop.stop_requested();
}

bool SqueezedSearch::explored() const {
  return number_ > 0 || (search_ != nullptr && search_->generation().place >= first_generations);
}

long long SqueezedSearch::rounds() const {
  return earlier_rounds_ + (search_ == nullptr ? 0 : search_->progress().rounds);
}

void SqueezedSearch::write(io::StateWriter& state) const {
  io::write_all(state, number_, stretch_, axis_, most_left_, gain_generation_, earlier_rounds_,
                search_ != nullptr);
  if (search_ != nullptr) search_->write(state);
  state.write(hopping_.has_value());
  if (hopping_) hopping_->write(state);
}

void SqueezedSearch::read(io::StateReader& state) {
  bool begun = false;
  io::read_all(state, number_, stretch_, axis_, most_left_, gain_generation_, earlier_rounds_, begun);
  const bool possible = stretch_ > 0 && stretch_ <= stretch_limit && is_unit_vector(axis_) &&
                        most_left_ >= 0 && gain_generation_ >= 0 && earlier_rounds_ >= 0;
  if (!possible) io::fail_state("its stretched container is impossible");
  if (begun) {
    begin();
    search_->read(state);
  }
  if (!state.read<bool>()) return;
  begin_releasing();
  hopping_->read(state);
}

void SqueezedSearch::begin() {
  stretched_ = std::make_unique<StretchedContainer>(walls_, options_.fixed, stretch_, axis_);
  LatticeOptions options = options_;
  options.era_generations = generations + 1;
  options.first_rounds <<= std::min(number_, most_doublings);
  options.fixed = stretched_->fixed();
  options.assess = [this](const std::vector<const LatticeInstance*>& lattices, StopToken& stop) {
    return release(lattices, stop);
  };
  if (number_ > 0) {
    RandomStream random(options_.seed, StreamId::squeezed_seed, 0, number_);
    options.seed = draw_seed(random);
  }
  search_ = std::make_unique<LatticeSearch>(stretched_->mesh(), options);
}

void SqueezedSearch::begin_releasing() {
  if (release_) return;
  release_.emplace(container_, options_.fixed);
  hopping_.emplace(walls_, release_->walls(), options_.fixed, options_.edge, options_.seed);
}

bool SqueezedSearch::is_over() const {
  const int present = search_->generation().place;
  return present >= generations || present - gain_generation_ >= patience;
}

void SqueezedSearch::end() {
  constexpr double change = 1.25;
  const int lost = search_->best().packing.count() - most_left_;
  if (lost < 2) stretch_ = std::min(stretch_ * change, stretch_limit);
  if (lost > 2) stretch_ /= change;
  most_left_ = gain_generation_ = 0;
  earlier_rounds_ += search_->progress().rounds;
  ++number_;
  search_.reset();
}

void SqueezedSearch::hop(StopToken& stop) {
  if (!hopping_ || !explored()) return;
  hopping_->keep_above(reached_);
  if (hopping_->empty()) return;
  for (BoxPacking& packing : hopping_->advance(hopping_turn_, options_.thread_count, stop))
    found_.push_back({std::move(packing), SearchPhase::hopping});
}

std::vector<int> SqueezedSearch::release(const std::vector<const LatticeInstance*>& lattices,
                                         StopToken& stop) {
  // Packings with more than `hopeless` boxes less than the best one of this population are given up.
  constexpr int hopeless = 2;
  // Packings with at most `behind` boxes less than the best one of lattices count as found.
  constexpr int behind = 1;
  std::vector<BoxPacking> packings;
  for (const LatticeInstance* lattice : lattices)
    packings.push_back(stretched_->squeezed(lattice->best_packing()));
  for (BoxPacking& packing : packings) {
    for (PlacedBox& box : packing.boxes) box.corner_radius = corner_radius_;
  }
  const int floor = std::max(1, most_left_ - hopeless);
  begin_releasing();
  std::vector<std::vector<NearlyLegal>> before =
      release_->release(packings, floor, options_.thread_count, stop);
  const double scale = box_scale(options_.edge);
  std::vector<int> worths;
  for (std::size_t i = 0; i < packings.size(); ++i) {
    const int count = packings[i].count();
    const bool near = count > 0 && !before[i].empty();
    worths.push_back(worth_of_box * std::max(count, floor - 1) +
                     (near ? nearness(before[i].back().energy / (scale * scale)) : 0));
    if (count > most_left_) most_left_ = count, gain_generation_ = search_->generation().place;
    if (count > 0 && count >= best_count_ - behind)
      found_.push_back({std::move(packings[i]), SearchPhase::squeezed});
    for (NearlyLegal& nearly_legal : before[i]) {
      if (nearly_legal.packing.count() > reached_)
        hopping_->offer(*lattices[i], stretched_->squeeze(), std::move(nearly_legal));
    }
  }
  best_count_ = std::max(best_count_, most_left_);
  return worths;
}

int SqueezedSearch::nearness(double energy) {
  constexpr double far = 10;  // The limit of each eighth is a third of the previous limit.
  int eighths = 0;
  for (double limit = far; eighths < worth_of_box - 1 && energy < limit; limit /= 3) ++eighths;
  return eighths;
}

}  // namespace jam::trunk
