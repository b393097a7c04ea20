// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The narrow phase: the contacts of pairs of shapes, in buckets of one pair of kinds each, so that
// neighbouring threads do the same work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/collide/motion.hpp"
#include "jam/dynamics/collide/radix_sort.hpp"
#include "jam/dynamics/model/shape.hpp"

namespace jam::dynamics {

class NarrowPhase {
 public:
  /// Overwrites `contacts` with the contacts of the pairs (`keys` of pair_search.hpp, sorted), in the
  /// order of the pairs, and within a pair by feature. `world` holds a pose for each shape, `motions` its
  /// motion. No pair has two planes.
  void run(std::span<const Shape> shapes, std::span<const Pose> world, std::span<const StepMotion> motions,
           std::span<const std::uint64_t> keys, int thread_count, std::vector<Contact>& contacts);

 private:
  KeyedValues order_;  ///< Bucket (key) and number (value) of each pair.
  KeyedValues scratch_;
  std::vector<std::size_t> places_;
  std::vector<std::vector<Contact>> found_;
};

}  // namespace jam::dynamics
