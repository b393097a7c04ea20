// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/collide/collider.hpp"

#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/dynamics/collide/chunks.hpp"

namespace jam::dynamics {
namespace {

constexpr std::size_t shapes_per_chunk = 4096;

/// Largest number of shapes for which testing all pairs takes less time than sorting entries of bins.
constexpr std::size_t one_by_one_limit = 64;

}  // namespace

void Collider::detect(const CollisionScene& scene, double delta, int thread_count,
                      std::vector<Contact>& contacts) {
  assert(scene.flags.size() == scene.poses.size() && delta >= 0);
  const std::size_t n = scene.shapes.size();

  // Shapes in the world.
  world_.resize(n);
  motions_.resize(n);
  bounds_.resize(n);
  for_chunks(n, shapes_per_chunk, thread_count, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Shape& shape = scene.shapes[i];
      const std::size_t body = shape.body;
      assert(body < scene.poses.size());
      world_[i] = scene.poses[body] * shape.pose;
      motions_[i] = scene.motions.empty()
                        ? StepMotion{{}, {}, 0.5 * delta}
                        : motion_of_shape(scene.motions[body], scene.poses[body], world_[i]);
      bounds_[i] = bounds_of(shape, world_[i], scene.flags[body], motions_[i]);
      if (!std::isfinite(length_squared(world_[i].position)) || !std::isfinite(norm(world_[i].rotation))) {
        throw InputError(fmt::format("collision detection: the pose of body {} is not finite", body));
      }
    }
  });
  planes_.clear();
  for (std::size_t i = 0; i < n; ++i) {
    if (scene.shapes[i].kind != ShapeKind::plane) continue;
    planes_.push_back(static_cast<int>(i));
    bounds_[i].flags |= body_inactive;  // Planes have no place in bins.
  }

  // Broad phase; each pair is found once, and sorting gives one order of all.
  pairs_.keys.clear();
  if (n <= one_by_one_limit) {
    add_pairs_one_by_one(bounds_, pairs_.keys);
  } else {
    binned_.add(bounds_, thread_count, pairs_.keys);
  }
  add_plane_pairs(scene, thread_count);
  radix_sort(pairs_, scratch_, static_cast<std::uint64_t>(n) * n, thread_count);

  narrow_.run(scene.shapes, world_, motions_, pairs_.keys, thread_count, contacts);
}

void Collider::add_plane_pairs(const CollisionScene& scene, int thread_count) {
  const std::size_t n = scene.shapes.size();
  std::vector<std::vector<std::uint64_t>> found((n + shapes_per_chunk - 1) / shapes_per_chunk);
  for (const int number : planes_) {
    const std::size_t k = number;
    const PlacedPlane plane = placed_plane(scene.shapes[k], world_[k]);
    Bounds of_plane = bounds_[k];
    of_plane.flags = scene.flags[scene.shapes[k].body];
    for_chunks(
        n, shapes_per_chunk, thread_count, [&](std::size_t chunk, std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i) {
            if (may_collide(bounds_[i], of_plane) && bounds_meet(bounds_[i], plane, world_[k], motions_[k]))
              found[chunk].push_back(pair_key(i, k, n));
          }
        });
  }
  append_lists(found, thread_count, pairs_.keys);
}

}  // namespace jam::dynamics
