// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The legal part of packings that are not legal.
#pragma once

#include <vector>

#include "jam/core/device.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::trunk {

/// The boxes of `boxes` that are legal together with `fixed`, which must be legal: all of them, or what
/// remains when halves are tried, then halves of halves. Any part of a legal load is legal, so n boxes, k of
/// them illegal, need about 2 k log2 (n/k) verifications. When `stop` requests a stop: the boxes found legal
/// until then, at least one box if there is a legal one.
[[nodiscard]] std::vector<BoxRow> legal_part(const std::vector<BoxRow>& fixed,
                                             const std::vector<BoxRow>& boxes, const VerifyRows& verify,
                                             StopToken* stop = nullptr);

/// A packing that was relaxed.
struct RelaxedStart {
  std::vector<BoxRow> boxes;  ///< The legal ones.
  int given = 0;              ///< Number of boxes before the relaxation.
  int outside = 0;  ///< Number of the given boxes whose centre lies outside of the points: removed first.
  double deepest_before = 0;  ///< Deepest penetration of the remaining boxes beyond the tolerance [mm].
  double deepest_after = 0;   ///< Deepest penetration after their relaxation, before any is taken out [mm].
};

/// Makes an illegal packing legal, at the problem's tolerance (allowance.hpp). First the polish
/// (box_polish.hpp); where it fails, the contact simulation, which separates boxes that overlap deeply, with
/// boxes a little larger than they are, so that a gap remains in spite of rounding and residual penetration,
/// and the polish again. The result with less energy counts. If it is not legal, the boxes with the largest
/// overlap are removed until the rest is legal; then legal_part. More than box_count_limit boxes
/// (box_instances.hpp) are not simulated. The fixed boxes do not move. When `stop` requests a stop, the
/// remaining steps are skipped or cut short. The problem needs its grid. InputError where the contact
/// simulation fails (require_finite).
[[nodiscard]] RelaxedStart relax_start(const TrunkProblem& problem, const std::vector<BoxRow>& boxes,
                                       const Device& device, int thread_count, const VerifyRows& verify,
                                       StopToken* stop = nullptr);

}  // namespace jam::trunk
