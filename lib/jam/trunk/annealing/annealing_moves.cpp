// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>

#include "jam/trunk/annealing/annealing_instance.hpp"

namespace jam::trunk {
namespace {

constexpr int pose_tries = 4;            ///< Random poses that are tried for each placement of a box.
constexpr float relocate_share = 0.26F;  ///< Shares of the moves;
constexpr float rebuild_share = 0.48F;
constexpr float rotate_share = 0.13F;  ///< the remaining moves are `shake`.
constexpr int spread_every = 16;       ///< Every so many moves is one of all boxes,
constexpr int calm_spread_every = 8;   ///< this often at low energy.
constexpr double calm = 10;            ///< Low energy is below this, for litre boxes [mm^2].
constexpr double everywhere = 1e150;   ///< [mm]

Vec3d normal_vector(RandomStream& random) {
  const double x = normal_draw(random);
  const double y = normal_draw(random);
  return {x, y, normal_draw(random)};
}

}  // namespace

void BoxChange::set(int number, const PlacedBox& box) {
  numbers.push_back(number);
  boxes.push_back(box);
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

void AnnealingInstance::relocate(RandomStream& random, AnnealingTools& tools, BoxChange& change) {
  const int squeezed = squeezed_box(random);
  const std::vector<int> around = nearest(boxes_[static_cast<std::size_t>(squeezed)].centre, 4);
  const int moved = random.uniform() < 0.6F ? squeezed : around[random.below(static_cast<std::uint32_t>(around.size()))];
  std::vector<PlacedBox> others(boxes_);
  others.erase(others.begin() + moved);
  Vec3d place;
  double overlap = 0;
  change.possible = vacancies().draw(random, place);
  if (!change.possible) return;
  const PlacedBox& from = boxes_[static_cast<std::size_t>(moved)];
  const PlacedBox box = tools.moves.place(random, from.edge, others, place, 20 * scene_->scale(), pose_tries, overlap);
  change.set(moved, box);
  change.regions.push_back({from.centre, 130 * scene_->scale()});
  change.regions.front().place = box.centre;
  change.possible = overlap < 1e299;
}

void AnnealingInstance::rebuild(RandomStream& random, AnnealingTools& tools, BoxChange& change) const {
  const double scale = scene_->scale();
  const PlacedBox& focus = boxes_[static_cast<std::size_t>(squeezed_box(random))];
  const Vec3d place = focus.centre + 50.0 * scale * normal_vector(random);
  const int k = 1 + static_cast<int>(random.below(4));
  std::vector<int> taken = nearest(place, k);
  std::vector<PlacedBox> others;
  for (int i = 0; i < static_cast<int>(boxes_.size()); ++i) {
    if (std::find(taken.begin(), taken.end(), i) == taken.end()) others.push_back(boxes_[static_cast<std::size_t>(i)]);
  }
  for (std::size_t i = taken.size(); i > 1; --i) std::swap(taken[i - 1], taken[random.below(static_cast<std::uint32_t>(i))]);
  // Each box near its former centre, one after the other in random order.
  for (const int i : taken) {
    const PlacedBox& from = boxes_[static_cast<std::size_t>(i)];
    double overlap = 0;
    const PlacedBox box = tools.moves.place(random, from.edge, others, from.centre, 35 * scale, pose_tries, overlap);
    change.possible = change.possible && overlap < 1e299;
    change.set(i, box);
    others.push_back(box);
  }
  change.regions.front().place = place;
}

void AnnealingInstance::scatter(RandomStream& random, double shift, double turn, const BoxChange::Region& region, BoxChange& change) const {
  for (int i = 0; i < count(); ++i) {
    PlacedBox box = boxes_[static_cast<std::size_t>(i)];
    if (!(length_squared(box.centre - region.place) < region.radius * region.radius)) continue;
    box.centre += shift * normal_vector(random);
    box.rotation = turned(box.rotation, turn * normal_vector(random));
    change.set(i, box);
  }
}

bool AnnealingInstance::spread_due() const {
  const double scale = scene_->scale();
  return (moves_ + 1) % (energy_ < calm * scale * scale ? calm_spread_every : spread_every) == 0;
}

BoxChange AnnealingInstance::propose(AnnealingTools& tools) {
  BoxChange change;
  change.trial = trial_++;
  RandomStream random(scene_->seed, StreamId::move, number_, change.trial);
  const double scale = scene_->scale();
  const float kind = random.uniform();
  const double radius = (140 + 200 * random.uniform_double()) * scale;
  const Vec3d place = boxes_[static_cast<std::size_t>(squeezed_box(random))].centre;
  const Vec3d any = normal_vector(random);
  change.regions.push_back({place, radius});
  if (kind < relocate_share) {
    change.kind = MoveKind::relocate;
    relocate(random, tools, change);
  } else if (kind < relocate_share + rebuild_share) {
    change.kind = MoveKind::rebuild;
    rebuild(random, tools, change);
  } else if (kind < relocate_share + rebuild_share + rotate_share) {
    change.kind = MoveKind::rotate;
    const int number = nearest(place + 40.0 * scale * any, 1).front();
    PlacedBox box = boxes_[static_cast<std::size_t>(number)];
    box.rotation = tools.moves.rotation(random, box.edge, {&box, 1}, box.centre);
    change.set(number, box);
    change.regions.front().place = box.centre;
  } else {
    change.kind = MoveKind::shake;
    const double shift = 3 + 17 * random.uniform_double();
    scatter(random, shift * scale, 0.004 * shift, change.regions.front(), change);
  }
  return change;
}

BoxChange AnnealingInstance::propose_spread() {
  BoxChange change;
  change.kind = MoveKind::spread;
  change.trial = trial_++;
  RandomStream random(scene_->seed, StreamId::move, number_, change.trial);
  change.regions.push_back({{}, everywhere});
  const double shift = 0.03 * std::pow(60.0, random.uniform_double());
  scatter(random, shift * scene_->scale(), 0.005 * shift, change.regions.front(), change);
  return change;
}

}  // namespace jam::trunk
