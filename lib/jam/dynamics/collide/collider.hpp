// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Collision detection: from shapes and the poses of their bodies to the list of contacts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/collide/narrow_phase.hpp"
#include "jam/dynamics/collide/pair_search.hpp"
#include "jam/dynamics/model/shape.hpp"

namespace jam::dynamics {

struct CollisionScene {
  std::span<const Shape> shapes;
  std::span<const Pose> poses;               ///< One a body.
  std::span<const std::uint8_t> flags;       ///< BodyFlag bits (bounds.hpp), one for each body.
  std::span<const StepMotion> motions = {};  ///< One a body; empty: they are at rest.
};

/// Keeps its memory from one call to the next.
class Collider {
 public:
  /// Overwrites `contacts` with all contacts whose gaps are at most `delta` (>= 0) [m]; for bodies that move
  /// instead, with those that they come to in this step (moving_pair.hpp). They are sorted by (shape_a,
  /// shape_b, feature), where shape_a < shape_b unless there is a plane, which is always b, and are the same
  /// for any number of threads (0: all). Shapes of one body, fixed bodies among themselves, inactive bodies,
  /// and planes among themselves do not collide. Throws InputError if a body has a pose that is not
  /// finite.
  void detect(const CollisionScene& scene, double delta, int thread_count, std::vector<Contact>& contacts);

 private:
  void add_plane_pairs(const CollisionScene& scene, int thread_count);

  std::vector<Pose> world_;
  std::vector<StepMotion> motions_;  ///< One a shape.
  std::vector<Bounds> bounds_;
  std::vector<int> planes_;  ///< Indices of shapes.
  KeyedValues pairs_;
  KeyedValues scratch_;
  BinnedPairs binned_;
  NarrowPhase narrow_;
};

}  // namespace jam::dynamics
