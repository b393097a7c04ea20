// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The relaxation of a packing of boxes: quasi-static contact simulation (J.-F. Goetzmann 2007, section 5). A
// step finds all pairs of boxes that overlap and all points of the wall inside a box, and moves and rotates
// the boxes so that these contacts separate. Steps are repeated until the deepest penetration is at most a
// tolerance. The tolerance may not be reached: the result says what was reached, and final packings are
// verified elsewhere. Contacts between two boxes that never move are ignored. Lengths in mm.
#pragma once

#include <concepts>
#include <cstdint>

#include "jam/core/macros.hpp"
#include "jam/core/status.hpp"

namespace jam::trunk {

/// How contacts push.
enum class ContactLaw : std::int32_t {
  /// The law of the thesis: a pair pushes at one vertex or between two edges, the wall pushes at the deepest
  /// point alone, and a box is moved by the sum of all full corrections. Stacks that lie flat on each other
  /// jitter and overshoot.
  single,
  /// Faces push at the centre of pressure of the patch in which they meet, the wall at the centre of
  /// pressure of its points under each face. A box shares its mass among its contacts, so that many contacts
  /// do not add up to an overshoot (R. Tonge et al., Mass splitting for jitter-free parallel rigid body
  /// simulation, 2012).
  /// A part of each correction is carried into the next step (B. Polyak's heavy ball): the number of steps
  /// then grows with the height of a stack, not with its square.
  patch
};

struct BoxRelaxation {
  int step_limit = 500;
  float tolerance = 0.01F;  ///< The relaxation ends if the deepest penetration is at most this [mm];
                            ///< negative: never before the limit.
  ContactLaw law = ContactLaw::patch;
  // For law `patch` alone; the values are those that needed fewest steps in tests/bench/bench_boxes.cpp.
  float factor = 2.2F;  ///< Over-relaxation of the shared pushes [-]: stable below 2 (1 + momentum).
  /// Share of the last correction that is applied again [-]. Starts at 0 in every run.
  float momentum = 0.7F;
  /// An edge/edge contact counts if its depth over that of the best face is below this [-].
  float edge_share = 0.95F;
  float skin = 4.0F;  ///< Near pairs are listed up to this gap; lists last until a box has moved half this
                      ///< gap [mm]. No result depends on it.
};

/// Factor of each push.
[[nodiscard]] JAM_HD_INLINE float push_factor(const BoxRelaxation& parameters) {
  return parameters.law == ContactLaw::patch ? parameters.factor : 1.0F;
}
/// Share of the best face's overlap below which an edge/edge axis counts.
[[nodiscard]] JAM_HD_INLINE float edge_share(const BoxRelaxation& parameters) {
  return parameters.law == ContactLaw::patch ? parameters.edge_share : 1.0F;
}

/// Bound of the rounding error of a box's motion: lists are rebuilt earlier by this [mm].
inline constexpr float motion_margin = 0.01F;

/// Result of the relaxation of one packing, evaluated at the last poses.
struct BoxRelaxationResult {
  float deepest = 0;  ///< Deepest penetration [mm], of boxes into each other or of points into boxes.
  float energy = 0;   ///< Sum of squared depths [mm^2]: of pairs, and for each box of its deepest point under
                      ///< each face that takes part.
  std::int32_t steps = 0;        ///< Number of steps made.
  std::int32_t pair_count = 0;   ///< Overlapping pairs.
  std::int32_t wall_count = 0;   ///< Number of contacts of boxes with the wall.
  std::int32_t list_builds = 0;  ///< Number of times that the neighbour lists were built.
  StatusWord status;             ///< converged, step_limit or non_finite.
};

/// Sums over the contacts of one evaluation, independent of their order.
struct ContactTotals {
  float deepest = 0;
  std::int64_t energy = 0;  ///< [2^-20 mm^2]
  int pair_count = 0;
  int wall_count = 0;
};

/// The six phases of a relaxation whose times are reported.
enum class RelaxPhase { copy, box_pairs, box_box, candidates, box_point, application };
inline constexpr int relax_phase_count = 6;

/// A packing with its boxes and neighbour lists, and the phases of a relaxation step. One CPU thread
/// (cpu_relaxation.cpp) or a block of GPU threads (cuda_box_phases.cuh) runs them; in a block all threads
/// call each function.
template <class T>
concept BoxPhases = requires(T packing) {
  packing.begin();        // Sets the carried corrections to 0.
  packing.refresh();      // Recomputes what depends on the poses.
  packing.list_pairs();   // Boxes that may soon touch.
  packing.list_points();  // Points of the wall that may soon lie in a box.
  packing.find_pair_contacts();
  packing.find_wall_contacts();
  { packing.totals() } -> std::same_as<ContactTotals>;
  {
    packing.apply_corrections()
    } -> std::same_as<bool>;  // True if a box has moved so far that the lists must be rebuilt.
  { packing.finite() } -> std::same_as<bool>;  // All poses are numbers.
  packing.mark(RelaxPhase::copy);  // The time since the last mark, or begin(), was that of a phase.
};

/// Relaxes a packing. All threads get the same result.
template <BoxPhases P>
JAM_HD_INLINE BoxRelaxationResult relax_boxes(P& packing, const BoxRelaxation& parameters) {
  BoxRelaxationResult result;
  bool stale = true;
  packing.begin();
  for (;;) {
    packing.refresh();
    packing.mark(RelaxPhase::application);
    if (stale) {
      packing.list_pairs();
      packing.mark(RelaxPhase::box_pairs);
      packing.list_points();
      packing.mark(RelaxPhase::candidates);
      ++result.list_builds;
    }
    packing.find_pair_contacts();
    packing.mark(RelaxPhase::box_box);
    packing.find_wall_contacts();
    packing.mark(RelaxPhase::box_point);
    const ContactTotals totals = packing.totals();
    result.deepest = totals.deepest;
    result.energy = static_cast<float>(totals.energy) * (1.0F / 1048576.0F);
    result.pair_count = totals.pair_count;
    result.wall_count = totals.wall_count;
    if (totals.deepest <= parameters.tolerance) {
      result.status.set(StatusBit::converged);
      break;
    }
    if (result.steps >= parameters.step_limit) {
      result.status.set(StatusBit::step_limit);
      break;
    }
    stale = packing.apply_corrections();
    packing.mark(RelaxPhase::application);
    ++result.steps;
  }
  // A box whose pose is not finite has no contacts: without this, its packing would look relaxed.
  if (!packing.finite()) {
    result.status = {};
    result.status.set(StatusBit::non_finite);
  }
  return result;
}

}  // namespace jam::trunk
