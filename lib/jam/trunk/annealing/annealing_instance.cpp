// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/annealing_instance.hpp"

#include <algorithm>
#include <cmath>

#include "jam/trunk/model/box_bytes.hpp"

namespace jam::trunk {
namespace {

constexpr double first_temperature = 30;  ///< Temperature at the start of a cycle [mm^2]
constexpr double last_temperature = 0.3;  ///< and at its end.
constexpr int cycle = 60;                 ///< Moves in a cycle.
constexpr double nearly_legal = 60;       ///< Below this energy all boxes are movable [mm^2].
constexpr double far_energy = 100;        ///< Above this energy the contact simulation decides alone [mm^2].

/// For a move: enough steps to see whether its overlaps can be removed.
constexpr PolishOptions quick_polish{.step_limit = 14, .patience = 5, .active_rounds = 3, .gradient_limit = 40, .accuracy = 0.01};
/// For all boxes of a nearly legal packing, and for spread moves.
constexpr PolishOptions thorough_polish{
    .step_limit = 40, .patience = 6, .fall = 0.7, .active_rounds = 5, .gradient_limit = 50, .accuracy = 0.01};

}  // namespace

BoxPacking AnnealingInstance::packing() const {
  BoxPacking result;
  result.boxes.assign(boxes_.begin(), boxes_.begin() + count());
  return result;
}

LooseBoxes AnnealingInstance::changed(const BoxChange& change) const {
  LooseBoxes loose{boxes_, std::vector<std::uint8_t>(boxes_.size(), 0)};
  for (std::size_t k = 0; k < change.numbers.size(); ++k) {
    const auto i = static_cast<std::size_t>(change.numbers[k]);
    loose.boxes[i] = change.boxes[k];
    loose.movable[i] = 1;
  }
  for (const BoxChange::Region& region : change.regions) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(count()); ++i) {
      if (length_squared(loose.boxes[i].centre - region.place) < region.radius * region.radius) loose.movable[i] = 1;
    }
  }
  return loose;
}

PolishResult AnnealingInstance::relax(LooseBoxes& loose, const PolishOptions& options, AnnealingTools& tools) {
  const PolishResult result = tools.polish.run(loose.boxes, loose.movable, options);
  ++counters_.attempts;
  counters_.steps += result.steps;
  return result;
}

void AnnealingInstance::adopt(std::vector<PlacedBox>&& boxes, AnnealingTools& tools) {
  boxes_ = std::move(boxes);
  vacancies_.reset();
  if (boxes_.empty()) return;
  update_squeeze(tools);
}

const Vacancies& AnnealingInstance::vacancies() {
  if (!vacancies_) vacancies_.emplace(scene_->cells, boxes_);
  return *vacancies_;
}

void AnnealingInstance::update_squeeze(AnnealingTools& tools) {
  const PolishResult now = tools.polish.measure(boxes_, static_cast<int>(boxes_.size()) - count());
  tools.polish.squeeze(boxes_.size(), squeeze_);
  energy_ = now.energy;
  deepest_ = now.deepest;
  if (energy_ < best_energy_) {
    if (energy_ < 0.98 * best_energy_) moves_since_best_ = 0;
    best_energy_ = energy_;
    least_depth_ = std::min(least_depth_, now.deepest);
  }
}

void AnnealingInstance::start(LooseBoxes&& relaxed, AnnealingTools& tools) {
  ++counters_.restarts;
  best_energy_ = 1e300;
  least_depth_ = 1e300;
  moves_ = moves_since_best_ = 0;
  adopt(std::move(relaxed.boxes), tools);
}

bool AnnealingInstance::taken(double rise, std::uint64_t trial) const {
  RandomStream chance(scene_->seed, StreamId::accept, number_, trial);
  const double progress = static_cast<double>(moves_ % cycle) / cycle;
  const double scale = scene_->scale();
  const double temperature = scale * scale * first_temperature * std::pow(last_temperature / first_temperature, progress);
  return rise <= 0 || chance.uniform_double() < std::exp(-rise / temperature);
}

bool AnnealingInstance::far() const {
  const double scale = scene_->scale();
  return energy_ > scale * scale * far_energy;
}

void AnnealingInstance::decide_roughly(const BoxChange& change, AnnealingTools& tools) {
  ++moves_;
  ++moves_since_best_;
  if (!change.possible || !taken(change.rise, change.trial)) return;
  adopt(std::move(changed(change).boxes), tools);
}

bool AnnealingInstance::decide(const BoxChange& change, AnnealingTools& tools) {
  ++moves_;
  ++moves_since_best_;
  if (!change.possible) return false;
  LooseBoxes loose = changed(change);
  const PolishResult before = tools.polish.measure(boxes_, loose.movable);
  const PolishResult after = relax(loose, change.kind == MoveKind::spread ? thorough_polish : quick_polish, tools);
  const double rise = after.energy - before.energy;
  if (!taken(rise, change.trial)) return false;
  for (std::size_t i = 0; i < loose.boxes.size(); ++i) {
    if (loose.movable[i] != 0 && !scene_->cells.may_hold_centre(loose.boxes[i])) return false;
  }
  adopt(std::move(loose.boxes), tools);
  // Nearly legal: polish with all boxes movable.
  if (energy_ > 0 && energy_ < nearly_legal * scene_->scale() * scene_->scale() && moves_since_best_ == 0) {
    std::vector<PlacedBox> all(boxes_);
    const PolishResult polished = tools.polish.run(all, static_cast<int>(scene_->fixed.size()), thorough_polish);
    counters_.steps += polished.steps;
    bool inside = true;
    for (int i = 0; i < count(); ++i) inside = inside && scene_->cells.may_hold_centre(all[static_cast<std::size_t>(i)]);
    if (inside && polished.energy < energy_) adopt(std::move(all), tools);
  }
  return deepest_ <= PolishOptions{}.accept;
}

void AnnealingInstance::write(io::StateWriter& state) const {
  io::write_all(state, boxes_, squeeze_, energy_, deepest_, best_energy_, least_depth_, moves_since_best_, moves_, trial_,
                counters_.attempts, counters_.steps, counters_.restarts);
}

void AnnealingInstance::read(io::StateReader& state) {
  boxes_ = read_boxes(state);
  io::read_all(state, squeeze_, energy_, deepest_, best_energy_, least_depth_, moves_since_best_, moves_, trial_, counters_.attempts,
               counters_.steps, counters_.restarts);
  vacancies_.reset();
  if (boxes_.empty()) return;
  const auto same = [](const PlacedBox& a, const PlacedBox& b) { return a.centre == b.centre && a.edge == b.edge; };
  const bool has_fixed =
      count() > 0 && std::equal(scene_->fixed.begin(), scene_->fixed.end(), boxes_.end() - std::ssize(scene_->fixed), same);
  if (!has_fixed || squeeze_.size() != boxes_.size()) io::fail_state("a packing has other fixed boxes");
}

}  // namespace jam::trunk
