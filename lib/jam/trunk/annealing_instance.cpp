// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing_instance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace jam::trunk {
namespace {

constexpr int insert_tries = 12;  ///< Places that are relaxed for the new box of a start; the best one is taken.
constexpr int pose_tries = 10;    ///< Poses of a box that are looked at for each placement.
constexpr double hot = 30;        ///< Temperature at the start of a cycle [mm^2]
constexpr double cold = 0.3;      ///< and at its end.
constexpr int cycle = 60;         ///< Moves in a cycle.
constexpr double calm = 10;       ///< Energy below which moves of all boxes are frequent [mm^2].

/// Enough to see whether a relaxation gets anywhere; what remains is left to the polish.
PolishOptions quick() {
  PolishOptions options;
  options.step_limit = 14;
  options.patience = 5;
  options.active_rounds = 3;
  options.gradient_limit = 40;
  options.accuracy = 0.01;
  return options;
}

/// For all boxes, nearly legal.
PolishOptions thorough() {
  PolishOptions options;
  options.step_limit = 40;
  options.patience = 6;
  options.fall = 0.7;
  options.active_rounds = 5;
  options.gradient_limit = 50;
  options.accuracy = 1e-2;
  return options;
}

}  // namespace

BoxPacking AnnealingInstance::packing() const {
  BoxPacking result;
  result.boxes.assign(boxes_.begin(), boxes_.begin() + count());
  return result;
}

void AnnealingInstance::mark(const Vec3d& place, double radius) {
  const std::size_t free = proposal_.boxes.size() - scene_->fixed.size();
  for (std::size_t i = 0; i < free; ++i) {
    if (length(proposal_.boxes[i].centre - place) < radius) proposal_.movable[i] = 1;
  }
}

void AnnealingInstance::update_squeeze(AnnealingTools& tools) {
  std::vector<std::uint8_t> movable(boxes_.size(), 1);
  std::fill(movable.begin() + count(), movable.end(), std::uint8_t{0});
  const PolishResult now = tools.polish.measure(boxes_, movable);
  tools.polish.squeeze(boxes_.size(), squeeze_);
  energy_ = now.energy;
  deepest_ = now.deepest;
  if (energy_ < best_energy_) {
    if (energy_ < 0.98 * best_energy_) moves_since_best_ = 0;
    best_energy_ = energy_;
    least_depth_ = std::min(least_depth_, now.deepest);
  }
}

void AnnealingInstance::start(const BoxPacking& legal, AnnealingTools& tools) {
  RandomStream random = start_stream();
  std::vector<PlacedBox> base(legal.boxes);
  const std::size_t last = base.size();
  base.insert(base.end(), scene_->fixed.begin(), scene_->fixed.end());
  const Vacancies vacancies(scene_->cells, base);
  double best = 1e300;
  boxes_.clear();
  for (int k = 0; k < insert_tries; ++k) {
    Vec3d place;
    if (!vacancies.draw(random, place)) break;
    double overlap = 0;
    const PlacedBox box = tools.moves.place(random, scene_->edge, base, place, 20, pose_tries, overlap);
    if (overlap > 1e299) continue;
    proposal_.boxes = base;
    proposal_.boxes.insert(proposal_.boxes.begin() + static_cast<std::ptrdiff_t>(last), box);
    proposal_.movable.assign(proposal_.boxes.size(), 0);
    mark(box.centre, 160 + 120 * random.uniform_double());
    const PolishResult result = tools.polish.run(proposal_.boxes, proposal_.movable, quick());
    ++counters_.attempts;
    counters_.steps += result.steps;
    const bool inside = scene_->cells.contains(proposal_.boxes[last].centre);
    if (!inside || result.energy >= best) continue;
    best = result.energy;
    boxes_ = proposal_.boxes;
  }
  begin(tools);
}

void AnnealingInstance::start(std::span<std::vector<PlacedBox>> candidates, AnnealingTools& tools) {
  boxes_.clear();
  double best = 1e300;
  for (std::vector<PlacedBox>& candidate : candidates) {
    std::vector<std::uint8_t> movable(candidate.size(), 1);
    std::fill(movable.end() - static_cast<std::ptrdiff_t>(scene_->fixed.size()), movable.end(), std::uint8_t{0});
    const PolishResult result = tools.polish.run(candidate, movable, quick());
    ++counters_.attempts;
    counters_.steps += result.steps;
    if (result.energy >= best) continue;
    best = result.energy;
    boxes_ = candidate;
  }
  begin(tools);
}

void AnnealingInstance::begin(AnnealingTools& tools) {
  ++counters_.restarts;
  if (boxes_.empty()) return;
  best_energy_ = 1e300;
  least_depth_ = 1e300;
  moves_ = moves_since_best_ = 0;
  update_squeeze(tools);
}

int AnnealingInstance::squeezed_box(RandomStream& random) const {
  double total = 0;
  for (int i = 0; i < count(); ++i) total += squeeze_[static_cast<std::size_t>(i)];
  double at = random.uniform_double() * total;
  for (int i = 0; i < count(); ++i) {
    at -= squeeze_[static_cast<std::size_t>(i)];
    if (at < 0) return i;
  }
  return static_cast<int>(random.below(static_cast<std::uint32_t>(count())));
}

std::vector<int> AnnealingInstance::nearest(const Vec3d& place, int k) const {
  std::vector<int> order(static_cast<std::size_t>(count()));
  std::iota(order.begin(), order.end(), 0);
  k = std::min(k, count());
  const auto key = [&](int i) { return length_squared(boxes_[static_cast<std::size_t>(i)].centre - place); };
  std::partial_sort(order.begin(), order.begin() + k, order.end(), [&](int a, int b) {
    const double da = key(a);
    const double db = key(b);
    return da < db || (da == db && a < b);
  });
  order.resize(static_cast<std::size_t>(k));
  return order;
}

void AnnealingInstance::relocate(RandomStream& random, AnnealingTools& tools) {
  const int squeezed = squeezed_box(random);
  const std::vector<int> around = nearest(boxes_[static_cast<std::size_t>(squeezed)].centre, 4);
  const int moved = random.uniform() < 0.6F ? squeezed : around[random.below(static_cast<std::uint32_t>(around.size()))];
  std::vector<PlacedBox> others(boxes_);
  others.erase(others.begin() + moved);
  const Vacancies vacancies(scene_->cells, others);
  Vec3d place;
  double overlap = 0;
  proposal_.possible = vacancies.draw(random, place);
  if (!proposal_.possible) return;
  const auto at = static_cast<std::size_t>(moved);
  const PlacedBox box = tools.moves.place(random, boxes_[at].edge, others, place, 20, pose_tries, overlap);
  mark(boxes_[at].centre, 130);
  proposal_.boxes[at] = box;
  proposal_.movable[at] = 1;
  proposal_.place = box.centre;
  proposal_.possible = overlap < 1e299;
}

void AnnealingInstance::rebuild(RandomStream& random, AnnealingTools& tools) {
  const PlacedBox& focus = boxes_[static_cast<std::size_t>(squeezed_box(random))];
  const Vec3d place = focus.centre + 50.0 * Vec3d{normal_draw(random), normal_draw(random), normal_draw(random)};
  const int k = 1 + static_cast<int>(random.below(4));
  std::vector<int> taken = nearest(place, k);
  std::vector<PlacedBox> others;
  for (int i = 0; i < static_cast<int>(boxes_.size()); ++i) {
    if (std::find(taken.begin(), taken.end(), i) == taken.end()) others.push_back(boxes_[static_cast<std::size_t>(i)]);
  }
  for (std::size_t i = taken.size(); i > 1; --i) std::swap(taken[i - 1], taken[random.below(static_cast<std::uint32_t>(i))]);
  // Each into the hole where one of them was, or between.
  for (const int i : taken) {
    const auto at = static_cast<std::size_t>(i);
    double overlap = 0;
    const PlacedBox box = tools.moves.place(random, boxes_[at].edge, others, boxes_[at].centre, 35, pose_tries, overlap);
    proposal_.possible = proposal_.possible && overlap < 1e299;
    proposal_.boxes[at] = box;
    proposal_.movable[at] = 1;
    others.push_back(box);
  }
  proposal_.place = place;
}

void AnnealingInstance::propose(RandomStream& random, AnnealingTools& tools) {
  proposal_.boxes = boxes_;
  proposal_.movable.assign(boxes_.size(), 0);
  proposal_.possible = true;
  float kind = random.uniform();
  if (energy_ < calm && random.uniform() < 0.3F) kind = 1;
  proposal_.radius = 140 + 200 * random.uniform_double();
  const int squeezed = squeezed_box(random);
  proposal_.place = boxes_[static_cast<std::size_t>(squeezed)].centre;
  const Vec3d any{normal_draw(random), normal_draw(random), normal_draw(random)};
  if (kind < 0.25F) {
    proposal_.kind = MoveKind::relocate;
    relocate(random, tools);
  } else if (kind < 0.70F) {
    proposal_.kind = MoveKind::rebuild;
    rebuild(random, tools);
  } else if (kind < 0.82F) {
    proposal_.kind = MoveKind::turn;
    const std::vector<int> around = nearest(proposal_.place + 40.0 * any, 1);
    PlacedBox& box = proposal_.boxes[static_cast<std::size_t>(around.front())];
    box.rotation = tools.moves.rotation(random, {&box, 1}, box.centre);
    proposal_.movable[static_cast<std::size_t>(around.front())] = 1;
    proposal_.place = box.centre;
  } else if (kind < 0.94F) {
    proposal_.kind = MoveKind::shake;
    const double shift = 3 + 17 * random.uniform_double();
    mark(proposal_.place, proposal_.radius);
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      if (proposal_.movable[i] == 0) continue;
      PlacedBox& box = proposal_.boxes[i];
      box.centre += shift * Vec3d{normal_draw(random), normal_draw(random), normal_draw(random)};
      box.rotation = turned(box.rotation, 0.004 * shift * Vec3d{normal_draw(random), normal_draw(random), normal_draw(random)});
    }
  } else {
    proposal_.kind = MoveKind::spread;
    proposal_.radius = 1e300;
    const double shift = 0.03 * std::pow(60.0, random.uniform_double());
    for (std::size_t i = 0; i < boxes_.size() - scene_->fixed.size(); ++i) {
      PlacedBox& box = proposal_.boxes[i];
      box.centre += shift * Vec3d{normal_draw(random), normal_draw(random), normal_draw(random)};
      box.rotation = turned(box.rotation, 0.005 * shift * Vec3d{normal_draw(random), normal_draw(random), normal_draw(random)});
    }
  }
  mark(proposal_.place, proposal_.radius);
}

bool AnnealingInstance::step(AnnealingTools& tools) {
  const std::uint64_t trial = trial_++;
  RandomStream random(scene_->seed, StreamId::move, number_, trial);
  RandomStream chance(scene_->seed, StreamId::accept, number_, trial);
  ++moves_;
  ++moves_since_best_;
  propose(random, tools);
  const int kind = static_cast<int>(proposal_.kind);
  ++counters_.tried[kind];
  if (!proposal_.possible) return false;
  const PolishResult before = tools.polish.measure(boxes_, proposal_.movable);
  const PolishResult after =
      tools.polish.run(proposal_.boxes, proposal_.movable, proposal_.kind == MoveKind::spread ? thorough() : quick());
  ++counters_.attempts;
  counters_.steps += after.steps;
  const double rise = after.energy - before.energy;
  const double progress = static_cast<double>(moves_ % cycle) / cycle;
  const double temperature = hot * std::pow(cold / hot, progress);
  if (rise > 0 && chance.uniform_double() >= std::exp(-rise / temperature)) return false;
  for (std::size_t i = 0; i < proposal_.boxes.size(); ++i) {
    if (proposal_.movable[i] != 0 && !scene_->cells.contains(proposal_.boxes[i].centre)) return false;
  }
  ++counters_.taken[kind];
  boxes_.swap(proposal_.boxes);
  update_squeeze(tools);
  // Nearly legal: all boxes may give way.
  if (energy_ > 0 && energy_ < 60 && moves_since_best_ == 0) {
    proposal_.boxes = boxes_;
    const PolishResult polished = tools.polish.run(proposal_.boxes, static_cast<int>(scene_->fixed.size()), thorough());
    counters_.steps += polished.steps;
    bool inside = true;
    for (int i = 0; i < count(); ++i) inside = inside && scene_->cells.contains(proposal_.boxes[static_cast<std::size_t>(i)].centre);
    if (inside && polished.energy < energy_) {
      boxes_ = proposal_.boxes;
      update_squeeze(tools);
    }
  }
  return deepest_ <= PolishOptions{}.accept;
}

}  // namespace jam::trunk
