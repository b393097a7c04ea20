// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/loading/unloading.hpp"

#include <algorithm>
#include <cmath>

namespace jam::loading {
namespace {

constexpr double longest_aside = 500;   ///< Longest push aside [mm].
constexpr double shortest_aside = 0.5;  ///< Shorter pushes are none [mm].
constexpr double clear_of_walls = 1;    ///< A box is pushed out farther than the container by this [mm].

Zonotope moved(Zonotope body, Vec3d shift) {
  body.centre += shift;
  return body;
}

}  // namespace

Unloading::Unloading(const OpenContainer& container, std::span<const contact::Box<double>> boxes,
                     double allowed)
    : container_(container), boxes_(boxes.begin(), boxes.end()), in_(boxes.size(), 1), allowed_(allowed) {
  for (const contact::Box<double>& box : boxes_) {
    bodies_.push_back(zonotope_of(box));
    bounds_.push_back(bounds_of(bodies_.back()));
  }
}

const std::vector<int>& Unloading::blockers() {
  std::ranges::sort(blockers_);
  blockers_.erase(std::unique(blockers_.begin(), blockers_.end()), blockers_.end());
  return blockers_;
}

/// Calls use(times, number) for every wall (-1) and every box near the way of a body.
template <class Use>
void Unloading::visit(int box, const Zonotope& body, Vec3d way, Use use) {
  trunk::Bounds region = bounds_of(body), end = bounds_of(moved(body, way));
  region.add(end.low);
  region.add(end.high);
  const double size = length(way);
  const Vec3d direction = way / size;
  for (int other = 0; other < count(); ++other) {
    if (other == box || in_[other] == 0 || !bounds_[other].meets(region)) continue;
    const Times times = overlap_times(body, direction, bodies_[other], allowed_);
    if (!times.none() && times.to > 0 && times.from < size) use(times, other);
  }
  container_.walls.near(region, near_);
  for (const int wall : near_) {
    const Times times = overlap_times(body, direction, container_.walls.corners(wall), allowed_);
    if (!times.none() && times.to > 0 && times.from < size) use(times, -1);
  }
}

/// How far a body can be pushed, up to `limit`.
double Unloading::free_length(int box, const Zonotope& body, Vec3d direction, double limit) {
  double free = limit;
  visit(box, body, limit * direction, [&](const Times& times, int other) {
    if (other >= 0) blockers_.push_back(other);
    free = std::min(free, std::max(0.0, times.from));
  });
  return free;
}

/// The shortest push after which a body overlaps nothing, up to `limit`; a little longer where that leaves
/// some clearance.
std::optional<double> Unloading::first_free(int box, const Zonotope& body, Vec3d direction, double limit) {
  constexpr double clearance = 1;  // [mm]
  blocked_.clear();
  visit(box, body, limit * direction, [&](const Times& times, int other) {
    if (other >= 0) blockers_.push_back(other);
    blocked_.push_back(times);
  });
  std::ranges::sort(blocked_, {}, &Times::from);
  double free = 0;
  for (const Times& times : blocked_) {
    if (times.from > free) return std::min(free + clearance, 0.5 * (free + times.from));
    free = std::max(free, times.to);
  }
  if (free > limit) return std::nullopt;
  return std::min(free + clearance, 0.5 * (free + limit));
}

/// Directions of pushes: the axes of space, and those of a box.
std::vector<Vec3d> Unloading::directions(int box) const {
  constexpr double least_difference = 1e-9;
  std::vector<Vec3d> result{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (const Vec3d& axis : boxes_[box].axis) {
    for (const Vec3d& one : {axis, -axis}) {
      const auto same = [&](const Vec3d& other) { return dot(one, other) > 1 - least_difference; };
      if (std::ranges::none_of(result, same)) result.push_back(one);
    }
  }
  return result;
}

/// Directions in which a box, shifted from its place, may leave the container.
std::vector<Unloading::Exit> Unloading::exits(int box, Vec3d shift) const {
  constexpr double least_cosine = 0.7;
  const Vec3d outward = container_.opening.outward;
  const double lowest = extent_of(moved(bodies_[box], shift), outward).low;
  const double depth = std::max(0.0, container_.outside - lowest) + clear_of_walls;
  std::vector<Exit> result{{outward, depth}};
  for (const Vec3d& axis : boxes_[box].axis) {
    const double cosine = dot(axis, outward);
    if (std::fabs(cosine) < least_cosine || std::fabs(cosine) > 1 - 1e-12) continue;
    result.push_back({cosine > 0 ? axis : -axis, depth / std::fabs(cosine)});
  }
  return result;
}

std::optional<Way> Unloading::straight_out(int box, Vec3d shift) {
  const Zonotope body = moved(bodies_[box], shift);
  for (const auto& [direction, length] : exits(box, shift)) {
    if (free_length(box, body, direction, length) >= length) return Way{shift + length * direction};
  }
  return std::nullopt;
}

std::optional<Way> Unloading::aside_and_out(int box, Vec3d shift) {
  const Zonotope body = moved(bodies_[box], shift);
  std::optional<Way> best;
  double shortest = longest_aside;
  const std::vector<Exit> ways_out = exits(box, shift);
  for (const Vec3d& direction : directions(box)) {
    const double free = free_length(box, body, direction, longest_aside);
    if (free < shortest_aside) continue;
    for (const Exit& exit : ways_out) {
      const Vec3d out = exit.length * exit.direction;
      const std::optional<double> aside =
          first_free(box, swept(body, out), direction, std::min(free, shortest));
      if (!aside) continue;
      const Vec3d stop = shift + *aside * direction;
      // A push aside may lead away from the opening.
      std::optional<Way> rest = straight_out(box, stop);
      if (!rest) continue;
      shortest = *aside;
      best = Way{stop, rest->front()};
    }
  }
  return best;
}

std::optional<Way> Unloading::way_out(int box, int pushes) {
  blockers_.clear();
  if (pushes == 1) return straight_out(box, {});
  if (pushes == 2) return aside_and_out(box, {});
  for (const Vec3d& direction : directions(box)) {
    const double free = free_length(box, bodies_[box], direction, longest_aside);
    if (free < shortest_aside) continue;
    for (const double share : {0.1, 0.5, 1.0}) {
      const Vec3d stop = share * free * direction;
      if (std::optional<Way> rest = aside_and_out(box, stop)) return Way{stop, (*rest)[0], (*rest)[1]};
    }
  }
  return std::nullopt;
}

}  // namespace jam::loading
