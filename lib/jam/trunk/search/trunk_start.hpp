// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The legal part of packings that are not legal.
#pragma once

#include <vector>

#include "jam/core/device.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::trunk {

/// The boxes of `boxes` that are legal together with `fixed`, which must be legal: all of them, or what is left when halves are tried, then
/// halves of halves. Any part of a legal load is legal, so n boxes of which k are to go need about 2 k log2 (n/k) verifications. Where
/// `stop` is given and asks for an end, what was found legal until then; at least one box if there is a legal one.
[[nodiscard]] std::vector<BoxRow> legal_part(const std::vector<BoxRow>& fixed, const std::vector<BoxRow>& boxes, const VerifyRows& verify,
                                             StopToken* stop = nullptr);

/// A packing that was relaxed.
struct RelaxedStart {
  std::vector<BoxRow> boxes;  ///< The legal ones.
  int given = 0;              ///< Boxes before.
  int outside = 0;            ///< Of these, boxes whose centre lies outside of the points: left out before anything else.
  double deepest_before = 0;  ///< Deepest penetration among the others [mm], as the contact simulation sees it.
  double deepest_after = 0;   ///< Deepest penetration when it was done, by the polish.
};

/// Makes an illegal packing legal: contact simulation with boxes a little larger than they are, so that rounding and the last of the
/// penetration leave a gap; the polish (box_polish.hpp), for what went through the wall between two points; then legal_part. More than
/// box_count_limit boxes (box_instances.hpp) are polished only. The fixed boxes do not move. Where `stop` is given and asks for an end,
/// what is left of these is skipped or cut short. The problem needs its grid. InputError where the contact simulation fails
/// (require_finite).
[[nodiscard]] RelaxedStart relax_start(const TrunkProblem& problem, const std::vector<BoxRow>& boxes, const Device& device,
                                       int thread_count, const VerifyRows& verify, StopToken* stop = nullptr);

}  // namespace jam::trunk
