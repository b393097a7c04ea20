// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/pour.hpp"

#include <algorithm>
#include <numbers>
#include <optional>

#include "jam/core/philox.hpp"

namespace jam::dynamics {
namespace {

constexpr int try_limit = 200;

/// The highest place at a random point of the plan.
std::optional<Pose> place_under_ceiling(const MeshContainer& container, Vec3d half, double gap,
                                        RandomStream& random) {
  // Along x or along y.
  const bool turned = random.below(2) == 1;
  Pose pose;
  if (turned) pose.rotation = from_axis_angle({0, 0, 1}, std::numbers::pi / 2);
  const Vec3d reach = (turned ? Vec3d{half.y, half.x, half.z} : half) + Vec3d{gap, gap, gap};
  const Vec3d low = container.low() + reach, span = container.high() - reach - low;
  const double u = random.uniform_double(), v = random.uniform_double();
  if (span.x < 0 || span.y < 0) return std::nullopt;
  pose.position = {low.x + u * span.x, low.y + v * span.y, 0};
  // Under a slope a box has its place deeper, by its size at most.
  const double size = 2 * std::max({half.x, half.y, half.z}), step = 0.5 * std::min({half.x, half.y, half.z});
  const double top = container.ceiling(pose.position.x, pose.position.y) - reach.z;
  for (double down = 1e-3 * step; down < size; down += step) {
    pose.position.z = top - down;
    if (pose.position.z < low.z) break;
    if (container.holds({pose, half}, gap)) return pose;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Entrance> pour(const MeshContainer& container, const World& world, double gap, std::uint64_t seed,
                           std::uint64_t look) {
  std::vector<Vec3d> half(world.bodies.count());
  std::vector<BoxAt> there;
  for (const Shape& shape : world.shapes) {
    if (shape.kind != ShapeKind::box) continue;
    half[shape.body] = shape.half;
    if (world.bodies.dynamic(shape.body)) there.push_back({world.bodies.pose[shape.body], shape.half});
  }
  RandomStream random(seed, StreamId::start, 2, look);
  std::vector<Entrance> entrances;
  for (int body = 0; body < world.bodies.count(); ++body) {
    if (world.bodies.kind[body] != BodyKind::inactive) continue;
    std::optional<Pose> place;
    for (int k = 0; k < try_limit && !place; ++k) {
      place = place_under_ceiling(container, half[body], gap, random);
      if (!place) continue;
      const BoxAt wider{*place, half[body] + Vec3d{gap, gap, gap}};
      const auto meets = [&](const BoxAt& other) {
        const double far = length(wider.half) + length(other.half);
        const Vec3d apart = other.pose.position - wider.pose.position;
        return dot(apart, apart) < far * far && overlap(wider, other);
      };
      if (std::any_of(there.begin(), there.end(), meets)) place.reset();
    }
    if (!place) break;
    there.push_back({*place, half[body]});
    entrances.push_back({body, *place});
  }
  return entrances;
}

}  // namespace jam::dynamics
